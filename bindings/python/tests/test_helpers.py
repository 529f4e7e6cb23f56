"""asyncio, columns, and the names that the operation list promises."""

from __future__ import annotations

import asyncio
import datetime
import inspect
import time
from typing import List, Set

import pytest

import wardlight
from wardlight import AsyncScreener, Screener, screen_column
from wardlight.columns import COLUMNS

LONG = " ".join(f"they said number {i} is a loser and nobody likes them" for i in range(60))


def test_the_event_loop_stays_free(report: List[str]) -> None:
    async def main() -> List[float]:
        gaps: List[float] = []
        async with AsyncScreener(Screener(early_exit=False), workers=2) as screener:
            calls = asyncio.gather(*(screener.screen("bullying", LONG) for _ in range(12)))
            while not calls.done():
                start = time.perf_counter()
                await asyncio.sleep(0.001)
                gaps.append(time.perf_counter() - start)
            assert len(await calls) == 12
        return gaps

    gaps = sorted(asyncio.run(main()))
    median = gaps[len(gaps) // 2]
    report.append(f"asyncio: {len(gaps)} turns of the loop during 12 calls, median {median * 1e3:.1f} ms")
    assert len(gaps) >= 10 and median < 0.05


def test_a_cancelled_call_is_not_made() -> None:
    async def main() -> int:
        made: List[int] = []
        inner = Screener(early_exit=False)
        screen = inner.screen
        inner.screen = lambda *asked: made.append(1) or screen(*asked)  # type: ignore[func-returns-value,method-assign]
        async with AsyncScreener(inner, workers=1) as screener:
            tasks = [asyncio.ensure_future(screener.screen("bullying", LONG)) for _ in range(20)]
            await asyncio.sleep(0)
            for task in tasks[1:]:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            screener._threads.shutdown(wait=True)
        return len(made)

    assert asyncio.run(main()) < 20


def test_many_items_are_awaited() -> None:
    async def main() -> List[int]:
        async with AsyncScreener() as screener:
            return [each.index async for each in screener.screen_many(("bullying", "hi") for _ in range(70))]

    assert asyncio.run(main()) == list(range(70))


def test_the_async_screener_offers_every_call() -> None:
    def names(of: type) -> Set[str]:
        return {name for name in vars(of) if not name.startswith("_")}

    assert names(Screener) - names(AsyncScreener) == {"closed"}
    for name in names(AsyncScreener) - {"close", "model_version"}:
        sync = list(inspect.signature(getattr(Screener, name)).parameters)
        other = list(inspect.signature(getattr(AsyncScreener, name)).parameters)
        assert other == [each for each in sync if each not in ("progress", "total", "cancel")], name


def test_a_list_becomes_lists(screener: Screener) -> None:
    answer = screen_column(["see you there", None, " "], "bullying", screener=screener, progress=True)
    assert list(answer) == list(COLUMNS)
    assert answer["level"] == ["none", None, None] and answer["error_code"] == [None, None, "VAL_INVALID_INPUT"]
    assert not screener.closed


# Sixty letters in a script that the model does not read.
THAI = "\u0e01" * 60


def test_a_row_that_failed_does_not_read_as_harmless(screener: Screener) -> None:
    texts = ["see you there", THAI, float("nan"), "half \ud83d", "see you there"]
    answer = screen_column(texts, "bullying", screener=screener)
    assert answer["error_code"] == [None] + ["VAL_INVALID_INPUT"] * 3 + [None]
    for name in COLUMNS[:-1]:
        assert answer[name][1:4] == [None] * 3, name
    assert answer["detected"][0] is False and answer["detected"][4] is False


def test_a_situation_that_cannot_be_read_is_not_taken_for_a_harmless_one(screener: Screener) -> None:
    request = {"situation": THAI, "severity": "low"}
    assert "could not read" in " ".join(screener.action_plan(request, "bullying").steps)
    assert "could not read" not in " ".join(screener.action_plan(request).steps)
    assert "could not read" in screener.incident_report({"messages": [{"sender": "A", "text": THAI}]}).summary


def test_a_day_can_be_given_as_a_time() -> None:
    noon = datetime.datetime(2026, 1, 1, 12)
    evidence = {"zone": ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]}
    assert wardlight.verify("age", evidence, noon) == wardlight.verify("age", evidence, noon.date())
    assert wardlight.verify("age", evidence, noon) == wardlight.verify("age", evidence, "2026-01-01")


def test_a_region_is_no_other_language() -> None:
    for language in ("pt", "pt-BR", "pt_PT"):
        assert wardlight.prescreen("bom dia", "bullying", language).benign_only  # type: ignore[arg-type]


def test_a_series_becomes_a_frame(screener: Screener) -> None:
    import pandas
    column = pandas.Series(["see you there", None, "hi"] * 40, index=range(200, 320))
    frame = screen_column(column, "bullying", screener=screener, request={"context": {"age_group": "10-12"}})
    assert list(frame.columns) == list(COLUMNS) and list(frame.index) == list(column.index)
    assert frame["detected"].isna().sum() == 40 and not frame["detected"].dropna().any()


def test_an_arrow_array_becomes_a_table(screener: Screener) -> None:
    import pyarrow
    for column in (pyarrow.array(["see you there", None]), pyarrow.chunked_array([["see you there"], [None]])):
        table = screen_column(column, "bullying", screener=screener)
        assert table.column_names == list(COLUMNS)
        assert table["level"].to_pylist() == ["none", None]


def test_every_public_name_is_there() -> None:
    for name in wardlight.__all__:
        assert hasattr(wardlight, name), name
    assert len(set(wardlight.__all__)) == len(wardlight.__all__)


def test_guidance_reads_what_it_is_about(screener: Screener) -> None:
    report = screener.incident_report(
        {"messages": [{"sender": "A", "text": "see you at practice"}]}, detectors=["bullying", "unsafe"]
    )
    assert report.risk_level == "low" and report.recommended_next_steps
    signals = screener.observe("bullying", "see you at practice")
    assert any(signal.label.startswith("language/") for signal in signals)
    assert wardlight.assess("bullying", "see you at practice", signals).level == "none"
