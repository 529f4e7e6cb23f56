"""Language identification: a linear model over hashed character n-grams, small enough for a phone.

Text is composed (NFC) and lower-cased, every run of characters that are not alphabetic becomes one space, and one
space is put at both ends. Each n-gram of 1 to 4 characters is hashed with FNV-1a (32 bit) over its UTF-8 bytes; its
row in the table is hash % buckets. The score of a language is the mean of the rows plus a bias.

File (little-endian): "WLID", u32 version = 2, u32 buckets, u32 classes (even), per class u8 length and code,
f32 bias[classes], f32 scale[classes], u8 table[buckets][classes / 2]: two weights of four bits in a byte, the even class in the
upper half, each plus eight; weight = (number - 8) * scale of its class.
"""

import argparse
import json
import struct
import unicodedata
from pathlib import Path

import numpy as np
import regex
import torch

import sources
from settings import LANGID, LANGUAGES, SEED

NOT_LETTERS = regex.compile(r"\P{Alphabetic}+")


def clean(text: str) -> str:
    lowered = unicodedata.normalize("NFC", text).lower()
    return " " + NOT_LETTERS.sub(" ", lowered).strip() + " "


def rows_of(cleaned: list[str], buckets: int = LANGID["buckets"]):
    """The table rows of all n-grams of cleaned texts, text after text, and where each text begins."""
    data = np.frombuffer("".join(cleaned).encode("utf-32-le", "replace"), dtype=np.uint32)
    sizes = np.array([len(c) for c in cleaned])
    text = np.repeat(np.arange(len(cleaned)), sizes)
    left = np.repeat(np.cumsum(sizes), sizes) - np.arange(len(data))  # characters up to the end of the text
    width = 1 + (data >= 0x80) + (data >= 0x800).astype(np.int64) + (data >= 0x10000)
    utf8 = np.zeros((len(data), 4), dtype=np.uint32)  # a lead byte, then six bits in each byte that follows
    for w, lead in ((1, 0), (2, 0xC0), (3, 0xE0), (4, 0xF0)):
        here = width == w
        utf8[here, 0] = lead | (data[here] >> np.uint32(6 * (w - 1)))
        for k in range(1, w):
            utf8[here, k] = 0x80 | ((data[here] >> np.uint32(6 * (w - 1 - k))) & np.uint32(0x3F))
    state = np.full(len(data), 2166136261, dtype=np.uint32)
    found, owner = [], []
    for order in range(min(LANGID["orders"], len(data))):
        state = state[: len(data) - order].copy()
        for k in range(4):
            here = width[order:] > k
            state[here] = (state[here] ^ utf8[order:, k][here]) * np.uint32(16777619)
        inside = left[: len(state)] > order
        found.append(state[inside] % np.uint32(buckets))
        owner.append(text[: len(state)][inside])
    owner = np.concatenate(owner)
    order = np.argsort(owner, kind="stable")
    counts = np.bincount(owner, minlength=len(cleaned))
    return np.concatenate(found).astype(np.int64)[order], np.cumsum(counts) - counts


def snippet(text: str, rng) -> str:
    """2 to 8 consecutive words (4 to 16 characters where words are not separated by spaces)."""
    words = text.split()
    if len(words) <= 2 and len(text) > 24:
        start = rng.integers(0, max(1, len(text) - 6))
        return text[start : start + rng.integers(4, 17)]
    count = int(rng.integers(2, 9))
    start = int(rng.integers(0, max(1, len(words) - count + 1)))
    return " ".join(words[start : start + count])


