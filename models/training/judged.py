"""Lines of the open sets, most of them such at which a model fired or nearly did, judged by a reader for all detectors.

The open sets say little about our harms: a film line set down as "fear" may be harmless or a threat. What a model gets wrong in
such text it does not learn from text that was written to teach it (hard-negative mining). Only verdicts are kept here, in
`corpus/judged.tsv.gz`: the id of a record (of one turn of a dialogue: id/number), a tab, `-` or detectors joined by commas. Lines
of the held-back share were drawn at random instead, so that they show how real talk fares.
"""

import gzip
import re
from pathlib import Path

import sources

FOLDERS = ("benign", "bullying", "emotions", "parallel")


def read(data: Path, corpus: Path):
    """(record of one line, its detectors, whether it is held back)."""
    with gzip.open(Path(corpus) / "judged.tsv.gz", "rt", encoding="utf-8") as lines:
        verdicts = dict(line.rstrip("\n").split("\t") for line in lines)
    for name in sorted({re.split("[/:]", id)[0] for id in verdicts}):
        for record in (r for folder in FOLDERS for r in sources.read(data, f"{folder}/{name}")):
            # translations of one sentence are all held back or none
            held = sources.held_back(str(record["orig"]) if name == "tatoeba-laser" else record["id"])
            turns = enumerate(sources.dialogue(record["text"]) or [])
            for id, text in [(record["id"], record["text"]), *((f"{record['id']}/{i}", turn["text"].strip()) for i, turn in turns)]:
                if id in verdicts:
                    detectors = [] if verdicts[id] == "-" else verdicts[id].split(",")
                    yield record | {"id": id, "set": name, "text": text}, detectors, held
