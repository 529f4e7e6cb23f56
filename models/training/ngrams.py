"""The third reader: a linear model over hashed n-grams of tokens, of their clusters and of the characters of words. It errs elsewhere
than the encoders, and together they are right more often; its last column, whether any detector has something to find, is the early
exit too. Clusters (`clusters.py`) let one language learn from the others; characters (as in Bojanowski et al. 2017, arXiv 1607.04606)
tell the forms of one word, of which the languages with many endings have more than the corpus shows.

A score is bias + scale * sum of weights / sqrt(number of n-grams), summed over the three kinds; a token, a pair of neighbours, the
same of their clusters, or some neighbouring characters of a word are hashed to a bucket.

File (little-endian): "WNGR", u32 version = 3, u32 buckets of tokens, of clusters and of characters, u32 columns (even),
u32 pieces of the vocabulary, f32 threshold of the last column, f32 bias[columns], f32 scale[3][columns], u16 cluster[pieces], then for
each of the three u8 table[buckets][columns / 2]: two weights of four bits in a byte, the even column in the upper half, each plus
eight. A message whose last score is below the threshold is harmless.
"""

import json
import struct
from pathlib import Path

import numpy as np
import torch

import clusters
import dataset
from settings import DETECTORS, LANGUAGES, NGRAMS, SEED, SPECIAL, VALENCES

FACTORS = (0x9E3779B1, 0x85EBCA6B)  # a third order would only crowd the buckets
ORDERS, ORDERS_WIDE, WIDE = range(3, 6), range(2, 4), 0x2E80  # characters read together; fewer where one is Han, kana or Hangul
HEARD = DETECTORS + [f"valence/{v}" for v in VALENCES]  # the labels of all columns but the last
COLUMNS = len(HEARD) + 1
SIZES = ("tokens", "clusters", "characters")
UNITS = 400  # messages, or a harmful one and its harmless neighbour, that are read in one step
SCALE = 0.5  # of a column's root mean square, the step between two weights: the smallest error for how they are spread


def grams(ids, buckets: int) -> np.ndarray:
    """Buckets of all n-grams of the ids, or of the clusters, of one message, [CLS] and [SEP] included."""
    a = np.asarray(ids, dtype=np.uint32) + np.uint32(1)
    found, state = [], np.zeros(len(a), dtype=np.uint32)
    for order, factor in enumerate(FACTORS):
        if len(a) <= order:
            break
        state = state[: len(a) - order] ^ (a[order:] * np.uint32(factor))
        state = state ^ (state >> np.uint32(15))
        found.append(state % np.uint32(buckets))
    return np.concatenate(found).astype(np.int64)


class Characters:
    """Buckets of the characters of words, which are put together from their pieces again; [UNK] parts words."""

    def __init__(self, vocabulary: Path):
        self.pieces = vocabulary.read_text(encoding="utf-8").split("\n")
        self.known = {}

    def grams(self, ids) -> np.ndarray:
        words = []
        for id in ids:
            piece = self.pieces[id]
            if id < len(SPECIAL):
                words.append("")
            elif piece.startswith("##") and len(piece) > 2:
                words[-1] += piece[2:]
            else:
                words.append(piece)
        found = [self.of_word(word) for word in words if word]
        return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)

    def of_word(self, word: str) -> np.ndarray:
        if word not in self.known:
            whole = [ord(c) for c in f"<{word}>"]
            orders = ORDERS_WIDE if max(whole) >= WIDE else ORDERS
            self.known[word] = np.array([fnv(whole[at : at + n]) for n in orders for at in range(len(whole) - n + 1)]) % NGRAMS["characters"]
        return self.known[word]


def fnv(characters) -> int:
    """FNV-1a over code points, as `detectors/src/ngrams/characters.rs`."""
    state = 0x811C9DC5
    for c in characters:
        state = (state ^ c) * 0x01000193 & 0xFFFFFFFF
    return state ^ state >> 15


def harmful(example) -> int | None:
    """1 where a detector fires, 0 where none does; None where too few were annotated to say."""
    known = [example["targets"].get(d) for d in DETECTORS]
    if 1 in known:
        return 1
    return 0 if known.count(0) >= 3 or example["targets"].get("bullying") == 0 else None


def messages(training):
    """Messages that stand alone, and those of threads, of which a detector or how they feel is known."""
    for e in training:
        if not dataset.is_window(e):
            parts = [e]
        else:
            parts = [m | {"row": e["row"], "weight": e["weight"]} for m in e["messages"]] if e["row"]["source"] == "own-threads" else []
        yield from (m for m in parts if any(label in m["targets"] for label in HEARD))


