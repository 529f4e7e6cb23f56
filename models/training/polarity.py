"""Sentences about groups that turn on a word: `{G} belong here`, `{G} do not belong here`.

A group's name stands in hate far more often than in praise, so a model learns the name. Here every frame comes with its
opposite, each filled with the same groups, beside harmless sentences about them and the words of contempt about things.
These rows are templates on purpose (the corpus is not), and are only trained on: what they teach is measured on written text.
"""

import json
from pathlib import Path

import sources

EACH = {"en": 8}  # groups that a frame is filled with, two thirds as many for harmless sentences
OTHERS = 4
WEIGHT = 0.5


def filled(frame: str, name: str) -> str:
    """A name is `subject|object` where the language tells them apart."""
    subject, _, other = name.partition("|")
    return frame.replace("{G}", subject).replace("{O}", subject).replace("{A}", other or subject)


def chosen(names, frame: str, count: int):
    return sorted(names, key=lambda name: sources.share(frame + name, 1 << 60))[:count]


def sentences(table: dict, each: int):
    """(number of its pair, sentence, whether it is hate); the frames without an opposite stand beside a pair each. What is
    `said` of one group only has no frame: whole sentences, once."""
    for pair, both in enumerate(table["said"], len(table["pairs"])):
        for text, hateful in zip(both, (True, False)):
            yield pair, text, hateful
    for pair, (hateful, harmless) in enumerate(table["pairs"]):
        for name in chosen(table["groups"], hateful, each):
            yield pair, filled(hateful, name), True
            yield pair, filled(harmless, name), False
    for key, names in (("neutral", "groups"), ("against_others", "others")):
        for at, frame in enumerate(table[key]):
            for name in chosen(table[names], frame, each * 2 // 3):
                yield at % len(table["pairs"]), filled(frame, name), False


def read(corpus: Path):
    """(language, number of its pair, sentence, whether it is hate) of corpus/polarity/<language>.json."""
    for path in sorted(Path(corpus).glob("polarity/*.json")):
        table = json.loads(path.read_text(encoding="utf-8"))
        for pair, text, hateful in sentences(table, EACH.get(path.stem, OTHERS)):
            yield path.stem, pair, text, hateful
