"""Fine-tunes the encoders and all heads: binary cross-entropy where a head is annotated, nothing elsewhere.

Each encoder first learns alone with its heads, because one that is good already would leave the other nothing to learn;
then both learn together, their word tables rounded as they ship, and then messages among others, in windows of
conversations, threads and sequences, where each has targets of its own. In the last part but one the answers of a teacher to
English text (reader.py) stand beside the annotations, for all heads; the last has new lines of our corpus and no teacher. Every few
steps a batch of translations is read: their logits (of the convolutional encoder also the vectors) have to follow those of
the English sentence, so that what is learned from the many English rows arrives in the other languages.
"""

import json
import time
from pathlib import Path

import numpy as np
import torch

import dataset
import reader
from encoder import batches, pad, precision
from screen import ENCODERS, Screen, owner
from settings import ANSWERED, FINETUNE, LABELS, MIN_TAG_POSITIVES, PARTS, READER, SEED
from sources import share
from teachers import Multilingual
from vocabulary import read


def labels_of(train):
    """The labels with enough training examples, in the order of the settings."""
    count = dict.fromkeys(LABELS, 0)
    seen = set()
    for e in train:
        if (e["row"]["id"], e.get("span")) in seen:
            continue
        seen.add((e["row"]["id"], e.get("span")))
        threads = e["messages"] if e["row"]["source"] == "own-threads" else []  # other messages are rows of their own as well
        for part in [e, *threads]:
            for label, value in part["targets"].items():
                count[label] += value
    kept = [l for l in LABELS if count[l] >= MIN_TAG_POSITIVES]
    return kept, count, [l for l in LABELS if l not in kept]


def predict(model, examples, tokens=4096):
    model.eval()
    logits = np.zeros((len(examples), model.transformer_heads.score.out_features), dtype=np.float32)
    among = "transformer" in model.asked
    alone = [i for i, e in enumerate(examples) if not dataset.is_window(e) and not (among and "within" in e)]
    with torch.no_grad(), precision():
        for group in batches([len(examples[i]["ids"]) for i in alone], tokens):
            chosen = [alone[i] for i in group]
            logits[chosen] = model(*pad([examples[i]["ids"] for i in chosen]))[0].float().numpy()
        windows = dataset.windows_of(examples) if among else []
        for group in batches([len(w["ids"]) for w in windows], tokens):
            chosen = [windows[i] for i in group]
            of_messages, _, of_windows = model(*dataset.pack(chosen))
            for answer, i in zip(of_messages.float().numpy(), [i for w in chosen for i in w["at"]]):
                logits[i] = answer
            for answer, w in zip(of_windows.float().numpy(), chosen):
                logits[w["whole"]] = answer
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
        for group in batches(lengths, FINETUNE["agreement_tokens"], rng, most=96):
            yield [translations[i] for i in group]


def misordered(logits, examples, labels, importance):
    """Summed logistic loss over neighbours of one scene, the first harmful, the second not: the first should have the higher logit."""
    targets, known = (torch.from_numpy(a) for a in dataset.matrix(examples, labels))
    scenes = [e["row"]["group"] for e in examples]
    same = torch.tensor([a == b for a, b in zip(scenes, scenes[1:])], dtype=torch.bool)[:, None]
    asked = same & (targets[:-1] > targets[1:]) & (known[:-1] > 0) & (known[1:] > 0)
    return (asked * importance * torch.nn.functional.softplus(logits[1:] - logits[:-1])).sum()


def disagreement(model, fast, pairs, importance):
    """How far translations are from their English sentences: logits by squared distance, vectors of the text by angle."""
    with precision():
        with torch.no_grad():
            wanted, meant, _ = model(*pad([english for english, _ in pairs]))
        logits, text, _ = fast(*pad([translated for _, translated in pairs]))
    far = FINETUNE["agreement"] * ((logits.float() - wanted.float()) ** 2 * importance).sum() / len(pairs)
    if text is None:
        return far
    return far + FINETUNE["alignment"] * (1 - torch.nn.functional.cosine_similarity(text.float(), meant.float()).mean())


def start(model, part: str, labels, work: Path) -> float:
    """Fills the model for a part of the training; answers the seconds that this part has had already."""
    checkpoint = work / f"{part}.pt"
    if checkpoint.exists():
        kept = torch.load(checkpoint)
        state = model.state_dict()
        for name, tensor in kept["state"].items():
            if "heads." in name:  # by label: the corpus may have grown a new one
                for row, label in enumerate(kept["labels"]):
                    if label in labels:
                        state[name][labels.index(label)] = tensor[row]
            else:
                state[name] = tensor
        model.load_state_dict(state)
        return kept["seconds"]
    if part in ENCODERS:
        getattr(model, part).load_state_dict(torch.load(work / f"{part}-distilled.pt")["state"])
    for before in PARTS[part]["after"]:
        start(model, before, labels, work)
    return 0.0