class Bags:
    """The buckets of many messages, one after the other, of each of the three tables."""

    def __init__(self, examples, characters: Characters, of_piece: np.ndarray):
        kinds = (lambda ids: grams(ids, NGRAMS["tokens"]), lambda ids: grams(of_piece[ids], NGRAMS["clusters"]), characters.grams)
        self.flat, self.ends = [], []
        for kind in kinds:
            found = [kind(e["ids"]) for e in examples]
            self.ends.append(np.cumsum([0, *map(len, found)]))
            self.flat.append(np.concatenate(found).astype(np.int32) if found else np.zeros(0, dtype=np.int32))

    def scores(self, tables, index):
        """What each table adds to the scores of some messages [index, columns], summed."""
        total = 0.0
        for weight, flat, ends in zip(tables, self.flat, self.ends):
            sizes = ends[index + 1] - ends[index]
            starts = np.cumsum(sizes) - sizes
            buckets = flat[np.repeat(ends[index] - starts, sizes) + np.arange(sizes.sum())].astype(np.int64)
            summed = torch.nn.functional.embedding_bag(torch.from_numpy(buckets), weight, torch.from_numpy(starts), mode="sum", sparse=True)
            total = total + summed / torch.from_numpy(sizes).clamp(min=1).sqrt()[:, None]
        return total


def train(training, vocabulary: Path, state: dict, out: Path) -> None:
    """Every message once a pass; our corpus counts more than the open sets. A harmful message beside a harmless one of its
    scene has to get the higher score, as in the fine-tuning of the encoders, whose weights are `state`."""
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    kept = list(messages(training))
    of_piece = clusters.of_pieces(state, [e["ids"] for e in kept])
    bags = Bags(kept, Characters(vocabulary), of_piece)
    at, scenes = {id(e): i for i, e in enumerate(kept)}, np.array([e["row"]["group"] for e in kept])
    targets, known = dataset.matrix(kept, HEARD)
    whole = [harmful(e) for e in kept]
    targets = np.c_[targets, np.array([float(h or 0) for h in whole])]
    # a missed harm costs more than an idle look
    known = np.c_[known > 0, np.array([0.0 if h is None else NGRAMS["harm_weight"] if h else 1.0 for h in whole])]
    weight = known * np.array([3.0 if e["row"]["source"].startswith(("own", "judged")) else 1.0 for e in kept])[:, None]
    positive, negative = (weight * targets).sum(0), (weight * (1 - targets)).sum(0)
    balance = np.append(np.clip(np.sqrt(negative / positive), 1, 6)[:-1], 1)
    targets, weight, balance = (torch.from_numpy(a).float() for a in (targets, weight, balance))
    tables = [torch.nn.Parameter(torch.zeros(NGRAMS[size], COLUMNS)) for size in SIZES]
    bias = torch.nn.Parameter(torch.zeros(COLUMNS))
    optimisers = [torch.optim.SparseAdam(tables, lr=NGRAMS["lr"]), torch.optim.Adam([bias], lr=NGRAMS["lr"])]
    step = 0
    for epoch in range(NGRAMS["epochs"]):
        total = 0.0
        units = dataset.beside_twins(kept, rng)
        rng.shuffle(units)
        groups = [np.array([at[id(e)] for unit in units[start : start + UNITS] for e in unit]) for start in range(0, len(units), UNITS)]
        steps = NGRAMS["epochs"] * len(groups)
        for index in groups:
            score = bias + bags.scores(tables, index)
            target, known = targets[index], weight[index]
            loss = torch.nn.functional.binary_cross_entropy_with_logits(score, target, pos_weight=balance, reduction="none")
            loss = (loss * known).sum() / len(index)
            same = torch.from_numpy(scenes[index[:-1]] == scenes[index[1:]])[:, None]
            asked = same & (target[:-1] > target[1:]) & (known[:-1] > 0) & (known[1:] > 0)
            wrong = torch.nn.functional.softplus(score[1:] - score[:-1])
            loss = loss + NGRAMS["twins"] * (asked * wrong).sum() / len(index)
            for optimiser in optimisers:
                optimiser.zero_grad()
            loss.backward()
            for optimiser in optimisers:
                optimiser.param_groups[0]["lr"] = NGRAMS["lr"] * max(0.03, 1 - step / steps)
                optimiser.step()
            step += 1
            total += loss.item() * len(index)
        print(f"ngrams: epoch {epoch + 1} loss {total / len(kept):.4f}", flush=True)
    write(out, [table.detach().numpy() for table in tables], bias.detach().numpy(), of_piece, threshold=-1e9)


