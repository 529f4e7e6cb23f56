"""Writes the network as ONNX in small integers.

The graph is written out operator by operator: nothing in it depends on an exporter's version. It reads one window at its
own length, so nothing is masked. A linear layer multiplies
integers: its weights have one scale per output, its input is quantised to eight bits while it runs, with one scale per
text. Its weights use seven bits, because processors without dot-product instructions add two products in sixteen
bits, and 255 * 64 * 2 is the most that fits: so every machine sums the same integers. The word tables hold two numbers
of four bits in a byte and one scale per word; the gathered rows are taken apart and scaled.
"""

import re
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

import dataset
from encoder import four_bits
from settings import GROUPS, HEADS, HIDDEN, MAX_TOKENS, ORDERS

OPSET = 17
MOST = 64  # of a weight, see above
PARTED = r"(first|second|groups\.layers\.\d)"  # convolutions, of which each neighbour has a matrix


class Graph:
    def __init__(self):
        self.nodes, self.constants, self.count = [], {}, 0

    def constant(self, name, array):
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.ascontiguousarray(array), name)
        return name

    def number(self, value):
        return self.constant(f"number_{value}", np.array(value, dtype=np.float32))

    def whole(self, *values):
        return self.constant("whole_" + "_".join(map(str, values)).replace("-", "m"), np.array(values, dtype=np.int64))

    def op(self, kind, *inputs, outputs=1, name=None, **attributes):
        self.count += 1
        names = [name] if name else [f"{kind.lower()}_{self.count}" + (f"_{i}" if outputs > 1 else "") for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=f"n{self.count}_{kind}", **attributes))
        return names if outputs > 1 else names[0]

    def quantise(self, x):
        """Eight-bit integers, their scale and their zero: one scale for the whole text."""
        return self.op("DynamicQuantizeLinear", x, outputs=3)

    def product(self, x, name, weight, bias=None, output=None):
        """`x` (what `quantise` answered) times a matrix [out, in]."""
        matrix = weight.T
        scale = np.maximum(np.abs(matrix).max(axis=0), 1e-8) / MOST
        table = self.constant(name + ".q", np.clip(np.rint(matrix / scale), -MOST, MOST).astype(np.int8))
        zero = self.constant(name + ".z", np.zeros(len(scale), dtype=np.int8))
        whole, of_text, middle = x
        product = self.op("Cast", self.op("MatMulInteger", whole, table, middle, zero), to=TensorProto.FLOAT)
        product = self.op("Mul", product, self.op("Mul", of_text, self.constant(name + ".s", scale.astype(np.float32))))
        return product if bias is None else self.op("Add", product, self.constant(name + ".b", bias.astype(np.float32)), name=output)

    def between(self, x, first, end):
        """The tokens from `first` to `end` of what `quantise` answered."""
        return self.op("Slice", x[0], self.whole(first), self.whole(end), self.whole(1)), *x[1:]

    def words(self, name, table):
        """The rows of `input_ids`, unpacked: the first half of a row stands in the upper bits of its bytes."""
        whole, scale = (v.numpy() for v in four_bits(torch.from_numpy(table)))
        upper, lower = np.split(whole.astype(np.int16) + 8, 2, axis=1)
        packed = self.constant(name + ".q", (16 * upper + lower - 128).astype(np.int8))
        both = self.op("Cast", self.op("Gather", packed, "input_ids", axis=0), to=TensorProto.FLOAT)
        both = self.op("Add", both, self.number(128.0))
        upper = self.op("Cast", self.op("Mul", both, self.number(1 / 16)), to=TensorProto.INT32)
        upper = self.op("Cast", upper, to=TensorProto.FLOAT)
        lower = self.op("Sub", both, self.op("Mul", upper, self.number(16.0)))
        rows = self.op("Sub", self.op("Concat", upper, lower, axis=2), self.number(8.0))
        return self.op("Mul", rows, self.op("Gather", self.constant(name + ".s", scale), "input_ids", axis=0))

    def norm(self, x, name, weight, bias):
        return self.op("LayerNormalization", x, self.constant(name + ".w", weight), self.constant(name + ".b", bias),
                       epsilon=1e-12)

    def gelu(self, x):  # in the order that runtimes know as one operator
        erf = self.op("Erf", self.op("Mul", x, self.number(float(1 / np.sqrt(2)))))
        return self.op("Mul", self.op("Mul", x, self.op("Add", erf, self.number(1.0))), self.number(0.5))

    def length(self):
        """The number of tokens, as a vector of one."""
        return self.op("Slice", self.op("Shape", "input_ids"), self.whole(1), self.whole(2), self.whole(0))

    def heads(self, x, permutation):
        return self.op("Transpose", self.op("Reshape", x, self.whole(0, 0, HEADS, HIDDEN // HEADS)), perm=permutation)


class Whole(Graph):
    """The same graph in floating point, to measure what the integers change."""

    def quantise(self, x):
        return x

    def product(self, x, name, weight, bias=None, output=None):
        product = self.op("MatMul", x, self.constant(name + ".w", weight.T.astype(np.float32)))
        return product if bias is None else self.op("Add", product, self.constant(name + ".b", bias.astype(np.float32)), name=output)

    def between(self, x, first, end):
        return self.op("Slice", x, self.whole(first), self.whole(end), self.whole(1))

    def words(self, name, table):
        return self.op("Gather", self.constant(name, table), "input_ids", axis=0)


def build(state: dict, layers: int, labels: list[str], quantised: bool = True) -> onnx.ModelProto:
    w = {k: v.detach().float().numpy() for k, v in state.items()}
    g = Graph() if quantised else Whole()

    def linear(x, name, output=None):
        return g.product(x, name, w[name + ".weight"], w.get(name + ".bias"), output)

    def norm(x, name):
        return g.norm(x, name, w[name + ".weight"], w[name + ".bias"])

    def heads(x, name, scores=None, shares=None, terms=None):
        x = g.quantise(x)
        scores, shares = linear(x, name + ".score", scores), linear(x, name + ".share", shares)
        return g.op("Mul", scores, g.op("Softmax", shares, axis=1), name=terms)

    words = {name: g.words(name + ".words", w[name + ".words.weight"]) for name in ("transformer", "convolutional")}
    read = {name: g.quantise(x) for name, x in words.items()}
    of_transformer = heads(transformer(g, w, words["transformer"], linear, norm, layers), "transformer_heads", "scores", "shares")
    of_convolutional = heads(convolutional(g, w, read["convolutional"], linear, norm), "convolutional_heads")
    of_groups = groups(g, w, read, linear, norm, labels)
    of_convolutional = g.op("Add", of_convolutional, of_groups, name="convolutional")
    both = g.op("Mul", g.op("Add", of_transformer, of_convolutional), g.number(0.5), name="contributions")
    g.op("ReduceSum", both, g.whole(1), name="logits", keepdims=0)
    of_tokens = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "tokens", len(labels)])
                 for name in ("contributions", "scores", "shares", "convolutional")]
    graph = helper.make_graph(
        g.nodes, "wardlight-text",
        [helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "tokens"])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, len(labels)]), *of_tokens],
        list(g.constants.values()))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="wardlight")
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def transformer(g: Graph, w: dict, words, linear, norm, layers: int):
    """The token vectors of `encoder.Encoder`."""
    places = g.constant("transformer.positions.w", w["transformer.positions.weight"][:MAX_TOKENS])
    x = norm(g.op("Add", words, g.op("Slice", places, g.whole(0), g.length(), g.whole(0))), "transformer.norm")
    for i in range(layers):
        at = f"transformer.layers.{i}."
        q, k, v = g.op("Split", linear(g.quantise(x), at + "qkv"), g.whole(HIDDEN, HIDDEN, HIDDEN), outputs=3, axis=2)
        scores = g.op("MatMul", g.heads(q, [0, 2, 1, 3]), g.heads(k, [0, 2, 3, 1]))
        scores = g.op("Mul", scores, g.number(float(1 / np.sqrt(HIDDEN // HEADS))))
        mixed = g.op("MatMul", g.op("Softmax", scores, axis=-1), g.heads(v, [0, 2, 1, 3]))
        mixed = g.op("Reshape", g.op("Transpose", mixed, perm=[0, 2, 1, 3]), g.whole(0, 0, HIDDEN))
        x = norm(g.op("Add", x, linear(g.quantise(mixed), at + "joined")), at + "norm1")
        inner = g.gelu(linear(g.quantise(x), at + "inner"))
        x = norm(g.op("Add", x, linear(g.quantise(inner), at + "outer")), at + "norm2")
    return x


def convolution(g: Graph, w: dict, x, name: str, order: int):
    """A sum of products, one for each neighbour: runtimes cannot join eight-bit integers side by side."""
    before = (order - 1) // 2
    read = g.quantise(g.op("Pad", x, g.whole(0, before, 0, 0, order - 1 - before, 0)))
    total = None
    for i, part in enumerate(np.split(w[name + ".weight"], order, axis=1)):
        near = g.between(read, i, i + 1 - order or np.iinfo(np.int64).max)
        product = g.product(near, f"{name}.{i}", part, w[name + ".bias"] if i == 0 else None)
        total = product if total is None else g.op("Add", total, product)
    return total


def convolutional(g: Graph, w: dict, words, linear, norm):
    """What the heads of `convolutional.Convolutional` read."""
    at = "convolutional."
    x = linear(words, at + "widen")
    words, parts = g.quantise(x), [x]
    for i, order in enumerate(ORDERS):
        branch = f"{at}branches.{i}."
        h = norm(linear(words, branch + "enter"), branch + "norm")
        h = g.op("Add", h, g.op("Relu", convolution(g, w, h, branch + "first", order)))
        parts.append(g.op("Add", h, g.op("Relu", convolution(g, w, h, branch + "second", order))))
    x = linear(g.quantise(norm(g.op("Concat", *parts, axis=2), at + "norm")), at + "mix")
    root = g.op("Sqrt", g.op("Cast", g.length(), to=TensorProto.FLOAT))
    whole = g.quantise(g.op("Div", g.op("ReduceSum", x, g.whole(1), keepdims=1), root))
    first = g.quantise(g.op("Relu", linear(whole, at + "deep.0")))
    early = g.quantise(g.op("Relu", g.op("Add", linear(first, at + "deep.1"), linear(whole, at + "past.0"))))
    third = g.quantise(g.op("Relu", linear(early, at + "deep.2")))
    text = g.op("Tanh", g.op("Add", linear(third, at + "deep.3"), linear(early, at + "past.1")))
    return g.gelu(norm(g.op("Add", linear(g.quantise(x), "of_token"), linear(g.quantise(text), "of_text")), "norm"))


def groups(g: Graph, w: dict, read: dict, linear, norm, labels: list[str]):
    """The terms that `groups.Groups` adds [batch, tokens, labels], twice: those of both encoders are halved after this."""
    at = "groups."
    x = g.op("Add", *(linear(read[name], f"{at}enter.{name}") for name in ("convolutional", "transformer")))
    for i in range(GROUPS["layers"]):
        near = convolution(g, w, norm(x, f"{at}norms.{i}"), f"{at}layers.{i}", GROUPS["order"])
        x = g.op("Add", x, g.op("Relu", near))
    x = g.quantise(norm(x, f"{at}norms.{GROUPS['layers']}"))
    terms = g.op("Mul", linear(x, at + "score"), g.op("Softmax", linear(x, at + "share"), axis=1))
    reach = np.array([2.0 * GROUPS["weight"] * (label in GROUPS["reach"]) for label in labels], dtype=np.float32)
    return g.op("Mul", terms, g.constant(at + "reach", reach))


def weights(path: Path) -> dict:
    """The state of the network in an exported file, so that training can go on from what ships."""
    found = {t.name: numpy_helper.to_array(t) for t in onnx.load(path).graph.initializer}
    state = {}
    for name, value in found.items():
        at, _, kind = name.rpartition(".")
        if kind == "q" and at.endswith("words"):
            both = value.astype(np.int16) + 128
            state[at + ".weight"] = (np.concatenate([both // 16, both % 16], axis=1) - 8.0) * found[at + ".s"]
        elif kind == "q":
            part = (value.astype(np.float32) * found[at + ".s"]).T
            whole = re.sub(PARTED + r"\.\d+$", r"\1", at)
            state[whole + ".weight"] = np.concatenate([state[whole + ".weight"], part], 1) if whole + ".weight" in state else part
        elif kind == "w":
            state[at + ".weight"] = value
        elif kind == "b":
            state[re.sub(PARTED + r"\.0$", r"\1", at) + ".bias"] = value
    return {name: torch.from_numpy(np.array(value, dtype=np.float32)) for name, value in state.items()}


def read(model: onnx.ModelProto | Path, examples) -> np.ndarray:
    """Logits of examples by ONNX Runtime, one text or window at a time as on the device: padding and neighbours would change
    the scale of the quantised values."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # its fused products differ from the plain graph, which is what the device computes
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(model) if isinstance(model, Path) else model.SerializeToString(), options,
                                           providers=["CPUExecutionProvider"])

    def ask(ids, *outputs):
        return session.run(outputs, {"input_ids": np.array([ids], dtype=np.int64)})

    logits = np.zeros((len(examples), session.get_outputs()[0].shape[1]), dtype=np.float32)

    def alone(i):
        logits[i] = ask(examples[i]["ids"], "logits")[0][0]

    def together(window):
        scores, shares = (a[0] for a in ask(window["ids"], "scores", "shares"))
        logits[window["whole"]] = pooled(scores, shares)
        for message, i in zip(window["messages"], window["at"]):
            of_window = pooled(*(a[slice(*message["place"])] for a in (scores, shares)))
            logits[i] = (of_window + ask(message["ids"], "convolutional")[0][0].sum(0)) / 2

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(alone, [i for i, e in enumerate(examples) if not dataset.is_window(e) and "within" not in e]))
        list(pool.map(together, dataset.windows_of(examples)))
    return logits


def pooled(scores, shares):
    """What the heads say of some tokens, from what they say of each."""
    weight = np.exp(shares - shares.max(0))
    return (weight * scores).sum(0) / weight.sum(0)


def compare(quantised: Path, full: onnx.ModelProto, examples) -> dict:
    """How far the integers move the logits."""
    a, b = read(full, examples), read(quantised, examples)
    cosine = (a * b).sum(1) / (np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1))
    return {"rows": len(a), "max_difference": round(float(np.abs(a - b).max()), 4),
            "mean_difference": round(float(np.abs(a - b).mean()), 5), "cosine_mean": round(float(cosine.mean()), 6),
            "cosine_min": round(float(cosine.min()), 6)}
