"""Compares the shipped graph in rten (through `graph_latency`) and in ONNX Runtime, in one run, as ratios.

    pip install onnxruntime numpy
    cargo build --release -p wardlight-benches
    python benches/compare_onnxruntime.py models/text/model.onnx target/release/graph_latency

Both run one thread, batch 1, on the same token ids, in alternating rounds; the median of each is compared.
"""

import json
import statistics
import subprocess
import sys
import time

import numpy as np
import onnxruntime as ort

ROUNDS, RUNS = 5, 40


def onnxruntime_ms(session, length: int) -> float:
    feed = {"input_ids": np.asarray([[2] + [7 + (11 * i) % 9000 for i in range(length - 2)] + [3]], dtype=np.int64)}
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        session.run(["logits", "contributions"], feed)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def main(model: str, program: str) -> None:
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    ours: dict[int, list[float]] = {}
    theirs: dict[int, list[float]] = {}
    for _ in range(ROUNDS):
        answer = subprocess.run([program, str(RUNS)], check=True, capture_output=True, text=True)
        for length, ms in json.loads(answer.stdout).items():
            ours.setdefault(int(length), []).append(ms)
            theirs.setdefault(int(length), []).append(onnxruntime_ms(session, int(length)))
    print(f"onnxruntime {ort.__version__}, {ROUNDS} rounds of {RUNS} runs, one thread, medians")
    print("| tokens | rten ms | ONNX Runtime ms | rten / ONNX Runtime |\n|---|---|---|---|")
    for length in sorted(ours):
        a, b = statistics.median(ours[length]), statistics.median(theirs[length])
        print(f"| {length} | {a:.2f} | {b:.2f} | {a / b:.2f} |")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
