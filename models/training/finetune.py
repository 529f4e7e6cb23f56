"""Fine-tunes the encoder and all heads together: binary cross-entropy where a head is annotated, nothing elsewhere.

Every few steps a batch of translations is read: their logits have to follow those of the English sentence, so that what
is learned from the many English rows arrives in the other languages.
"""

import json
import math
import time
from pathlib import Path

import numpy as np
import torch

import dataset
from encoder import Encoder, Screen, batches, pad
from settings import FINETUNE, HIDDEN, LABELS, LAYERS, MIN_TAG_POSITIVES, SEED


def labels_of(train):
    """The labels with enough training examples, in the order of the settings."""
    count = dict.fromkeys(LABELS, 0)
    seen = set()
    for e in train:
        if (e["row"]["id"], e.get("span")) in seen:
            continue
        seen.add((e["row"]["id"], e.get("span")))
        for label, value in e["targets"].items():
            count[label] += value
    kept = [l for l in LABELS if count[l] >= MIN_TAG_POSITIVES]
    return kept, count, [l for l in LABELS if l not in kept]


def predict(model, examples, tokens=4096):
    model.eval()
    logits = np.zeros((len(examples), model.score.out_features), dtype=np.float32)
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for group in batches([len(e["ids"]) for e in examples], tokens):
            logits[group] = model(*pad([examples[i]["ids"] for i in group]))[0].float().numpy()
    model.train()
    return logits


def quick(model, validation, labels):
    """F1 at a logit of zero and average precision of the detectors on our own validation rows, the mean of the rest."""
    from sklearn.metrics import average_precision_score, f1_score

    own = [e for e in validation if e["row"]["source"].startswith("own")]
    targets, known = dataset.matrix(own, labels)
    logits = predict(model, own)
    english = np.array([e["row"]["lang"] == "en" for e in own])
    figures = {}
    for j, label in enumerate(labels):
        k = known[:, j] > 0
        if targets[k, j].sum() >= 3 and targets[k, j].sum() < k.sum():
            if "/" not in label:
                figures[label] = round(f1_score(targets[k, j], logits[k, j] > 0), 3)
                for name, group in ((" AP", k & english), (" AP, others", k & ~english)):
                    if targets[group, j].sum() >= 3:
                        figures[label + name] = round(average_precision_score(targets[group, j], logits[group, j]), 3)
            else:
                figures.setdefault(label.split("/")[0] + "/* AP", []).append(average_precision_score(targets[k, j], logits[k, j]))
    return {k: round(float(np.mean(v)), 3) for k, v in figures.items()}