def write(path: Path, tables, bias: np.ndarray, of_piece: np.ndarray, threshold: float) -> None:
    scales, packed = [], b""
    for weight in tables:
        scales.append(np.maximum(SCALE * np.sqrt((weight**2).mean(0)), 1e-8))
        small = (np.clip(np.rint(weight / scales[-1]), -7, 7) + 8).astype(np.uint8)
        packed += (16 * small[:, ::2] + small[:, 1::2]).tobytes()
    numbers = (3, *map(len, tables), COLUMNS, len(of_piece))
    head = struct.pack(f"<6If{4 * COLUMNS}f", *numbers, threshold, *bias, *np.concatenate(scales))
    path.write_bytes(b"WNGR" + head + of_piece.astype("<u2").tobytes() + packed)


def read(path: Path):
    """The weights of the three tables [buckets, columns], the biases, and the cluster of each piece."""
    raw = path.read_bytes()
    version, *buckets, columns, pieces = struct.unpack("<6I", raw[4:28])
    assert raw[:4] == b"WNGR" and version == 3 and columns == COLUMNS
    bias, *scales = np.frombuffer(raw[32 : 32 + 16 * columns], dtype="<f4").reshape(4, columns)
    begin = 32 + 16 * columns
    of_piece = np.frombuffer(raw[begin : begin + 2 * pieces], dtype="<u2")
    packed = np.frombuffer(raw[begin + 2 * pieces :], dtype=np.uint8).reshape(sum(buckets), columns // 2)
    weight = np.stack([packed // 16, packed % 16], 2).reshape(sum(buckets), columns).astype(np.float32) - 8
    return [part * scale for part, scale in zip(np.split(weight, np.cumsum(buckets)[:-1]), scales)], bias, of_piece


def scores(path: Path, vocabulary: Path, examples) -> np.ndarray:
    """[examples, columns]; of windows nothing, which are not read so."""
    tables, bias, of_piece = read(path)
    found = np.zeros((len(examples), COLUMNS), dtype=np.float32)
    alone = [i for i, e in enumerate(examples) if not dataset.is_window(e)]
    bags = Bags([examples[i] for i in alone], Characters(vocabulary), of_piece)
    tables = [torch.from_numpy(table) for table in tables]
    for part in np.array_split(np.arange(len(alone)), max(1, len(alone) // 4096)):
        found[np.array(alone)[part]] = bias + bags.scores(tables, part).numpy()
    return found


def add(logits: np.ndarray, labels, scored: np.ndarray, examples) -> np.ndarray:
    """The logits of the encoders and what the n-grams add: to a detector also what they say of any harm."""
    both, weight = logits.copy(), np.array([NGRAMS["among"] if "within" in e else 1.0 for e in examples])
    for column, label in enumerate(HEARD):
        of_any = NGRAMS["any"] if label in DETECTORS else 0.0
        both[:, labels.index(label)] += weight * (NGRAMS["own"] * scored[:, column] + of_any * scored[:, -1])
    return both


def fit(path: Path, validation, scored: np.ndarray, detected: np.ndarray) -> dict:
    """Sets the threshold so that at most NGRAMS["most_lost"] of what is detected is let pass; answers what it costs.

    `detected`: for every validation example, whether a detector that is truly 1 there fires.
    """
    kept = [(i, e, y) for i, e in enumerate(validation) if e["row"]["kind"] == "message" and "within" not in e and (y := harmful(e)) is not None]
    score = scored[[i for i, _, _ in kept], -1]
    y = np.array([y for _, _, y in kept])
    found = np.array([detected[i] for i, _, _ in kept]) & (y == 1)
    own = np.array([e["row"]["source"].startswith("own") for _, e, _ in kept])
    lang = np.array([e["row"]["lang"] for _, e, _ in kept])
    # the strictest of: all, our corpus, English, other languages
    parts = [found, found & own, found & (lang == "en"), found & (lang != "en"), found & own & (lang != "en")]
    threshold = min(float(np.quantile(score[p], NGRAMS["most_lost"])) for p in parts if p.sum() >= 50)
    write_threshold(path, threshold)
    passed = score < threshold
    figures = {"threshold": round(threshold, 3), "detections": int(found.sum()), "detections lost": round(float(passed[found].mean()), 4)}
    for name, part in (("harmless rows passed", y == 0), ("harmless rows of our corpus passed", (y == 0) & own),
                       ("harmless rows of other sets passed", (y == 0) & ~own)):
        figures[name] = round(float(passed[part].mean()), 3)
    figures["detections lost by language"] = {c: round(float(passed[found & (lang == c)].mean()), 3)
                                              for c in LANGUAGES if (found & (lang == c)).sum() >= 20}
    print("early exit:", json.dumps(figures), flush=True)
    return figures


def write_threshold(path: Path, threshold: float) -> None:
    raw = bytearray(path.read_bytes())
    raw[28:32] = struct.pack("<f", threshold)
    path.write_bytes(bytes(raw))
