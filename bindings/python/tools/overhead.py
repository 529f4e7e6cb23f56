#!/usr/bin/env python3
"""What the binding costs beside the model, in one run.

`assess` without signals takes every step of the binding (encode, parse, judge, write, decode, dataclass) and no model,
so its time over that of `screen` bounds the share of the binding from above.
"""

from __future__ import annotations

import statistics
import time
from typing import Callable

from wardlight import Screener, assess

TEXT = "nobody is saving you a seat tomorrow or ever, we made a new group chat without you so dont even ask"


def median(call: Callable[[], object], calls: int) -> float:
    times = []
    for _ in range(calls):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    with Screener(early_exit=False) as screener:
        for _ in range(50):
            screener.screen("bullying", TEXT)
        whole = median(lambda: screener.screen("bullying", TEXT), 500)
        beside = median(lambda: assess("bullying", TEXT, []), 500)
    print(f"{len(TEXT)} characters: screen {whole * 1e6:.0f} us, of which binding and rules {beside * 1e6:.0f} us")
    print(f"binding: at most {100 * beside / whole:.1f} %")


if __name__ == "__main__":
    main()