def answered(train, translations, labels, before: str, passes: float, vocabulary: Path, work: Path):
    """(examples without annotation, {English text: logits}): half of the reader's, half of the weights of the part `before`."""
    teacher = reader.learn(train, labels, balance_of(train, labels, work), importance_of(labels), passes, work)
    own, others = reader.messages(train)
    copies = dict.fromkeys(copy for n in range(ANSWERED["copies"]) for copy in teacher.similar_words(own, SEED + n))
    chosen = sorted(translations, key=lambda pair: share(pair[0] + pair[3], 1 << 60))[: ANSWERED["translations"]]
    more = dataset.unannotated([c for c in copies if c not in own and c not in others], chosen, vocabulary, work)
    texts = dict.fromkeys([*own, *(t for t in others if share(t) < 100 * ANSWERED["open"]), *(e["english"] for e in more)])
    examples = dataset.unannotated(list(texts), [], vocabulary, work)
    model = Screen(len(read(vocabulary)), len(labels))
    start(model, before, labels, work)
    for encoder in ENCODERS:
        getattr(model, encoder).words.rounded = PARTS[before]["rounded"]
    halves = zip(examples, teacher.answers([e["english"] for e in examples]), predict(model, examples))
    return more, {e["english"]: ((said + alone) / 2).astype(np.float16) for e, said, alone in halves}


def run(train, validation, translations, vocabulary: Path, work: Path, minutes: float | None = None) -> dict:
    """Trains every part that has not had its minutes yet; `minutes` is for all parts together."""
    labels, count, dropped = labels_of(train)
    print("finetune: dropped labels", {l: count[l] for l in dropped}, flush=True)
    figures = {"labels": labels, "dropped": {l: count[l] for l in dropped}, "positives": count, "parts": {}}
    whole = sum(part["minutes"] for part in PARTS.values())
    for name, part in PARTS.items():
        chosen = [(a, b) for code, a, b, _ in translations if part["translations"] == "all" or code not in Multilingual.reads]
        faster = minutes / whole if minutes else 1
        limit, more, answers = 60 * part["minutes"] * faster, [], {}
        if part["imitates"]:
            more, answers = answered(train, translations, labels, part["after"][0], READER["passes"] * faster, vocabulary, work)
        figures["parts"][name] = learn(name, part, train + more, validation, chosen, answers, labels, len(read(vocabulary)), work, limit)
    (work / "finetune.json").write_text(json.dumps(figures, indent=1))
    return figures


def balance_of(train, labels, work: Path):
    """How much more a positive counts than a negative, per label; kept for the calibration."""
    everything = [m for e in train for m in ([e, *e["messages"]] if dataset.is_window(e) else [e]) for _ in range(e["repeats"])]
    targets, known = dataset.matrix(everything, labels)
    positive, negative = (known * targets).sum(0), (known * (1 - targets)).sum(0)
    balance = np.clip(np.sqrt(negative / np.maximum(positive, 1)), 1, 6).astype(np.float32)
    (work / "balance.json").write_text(json.dumps(dict(zip(labels, balance.tolist()))))
    return torch.from_numpy(balance)


def importance_of(labels):
    """Detectors and valence count most; the single tags, tactics, framings and roles share a smaller part."""
    return torch.tensor([1.0 if "/" not in l or l.startswith("valence/") else 0.35 for l in labels])


