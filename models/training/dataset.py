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
from encoder import pad
from settings import CHILD, CLS, DETECTORS, FINETUNE, LABELS, MAX_TOKENS, OTHER, SEP


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


def window(messages, encoded, roles=True):
    """A window of several messages and, of each, where it begins and ends in it, with the token of its side."""
    found, places = [CLS], []
    for m, ids in zip(messages, encoded):
        start = len(found)
        found += [CHILD if roles and m["by"] == "child" else OTHER, *ids]
        places.append((start, min(len(found), MAX_TOKENS - 1)))
    return found[: MAX_TOKENS - 1] + [SEP], places


def pack(windows):
    """What `Screen.forward` reads of windows: their messages alone, and among each other with the tokens of each."""
    packed, present = pad([w["ids"] for w in windows])
    length = packed.shape[1]
    places = [range(at * length + m["place"][0], at * length + m["place"][1]) for at, w in enumerate(windows) for m in w["messages"]]
    return *pad([m["ids"] for w in windows for m in w["messages"]]), (packed, present, *pad(places))


def windows_of(examples):
    """The windows that examples are or stand in: [{ids, messages, at, whole}]; `at` has the indices of the examples of
    each message, `whole` those of the window itself."""
    found = {}
    for i, e in enumerate(examples):
        if is_window(e) or "within" in e:
            ids = e["ids"] if is_window(e) else e["within"][0]
            places, whole = found.setdefault(tuple(ids), ({}, []))
            if is_window(e):
                whole.append(i)
                for m in e["messages"]:
                    places.setdefault(m["place"], (m["ids"], []))
            else:
                places.setdefault(e["within"][1], (e["ids"], []))[1].append(i)
    return [{"ids": list(ids), "messages": [{"ids": i, "place": place} for place, (i, _) in places.items()],
             "at": [at for _, at in places.values()], "whole": whole} for ids, (places, whole) in found.items()]


def random_windows(examples, rng):
    """Messages of one language that have nothing to do with each other, packed: what each is does not depend on the rest."""
    by_language = {}
    for e in examples:
        by_language.setdefault(e["row"]["lang"], []).append(e)
    for group in by_language.values():
        rng.shuffle(group)
        some, size = [], 2
        for e in [*group, None]:
            if some and (e is None or size + len(e["ids"]) - 1 > MAX_TOKENS or len(some) == 8):
                sides = [{"by": "child" if rng.random() < 0.5 else "other"} for _ in some]
                ids, places = window(sides, [m["ids"][1:-1] for m in some])
                yield {"ids": ids, "messages": [{**m, "place": place} for m, place in zip(some, places)], "targets": {}, "weight": 1.0}
                some, size = [], 2
            if e is not None:
                some.append(e)
                size += len(e["ids"]) - 1


