"""Reads the open data sets and our own corpus: one JSON object per line, gzip-compressed."""

import gzip
import hashlib
import json
from pathlib import Path


LINES = ".jsonl.gz"


def records(path: Path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def read(data: Path, name: str):
    """The records of one set, e.g. `bullying/edos`; nothing when the file is absent."""
    path = Path(data) / f"{name}{LINES}"
    if path.exists():
        yield from records(path)


def sha256(path: Path) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def share(key: str, modulus: int = 100) -> int:
    """A stable number below `modulus` for a key: decides splits and samples without a random generator."""
    return int(hashlib.sha1(key.encode()).hexdigest(), 16) % modulus


def held_back(key: str) -> bool:
    """Whether a row of an open set is never trained on: its id decides, or, of translations, their English sentence."""
    return share(key) < 8


def dialogue(text: str):
    """The turns of a window written as lines that begin with `A:` or `B:`; None for other text."""
    lines = text.split("\n")
    if len(lines) < 2 or not all(l[:3] in ("A: ", "B: ") for l in lines):
        return None
    first = lines[0][:1]
    return [{"by": "other" if l[0] == first else "child", "text": l[3:], "tactics": []} for l in lines]


# what a record, or a message of one, says by saying nothing
UNSAID = {"detectors": {}, "severity": "none", "speaker_role": None, "framing": [], "span": None, "split": "train"}
UNSAID_OF_MESSAGE = {"detectors": {}, "tactics": [], "emotions": []}


def kind(record: dict) -> str:
    """What a record of our corpus or the examination is, told by the fields that only this kind has."""
    if "messages" in record:
        return "sequence" if "trend" in record else "conversation" if "label" in record else "thread"
    return "pair" if "riskier" in record else "case" if "function" in record else "message"


def read_corpus(corpus: Path):
    """Our own corpus: every record of corpus/<language>/*.jsonl.gz with its file name and its kind: `message`,
    `conversation`, `thread` (a short one in which every message is annotated for all detectors), `sequence` (emotions over
    time), `pair` (the same words in two contexts) or `case` (of a functional suite)."""
    for path in sorted(Path(corpus).glob(f"*/*{LINES}")):
        for line in records(path):
            record = UNSAID | line
            if "messages" in record:
                record["messages"] = [UNSAID_OF_MESSAGE | message for message in record["messages"]]
            record["file"] = path.name.removesuffix(LINES)
            record["kind"] = kind(record)
            yield record