def endless(translations, rng):
    """Batches of (English, translation) without end."""
    lengths = [max(len(a), len(b)) for a, b in translations]
    while True:
        for group in batches(lengths, FINETUNE["tokens_per_batch"] // 2, rng, most=96):
            yield [translations[i] for i in group]


def disagreement(model, pairs, importance):
    """Squared distance of the logits of translations to those of their English sentences."""
    with torch.autocast("cpu", torch.bfloat16):
        with torch.no_grad():
            wanted, _ = model(*pad([english for english, _ in pairs]))
        logits, _ = model(*pad([translated for _, translated in pairs]))
    return ((logits.float() - wanted.float()) ** 2 * importance).sum() / len(pairs)


def save(model, labels, path: Path, seconds: float):
    torch.save({"state": model.state_dict(), "labels": labels, "seconds": seconds}, path)


def run(train, validation, translations, pieces: int, student: Path, work: Path, minutes: float | None = None) -> dict:
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    labels, count, dropped = labels_of(train)
    print("finetune: dropped labels", {l: count[l] for l in dropped}, flush=True)
    targets, known = dataset.matrix(train, labels)
    repeats = np.array([e["repeats"] for e in train])
    mass = (known * repeats[:, None])
    positive, negative = (mass * targets).sum(0), (mass * (1 - targets)).sum(0)
    balance = torch.from_numpy(np.clip(np.sqrt(negative / np.maximum(positive, 1)), 1, 6).astype(np.float32))
    (work / "balance.json").write_text(json.dumps(dict(zip(labels, balance.tolist()))))
    # detectors and valence count most; the single tags, tactics, framings and roles share a smaller part
    importance = torch.tensor([1.0 if "/" not in l or l.startswith("valence/") else 0.35 for l in labels])

    encoder = Encoder(pieces, LAYERS)
    if student.exists():
        encoder.load_state_dict(torch.load(student)["state"])
    else:
        print("finetune: no distilled student, starting from random words", flush=True)
        encoder.load_pretrained(words=False)
    model = Screen(encoder, len(labels))
    checkpoint, spent = work / "screen.pt", 0.0
    if checkpoint.exists() and not (work / "finetune.json").exists():  # resume
        kept = torch.load(checkpoint)
        state = model.state_dict()
        for name, tensor in kept["state"].items():
            if name.startswith(("score", "share")):  # heads by label: the corpus may have grown a new one
                for row, label in enumerate(kept["labels"]):
                    if label in labels:
                        state[name][labels.index(label)] = tensor[row]
            else:
                state[name] = tensor
        model.load_state_dict(state)
        spent = kept["seconds"]
        print(f"finetune: resumed after {spent:.0f} s", flush=True)
    encoder.words.sparse = True  # only the words of a batch are touched: half of the time of a step otherwise
    words = {"encoder.words.weight"}
    heads = {n for n, _ in model.named_parameters() if n.startswith(("score", "share"))}
    groups = [
        {"params": [p for n, p in model.named_parameters() if n in heads], "top": FINETUNE["lr_heads"], "weight_decay": 0.01},
        {"params": [p for n, p in model.named_parameters() if n not in words | heads], "top": FINETUNE["lr_encoder"], "weight_decay": 0.01},
    ]
    dense = [p for n, p in model.named_parameters() if n not in words]
    optimiser = torch.optim.AdamW([{**g, "lr": 0.0} for g in groups], betas=(0.9, 0.98), fused=True)
    sparse = torch.optim.SparseAdam([{"params": [encoder.words.weight], "top": FINETUNE["lr_embeddings"]}], betas=(0.9, 0.98))
    lengths = np.array([len(e["ids"]) for e in train])
    all_targets, all_known = torch.from_numpy(targets), torch.from_numpy(known)
    epoch_rows = np.repeat(np.arange(len(train)), repeats)
    steps_per_epoch = len(batches(lengths[epoch_rows], FINETUNE["tokens_per_batch"], None, most=96))
    total_steps = steps_per_epoch * FINETUNE["epochs"]
    limit = 60 * minutes if minutes else math.inf
    print(f"finetune: {len(train)} examples, {len(epoch_rows)} rows and {steps_per_epoch} steps per epoch, "
          f"{len(labels)} labels, {len(validation)} validation examples", flush=True)
    agreeing = endless(translations, rng)
    begun, shown, saved, step, average, stop, seen = time.time() - spent, 0.0, time.time(), 0, None, False, 0
    for epoch in range(FINETUNE["epochs"]):
        for group in batches(lengths[epoch_rows], FINETUNE["tokens_per_batch"], rng, most=96):
            elapsed = time.time() - begun
            used = max(step / total_steps, elapsed / limit)
            if used >= 1:
                stop = True
                break
            factor = min(1.0, (step + 1) / FINETUNE["warmup"]) * max(0.02, 1 - used)
            for g in optimiser.param_groups + sparse.param_groups:
                g["lr"] = g["top"] * factor
            index = epoch_rows[group]
            with torch.autocast("cpu", torch.bfloat16):
                logits, _ = model(*pad([train[i]["ids"] for i in index]))
            losses = torch.nn.functional.binary_cross_entropy_with_logits(
                logits.float(), all_targets[index], pos_weight=balance, reduction="none")
            loss = (losses * all_known[index] * importance).sum() / len(index)
            if step % FINETUNE["agreement_every"] == 0:
                loss = loss + FINETUNE["agreement"] * disagreement(model, next(agreeing), importance)
            optimiser.zero_grad()
            sparse.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(dense, 1.0)
            optimiser.step()
            sparse.step()
            step, seen = step + 1, seen + len(index)
            average = loss.item() if average is None else 0.98 * average + 0.02 * loss.item()
            if time.time() - shown > 45:
                print(f"finetune: {elapsed:5.0f} s epoch {epoch + 1} step {step}/{total_steps} loss {average:.4f}", flush=True)
                shown = time.time()
            if time.time() - saved > 240:
                save(model, labels, checkpoint, time.time() - begun)
                print("finetune: checkpoint", json.dumps(quick(model, validation, labels)), flush=True)
                saved = time.time()
        if stop:
            break
    save(model, labels, checkpoint, time.time() - begun)
    figures = {"rows_seen": seen, "steps": step, "minutes": round((time.time() - begun) / 60, 1), "epochs": round(step / steps_per_epoch, 2),
               "labels": labels, "dropped": {l: count[l] for l in dropped}, "positives": count}
    (work / "finetune.json").write_text(json.dumps(figures, indent=1))
    print("finetune:", json.dumps(quick(model, validation, labels)), flush=True)
    return figures