def plain(text: str) -> str:
    """The text as typed on a keyboard without diacritics."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def sentences(data: Path, corpus: Path):
    """(language, text, held back for validation) of every source; translations of one sentence stay together."""
    kept = set(LANGUAGES)
    alias = {"nn": None, "pt-BR": "pt", "es-MX": "es", "el-Latn": "el", "zh-Hans": "zh", "zh-Hant": "zh"}
    names = ["langid/sib200", "langid/greeklish", "parallel/ntrex128", "parallel/tatoeba-laser", "emotions/xed",
             "benign/chatterbot-corpus", "benign/clinc150", "bullying/dkhate", "bullying/gorbunova_ru",
             "bullying/cold_zh", "bullying/swsr_zh", "bullying/kmhas_ko", "bullying/curse_ko", "bullying/kocohub_ko",
             "bullying/japanese_toxic", "bullying/poleval2019_pl", "bullying/tupy", "bullying/news_ro_offense",
             "bullying/germeval2018", "bullying/mlma"]
    for name in names:
        taken = {}
        for record in sources.read(data, name):
            code = alias.get(record["lang"], record["lang"])
            if code not in kept or taken.get(code, 0) >= 3500:
                continue
            taken[code] = taken.get(code, 0) + 1
            group = record["orig"] if name.startswith("parallel/") else record["id"]
            yield code, record["text"][:400], sources.held_back(str(group)), name
    for record in sources.read(data, "parallel/ntrex128"):
        if record["lang"] == "de":
            yield "en", record["orig"][:400], sources.held_back(record["orig"]), "parallel/ntrex128"
    for record in sources.read_corpus(corpus):
        texts = [m["text"] for m in record["messages"]] if "messages" in record else [record["text"]]
        for text in texts:
            yield record["lang"], text, record["split"] == "validation", "own-corpus"


def quantise(weight: np.ndarray):
    """Weights of four bits and the scale of each class: half of its root mean square, the smallest error for how they are spread."""
    scale = 0.5 * np.sqrt((weight**2).mean(axis=0))
    return np.clip(np.rint(weight / scale), -7, 7).astype(np.int8), scale.astype(np.float32)


def write(path: Path, table: np.ndarray, scale: np.ndarray, bias: np.ndarray, codes) -> None:
    with open(path, "wb") as file:
        file.write(b"WLID" + struct.pack("<III", 2, table.shape[0], len(codes)))
        for code in codes:
            file.write(bytes([len(code)]) + code.encode())
        file.write(bias.astype("<f4").tobytes() + scale.astype("<f4").tobytes())
        small = (table + 8).astype(np.uint8)
        file.write((16 * small[:, ::2] + small[:, 1::2]).tobytes())


class Identifier:
    """The shipped file, as a reader of the format sees it."""

    def __init__(self, path: Path):
        raw = Path(path).read_bytes()
        magic, version, buckets, classes = raw[:4], *struct.unpack("<III", raw[4:16])
        assert magic == b"WLID" and version == 2
        at, self.codes = 16, []
        for _ in range(classes):
            self.codes.append(raw[at + 1 : at + 1 + raw[at]].decode())
            at += 1 + raw[at]
        self.bias = np.frombuffer(raw, "<f4", classes, at)
        scale = np.frombuffer(raw, "<f4", classes, at + 4 * classes)
        both = np.frombuffer(raw, np.uint8, buckets * classes // 2, at + 8 * classes).reshape(buckets, classes // 2)
        table = np.stack([both // 16, both % 16], 2).reshape(buckets, classes).astype(np.float32) - 8
        self.weight = table * scale
        self.buckets = buckets

    def logits(self, text: str) -> np.ndarray:
        return self.weight[rows_of([clean(text)], self.buckets)[0]].mean(axis=0) + self.bias


def train(data: Path, corpus: Path, out: Path, report: Path) -> dict:
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    train_texts, train_codes, held = [], [], []
    for code, text, validation, source in sentences(data, corpus):
        if len(clean(text)) < 4:
            continue
        if validation:
            held.append((code, text, source))
        else:
            train_texts.append(text)
            train_codes.append(LANGUAGES.index(code))
    train_codes = np.array(train_codes)
    print("langid: sentences", len(train_texts), "held back", len(held), flush=True)
    counts = np.bincount(train_codes, minlength=len(LANGUAGES))
    wanted = 6000  # per language and epoch
    by_code = [np.flatnonzero(train_codes == c) for c in range(len(LANGUAGES))]

    bag = torch.nn.EmbeddingBag(LANGID["buckets"], len(LANGUAGES), mode="mean")
    torch.nn.init.zeros_(bag.weight)
    bias = torch.nn.Parameter(torch.zeros(len(LANGUAGES)))
    optimiser = torch.optim.Adam([{"params": bag.parameters(), "lr": LANGID["lr"] * 20}, {"params": [bias], "lr": LANGID["lr"]}])
    for epoch in range(LANGID["epochs"]):
        for group in optimiser.param_groups:
            group["lr"] *= 1 if epoch < LANGID["epochs"] // 2 else 0.6
        chosen = np.concatenate([rng.choice(b, wanted, replace=len(b) < wanted) for b in by_code if len(b)])
        rng.shuffle(chosen)
        total = seen = 0
        for start in range(0, len(chosen), LANGID["batch"]):
            index = chosen[start : start + LANGID["batch"]]
            texts = []
            for i in index:
                text, dice = train_texts[i], rng.random()
                if dice < 0.75:
                    text = snippet(text, rng)
                if rng.random() < 0.08:
                    text = plain(text)
                texts.append(clean(text))
            found, offsets = rows_of(texts)
            scores = bag(torch.from_numpy(found), torch.from_numpy(offsets)) + bias
            loss = torch.nn.functional.cross_entropy(scores, torch.from_numpy(train_codes[index]))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total, seen = total + loss.item() * len(index), seen + len(index)
        print(f"langid: epoch {epoch + 1} loss {total / seen:.4f}", flush=True)
    table, scale = quantise(bag.weight.detach().numpy())
    out.parent.mkdir(parents=True, exist_ok=True)
    write(out, table, scale, bias.detach().numpy(), LANGUAGES)
    figures = evaluate(out, held)
    figures["training_sentences"] = {c: int(n) for c, n in zip(LANGUAGES, counts)}
    report.write_text(json.dumps(figures, indent=1, ensure_ascii=False))
    print(json.dumps({k: v for k, v in figures.items() if k != "training_sentences"}), flush=True)
    return figures


def evaluate(path: Path, held) -> dict:
    """Accuracy per language on whole held-back sentences and on random pieces of 2 to 8 words (shipped file)."""
    model, rng = Identifier(path), np.random.default_rng(7)
    hits, pieces, confusion = {}, {}, {}
    per_language = {}
    for code, text, _ in held:
        per_language.setdefault(code, []).append(text)
    for code, texts in per_language.items():
        texts = [texts[i] for i in rng.permutation(len(texts))[:400]]
        hits[code] = float(np.mean([model.codes[model.logits(t).argmax()] == code for t in texts]))
        short = [snippet(t, rng) for t in texts]
        guesses = [model.codes[model.logits(t).argmax()] for t in short if len(clean(t)) > 3]
        pieces[code] = float(np.mean([g == code for g in guesses]))
        for g in guesses:
            if g != code:
                confusion[f"{code}>{g}"] = confusion.get(f"{code}>{g}", 0) + 1
    return {
        "macro_accuracy_sentences": round(float(np.mean(list(hits.values()))), 4),
        "macro_accuracy_2_to_8_words": round(float(np.mean(list(pieces.values()))), 4),
        "sentences": {c: round(hits[c], 3) for c in LANGUAGES if c in hits},
        "pieces": {c: round(pieces[c], 3) for c in LANGUAGES if c in pieces},
        "confusions": dict(sorted(confusion.items(), key=lambda kv: -kv[1])[:15]),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--report", type=Path, required=True)
    a = parser.parse_args()
    train(a.data, a.corpus, a.out, a.report)
