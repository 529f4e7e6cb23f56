"""Other shapes of the encoders beside the one that ships: depths of the transformer, and smaller word tables.

    python models/training/shapes.py --work WORK

Depth: the first layers of MiniLM, which are pretrained in English, learn the detectors in one pass over a sample of the English
messages of our corpus. Word tables: the trained encoders learn one pass over a sample of all languages, with their tables
as they are, factorised (Lan et al. 2020, arXiv 1909.11942; the best approximation of that rank) or with the most frequent
pieces only, whose words are spelled with what is left. Answered are, on the validation messages of our corpus, the means
over the detectors of average precision and of AUROC between harmful messages and harmless ones of the same scenes. Both
parts are short against the training of a bundle: read the differences, not the values. An hour on two cores.
"""

import argparse
import time
from collections import Counter
from pathlib import Path

import numpy as np
import torch
from sklearn.metrics import average_precision_score, roc_auc_score

import dataset
import device_text
import rows
import vocabulary
from encoder import Encoder, batches, pad, precision
from screen import ENCODERS, Heads, Screen
from settings import DETECTORS, HIDDEN, NARROW, SEED, SPECIAL
from sources import share

DEPTHS = (2, 3, 4, 6)
RANKS, PIECES = (192,), (24_000,)
SAMPLE, TOKENS, MOST, WARMUP = 20_000, 6144, 192, 100


class Deep(torch.nn.Module):
    """The first layers of MiniLM with our pieces, and heads as those of `Screen`."""

    def __init__(self, layers: int, pieces: list[str]):
        super().__init__()
        self.encoder = Encoder(len(pieces), layers)
        with torch.no_grad():
            pretrained = self.encoder.load_pretrained(words=False)
            self.encoder.words.weight.copy_(vocabulary.starting_embeddings(pieces, pretrained))
        self.heads = Heads(HIDDEN, len(DETECTORS))

    def forward(self, ids, mask):
        return self.heads(self.encoder(ids, mask), mask).sum(1)


class Both(torch.nn.Module):
    """The trained encoders with other word tables and the heads of the detectors."""

    def __init__(self, work: Path, tables=lambda name, weight: weight):
        super().__init__()
        kept = torch.load(work / "widening.pt")
        state = {name: tensor[[kept["labels"].index(d) for d in DETECTORS]] if "heads." in name else tensor
                 for name, tensor in kept["state"].items()}
        words = {f"{e}.words.weight": tables(e, state[f"{e}.words.weight"]) for e in ENCODERS}
        self.screen = Screen(len(words["transformer.words.weight"]), len(DETECTORS))
        self.screen.load_state_dict(state | words)
        for encoder in ENCODERS:
            getattr(self.screen, encoder).words.weight.requires_grad_(False)

    def forward(self, ids, mask):
        return self.screen(ids, mask)[0]


def factorised(rank: int):
    """The best approximation of a word table by the product of two matrices of that rank."""
    def table(_, weight):
        u, s, v = torch.linalg.svd(weight, full_matrices=False)
        return (u[:, :rank] * s[:rank]) @ v[:rank]
    return table


