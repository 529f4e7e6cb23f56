"""Distillation: an encoder of ours learns the sentence vectors of its teacher, and the languages that this does not read.

Text in a language that the teacher reads is held to its own vector. Text in the others is held to the vector of its English
original: translations, dictionaries, translated games and applications, emoji names (see aligned). A share of the sentences
is disturbed the way chat is (see augment), against the vector of the clean sentence.
"""

import json
import time
from pathlib import Path

import numpy as np
import torch

import aligned
import augment
import device_text
import teachers
import texts
from encoder import batches, pad, precision
from settings import CLS, DISTIL, LANGUAGES, SEED, SEP


def wanted_vectors(teacher, sentences, work: Path, name: str) -> np.ndarray:
    """The teacher's vectors; those of an earlier start are kept, so that more text costs only its own time."""
    listing, cache = work / f"{name}-texts.json", work / f"{name}-vectors.npy"
    known = {t: i for i, t in enumerate(json.loads(listing.read_text()))} if cache.exists() else {}
    missing = [t for t in sentences if t not in known]
    found = np.load(cache) if known else None
    if missing:
        new = teachers.vectors(teacher, missing)
        known |= {t: len(known) + i for i, t in enumerate(missing)}
        found = new if found is None else np.concatenate([found, new])
        np.save(cache, found)
        listing.write_text(json.dumps(list(known), ensure_ascii=False))
    return found[[known[t] for t in sentences]]


def encode(raw, vocabulary: Path):
    return [[CLS, *i[: DISTIL["max_tokens"] - 2], SEP] for i in device_text.encode(raw, vocabulary)]


def alignment(student, held, vectors, vocabulary):
    """Share of held-back translations whose nearest English sentence (of the same set and language) is the right one."""
    figures = {}
    student.eval()
    for code in LANGUAGES:
        rows = [(t, v) for c, t, name, v in held if c == code and name == "parallel/tatoeba-laser"]
        rows = rows or [(t, v) for c, t, name, v in held if c == code]
        if len(rows) < 20:
            continue
        ids = encode([t for t, _ in rows], vocabulary)
        answer = np.zeros((len(ids), vectors.shape[1]), dtype=np.float32)
        with torch.no_grad(), precision():
            for group in batches([len(i) for i in ids], 2048):
                answer[group] = student.sentence(*pad([ids[i] for i in group])).numpy()
        wanted = vectors[[v for _, v in rows]].astype(np.float32)
        figures[code] = round(float(np.mean((answer @ wanted.T).argmax(1) == np.arange(len(rows)))), 3)
    student.train()
    return figures


