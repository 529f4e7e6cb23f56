"""Writes the held-back rows as JSON lines for programs that measure the shipped bytes.

    python models/training/validation.py --data DIR --out DIR

`<detector>.jsonl`: {id, lang, source, detector, text or messages, label, tags, tags_known, benign_chat, twin, speaker_role?}.
`evasion.jsonl`: the same, disturbed; `source` names the disturbance, `plain` is the text before it.
`sequences.jsonl`: {id, lang, trend, texts}. `goemotions.jsonl`: {id, lang, text, emotions}. `context.jsonl`: our pairs of
the same words in a riskier and a milder context. `threads.jsonl`: {id, lang, detector, text, by, history, label}: messages
that are judged for what was said before them. `hate.jsonl`: {lang, text, hateful}: hate speech and the harmless lines of its
scenes. `judged.jsonl`: {id, lang, source, text, detectors}: a random sample of the open sets, judged by a reader for all
detectors. `languages.jsonl`: {lang, text} of two to eight words. `exam.jsonl`: {lang, text, scene, detectors, hateful, ordinary,
half}, `exam-disturbed.jsonl`: its pairs with `disturbance` and `plain`, `exam-moods.jsonl`: as `sequences.jsonl`: the examination
(exam/README.md). `exam-hate.jsonl`: {lang, text, function, hateful, half}: its functional suite for hate speech.
"""

import argparse
import json
import random
from pathlib import Path

import numpy as np

import augment
import judged
import language_id
import rows
import sources
from settings import DETECTORS, SEED

DISTURBANCES = {"leetspeak": augment.leet, "typing errors": augment.typo, "stretched letters": augment.stretch, "spaced letters": augment.spaced,
                "look-alike letters": augment.look_alike, "asterisks": augment.masked, "phonetic spelling": augment.phonetic,
                "split words": augment.split_word, "hidden characters": augment.hidden, "fullwidth": augment.fullwidth}


def fired(row, group):
    return [label.split("/")[1] for label, value in row["targets"].items() if label.startswith(group) and value]


def record(row, detector, scenes):
    known = [l for l in row["targets"] if l.startswith(detector + "/")]
    found = {"id": row["id"], "lang": row["lang"], "source": row["source"], "detector": detector,
             "label": row["targets"][detector], "tags": fired(row, detector + "/"),
             "tags_known": any(row["targets"][l] == 0 for l in known),
             "benign_chat": row["source"] in rows.CHAT and row["kind"] == "message",
             "twin": row["source"].startswith("own/") and row["targets"][detector] == 0 and row["group"] in scenes[detector]}
    if "messages" in row:
        found["messages"] = [{"by": m["by"], "text": m["text"], "tactics": fired(m, "grooming/")} for m in row["messages"]]
    else:
        found["text"] = row["text"]
    role = fired(row, "role/")
    if detector == "bullying" and role:
        found["speaker_role"] = role[0]
    return found


