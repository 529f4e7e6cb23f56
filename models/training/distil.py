"""Distillation: the small multilingual student learns the sentence vectors of the full English MiniLM.

The teacher reads English; the student reads the English sentence or its translation and must answer the same vector.
Beside translations it reads emoji names, dictionaries, and translated games and applications (see aligned).
A share of the sentences is disturbed the way chat is (see augment), against the vector of the clean sentence.
"""

import json
import time
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer

import aligned
import augment
import device_text
import texts
from encoder import Encoder, batches, pad, pretrained_folder
from settings import CLS, DISTIL, LANGUAGES, LAYERS, SEED, SEP
from vocabulary import inherited_embeddings, starting_embeddings


def teacher_vectors(sentences, work: Path) -> np.ndarray:
    """The teacher's vectors; those of an earlier start are kept, so that more text costs only its own time."""
    listing, cache = work / "teacher-texts.json", work / "teacher.npy"
    vectors = np.zeros((len(sentences), 384), dtype=np.float16)
    known = {}
    if cache.exists():
        known = {t: i for i, t in enumerate(json.loads(listing.read_text()))}
        kept = np.load(cache)
    missing = []
    for i, text in enumerate(sentences):
        if text in known:
            vectors[i] = kept[known[text]]
        else:
            missing.append(i)
    tokenizer = Tokenizer.from_file(str(pretrained_folder() / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(DISTIL["max_tokens"])
    teacher = Encoder(30522, 6)
    teacher.load_pretrained()
    teacher.eval()
    ids = [e.ids for e in tokenizer.encode_batch([sentences[i] for i in missing])]
    begun, done = time.time(), 0
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for group in batches([len(i) for i in ids], 3072):
            vectors[[missing[i] for i in group]] = teacher.sentence(*pad([ids[i] for i in group])).numpy()
            done += len(group)
            if done // 20000 != (done - len(group)) // 20000:
                print(f"teacher: {done}/{len(ids)} in {time.time() - begun:.0f} s", flush=True)
    np.save(cache, vectors)
    listing.write_text(json.dumps(sentences, ensure_ascii=False))
    return vectors


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
        answer = np.zeros((len(ids), 384), dtype=np.float32)
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            for group in batches([len(i) for i in ids], 2048):
                answer[group] = student.sentence(*pad([ids[i] for i in group])).numpy()
        wanted = vectors[[v for _, v in rows]].astype(np.float32)
        figures[code] = round(float(np.mean((answer @ wanted.T).argmax(1) == np.arange(len(rows)))), 3)
    student.train()
    return figures


def run(data: Path, corpus: Path, vocabulary: Path, work: Path, minutes: float | None = None) -> dict:
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    pieces = vocabulary.read_text(encoding="utf-8").split("\n")[:-1]
    pairs = list(texts.parallel(data, corpus))
    english = list(texts.english(data, corpus))
    files = aligned.fetch(work / "aligned")
    more = {"emoji": list(aligned.emoji_words(files)), "program": list(aligned.program_strings(files)),
            "dictionary": list(aligned.dictionary_words(files, english))}
    english = list(dict.fromkeys([o for _, _, o, _, _ in pairs] + english + [o for m in more.values() for _, _, o in m]))
    where = {t: i for i, t in enumerate(english)}
    held_english = {o for _, _, o, _, held in pairs if held}
    print("distil: English", len(english), "pairs", len(pairs), {k: len(m) for k, m in more.items()}, flush=True)
    vectors = teacher_vectors(english, work)

    kinds = {"english": [(t, t) for t in english if t not in held_english],
             "translation": [(t, o) for _, t, o, _, held in pairs if not held],
             **{kind: [(t, o) for _, t, o in m if o not in held_english] for kind, m in more.items()}}
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
    held = [(c, t, name, where[o]) for c, t, o, name, h in pairs if h and o in where]

    student = Encoder(len(pieces), LAYERS)
    earlier = work / "earlier"
    if earlier.exists():  # go on from the student of an earlier vocabulary
        state = torch.load(earlier / "student.pt")["state"]
        spelling = (earlier / "vocab.txt").read_text(encoding="utf-8").split("\n")[:-1]
        state["words.weight"] = inherited_embeddings(pieces, spelling, state["words.weight"])
        student.load_state_dict(state)
    else:
        pretrained = student.load_pretrained(words=False)
        with torch.no_grad():
            student.words.weight.copy_(starting_embeddings(pieces, pretrained))
    limit, spent = 60 * (minutes or DISTIL["minutes"]), 0.0
    checkpoint = work / "student.pt"
    if checkpoint.exists():  # resume
        kept = torch.load(checkpoint)
        student.load_state_dict(kept["state"])
        spent = kept["seconds"]
    student.words.sparse = True  # only the words of a batch are touched
    dense = torch.optim.AdamW([{"params": [p for n, p in student.named_parameters() if n != "words.weight"],
                                "top": DISTIL["lr_encoder"], "weight_decay": 0.01}], fused=True)
    sparse = torch.optim.SparseAdam([{"params": [student.words.weight], "top": DISTIL["lr_embeddings"]}])
    student.train()
    for layer in student.modules():
        if isinstance(layer, torch.nn.Dropout):
            layer.p = 0.05
    begun, shown, saved, total, seen, epoch, step = time.time() - spent, 0.0, time.time(), 0.0, 0, 0, 0
    while time.time() - begun < limit:
        chosen = np.concatenate([
            rng.choice(np.arange(first, last), int((last - first) * DISTIL["shares"][kind]), replace=False)
            for kind, (first, last) in ranges.items()])
        for group in batches([len(ids[i]) for i in chosen], DISTIL["tokens_per_batch"], rng, most=DISTIL["batch"]):
            used = (time.time() - begun) / limit
            if used >= 1:
                break
            factor = min(1.0, step / 200) * max(0.05, 1 - used)
            for g in dense.param_groups + sparse.param_groups:
                g["lr"] = g["top"] * factor
            index = chosen[group]
            with torch.autocast("cpu", torch.bfloat16):
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
                print(f"distil: {time.time() - begun:5.0f} s pass {epoch + 1} step {step} sentences {seen} "
                      f"distance {close.item():.4f} mean {total / seen:.4f}", flush=True)
                shown = time.time()
            if time.time() - saved > 240:
                torch.save({"state": student.state_dict(), "seconds": time.time() - begun}, checkpoint)
                saved = time.time()
        epoch += 1
    torch.save({"state": student.state_dict(), "seconds": max(limit, time.time() - begun)}, checkpoint)
    figures = {"sentences_seen": seen, "minutes": round((time.time() - begun) / 60, 1), "earlier_student": earlier.exists(),
               **{kind: int(last - first) for kind, (first, last) in ranges.items()},
               "retrieval": alignment(student, held, vectors, vocabulary)}
    (work / "distil.json").write_text(json.dumps(figures, indent=1))
    print("distil:", json.dumps(figures), flush=True)
    return figures
