"""Encoded training and validation examples: rows, disturbed copies and conversation windows as token ids."""

import hashlib
import json
import pickle
from pathlib import Path

import numpy as np

import aligned
import augment
import device_text
import rows as sources_rows
import sources
import texts
from settings import CHILD, CLS, FINETUNE, LABELS, MAX_TOKENS, OTHER, SEP


def _encoded(texts, vocabulary: Path, work: Path):
    """Token ids of the texts; kept on disk, because the encoder reads every text of the training."""
    key = hashlib.sha256(vocabulary.read_bytes())
    key.update(json.dumps(texts).encode())
    key.update(str(device_text.python_only()).encode())
    cache = work / f"ids-{key.hexdigest()[:16]}.pickle"
    if cache.exists():
        return pickle.loads(cache.read_bytes())
    ids = device_text.encode(texts, vocabulary)
    cache.write_bytes(pickle.dumps(ids))
    return ids


def message(ids):
    return [CLS, *ids[: MAX_TOKENS - 2], SEP]


def window(messages, encoded, start, end, roles=True):
    found = [CLS]
    for m, ids in zip(messages[start:end], encoded[start:end]):
        found += [CHILD if roles and m["by"] == "child" else OTHER, *ids]
    return found[: MAX_TOKENS - 1] + [SEP]


def build(data: Path, corpus: Path, vocabulary: Path, work: Path):
    """Two lists of examples {ids, row, targets, weight, repeats}: training and validation."""
    found = sources_rows.everything(data, corpus)
    distinct, where = [], {}

    def index(text):
        if text not in where:
            where[text] = len(distinct)
            distinct.append(text)
        return where[text]

    plans = []
    for row in found:
        own = row["source"].startswith("own")
        if row["kind"] == "message":
            changed = []
            if not row["validation"]:
                # our corpus: disturbed and romanised copies of every row; the other sets: one row in nine is disturbed
                if own or sources.share(row["id"] + "disturb") < 11:
                    changed.append(augment.disturb(row["text"], row["id"]))
                if own and row["lang"] != "en":
                    changed.append(augment.romanise(row["text"], row["id"]))
                if own:
                    changed.append(augment.disturb(row["text"], row["id"] + "/again"))
            plans.append((row, [index(row["text"])], [index(t) for t in changed if t and t != row["text"]]))
        else:
            plans.append((row, [index(m["text"] or " ") for m in row["messages"]], []))
    ids = _encoded(distinct, vocabulary, work)

    train, validation = [], []
    for row, at, changed in plans:
        own, target = row["source"].startswith("own"), validation if row["validation"] else train
        base = dict(row=row, targets=row["targets"], weight=row["weight"])
        if row["kind"] == "message":
            if not ids[at[0]]:
                continue
            disturbed = [dict(base, ids=message(ids[i]), repeats=1) for i in changed if ids[i]]
            target += disturbed
            if own and not row["validation"]:
                times = FINETUNE["repeats_english"] if row["lang"] == "en" else FINETUNE["repeats_others"]
                target.append(dict(base, ids=message(ids[at[0]]), repeats=max(1, times - len(disturbed))))
            elif not disturbed:
                target.append(dict(base, ids=message(ids[at[0]]), repeats=1))
            continue
        encoded = [ids[i] for i in at]
        for start, end in sources_rows.windows(row["messages"], encoded, MAX_TOKENS):
            targets = row["targets"]
            if targets["grooming"] and not any(m["tactics"] for m in row["messages"][start:end]):
                continue
            roleless = not row["validation"] and sources.share(f"{row['id']}/{start}/roles") < 25
            target.append(dict(base, ids=window(row["messages"], encoded, start, end, not roleless), targets=targets,
                               repeats=1 if row["validation"] or not own else 4, span=(start, end)))
    return train, validation


def is_window(example) -> bool:
    """Several messages of a conversation rather than one."""
    return example["row"]["kind"] != "message"


def translations(data: Path, corpus: Path, vocabulary: Path, work: Path):
    """(language, ids of the English sentence, ids of its translation) for the agreement of languages; no held-back sentence."""
    pairs = [(code, o, t) for code, t, o, _, held in texts.parallel(data, corpus) if not held]
    held = {o for _, _, o, _, held in texts.parallel(data, corpus) if held}
    files = aligned.fetch(work / "aligned")
    pairs += [(code, o, t) for code, t, o in aligned.program_strings(files)
              if o not in held and 4 <= len(o.split()) <= 40 and sources.share(o + t) < 40]
    flat = _encoded([text for pair in pairs for text in pair[1:]], vocabulary, work)
    found = [(code, message(a), message(b)) for (code, _, _), a, b in zip(pairs, flat[::2], flat[1::2]) if a and b]
    return [(code, a, b) for code, a, b in found if max(len(a), len(b)) <= 60]


def matrix(examples, labels=LABELS):
    """(targets, known) as arrays [examples, labels]."""
    position = {l: i for i, l in enumerate(labels)}
    targets = np.zeros((len(examples), len(labels)), dtype=np.float32)
    known = np.zeros_like(targets)
    for i, e in enumerate(examples):
        for label, value in e["targets"].items():
            if label in position:
                targets[i, position[label]] = value
                known[i, position[label]] = e["weight"]
    return targets, known
