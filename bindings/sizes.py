#!/usr/bin/env python3
"""Fails when an artefact is larger than bindings/sizes.json allows.

    bindings/sizes.py [--write] ARTEFACT=FILE [...]

`--write` puts the sizes into the ledger. An artefact that nobody could build has `"measured": null` and says why.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

LEDGER = Path(__file__).resolve().parent / "sizes.json"


def main() -> int:
    ledger = json.loads(LEDGER.read_text(encoding="utf-8"))
    over = 0
    for name, row in ledger["artefacts"].items():
        if row["measured"] is None and not row.get("reason"):
            raise SystemExit(f"{name} is not measured, without a reason")
    for given in (each for each in sys.argv[1:] if each != "--write"):
        name, _, path = given.partition("=")
        row = ledger["artefacts"][name]
        size = Path(path).stat().st_size
        over += size > row["budget"]
        verdict = "OVER its budget of" if size > row["budget"] else "within"
        print(f"{name}: {size:,} bytes, {verdict} {row['budget']:,}")
        row["measured"] = size
        row.pop("reason", None)
    if "--write" in sys.argv[1:]:
        LEDGER.write_text(json.dumps(ledger, indent=2) + "\n", encoding="utf-8")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
