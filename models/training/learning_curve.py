"""How much each detector still gains from more of our corpus: the learning curve.

    python models/training/learning_curve.py --out models/reports

Logistic regression over the n-grams that `ngrams.py` reads (tokens, their clusters, pairs of both, characters of words), trained on 12, 25, 50 and 100 %
of the training situations of our corpus in all languages, measured by average precision on its validation rows. A probe, not the shipped
model: nothing of it was trained before, it takes half an hour instead of many, and it shows where text is missing.
"""

import argparse
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import average_precision_score

import device_text
import ngrams
import rows
import sources
from dataset import message
from settings import DETECTORS, NGRAMS

SHARES = (12, 25, 50, 100)
FEW = 10  # positives
GROUPS = {"English": "learning-curve-english.svg", "Other languages": "learning-curve-others.svg"}


def features(texts, bundle: Path) -> csr_matrix:
    """[texts, buckets of the three tables], each part as `ngrams.scores` weighs it."""
    vocabulary = bundle / "vocab.txt"
    ids = [{"ids": message(i)} for i in device_text.encode(texts, vocabulary)]
    _, _, of_piece = ngrams.read(bundle / "ngrams.bin")
    bags = ngrams.Bags(ids, ngrams.Characters(vocabulary), of_piece)
    parts = []
    for size, flat, ends in zip(ngrams.SIZES, bags.flat, bags.ends):
        lengths = np.diff(ends)
        weights = np.repeat(1 / np.sqrt(np.maximum(lengths, 1)), lengths).astype(np.float32)
        parts.append(csr_matrix((weights, flat, ends), shape=(len(ids), NGRAMS[size])))
    return hstack(parts, format="csr")


def curve(found, examples, detector):
    """For English and for the others {share: (rows that trained, average precision)}, empty where the validation has under ten positives."""
    known = np.array([detector in e["targets"] for e in examples])
    target = np.array([e["targets"].get(detector, 0) for e in examples])
    held = np.array([e["validation"] for e in examples])
    english = np.array([e["lang"] == "en" for e in examples])
    asked = {title: known & held & (english == (title == "English")) for title in GROUPS}
    points = {title: {} for title in GROUPS}
    for share in SHARES:
        part = known & ~held & np.array([sources.share(e["group"] + "curve") < share for e in examples])
        if target[part].sum() < FEW:
            continue
        head = LogisticRegression(C=2.0, class_weight="balanced", solver="liblinear", max_iter=200).fit(found[part], target[part])
        for title, rows_asked in asked.items():
            if target[rows_asked].sum() >= FEW:
                precision = average_precision_score(target[rows_asked], head.decision_function(found[rows_asked]))
                points[title][share] = (int(part.sum()), float(precision))
    print(detector, points, flush=True)
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
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    parser.add_argument("--bundle", type=Path, default=Path(__file__).parents[1] / "text", help="whose vocabulary and clusters are read")
    a = parser.parse_args()
    examples = [r for r in rows.own(a.corpus) if r["kind"] == "message" and "bullying" in r["targets"] and r["source"] != "own-conversations"]
    found = features([e["text"] for e in examples], a.bundle)
    curves = {detector: curve(found, examples, detector) for detector in DETECTORS}
    lines = ["# Learning curve", "", *(line.strip() for line in __doc__.strip().splitlines()[4:]), ""]
    for title, name in GROUPS.items():
        of_group = {d: c[title] for d, c in curves.items() if c[title]}
        (a.out / name).write_text(svg(of_group))
        lines += [f"## {title}", "", f"![average precision by share of the corpus]({name})", "",
                  "| detector | " + " | ".join(f"{s} %" for s in SHARES) + " | last doubling |", "|---|" + "---|" * (len(SHARES) + 1)]
        for detector, points in of_group.items():
            cells = [f"{points[s][1]:.3f} ({points[s][0]} rows)" if s in points else "-" for s in SHARES]
            gain = f"{points[100][1] - points[50][1]:+.3f}" if 50 in points and 100 in points else "-"
            lines.append(f"| {detector} | " + " | ".join(cells) + f" | {gain} |")
        lines.append("")
    (a.out / "learning-curve.md").write_text("\n".join(lines))


if __name__ == "__main__":
    main()
