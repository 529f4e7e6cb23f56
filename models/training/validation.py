"""Writes the held-back rows as JSON lines, one file per detector, for programs that measure accuracy.

    python models/training/validation.py --data DIR --out DIR

Row: {id, lang, source, detector, text or messages, label, tags, tags_known, benign_chat, speaker_role?}.
"""

import argparse
import json
from pathlib import Path

import rows
from settings import DETECTORS, ROLES


def records(data: Path, corpus: Path):
    for row in rows.everything(data, corpus):
        if not row["validation"]:
            continue
        for detector in DETECTORS:
            label = row["targets"].get(detector)
            if label is None:
                continue
            known = [l for l in row["targets"] if l.startswith(detector + "/")]
            record = {"id": row["id"], "lang": row["lang"], "source": row["source"], "detector": detector}
            if "messages" in row:
                record["messages"] = [{"by": m["by"], "text": m["text"], "tactics": m["tactics"]} for m in row["messages"]]
            else:
                record["text"] = row["text"]
            record |= {"label": label, "tags": [l.split("/")[1] for l in known if row["targets"][l] == 1],
                       "tags_known": bool(known) and any(row["targets"][l] == 0 for l in known),
                       "benign_chat": row["source"] in rows.CHAT and row["kind"] == "message"}
            role = [x for x in ROLES if row["targets"].get(f"role/{x}") == 1]
            if detector == "bullying" and role:
                record["speaker_role"] = role[0]
            yield record


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    parser.add_argument("--out", type=Path, required=True)
    a = parser.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    files = {d: open(a.out / f"{d}.jsonl", "w", encoding="utf-8") for d in DETECTORS}
    count = dict.fromkeys(DETECTORS, 0)
    for record in records(a.data, a.corpus):
        files[record["detector"]].write(json.dumps(record, ensure_ascii=False) + "\n")
        count[record["detector"]] += 1
    print(count)


if __name__ == "__main__":
    main()