def learn(model, examples, ids, lr_encoder: float):
    """One pass; answers messages a second."""
    torch.manual_seed(SEED)
    targets, known = (torch.from_numpy(a) for a in dataset.matrix(examples, DETECTORS))
    positive, negative = (known * targets).sum(0), (known * (1 - targets)).sum(0)
    balance = (negative / positive.clamp(min=1)).sqrt().clamp(1, 6)
    trained = [(n, p) for n, p in model.named_parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW([{"params": [p for n, p in trained if ("heads" in n) == heads], "top": top}
                                   for heads, top in ((True, 1e-3), (False, lr_encoder))], lr=0.0, weight_decay=0.01)
    groups = batches([len(i) for i in ids], TOKENS, np.random.default_rng(SEED), MOST)
    begun = time.time()
    model.train()
    for step, group in enumerate(groups):
        for g in optimiser.param_groups:
            g["lr"] = g["top"] * min(1.0, step / WARMUP + 0.01) * max(0.02, 1 - step / len(groups))
        with precision():
            logits = model(*pad([ids[i] for i in group])).float()
        losses = torch.nn.functional.binary_cross_entropy_with_logits(logits, targets[group], pos_weight=balance, reduction="none")
        optimiser.zero_grad()
        ((losses * known[group]).sum() / len(group)).backward()
        torch.nn.utils.clip_grad_norm_([p for _, p in trained], 1.0)
        optimiser.step()
    return len(ids) / (time.time() - begun)


def read(model, ids) -> np.ndarray:
    model.eval()
    found = np.zeros((len(ids), len(DETECTORS)), dtype=np.float32)
    with torch.no_grad(), precision():
        for group in batches([len(i) for i in ids], TOKENS):
            found[group] = model(*pad([ids[i] for i in group])).float().numpy()
    return found


def figures(found, examples, english: bool) -> str:
    """Mean average precision and mean AUROC within scenes."""
    targets, known = dataset.matrix(examples, DETECTORS)
    language = np.array([e["lang"] == "en" for e in examples]) == english
    scenes = np.array([e["group"] for e in examples])
    precisions, areas = [], []
    for j in range(len(DETECTORS)):
        at = language & (known[:, j] > 0)
        beside = at & np.isin(scenes, np.unique(scenes[at & (targets[:, j] > 0)]))
        precisions.append(average_precision_score(targets[at, j], found[at, j]))
        areas.append(roc_auc_score(targets[beside, j], found[beside, j]))
    return f"{np.mean(precisions):.3f}, {np.mean(areas):.3f}"


def encoded(examples, path: Path):
    return [dataset.message(i) for i in device_text.encode([e["text"] for e in examples], path)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="work directory of train.py")
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    a = parser.parse_args()
    examples = [r | {"weight": 1.0} for r in rows.own(a.corpus)
                if r["kind"] == "message" and "bullying" in r["targets"] and r["source"].startswith("own/")]
    train, held = ([e for e in examples if e["validation"] == v] for v in (False, True))
    path = a.work / "vocab.txt"
    pieces = vocabulary.read(path)

    train.sort(key=lambda e: share(e["id"] + "shapes", 1 << 60))
    english = [[e for e in train if e["lang"] == "en"][:SAMPLE], [e for e in held if e["lang"] == "en"]]
    ids = [encoded(some, path) for some in english]
    print(f"{len(english[0])} English messages\n\n| layers | messages a second in training | average precision, AUROC |\n|---|---|---|",
          flush=True)
    for layers in DEPTHS:
        model = Deep(layers, pieces)
        speed = learn(model, english[0], ids[0], 1e-4)
        print(f"| {layers} | {speed:.0f} | {figures(read(model, ids[1]), english[1], True)} |", flush=True)

    some, held = train[:SAMPLE], [e for e in held if share(e["group"] + "shapes") < 33]
    common = [i for i, _ in Counter(i for m in encoded(train, path) for i in m[1:-1]).most_common()]
    plans = [("as they are", len(pieces), HIDDEN + NARROW, lambda _, weight: weight)]
    plans += [(f"rank {r}", len(pieces), 2 * r, factorised(r)) for r in RANKS]
    for most in PIECES:
        kept = list(range(len(SPECIAL))) + sorted([i for i in common if i >= len(SPECIAL)][: most - len(SPECIAL)])
        (a.work / f"vocab-{most}.txt").write_text("".join(pieces[i] + "\n" for i in kept), encoding="utf-8")
        plans.append((f"{most} pieces", most, HIDDEN + NARROW, lambda _, weight, kept=kept: weight[kept]))
    print(f"\n{len(some)} messages of all languages\n\n| word tables | MB in four bits | tokens a message | before: English | others "
          "| after: English | others |\n|---|---|---|---|---|---|---|", flush=True)
    for name, count, width, tables in plans:
        used = path if count == len(pieces) else a.work / f"vocab-{count}.txt"
        ids = [encoded(messages, used) for messages in (some, held)]
        model = Both(a.work, tables)
        before = read(model, ids[1])
        learn(model, some, ids[0], 5e-5)
        after = read(model, ids[1])
        length = np.mean([len(i) - 2 for i in ids[1]])
        cells = [figures(found, held, english) for found in (before, after) for english in (True, False)]
        print(f"| {name} | {count * width / 2e6:.1f} | {length:.1f} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
