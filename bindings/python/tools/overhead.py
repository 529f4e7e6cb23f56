#!/usr/bin/env python3
"""What the binding costs on a message of 100 characters: Python and Rust take turns in one run.

    python tools/overhead.py [--rust PATH] [--rounds 15] [--calls 40]

Both read the same message in full with the model of their own process. What a busy machine does to one round it does
to both halves of it, so the median of the rounds' ratios is steadier than the times. The Rust half is
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
    """The other half; it answers a number of calls with their median in nanoseconds."""

    def __init__(self, program: Optional[str]) -> None:
        command = [program] if program else CARGO
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.body = self._read()

    def median(self, calls: int) -> float:
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


def python_median(screener: Screener, body: Dict[str, str], calls: int) -> float:
    times: List[int] = []
    for _ in range(calls):
        start = time.perf_counter_ns()
        screener.screen("bullying", body)
        times.append(time.perf_counter_ns() - start)
    return statistics.median_high(times)


def main() -> None:
    parser = argparse.ArgumentParser(description="What the binding costs on a message of 100 characters.")
    parser.add_argument("--rust", help="the program message_latency, where it is built already")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--calls", type=int, default=40)
    asked = parser.parse_args()
    rust = Rust(asked.rust)
    body = json.loads(rust.body)
    rounds = []
    with Screener(early_exit=False) as screener:
        rust.median(asked.calls)
        python_median(screener, body, asked.calls)
        for number in range(asked.rounds):
            # Each goes first in every other round.
            if number % 2:
                theirs, ours = rust.median(asked.calls), python_median(screener, body, asked.calls)
            else:
                ours, theirs = python_median(screener, body, asked.calls), rust.median(asked.calls)
            rounds.append((ours / theirs, ours, theirs))
    rust.close()
    ratio, ours, theirs = (statistics.median(column) for column in zip(*rounds))
    print(f"{len(body['text'])} characters: Python {ours / 1e3:.0f} us, Rust {theirs / 1e3:.0f} us a message")
    spread = ", ".join(f"{100 * (each[0] - 1):+.1f}" for each in sorted(rounds))
    print(f"binding: {100 * (ratio - 1):+.1f} % (median of {len(rounds)} rounds: {spread}); goal {GOAL:.0f} %")


if __name__ == "__main__":
    main()
