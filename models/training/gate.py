"""The early exit: a linear model over hashed token n-grams that lets clearly harmless messages pass unread.

It learns "some detector is 1" against "all are 0" and ships with the score below which next to nothing harmful was seen.
A score is bias + sum of weights / sqrt(number of n-grams); an n-gram of one to three tokens is hashed to a bucket.

File (little-endian): "WGAT", u32 version = 1, u32 buckets (a power of two), f32 bias, f32 scale, f32 threshold,
i8 table[buckets]; weight = table * scale. A message whose score is below the threshold is harmless.
"""

import json
import struct
from pathlib import Path

import numpy as np
import torch

from settings import DETECTORS, GATE, LANGUAGES, SEED

FACTORS = (0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35)


def grams(ids) -> np.ndarray:
    """Buckets of all n-grams of the ids of one message, [CLS] and [SEP] included."""
    a = np.asarray(ids, dtype=np.uint32) + np.uint32(1)
    found, state = [], np.zeros(len(a), dtype=np.uint32)
    for order, factor in enumerate(FACTORS):
        if len(a) <= order:
            break
        state = state[: len(a) - order] ^ (a[order:] * np.uint32(factor))
        state = state ^ (state >> np.uint32(15))
        found.append(state % np.uint32(GATE["buckets"]))
    return np.concatenate(found).astype(np.int64)


def harmful(example) -> int | None:
    """1 where a detector fires, 0 where none does; None where too few were annotated to say."""
    known = [example["targets"].get(d) for d in DETECTORS]
    if 1 in known:
        return 1
    return 0 if known.count(0) >= 3 or example["targets"].get("bullying") == 0 else None


def rows(examples):
    return [(e, y) for e in examples if e["row"]["kind"] == "message" and (y := harmful(e)) is not None]


def scores(table, bias, examples):
    return np.array([bias + table[g].sum() / np.sqrt(len(g)) for g in (grams(e["ids"]) for e in examples)])


def train(training, out: Path) -> None:
    torch.manual_seed(SEED)
    kept = rows(training)
    bags = [torch.from_numpy(grams(e["ids"])) for e, _ in kept]
    target = torch.tensor([float(y) for _, y in kept])
    # a missed harm costs more than an idle look; our own corpus counts more than the open sets
    weight = torch.tensor([(GATE["harm_weight"] if y else 1.0) * (3.0 if e["row"]["source"].startswith("own") else 0.5) for e, y in kept])
    table = torch.nn.EmbeddingBag(GATE["buckets"], 1, mode="sum", sparse=True)
    torch.nn.init.zeros_(table.weight)
    bias = torch.nn.Parameter(torch.zeros(1))
    sparse, dense = torch.optim.SparseAdam(table.parameters(), lr=GATE["lr"]), torch.optim.Adam([bias], lr=GATE["lr"])
    for epoch in range(GATE["epochs"]):
        total = 0.0
        order = torch.randperm(len(bags))
        for at in range(0, len(order), 512):
            index = order[at : at + 512].tolist()
            chosen = [bags[i] for i in index]
            sizes = torch.tensor([len(b) for b in chosen])
            starts = torch.cumsum(sizes, 0) - sizes
            score = table(torch.cat(chosen), starts)[:, 0] / sizes.sqrt() + bias
            loss = torch.nn.functional.binary_cross_entropy_with_logits(score, target[index], weight=weight[index])
            sparse.zero_grad()
            dense.zero_grad()
            loss.backward()
            sparse.step()
            dense.step()
            total += loss.item() * len(index)
        print(f"gate: epoch {epoch + 1} loss {total / len(bags):.4f}", flush=True)
    write(out, table.weight.detach().numpy()[:, 0], bias.item(), threshold=-1e9)


def write(path: Path, weight: np.ndarray, bias: float, threshold: float) -> None:
    scale = float(np.abs(weight).max() / 127) or 1.0
    small = np.clip(np.rint(weight / scale), -127, 127).astype(np.int8)
    path.write_bytes(b"WGAT" + struct.pack("<IIfff", 1, len(small), bias, scale, threshold) + small.tobytes())


def read(path: Path):
    raw = path.read_bytes()
    version, buckets, bias, scale, threshold = struct.unpack("<IIfff", raw[4:24])
    assert raw[:4] == b"WGAT" and version == 1
    return np.frombuffer(raw[24 : 24 + buckets], dtype=np.int8).astype(np.float32) * scale, bias, threshold


def fit(path: Path, validation, detected: np.ndarray) -> dict:
    """Sets the threshold so that at most GATE["most_lost"] of what the encoder detects is let pass; answers what it costs.

    `detected`: for every validation example, whether the encoder fires a detector that is truly 1 there.
    """
    table, bias, _ = read(path)
    kept = [(i, e, y) for i, e in enumerate(validation) if e["row"]["kind"] == "message" and "within" not in e and (y := harmful(e)) is not None]
    score = scores(table, bias, [e for _, e, _ in kept])
    y = np.array([y for _, _, y in kept])
    found = np.array([detected[i] for i, _, _ in kept]) & (y == 1)
    own = np.array([e["row"]["source"].startswith("own") for _, e, _ in kept])
    lang = np.array([e["row"]["lang"] for _, e, _ in kept])
    # the strictest of: all, our corpus, English, other languages
    parts = [found, found & own, found & (lang == "en"), found & (lang != "en"), found & own & (lang != "en")]
    threshold = min(float(np.quantile(score[p], GATE["most_lost"])) for p in parts if p.sum() >= 50)
    write_threshold(path, threshold)
    passed = score < threshold
    figures = {"threshold": round(threshold, 3), "detections": int(found.sum()), "detections lost": round(float(passed[found].mean()), 4)}
    for name, part in (("harmless rows passed", y == 0), ("harmless rows of our corpus passed", (y == 0) & own),
                       ("harmless rows of other sets passed", (y == 0) & ~own)):
        figures[name] = round(float(passed[part].mean()), 3)
    figures["detections lost by language"] = {c: round(float(passed[found & (lang == c)].mean()), 3)
                                              for c in LANGUAGES if (found & (lang == c)).sum() >= 20}
    print("gate:", json.dumps(figures), flush=True)
    return figures


def write_threshold(path: Path, threshold: float) -> None:
    raw = bytearray(path.read_bytes())
    raw[20:24] = struct.pack("<f", threshold)
    path.write_bytes(bytes(raw))