def disturbed(row):
    """Copies of a message of our corpus, each with one disturbance that changed it, in every second word or so."""
    for name, change in DISTURBANCES.items():
        rng = random.Random(f"{SEED}/evasion/{row['id']}/{name}")
        words = row["text"].split(" ")
        for _ in range(max(1, len(words) // 5)):
            words = change(words, rng)
        if " ".join(words) != row["text"]:
            yield f"evasion, {name}", " ".join(words)
    latin = augment.romanise(row["text"], "evasion/" + row["id"])
    if latin:
        yield "evasion, romanised", latin


def threads(corpus):
    """Each harmful message of a held-back thread behind those before it; for each of its detectors also the last message of
    its twins, where these are harmless throughout."""
    scenes = {}
    for r in corpus:
        if r["kind"] == "thread" and r["split"] == "validation":
            scenes.setdefault((r["lang"], r["file"], r["situation"]), []).append(r)
    for scene in scenes.values():
        harmful = [(r, i, d) for r in scene for i, m in enumerate(r["messages"]) for d in m["detectors"] if i]
        quiet = [r for r in scene if not any(m["detectors"] for m in r["messages"])]
        rows = [(r, i, d, 1) for r, i, d in harmful]
        rows += [(r, len(r["messages"]) - 1, d, 0) for r in quiet for d in sorted({d for _, _, d in harmful})]
        for r, i, detector, label in rows:
            m = r["messages"][i]
            yield {"id": f"{r['id']}/{i}/{detector}", "lang": r["lang"], "detector": detector, "text": m["text"], "by": m["by"],
                   "history": [{"role": m["by"], "text": m["text"]} for m in r["messages"][:i]], "label": label}


def sequence(r):
    return {"id": r["id"], "lang": r["lang"], "trend": r["trend"], "texts": [m["text"] for m in r["messages"]]}


def short_messages(data, corpus, most=200):
    """Two to eight consecutive words of held-back sentences, at most `most` per language."""
    rng, taken = np.random.default_rng(SEED), {}
    for code, text, validation, _ in language_id.sentences(data, corpus):
        if validation and taken.get(code, 0) < most:
            taken[code] = taken.get(code, 0) + 1
            yield {"lang": code, "text": language_id.snippet(text, rng)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    parser.add_argument("--exam", type=Path, default=Path(__file__).parent / "exam")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=int, default=100, metavar="PERCENT",
                        help="of the rows other than our own pairs, for a quicker look; chosen by id")
    a = parser.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    count = {}

    def write(name, records):
        with open(a.out / f"{name}.jsonl", "w", encoding="utf-8") as file:
            for r in records:
                file.write(json.dumps(r, ensure_ascii=False) + "\n")
                count[name] = count.get(name, 0) + 1

    held = [r for r in rows.everything(a.data, a.corpus) if r["validation"]]
    ours = [r for r in held if r["source"].startswith("own/")]
    # a harmless twin is asked for the detectors that fire in its scene
    scenes = {d: {r["group"] for r in ours if r["targets"].get(d) == 1} for d in DETECTORS}
    for detector in DETECTORS:
        records = (record(r, detector, scenes) for r in held if detector in r["targets"])
        write(detector, (r for r in records if r["twin"] or r["label"] and r["source"].startswith("own")
                         or sources.share(r["id"] + "share") < a.share))
    write("evasion", (record(r, d, scenes) | {"source": name, "text": text, "plain": r["text"]}
                      for r in ours if sources.share(r["id"] + "evasion") < 50 for name, text in disturbed(r)
                      for d in DETECTORS if r["group"] in scenes[d] and d in r["targets"]))
    corpus = list(sources.read_corpus(a.corpus))
    write("sequences", (sequence(r) for r in corpus if r["kind"] == "sequence" and r["split"] == "validation"))
    write("goemotions", ({"id": r["id"], "lang": r["lang"], "text": r["text"],
                        "emotions": fired(r, "emotion/")}
                       for r in held if r["source"] == "emotions/goemotions"))
    write("context", (r for r in corpus if r["kind"] == "pair"))
    write("threads", threads(corpus))
    hate = "unsafe/HATE_SPEECH"
    of_hate = {r["group"] for r in ours if r["targets"].get(hate) == 1}

    def harmless(r):
        return not any(r["targets"].get(d) for d in DETECTORS)

    write("hate", ({"lang": r["lang"], "text": r["text"], "hateful": r["targets"].get(hate) == 1} for r in ours
                   if r["group"] in of_hate and (r["targets"].get(hate) == 1 or harmless(r))))
    write("judged", ({"id": r["id"], "lang": rows.language(r), "source": r["set"], "text": r["text"], "detectors": detectors}
                     for r, detectors, held in judged.read(a.data, a.corpus) if held))
    write("languages", short_messages(a.data, a.corpus))
    exam = list(sources.read_corpus(a.exam))

    def examined(r):
        return {"lang": r["lang"], "text": r["text"], "scene": f"{r['lang']}/{r['situation']}", "detectors": list(r["detectors"]),
                "hateful": "HATE_SPEECH" in r["detectors"].get("unsafe", ()), "ordinary": "pair" not in r, "half": r["half"]}

    write("exam", (examined(r) for r in exam if r["kind"] == "message"))
    write("exam-disturbed", (examined(r) | {"disturbance": name.removeprefix("evasion, "), "text": text, "plain": r["text"]}
                             for r in exam if "pair" in r for name, text in disturbed(r)))
    write("exam-moods", (sequence(r) for r in exam if r["kind"] == "sequence"))
    write("exam-hate", ({key: r[key] for key in ("lang", "text", "function", "hateful", "half")} for r in exam if r["kind"] == "case"))
    print(count)


if __name__ == "__main__":
    main()
