"""Writes the network as ONNX with int8 weights.

The graph is written out operator by operator: nothing in it depends on an exporter's version. A linear layer multiplies
integers: its weights have one scale per output, its input is quantised to eight bits while it runs, with one scale per
text. Its weights use seven bits, because processors without dot-product instructions add two products in sixteen
bits, and 255 * 64 * 2 is the most that fits: so every machine sums the same integers. The word table stays int8 in memory
and the gathered rows are scaled.
"""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from settings import HEADS, HIDDEN, MAX_TOKENS

OPSET = 17
MOST = 64  # of a weight, see above


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

    def linear(self, x, name, weight, bias):
        return self.op("Add", self.op("MatMul", x, self.constant(name + ".w", weight.T.astype(np.float32))),
                       self.constant(name + ".b", bias.astype(np.float32)))

    def linear_int8(self, x, name, weight, bias):
        matrix = weight.T  # [in, out]
        scale = np.maximum(np.abs(matrix).max(axis=0), 1e-8) / MOST
        table = self.constant(name + ".q", np.clip(np.rint(matrix / scale), -MOST, MOST).astype(np.int8))
        zero = self.constant(name + ".z", np.zeros(len(scale), dtype=np.int8))
        whole, of_text, middle = self.op("DynamicQuantizeLinear", x, outputs=3)
        product = self.op("Cast", self.op("MatMulInteger", whole, table, middle, zero), to=TensorProto.FLOAT)
        product = self.op("Mul", product, self.op("Mul", of_text, self.constant(name + ".s", scale.astype(np.float32))))
        return self.op("Add", product, self.constant(name + ".b", bias.astype(np.float32)))

    def norm(self, x, name, weight, bias):
        return self.op("LayerNormalization", x, self.constant(name + ".w", weight), self.constant(name + ".b", bias),
                       epsilon=1e-12)

    def gelu(self, x):  # in the order that runtimes know as one operator
        erf = self.op("Erf", self.op("Mul", x, self.number(float(1 / np.sqrt(2)))))
        return self.op("Mul", self.op("Mul", x, self.op("Add", erf, self.number(1.0))), self.number(0.5))

    def heads(self, x, permutation):
        return self.op("Transpose", self.op("Reshape", x, self.whole(0, 0, HEADS, HIDDEN // HEADS)), perm=permutation)


def build(state: dict, layers: int, labels: int, quantised: bool = True) -> onnx.ModelProto:
    w = {k: v.detach().float().numpy() for k, v in state.items()}
    g = Graph()
    table = w["encoder.words.weight"]
    if quantised:
        scale = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-8) / 127
        small = np.clip(np.rint(table / scale), -127, 127).astype(np.int8)
        rows = g.op("Cast", g.op("Gather", g.constant("words.q", small), "input_ids", axis=0), to=TensorProto.FLOAT)
        x = g.op("Mul", rows, g.op("Gather", g.constant("words.s", scale.astype(np.float32)), "input_ids", axis=0))
    else:
        x = g.op("Gather", g.constant("words", table), "input_ids", axis=0)
    length = g.op("Slice", g.op("Shape", "input_ids"), g.whole(1), g.whole(2), g.whole(0))
    places = g.op("Slice", g.constant("positions", w["encoder.positions.weight"][:MAX_TOKENS]), g.whole(0), length, g.whole(0))
    x = g.norm(g.op("Add", x, places), "norm", w["encoder.norm.weight"], w["encoder.norm.bias"])
    mask = g.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    hide = g.op("Mul", g.op("Sub", g.number(1.0), mask), g.number(-1e4))
    across = g.op("Unsqueeze", hide, g.whole(1, 2))
    for i in range(layers):
        at = f"encoder.layers.{i}."

        def linear(x, name):
            layer = g.linear_int8 if quantised else g.linear
            return layer(x, at + name, w[at + name + ".weight"], w[at + name + ".bias"])

        q, k, v = g.op("Split", linear(x, "qkv"), g.whole(HIDDEN, HIDDEN, HIDDEN), outputs=3, axis=2)
        scores = g.op("MatMul", g.heads(q, [0, 2, 1, 3]), g.heads(k, [0, 2, 3, 1]))
        scores = g.op("Add", g.op("Mul", scores, g.number(float(1 / np.sqrt(HIDDEN // HEADS)))), across)
        mixed = g.op("MatMul", g.op("Softmax", scores, axis=-1), g.heads(v, [0, 2, 1, 3]))
        mixed = g.op("Reshape", g.op("Transpose", mixed, perm=[0, 2, 1, 3]), g.whole(0, 0, HIDDEN))
        x = g.norm(g.op("Add", x, linear(mixed, "joined")), at + "norm1", w[at + "norm1.weight"], w[at + "norm1.bias"])
        inner = g.gelu(linear(x, "inner"))
        x = g.norm(g.op("Add", x, linear(inner, "outer")), at + "norm2", w[at + "norm2.weight"], w[at + "norm2.bias"])
    # score and share of all labels: small, kept in f32
    score = g.linear(x, "score", w["score.weight"], w["score.bias"])
    share = g.op("Add", g.linear(x, "share", w["share.weight"], w["share.bias"]), g.op("Unsqueeze", hide, g.whole(2)))
    contributions = g.op("Mul", score, g.op("Softmax", share, axis=1), name="contributions")
    g.op("ReduceSum", contributions, g.whole(1), name="logits", keepdims=0)
    graph = helper.make_graph(
        g.nodes, "wardlight-text",
        [helper.make_tensor_value_info(n, TensorProto.INT64, ["batch", "tokens"]) for n in ("input_ids", "attention_mask")],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", labels]),
         helper.make_tensor_value_info("contributions", TensorProto.FLOAT, ["batch", "tokens", labels])],
        list(g.constants.values()))
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="wardlight")
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def weights(path: Path) -> dict:
    """The state of the network in an exported file, so that training can go on from what ships."""
    import torch

    found = {t.name: numpy_helper.to_array(t) for t in onnx.load(path).graph.initializer}
    state = {"encoder.words.weight": found["words.q"].astype(np.float32) * found["words.s"],
             "encoder.positions.weight": found["positions"]}
    for name, value in found.items():
        at, _, kind = name.rpartition(".")
        at = "encoder.norm" if at == "norm" else at
        if kind == "q" and at != "words":
            state[at + ".weight"] = (value.astype(np.float32) * found[at + ".s"]).T
        elif kind == "w":
            state[at + ".weight"] = value if value.ndim == 1 else value.T
        elif kind == "b":
            state[at + ".bias"] = value
    return {name: torch.from_numpy(np.array(value)) for name, value in state.items()}


def read(model: onnx.ModelProto | Path, windows) -> np.ndarray:
    """Logits of token windows by ONNX Runtime, one window at a time as on the device: padding and neighbours would change
    the scale of the quantised values."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # its fused products differ from the plain graph, which is what the device computes
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(model) if isinstance(model, Path) else model.SerializeToString(), options,
                                           providers=["CPUExecutionProvider"])
    found = np.zeros((len(windows), session.get_outputs()[0].shape[1]), dtype=np.float32)
    for i, window in enumerate(windows):
        ids = np.array([window], dtype=np.int64)
        found[i] = session.run(["logits"], {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0]
    return found


def compare(quantised: Path, full: onnx.ModelProto, windows) -> dict:
    """How far the integers move the logits."""
    a, b = read(full, windows), read(quantised, windows)
    cosine = (a * b).sum(1) / (np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1))
    return {"rows": len(a), "max_difference": round(float(np.abs(a - b).max()), 4),
            "mean_difference": round(float(np.abs(a - b).mean()), 5), "cosine_mean": round(float(cosine.mean()), 6),
            "cosine_min": round(float(cosine.min()), 6)}
