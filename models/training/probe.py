"""What a sentence encoder made by others knows of our harms, beside the bundle: the line that ours has to pass.

    python models/training/probe.py --work WORK [--bundle models/text]

The teacher's vectors stay as they are; one small dense layer learns the detectors from the training messages of our corpus.
Answered are the means over the detectors of AUROC and of average precision on the validation messages, for English, for
the other languages that the teacher reads, and for those that it does not. Ten minutes on two cores.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from sklearn.metrics import average_precision_score, roc_auc_score

import dataset
import device_text
import export
import rows
import teachers
from settings import DETECTORS, SEED, WIDE

PASSES, BATCH, INNER = 12, 512, 768


def dense(vectors, targets, known):
    """A layer between the vectors and the detectors, trained with balanced cross-entropy."""
    torch.manual_seed(SEED)
    net = torch.nn.Sequential(torch.nn.Linear(WIDE, INNER), torch.nn.GELU(), torch.nn.Dropout(0.3),
                              torch.nn.Linear(INNER, len(DETECTORS)))
    optimiser = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.05)
    positive, negative = (known * targets).sum(0), (known * (1 - targets)).sum(0)
    balance = (negative / positive.clamp(min=1)).sqrt().clamp(1, 6)
    steps = PASSES * len(vectors) // BATCH
    for step in range(steps):
        optimiser.param_groups[0]["lr"] = 1e-3 * (1 - step / steps)
        some = torch.randint(0, len(vectors), (BATCH,))
        losses = torch.nn.functional.binary_cross_entropy_with_logits(
            net(8 * vectors[some]), targets[some], pos_weight=balance, reduction="none")
        optimiser.zero_grad()
        (losses * known[some]).mean().backward()
        optimiser.step()
    net.eval()
    return lambda found: net(8 * found).detach().numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="keeps the teacher's file")
    parser.add_argument("--bundle", type=Path, default=Path(__file__).parents[1] / "text")
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    a = parser.parse_args()
    examples = [r for r in rows.own(a.corpus) if r["kind"] == "message"]
    targets, known = dataset.matrix([dict(targets=r["targets"], weight=1) for r in examples], DETECTORS)
    vectors = teachers.vectors(teachers.Multilingual(a.work), [r["text"] for r in examples]).astype(np.float32)
    held = np.array([bool(r["validation"]) for r in examples])
    tensors = [torch.from_numpy(x) for x in (vectors, targets, known)]
    probed = dense(*(x[~held] for x in tensors))(tensors[0][held])

    config = json.loads((a.bundle / "config.json").read_text())
    labels = [head["label"] for head in config["labels"]]
    kept = [r for r, h in zip(examples, held) if h]
    encoded = device_text.encode([r["text"] for r in kept], a.bundle / "vocab.txt")
    shipped = export.read(a.bundle / "model.onnx", [{"row": r, "ids": dataset.message(ids)} for r, ids in zip(kept, encoded)])
    shipped = shipped[:, [labels.index(d) for d in DETECTORS]]
    unit = lambda x: (x - x.mean(0)) / x.std(0)  # noqa: E731
    language = np.array([r["lang"] for r in examples])[held]
    groups = {"English": language == "en", "13 that it reads": np.isin(language, teachers.Multilingual.reads[1:]),
              "18 that it does not": ~np.isin(language, teachers.Multilingual.reads)}
    print("| | " + " | ".join(groups) + " |\n|---|" + "---|" * len(groups))
    for name, scores in (("bundle", shipped), ("teacher, frozen", probed), ("half of each", unit(shipped) + unit(probed))):
        cells = []
        for group in groups.values():
            figures = []
            for j in range(len(DETECTORS)):
                at = group & (known[held][:, j] > 0)
                pair = targets[held][at, j], scores[at, j]
                figures.append((roc_auc_score(*pair), average_precision_score(*pair)))
            cells.append("AUROC {:.3f}, AP {:.3f}".format(*np.mean(figures, axis=0)))
        print(f"| {name} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
