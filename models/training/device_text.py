"""Text as the device sees it: the product's own normaliser and tokenizer, run as a command.

`normalise` and `encode` call the Rust example `encode_jsonl` (JSON lines in, JSON lines out). Only where no Rust
toolchain can be used, WARDLIGHT_PYTHON_TEXT=1 selects the approximation below; a bundle made that way must not ship.
"""

import json
import os
import subprocess
import unicodedata
from pathlib import Path

from settings import SPECIAL, UNK

REPOSITORY = Path(__file__).resolve().parents[2]
COMMAND = ["cargo", "run", "--quiet", "--release", "-p", "wardlight", "--no-default-features", "--example", "encode_jsonl", "--"]
STRIPPED_BASES = ("LATIN", "GREEK", "ARABIC", "HEBREW")
ZERO_WIDTH = dict.fromkeys([0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD, 0xFE0F, 0xFE0E])
FOLDED = str.maketrans({"ł": "l", "đ": "d", "ħ": "h", "ı": "i", "ς": "σ", "ё": "е", "ß": "ss", "‘": "'", "’": "'", "ʼ": "'"})


def python_only() -> bool:
    return os.environ.get("WARDLIGHT_PYTHON_TEXT") == "1"


def _tool(texts, *arguments):
    command = [os.environ["WARDLIGHT_ENCODER"]] if "WARDLIGHT_ENCODER" in os.environ else COMMAND
    lines = "\n".join(json.dumps({"text": t}, ensure_ascii=False) for t in texts) + "\n"
    done = subprocess.run([*command, *arguments], input=lines.encode("utf-8", "replace"), stdout=subprocess.PIPE,
                          check=True, cwd=REPOSITORY)
    answers = [json.loads(line) for line in done.stdout.decode().splitlines() if line]
    if len(answers) != len(texts):
        raise RuntimeError(f"the encoder answered {len(answers)} of {len(texts)} lines")
    return answers


def normalise(texts) -> list[str]:
    texts = list(texts)
    if python_only():
        return [python_normalise(t) for t in texts]
    return [a["normalized"] for a in _tool(texts)]


def encode(texts, vocabulary: Path) -> list[list[int]]:
    """The token ids of raw texts, without [CLS] and [SEP]."""
    texts = list(texts)
    if python_only():
        pieces = WordPieces(Path(vocabulary).read_text(encoding="utf-8").split("\n")[:-1])
        return [pieces.ids(python_normalise(t)) for t in texts]
    return [a["ids"] for a in _tool(texts, "--vocab", str(Path(vocabulary).resolve()))]


def python_normalise(text: str) -> str:
    text = unicodedata.normalize("NFKC", text.translate(ZERO_WIDTH)).lower().translate(FOLDED)
    kept, base = [], ""
    for c in unicodedata.normalize("NFD", text):
        if unicodedata.combining(c):
            if unicodedata.name(base or " ", "").startswith(STRIPPED_BASES):
                continue
        else:
            base = c
        kept.append(c)
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def is_single(c: str) -> bool:
    """Characters that always form a token of their own: punctuation, symbols, Han ideographs."""
    code = ord(c)
    return (unicodedata.category(c)[0] in "PS" or 0x4E00 <= code <= 0x9FFF or 0x3400 <= code <= 0x4DBF
            or 0xF900 <= code <= 0xFAFF or 0x20000 <= code <= 0x2FA1F)


_words_cache: dict[str, list[str]] = {}


def words(normalised: str) -> list[str]:
    """Splits normalised text into words and single-character tokens."""
    found = []
    for chunk in normalised.split():
        parts = _words_cache.get(chunk)
        if parts is None:
            parts, word = [], ""
            for c in chunk:
                if is_single(c):
                    if word:
                        parts.append(word)
                    parts.append(c)
                    word = ""
                else:
                    word += c
            if word:
                parts.append(word)
            if len(_words_cache) < 2_000_000:
                _words_cache[chunk] = parts
        found.extend(parts)
    return found


class WordPieces:
    """Greedy longest-match WordPiece."""

    def __init__(self, pieces):
        self.index = {p: i for i, p in enumerate(pieces)}
        for special in SPECIAL:
            self.index.pop(special, None)
        self.cache: dict[str, list[int]] = {}

    def word(self, word: str, unknown=UNK) -> list[int]:
        ids = self.cache.get(word)
        if ids is None:
            ids = self.cache[word] = self.spelled(word) or [unknown]
        return ids

    def spelled(self, word: str, start: int = 0) -> list[int]:
        """The pieces of a word, or of what follows its first `start` characters; none where a part has no piece."""
        ids = []
        while start < len(word) and len(word) <= 100:
            end, piece = len(word), None
            while end > start:
                piece = self.index.get(("##" if start else "") + word[start:end])
                if piece is not None:
                    break
                end -= 1
            if piece is None:
                return []
            ids.append(piece)
            start = end
        return ids

    def ids(self, normalised: str) -> list[int]:
        return [i for w in words(normalised) for i in self.word(w)]