def learn(name: str, part: dict, train, validation, translations, answers, labels, pieces: int, work: Path, limit: float) -> dict:
    """One part of the training; `answers` has a teacher's logits to English texts, for a part that imitates."""
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    balance, importance = balance_of(train, labels, work), importance_of(labels)
    model = Screen(pieces, len(labels))
    spent = start(model, name, labels, work)
    model.asked = [name] if name in ENCODERS else ENCODERS
    words = [getattr(model, encoder).words for encoder in model.asked]
    for table in words:
        table.sparse = True  # only the words of a batch are touched: half of the time of a step otherwise
        table.rounded = part["rounded"]
        table.weight.requires_grad_(part["lr_embeddings"] > 0)
    heads = [value for _, value in model.learning(model.asked, heads=True)]
    inner = [value for n, value in model.learning(model.asked, heads=False) if not n.endswith(".words.weight")]
    optimiser = torch.optim.AdamW([{"params": heads, "top": part["lr_heads"], "lr": 0.0, "weight_decay": 0.01},
                                   {"params": inner, "top": part["lr_encoder"], "lr": 0.0, "weight_decay": 0.01}],
                                  betas=(0.9, 0.98), fused=True)
    sparse = torch.optim.SparseAdam([{"params": [t.weight for t in words], "top": part["lr_embeddings"]}], betas=(0.9, 0.98))
    windows = [e for e in train if "transformer" in model.asked and dataset.is_window(e) for _ in range(e["repeats"])]
    single = [e for e in train if not dataset.is_window(e) for _ in range(e["repeats"])]
    print(f"finetune {name}: {len(single)} messages and {len(windows)} windows an epoch, {len(labels)} labels, "
          f"{len(validation)} validation examples, {spent:.0f} of {limit:.0f} s spent", flush=True)

    unanswered = np.zeros(len(labels), dtype=np.float16)

    def missed(logits, examples):
        """Summed loss over what is annotated, in part replaced by that over what the teacher answers to all labels."""
        targets, known = (torch.from_numpy(a) for a in dataset.matrix(examples, labels))
        entropy = torch.nn.functional.binary_cross_entropy_with_logits
        losses = known * entropy(logits.float(), targets, pos_weight=balance, reduction="none")
        if answers:
            said = torch.from_numpy(np.array([answers.get(e.get("english"), unanswered) for e in examples])).float()
            weight = torch.tensor([[part["imitates"] * (e.get("english") in answers)] for e in examples])
            losses = (1 - weight) * losses + weight * entropy(logits.float(), said.sigmoid(), reduction="none")
        return (losses * importance).sum()

    def save():
        state = {n: v for n, v in model.state_dict().items() if owner(n) in model.asked}
        torch.save({"state": state, "labels": labels, "seconds": time.time() - begun}, work / f"{name}.pt")

    # compiled it is a quarter faster and shares the weights; of windows the compiler makes code that does not compile
    fast = model if "transformer" in model.asked else torch.compile(model, dynamic=True)
    agreeing = endless(translations, rng)
    begun, shown, saved, step, average, seen = time.time() - spent, 0.0, time.time(), 0, None, 0
    while time.time() - begun < limit:
        rng.shuffle(single)
        apart = int(len(single) * part["strangers"])  # messages that are read among others that have nothing to do with them
        units = dataset.beside_twins(single[apart:], rng) if part["twins"] else [[e] for e in single[apart:]]
        packed = [[w] for w in [*windows, *dataset.random_windows(single[:apart], rng)]]
        groups = [[e for i in group for e in some[i]] for some, longest in ((units, 2 if part["twins"] else 1), (packed, 1))
                  for group in batches([max(len(e["ids"]) for e in unit) for unit in some],
                                       FINETUNE["tokens_per_batch"] // longest, rng, FINETUNE["rows_per_batch"])]
        rng.shuffle(groups)
        for group in groups:
            used = (time.time() - begun) / limit
            if used >= 1:
                break
            warm = step / FINETUNE["warmup"]
            for g in optimiser.param_groups + sparse.param_groups:
                # new heads settle before the encoder moves under them
                settled = 1.0 if g["top"] == part["lr_heads"] or spent or part["rounded"] else min(1.0, max(0.0, warm - 1))
                g["lr"] = g["top"] * min(1.0, warm + 0.01) * max(0.02, 1 - used) * settled
            with precision():
                if dataset.is_window(group[0]):
                    messages = [m for w in group for m in w["messages"]]
                    logits, _, whole = fast(*dataset.pack(group))
                    loss = (missed(logits, messages) + missed(whole, group)) / len(messages)
                else:
                    logits = fast(*pad([e["ids"] for e in group]))[0]
                    wrong = part["twins"] * misordered(logits.float(), group, labels, importance) if part["twins"] else 0.0
                    loss = (missed(logits, group) + wrong) / len(group)
            if step % FINETUNE["agreement_every"] == 0:
                loss = loss + disagreement(model, fast, next(agreeing), importance)
            optimiser.zero_grad()
            sparse.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*heads, *inner], 1.0)
            optimiser.step()
            sparse.step()
            step, seen = step + 1, seen + len(group)
            average = loss.item() if average is None else 0.98 * average + 0.02 * loss.item()
            if time.time() - shown > 45:
                print(f"finetune {name}: {time.time() - begun:5.0f} s step {step} rows {seen} loss {average:.4f}", flush=True)
                shown = time.time()
            if time.time() - saved > 600:
                save()
                print(f"finetune {name}: checkpoint", json.dumps(quick(model, validation, labels)), flush=True)
                saved = time.time()
    if step:
        if part["keeps"]:  # weight interpolation (Wortsman et al. 2022, arXiv 2109.01903)
            before = Screen(pieces, len(labels))
            for earlier in part["after"]:
                start(before, earlier, labels, work)
            with torch.no_grad():
                for value, old in zip(model.parameters(), before.parameters()):
                    value.lerp_(old, part["keeps"])
        save()
        print(f"finetune {name}:", json.dumps(quick(model, validation, labels)), flush=True)
    return {"rows_seen": seen, "steps": step, "minutes": round((time.time() - begun) / 60, 1)}
