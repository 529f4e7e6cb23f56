#!/usr/bin/env python3
"""Writes a Parquet file of generated chat lines, the same every time: columns `id` and `text`.

    python make_chat.py chat.parquet --lines 1000000
"""

from __future__ import annotations

import argparse
import random
from typing import List

import pyarrow
import pyarrow.parquet

WHO = ["sam", "mia", "leo", "your brother", "the new girl", "coach", "everyone in 7b", "mr hall"]
WHEN = ["after school", "tomorrow", "at lunch", "on friday", "in ten minutes", "this weekend"]
LINES = [
    "are you coming to practice {when}",
    "{who} said the test is {when}, did you learn anything",
    "lol {who} fell asleep on the bus again",
    "can you send me the maths homework, i need it {when}",
    "happy birthday!! cake {when}?",
    "ask {who} if we can play at theirs {when}",
    "nobody wants you at the table {when}, not even {who}",
    "{who} made a group chat without you because youre a loser",
    "dont tell {who} that we talk, it stays our secret",
    "i cant do this anymore, {who} would not even notice",
]
ROWS = 50_000


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes a Parquet file of generated chat lines.")
    parser.add_argument("out")
    parser.add_argument("--lines", type=int, default=1_000_000)
    asked = parser.parse_args()
    draw = random.Random(7)
    schema = pyarrow.schema([("id", pyarrow.int64()), ("text", pyarrow.string())])
    with pyarrow.parquet.ParquetWriter(asked.out, schema) as file:
        for start in range(0, asked.lines, ROWS):
            ids = range(start, min(start + ROWS, asked.lines))
            file.write_table(pyarrow.table({"id": ids, "text": lines(draw, len(ids))}, schema=schema))


def lines(draw: random.Random, count: int) -> List[str]:
    return [draw.choice(LINES).format(who=draw.choice(WHO), when=draw.choice(WHEN)) for _ in range(count)]


if __name__ == "__main__":
    main()
