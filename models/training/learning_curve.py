"""How much each detector still gains from more of our corpus: the learning curve.

    python models/training/learning_curve.py --work WORK --out models/reports

Linear heads (logistic regression) on the frozen sentence vectors of the distilled convolutional encoder, trained on 12, 25, 50 and 100 %
of the training situations of our corpus, measured by average precision on its validation rows. A probe, not the shipped
model: it takes minutes instead of hours and shows where text is missing.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score

import device_text
import rows
import sources
from convolutional import Convolutional
from dataset import message
from encoder import batches, pad, precision
from settings import DETECTORS, NARROW, WIDE
from vocabulary import read

SHARES = (12, 25, 50, 100)


def vectors(student: Path, vocabulary: Path, texts) -> np.ndarray:
    encoder = Convolutional(len(read(vocabulary)), NARROW)
    encoder.load_state_dict(torch.load(student)["state"])
    encoder.eval()
    ids = [message(i) for i in device_text.encode(texts, vocabulary)]
    found = np.zeros((len(ids), WIDE), dtype=np.float32)
    with torch.no_grad(), precision():
        for group in batches([len(i) for i in ids], 4096):
            found[group] = encoder.sentence(*pad([ids[i] for i in group])).float().numpy()
    return found


def curve(found, examples, detector, english):
    """{share: average precision}, empty where the validation has under ten positives."""
    known = np.array([detector in e["targets"] for e in examples])
    target = np.array([e["targets"].get(detector, 0) for e in examples])
    held = np.array([e["validation"] for e in examples])
    asked = known & held & np.array([(e["lang"] == "en") == english for e in examples])
    if target[asked].sum() < 10:
        return {}
    points = {}
    for share in SHARES:
        part = known & ~held & np.array([sources.share(e["group"] + "curve") < share for e in examples])
        if target[part].sum() < 10:
            continue
        head = LogisticRegression(C=8.0, class_weight="balanced", max_iter=400).fit(found[part], target[part])
        points[share] = (int(part.sum()), float(average_precision_score(target[asked], head.decision_function(found[asked]))))
    return points


def svg(curves: dict) -> str:
    width, height, left, bottom = 760, 420, 50, 40
    x = lambda share: left + (width - left - 250) * np.log(share / 12) / np.log(100 / 12)  # noqa: E731
    y = lambda value: height - bottom - (height - bottom - 20) * value  # noqa: E731
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11">',
             f'<rect width="{width}" height="{height}" fill="white"/>']
    for value in (0, 0.2, 0.4, 0.6, 0.8, 1):
        parts.append(f'<line x1="{left}" x2="{x(100):.0f}" y1="{y(value):.0f}" y2="{y(value):.0f}" stroke="#ddd"/>'
                     f'<text x="{left - 8}" y="{y(value) + 4:.0f}" text-anchor="end">{value:.1f}</text>')
    for share in SHARES:
        parts.append(f'<text x="{x(share):.0f}" y="{height - bottom + 18}" text-anchor="middle">{share} %</text>')
    for i, (name, points) in enumerate(sorted(curves.items())):
        colour = f"hsl({i * 360 // max(1, len(curves))} 70% 40%)"
        line = " ".join(f"{x(s):.1f},{y(v):.1f}" for s, (_, v) in points.items())
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>'
                     f'<text x="{x(100) + 20:.0f}" y="{36 + 16 * i}" fill="{colour}">{name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="work directory of train.py")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    a = parser.parse_args()
    examples = [r for r in rows.own(a.corpus) if r["kind"] == "message" and "bullying" in r["targets"] and r["source"] != "own-conversations"]
    found = vectors(a.work / "convolutional-distilled.pt", a.work / "vocab.txt", [e["text"] for e in examples])
    lines = ["# Learning curve", "", *(line.strip() for line in __doc__.strip().splitlines()[4:]), ""]
    for english, title in ((True, "English"), (False, "Other languages")):
        curves = {d: c for d in DETECTORS if (c := curve(found, examples, d, english))}
        name = "learning-curve-english.svg" if english else "learning-curve-others.svg"
        (a.out / name).write_text(svg(curves))
        lines += [f"## {title}", "", f"![average precision by share of the corpus]({name})", "",
                  "| detector | " + " | ".join(f"{s} %" for s in SHARES) + " | last doubling |", "|---|" + "---|" * (len(SHARES) + 1)]
        for detector, points in curves.items():
            cells = [f"{points[s][1]:.3f} ({points[s][0]} rows)" if s in points else "-" for s in SHARES]
            gain = f"{points[100][1] - points[50][1]:+.3f}" if 50 in points and 100 in points else "-"
            lines.append(f"| {detector} | " + " | ".join(cells) + f" | {gain} |")
        lines.append("")
    (a.out / "learning-curve.md").write_text("\n".join(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
