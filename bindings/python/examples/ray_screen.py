#!/usr/bin/env python3
"""Screens the column `text` of a Parquet file with Ray Data, one model per worker process.

    python ray_screen.py chat.parquet verdicts                                  # two workers on this machine
    python ray_screen.py s3://chat s3://verdicts --address auto --workers 64    # on a node of a cluster

Ray shows the progress. Every node needs `wardlight` and `pyarrow` installed.
"""

from __future__ import annotations

import argparse
import time
from typing import Optional

import pyarrow
import ray
import ray.data

from wardlight import Screener, screen_column


class Worker:
    """One process: the model is loaded once and keeps to one thread."""

    def __init__(self) -> None:
        self.screener = Screener()

    def __call__(self, batch: pyarrow.Table) -> pyarrow.Table:
        answer = screen_column(batch["text"], "bullying", screener=self.screener, parallel=False)
        return answer.add_column(0, "id", batch["id"])


def main() -> None:
    parser = argparse.ArgumentParser(description="Screens the column `text` of a Parquet file with Ray Data.")
    parser.add_argument("input")
    parser.add_argument("out")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--address", help="of a running cluster; without it everything runs on this machine")
    parser.add_argument("--rows", type=int, default=1_000, help="rows that a worker takes at a time")
    asked = parser.parse_args()
    address: Optional[str] = asked.address
    # Beside the workers one core reads and writes.
    ray.init(address=address, **({} if address else {"num_cpus": asked.workers + 1, "include_dashboard": False}))
    start = time.perf_counter()
    ray.data.read_parquet(asked.input).repartition(target_num_rows_per_block=asked.rows).map_batches(
        Worker, batch_format="pyarrow", batch_size=asked.rows, num_cpus=1, concurrency=asked.workers
    ).write_parquet(asked.out)
    took = time.perf_counter() - start
    rows = ray.data.read_parquet(asked.out).count()
    per_worker = rows / took / asked.workers
    print(f"{rows} rows in {took:.1f} s with {asked.workers} workers: {per_worker:.0f} rows per second and worker")
    ray.shutdown()


if __name__ == "__main__":
    main()
