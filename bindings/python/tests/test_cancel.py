"""Cancellation: a batch stops between its items, an iterator and a task between theirs."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Iterator, List, Tuple

import pytest

from wardlight import AsyncScreener, CancelToken, Screener

LONG = " ".join(f"they said number {i} is a loser and nobody likes them" for i in range(60))
BATCH = {"items": [{"type": "bullying", "text": LONG}] * 50, "options": {"parallel": False}}


@pytest.fixture(scope="module")
def slow() -> Iterator[Screener]:
    with Screener(early_exit=False) as screener:
        screener.screen("bullying", LONG)
        yield screener


def test_a_cancelled_batch_stops_between_items(slow: Screener) -> None:
    cancel = CancelToken()
    assert slow.screen_batch([("bullying", "hi")], cancel=cancel).summary.successful == 1
    timer = threading.Timer(0.2, cancel.cancel)
    timer.start()
    answer = slow.screen_batch(BATCH, cancel=cancel)
    timer.join()
    codes = [each.error_code for each in answer.results]
    done = codes.index("ITEM_NOT_ANALYSED")
    assert 0 < done < 50 and codes == [None] * done + ["ITEM_NOT_ANALYSED"] * (50 - done)
    # What was not read never reads as harmless.
    assert all(each.result is None or each.result.analysis_status == "engine_error" for each in answer.results[done:])
    assert cancel.cancelled and slow.screen_batch(BATCH, cancel=cancel).summary.successful == 0


def test_an_iterator_ends_where_it_was_cancelled(slow: Screener) -> None:
    cancel = CancelToken()
    seen = 0
    for result in slow.screen_many((("bullying", "hi") for _ in range(1_000)), cancel=cancel):
        assert result.success
        seen += 1
        if seen == 60:
            cancel.cancel()
    assert seen == 100  # The batch that was already answered.


def test_a_cancelled_task_begins_no_further_item(slow: Screener) -> None:
    taken: List[int] = []

    def endless() -> Iterator[Tuple[str, str]]:
        while True:
            taken.append(1)
            yield "bullying", LONG

    async def main(wrapped: AsyncScreener) -> float:
        async def consume() -> None:
            async for _ in wrapped.screen_many(endless()):
                pass

        task = asyncio.ensure_future(consume())
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        start = time.perf_counter()
        await asyncio.get_running_loop().run_in_executor(None, wrapped._threads.shutdown)
        return time.perf_counter() - start

    start = time.perf_counter()
    slow.screen("bullying", LONG)
    one = time.perf_counter() - start
    left = asyncio.run(main(AsyncScreener(slow, workers=1)))
    # A batch of fifty would take fifty times as long; the items under way are one per core.
    assert left < 12 * one + 0.1
    read = len(taken)
    time.sleep(0.05)
    assert len(taken) == read