def build(data: Path, corpus: Path, vocabulary: Path, work: Path):
    """Two lists of examples {ids, row, targets, weight, repeats}: training and validation. Messages in English, and those
    that are translated from it, have `english`, the undisturbed text.

    Windows have `messages`, each an example with its `place` in the window. In the validation each such message stands
    by itself once more, `within` the first window that holds it, as the device reads it.
    """
    found = sources_rows.everything(data, corpus)
    distinct, where = [], {}

    def index(text):
        if text not in where:
            where[text] = len(distinct)
            distinct.append(text)
        return where[text]

    plans = []
    for row in found:
        own = row["source"].startswith(("own", "judged"))
        if row["kind"] == "message":
            changed = []
            if not row["validation"]:
                # our corpus and what was judged again: disturbed and romanised copies of every row; the other sets: one row in nine is disturbed
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
        own, target = row["source"].startswith(("own", "judged")), validation if row["validation"] else train
        base = dict(row=row, targets=row["targets"], weight=row["weight"])
        if row["kind"] == "message":
            if not ids[at[0]]:
                continue
            english = row["text"] if row["lang"] == "en" else row.get("english")
            base |= {"english": english} if english else {}
            disturbed = [dict(base, ids=message(ids[i]), repeats=1) for i in changed if ids[i]]
            target += disturbed
            if own and not row["validation"]:
                times = FINETUNE["repeats_english"] if row["lang"] == "en" else FINETUNE["repeats_others"]
                target.append(dict(base, ids=message(ids[at[0]]), repeats=max(1, times - len(disturbed))))
            elif not disturbed:
                target.append(dict(base, ids=message(ids[at[0]]), repeats=1))
            continue
        kept = [(m, ids[i]) for m, i in zip(row["messages"], at) if ids[i]]
        messages, encoded = [m for m, _ in kept], [i for _, i in kept]
        base["row"] = row = row | {"messages": messages}
        read = 0
        for start, end in sources_rows.windows(messages, encoded, MAX_TOKENS):
            roles = row["validation"] or sources.share(f"{row['id']}/{start}/roles") >= 25
            found, places = window(messages[start:end], encoded[start:end], roles)
            parts = [dict(base, ids=message(i), targets=m["targets"], place=place)
                     for m, i, place in zip(messages[start:end], encoded[start:end], places)]
            quiet = row["targets"].get("grooming") and not any(m["targets"].get("grooming") for m in messages[start:end])
            target.append(dict(base, ids=found, messages=parts, targets={} if quiet else row["targets"],
                               repeats=1 if row["validation"] or not own else 2, span=(start, end)))
            if row["validation"] and own:
                for i, part in enumerate(parts[max(0, read - start):], max(read, start)):
                    of_message = {k: v for k, v in row.items() if k != "messages"} | {"id": f"{row['id']}/{i}", "kind": "message"}
                    of_message["text"] = messages[i]["text"]
                    target.append({**part, "row": of_message, "within": (found, part["place"]), "repeats": 1})
            read = end
    return train, validation


def beside_twins(examples, rng):
    """Lists of one message, or of a harmful one and a harmless one of the same scene, which are read in one batch."""
    scenes, units = {}, []
    for e in examples:
        if e["row"]["source"].startswith("own/"):
            harmful = any(e["targets"].get(d) == 1 for d in DETECTORS)
            scenes.setdefault(e["row"]["group"], ([], []))[not harmful].append(e)
        else:
            units.append([e])
    for harmful, harmless in scenes.values():
        rng.shuffle(harmful)
        rng.shuffle(harmless)
        both = min(len(harmful), len(harmless))
        units += map(list, zip(harmful, harmless))
        units += [[e] for e in harmful[both:] + harmless[both:]]
    return units


def is_window(example) -> bool:
    """Several messages of a conversation rather than one."""
    return "messages" in example


def translations(data: Path, corpus: Path, vocabulary: Path, work: Path):
    """(language, ids of the English sentence, ids of its translation, the English sentence) for the agreement of languages;
    no held-back sentence."""
    pairs = [(code, o, t) for code, t, o, _, held in texts.parallel(data, corpus) if not held]
    held = {o for _, _, o, _, held in texts.parallel(data, corpus) if held}
    files = aligned.fetch(work / "aligned")
    pairs += [(code, o, t) for code, t, o in aligned.program_strings(files)
              if o not in held and 4 <= len(o.split()) <= 40 and sources.share(o + t) < 40]
    flat = _encoded([text for pair in pairs for text in pair[1:]], vocabulary, work)
    found = [(code, message(a), message(b), original) for (code, original, _), a, b in zip(pairs, flat[::2], flat[1::2]) if a and b]
    return [(code, a, b, original) for code, a, b, original in found if max(len(a), len(b)) <= 60]


def unannotated(texts, translations, vocabulary: Path, work: Path):
    """Examples of English texts and of translations without targets, for what a teacher says of their English."""
    ids = _encoded(texts, vocabulary, work)
    found = [("en", message(i), text) for i, text in zip(ids, texts) if i] + [(code, b, original) for code, _, b, original in translations]
    return [dict(ids=i, english=english, row=dict(lang=lang, source="unannotated"), targets={}, weight=1.0, repeats=1)
            for lang, i, english in found]


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
