#!/usr/bin/env python3
"""Screens the column `text` of a Parquet file with PySpark, one model per worker process.

    python spark_screen.py chat.parquet verdicts.parquet                          # two workers on this machine
    spark-submit spark_screen.py --local 0 hdfs:///chat.parquet hdfs:///verdicts  # on a cluster

Spark shows the progress. Every executor needs `wardlight` and `pyarrow` installed.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from typing import Iterator

import pyarrow
from pyspark.sql import SparkSession

from wardlight import Screener, screen_column

SCHEMA = (
    "id long, detected boolean, level string, risk_score double, recommended_action string, "
    "analysis_status string, error_code string"
)


def screen(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    """One partition: the model is loaded once, in a tenth of a second, and keeps to one thread."""
    with Screener() as screener:
        for batch in batches:
            answer = screen_column(batch.column("text"), "bullying", screener=screener, parallel=False)
            yield from answer.add_column(0, "id", batch.column("id")).to_batches()


def main() -> None:
    parser = argparse.ArgumentParser(description="Screens the column `text` of a Parquet file with PySpark.")
    parser.add_argument("input")
    parser.add_argument("out")
    parser.add_argument("--local", type=int, default=2, help="workers on this machine; 0 where a cluster is set up")
    parser.add_argument("--partitions", type=int, default=16, help="steps of the progress, some for each worker")
    asked = parser.parse_args()
    builder = SparkSession.builder.appName("wardlight").config("spark.ui.showConsoleProgress", "true")
    if asked.local:
        # Workers on this machine run in this interpreter's environment; a cluster has its own.
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = builder.master(f"local[{asked.local}]")
    spark = builder.getOrCreate()
    start = time.perf_counter()
    lines = spark.read.parquet(asked.input).repartition(asked.partitions)
    lines.mapInArrow(screen, SCHEMA).write.mode("overwrite").parquet(asked.out)
    took = time.perf_counter() - start
    rows, workers = spark.read.parquet(asked.out).count(), spark.sparkContext.defaultParallelism
    print(f"{rows} rows in {took:.1f} s with {workers} workers: {rows / took / workers:.0f} rows per second and worker")
    spark.stop()


if __name__ == "__main__":
    main()