def run(name: str, data: Path, corpus: Path, vocabulary: Path, work: Path, minutes: float | None = None) -> dict:
    """Distils the encoder `name`, "transformer" or "convolutional"."""
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    teacher, plan = teachers.TEACHERS[name](work), DISTIL[name]
    pairs = list(texts.parallel(data, corpus))
    by_language = texts.by_language(data, corpus)
    files = aligned.fetch(work / "aligned")
    more = {"emoji": list(aligned.emoji_words(files)), "program": list(aligned.program_strings(files)),
            "dictionary": list(aligned.dictionary_words(files, by_language["en"]))}
    held_english = {o for _, _, o, _, held in pairs if held}
    # {kind: [(text, what its vector is taken from)]}
    kinds = {"english": [(t, t) for t in dict.fromkeys([*by_language["en"], *(o for m in more.values() for _, _, o in m)])],
             "read": [(t, t) for code in teacher.reads if code != "en" for t in dict.fromkeys(by_language[code])],
             "translation": [(t, o) for code, t, o, _, held in pairs if not held and code not in teacher.reads],
             **{kind: [(t, t if code in teacher.reads and kind == "program" else o) for code, t, o in m]
                for kind, m in more.items()}}
    kinds = {kind: [(t, o) for t, o in rows if o not in held_english] for kind, rows in kinds.items()}
    distinct = list(dict.fromkeys([o for rows in kinds.values() for _, o in rows] + sorted(held_english)))
    where = {t: i for i, t in enumerate(distinct)}
    print(f"distil {name}:", {kind: len(rows) for kind, rows in kinds.items()}, "vectors", len(distinct), flush=True)
    vectors = wanted_vectors(teacher, distinct, work, name)

    raw = [t for rows in kinds.values() for t, _ in rows]
    target = [where[o] for rows in kinds.values() for _, o in rows]
    disturbed = [augment.disturb(t, i) if i % 8 == 0 and len(t) > 20 else t for i, t in enumerate(raw)]
    romanised = [(i, r) for i, t in enumerate(raw) if i % 3 == 0 and len(t) > 20 and (r := augment.romanise(t, i))]
    kinds["romanised"] = romanised
    begin = np.cumsum([0, *map(len, kinds.values())])
    ranges = {kind: (begin[i], begin[i + 1]) for i, kind in enumerate(kinds)}
    ids = encode(disturbed + [r for _, r in romanised], vocabulary)
    target += [target[i] for i, _ in romanised]
    target = np.array(target)
    held = [(c, t, kind, where[o]) for c, t, o, kind, h in pairs if h]

    student = teacher.student(vocabulary, raw)
    del teacher
    limit, spent = 60 * (minutes or plan["minutes"]), 0.0
    checkpoint = work / f"{name}-distilled.pt"
    if checkpoint.exists():  # resume
        kept = torch.load(checkpoint)
        student.load_state_dict(kept["state"])
        spent = kept["seconds"]
    student.words.sparse = True  # only the words of a batch are touched
    dense = torch.optim.AdamW([{"params": [p for n, p in student.named_parameters() if n != "words.weight"],
                                "top": plan["lr_encoder"], "weight_decay": 0.01}], fused=True)
    sparse = torch.optim.SparseAdam([{"params": [student.words.weight], "top": plan["lr_embeddings"]}])
    student.train()
    for layer in student.modules():
        if isinstance(layer, torch.nn.Dropout):
            layer.p = plan["dropout"]
    begun, shown, saved, total, seen, epoch, step = time.time() - spent, 0.0, time.time(), 0.0, 0, 0, 0
    while time.time() - begun < limit:
        chosen = np.concatenate([
            rng.choice(np.arange(first, last), int((last - first) * plan["shares"][kind]), replace=False)
            for kind, (first, last) in ranges.items()])
        for group in batches([len(ids[i]) for i in chosen], DISTIL["tokens_per_batch"], rng, most=DISTIL["batch"]):
            used = (time.time() - begun) / limit
            if used >= 1:
                break
            factor = min(1.0, step / 200) * max(0.05, 1 - used)
            for g in dense.param_groups + sparse.param_groups:
                g["lr"] = g["top"] * factor
            index = chosen[group]
            with precision():
                answer = student.sentence(*pad([ids[i] for i in index]))
            wanted = torch.from_numpy(vectors[target[index]].astype(np.float32))
            close = (1 - (answer * wanted).sum(-1)).mean()
            scores = answer @ wanted.T * 20  # the right sentence among the others of the batch
            same = torch.from_numpy(target[index])
            duplicates = (same[:, None] == same[None, :]) & ~torch.eye(len(same), dtype=torch.bool)
            contrast = torch.nn.functional.cross_entropy(scores.masked_fill(duplicates, -1e4), torch.arange(len(same)))
            loss = close + 0.05 * contrast
            dense.zero_grad()
            sparse.zero_grad()
            loss.backward()
            dense.step()
            sparse.step()
            step, total, seen = step + 1, total + close.item() * len(index), seen + len(index)
            if time.time() - shown > 60:
                print(f"distil {name}: {time.time() - begun:5.0f} s pass {epoch + 1} step {step} sentences {seen} "
                      f"distance {close.item():.4f} mean {total / seen:.4f}", flush=True)
                shown = time.time()
            if time.time() - saved > 240:
                torch.save({"state": student.state_dict(), "seconds": time.time() - begun}, checkpoint)
                saved = time.time()
        epoch += 1
    torch.save({"state": student.state_dict(), "seconds": max(limit, time.time() - begun)}, checkpoint)
    figures = {"sentences_seen": seen, "minutes": round((time.time() - begun) / 60, 1),
               **{kind: int(last - first) for kind, (first, last) in ranges.items()},
               "retrieval": alignment(student, held, vectors, vocabulary)}
    (work / f"{name}-distilled.json").write_text(json.dumps(figures, indent=1))
    print(f"distil {name}:", json.dumps(figures), flush=True)
    return figures
