#!/usr/bin/env python3
"""What the binding costs on a message of 100 characters: Python and Rust take turns in one run.

    python tools/overhead.py [--rust PATH] [--rounds 60] [--calls 40]

Both read the same message in full with the model of their own process. They alternate round by round, so that what
slows the machine slows both, and the fastest call of a round counts, for what interrupts a call only makes it slower; told
are the median of the rounds' ratios and the ratio of the fastest calls. The Rust half is
`cargo run --release -p wardlight-benches --bin message_latency`; install the wheel as a release build too.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import time
from pathlib import Path
from typing import Dict, List, Optional

from wardlight import Screener

ROOT = Path(__file__).resolve().parents[3]
CARGO = ["cargo", "run", "--quiet", "--release", "--locked", "-p", "wardlight-benches", "--bin", "message_latency"]
GOAL = 5.0


class Rust:
    """The other half; it answers a number of calls with the nanoseconds of the fastest."""

    def __init__(self, program: Optional[str]) -> None:
        command = [program] if program else CARGO
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.body = self._read()

    def fastest(self, calls: int) -> float:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{calls}\n")
        return float(self._read())

    def close(self) -> None:
        self._process.communicate()

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            raise SystemExit("the Rust half did not answer")
        return line


def python_fastest(screener: Screener, body: Dict[str, str], calls: int) -> float:
    times: List[int] = []
    for _ in range(calls):
        start = time.perf_counter_ns()
        screener.screen("bullying", body)
        times.append(time.perf_counter_ns() - start)
    return min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description="What the binding costs on a message of 100 characters.")
    parser.add_argument("--rust", help="the program message_latency, where it is built already")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--calls", type=int, default=40)
    asked = parser.parse_args()
    rust = Rust(asked.rust)
    body = json.loads(rust.body)
    rounds = []
    with Screener(early_exit=False) as screener:
        rust.fastest(20)
        python_fastest(screener, body, 20)
        for number in range(asked.rounds):
            # Each goes first in every other round.
            if number % 2:
                theirs, ours = rust.fastest(asked.calls), python_fastest(screener, body, asked.calls)
            else:
                ours, theirs = python_fastest(screener, body, asked.calls), rust.fastest(asked.calls)
            rounds.append((ours / theirs, ours, theirs))
    rust.close()
    ratio = statistics.median(each[0] for each in rounds)
    ours, theirs = min(each[1] for each in rounds), min(each[2] for each in rounds)
    print(f"{len(body['text'])} characters: fastest in Python {ours / 1e3:.0f} us, in Rust {theirs / 1e3:.0f} us")
    told = f"{100 * (ratio - 1):+.1f} % by the median of {len(rounds)} rounds, {100 * (ours / theirs - 1):+.1f} % by the fastest"
    print(f"binding: {told}; goal {GOAL:.0f} %")


if __name__ == "__main__":
    main()
