"""The screener as an object: life, threads, memory, forks."""

from __future__ import annotations

import gc
import json
import multiprocessing
import pickle
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple, TypeVar

import pytest

import wardlight
from wardlight import BatchItem, Context, Message, Request, Screener

LINES = ["see you at practice", "ur such a loser nobody even likes you", "gg you destroyed us", "du bist so peinlich"]
T = TypeVar("T")
LONG = " ".join(f"they said number {i} is a loser and nobody likes them" for i in range(60))


def steady(verdict: wardlight.Verdict) -> str:
    return json.dumps({**verdict.to_dict(), "processing_time_ms": 0}, sort_keys=True)


def test_as_a_context_manager_it_closes() -> None:
    with Screener() as screener:
        assert screener.screen("bullying", "hi").model_version == screener.model_version
        assert not screener.closed
    assert screener.closed
    with pytest.raises(ValueError, match="closed"):
        screener.screen("bullying", "hi")
    screener.close()


def test_dict_dataclass_bytes_and_text_are_one(screener: Screener) -> None:
    words = "nobody is saving you a seat tomorrow"
    asked = [
        {"text": words},
        Request(text=words),
        json.dumps({"text": words}).encode(),
        words,
    ]
    assert len({steady(screener.screen("bullying", each)) for each in asked}) == 1  # type: ignore[arg-type]
    context: Dict[str, Any] = {"age_group": "10-12", "country": "PT"}
    typed = Request(messages=[Message(text=words, sender_role="child")], context=Context(**context))
    plain = {"messages": [{"text": words, "sender_role": "child"}], "context": context}
    assert steady(screener.screen("grooming", typed)) == steady(screener.screen("grooming", plain))
    mixed = {"messages": [Message(text=words, sender_role="child")], "context": Context(**context)}
    assert steady(screener.screen("grooming", mixed)) == steady(screener.screen("grooming", plain))


def test_results_are_frozen(screener: Screener) -> None:
    verdict = screener.screen("bullying", "hi")
    with pytest.raises(FrozenInstanceError):
        verdict.level = "none"  # type: ignore[misc]


def test_many_items_keep_their_places(screener: Screener) -> None:
    items = [
        BatchItem(detector="bullying", text=LINES[i % 4]) if i % 2 else ("bullying", LINES[i % 4]) for i in range(119)
    ]
    results = list(screener.screen_many([*items, ("bullying", {"text": 7})], progress=True))
    assert [each.index for each in results] == list(range(120))
    assert all(each.success for each in results[:119])
    assert results[119].error == "items[119].text must be a string; received a number"
    alone = [steady(screener.screen("bullying", line)) for line in LINES]
    assert all(steady(each.result) == alone[i % 4] for i, each in enumerate(results[:119]) if each.result)


UNFIT: List[Tuple[Any, str]] = [
    (("bullying", None), " is missing"),
    (("bullying", 7), " must be a string; received a number"),
    (("bullying", float("nan")), "it holds itself, or a number that is not finite"),
    (("bullying", "half \ud83d"), "a text holds half of a surrogate pair"),
    (("bullying", {"text": "hi", "metadata": {"x": object()}}), "it holds an object that is no text"),
    (("bullying", {"text": "hi", "metadata": {"x": 10**400}}), " is not valid JSON at line 1, column"),
    (("bullying", b"{"), "the body is not valid JSON"),
    (("bullying", b"[" * 200_000), "the body is not valid JSON"),
    (b"\xff", "the body is not valid JSON"),
    (("bullying",), " must be an object; received a list"),
    (BatchItem(detector="bullying", text="half \udfff"), "a text holds half of a surrogate pair"),
    ({"type": "bullying", "text": "\ud800"}, "a text holds half of a surrogate pair"),
    (None, " must be an object; received null"),
]


@pytest.mark.parametrize("number", range(len(UNFIT)))
def test_an_item_that_cannot_be_read_spoils_no_other(screener: Screener, number: int) -> None:
    item, why = UNFIT[number]
    given = [("bullying", "hi"), item, ("bullying", "hi")]
    asked: List[Any] = [given, {"items": given}, {"items": given, "options": {"parallel": False}}]
    answers = [screener.screen_batch(each) for each in asked]
    answers.append(wardlight.assess_batch({"items": given}, [[], [], []]))
    told = ""
    for answer in answers:
        assert [each.success for each in answer.results] == [True, False, True]
        failed = answer.results[1]
        told = failed.error or ""
        assert failed.result is None and failed.error_code == "VAL_INVALID_INPUT"
        assert told.startswith("items[1]") and why in told
        assert answer.summary.failed == 1
    many = list(screener.screen_many([("bullying", "hi")] * 60 + given))
    assert [each.index for each in many if not each.success] == [61]
    assert many[61].error == told.replace("items[1]", "items[61]")


def test_what_cannot_be_read_has_one_answer_in_every_form(screener: Screener) -> None:
    forms: List[Any] = [("bullying", None), {"type": "bullying", "text": None}, BatchItem(detector="bullying")]
    (told,) = {(each.error_code, (each.error or "")[8:]) for each in screener.screen_batch(forms).results}
    assert told == ("VAL_INVALID_INPUT", ".text is missing")


def test_an_item_that_cannot_be_written_keeps_its_id_and_ends_what_ends_at_failures(screener: Screener) -> None:
    items = [{"type": "bullying", "text": "\ud800", "external_id": "a"}] * 2
    answer = screener.screen_batch({"items": items, "options": {"continue_on_error": False}})
    assert [each.error_code for each in answer.results] == ["VAL_INVALID_INPUT", "ITEM_NOT_ANALYSED"]
    assert [each.external_id for each in answer.results] == ["a", "a"]


def test_stopping_early_reads_no_more(screener: Screener) -> None:
    taken: List[int] = []

    def endless() -> Iterator[Tuple[str, str]]:
        while True:
            taken.append(1)
            yield "bullying", "hi"

    results = screener.screen_many(endless())
    assert next(results).success
    assert len(taken) <= 50


def test_the_lock_is_released_while_it_works(report: List[str]) -> None:
    """Another thread runs Python while one is inside the library."""
    with Screener(early_exit=False) as screener:
        body = {"items": [{"type": "bullying", "text": LONG}] * 20, "options": {"parallel": False}}
        screener.screen("bullying", LONG)
        took = 0.0

        def work() -> None:
            nonlocal took
            start = time.perf_counter()
            screener._open().screen_batch(json.dumps(body).encode())  # one native call
            took = time.perf_counter() - start

        thread = threading.Thread(target=work)
        ticks, widest, last = 0, 0.0, time.perf_counter()
        thread.start()
        while thread.is_alive():
            time.sleep(0.001)
            now = time.perf_counter()
            ticks, widest, last = ticks + 1, max(widest, now - last), now
        thread.join()
    report.append(f"lock: {ticks} ticks of another thread during one call of {took * 1e3:.0f} ms, widest gap {widest * 1e3:.1f} ms")
    assert took > 0.05, "the call is too short to tell"
    assert ticks >= 10 and widest < took / 2


def test_threads_agree(screener: Screener) -> None:
    alone = [steady(screener.screen("bullying", line)) for line in LINES]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda i: steady(screener.screen("bullying", LINES[i % 4])), range(400)))
    assert all(each == alone[i % 4] for i, each in enumerate(together))


def test_closing_waits_for_nobody_and_breaks_nobody() -> None:
    screener = Screener(early_exit=False)
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(screener.screen, "bullying", LONG) for _ in range(4)]
        time.sleep(0.01)
        screener.close()
    for call in calls:
        error = call.exception()
        assert error is None or isinstance(error, ValueError)


def test_a_pickle_is_its_settings() -> None:
    screener = Screener(early_exit=False, policy={"detect": 0.6})
    again = pickle.loads(pickle.dumps(screener))
    assert steady(again.screen("bullying", LINES[1])) == steady(screener.screen("bullying", LINES[1]))


def in_a_forked_child(work: Callable[[], T]) -> T:
    """What `work` answers in a child of this process; a child that hangs is ended and fails the test."""
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    child = context.Process(target=lambda: queue.put(work()), daemon=True)
    child.start()
    child.join(60)
    assert child.exitcode == 0
    answer: T = queue.get()
    return answer


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks")
def test_it_survives_a_fork(screener: Screener) -> None:
    expected = steady(screener.screen("bullying", LINES[1]))
    assert in_a_forked_child(lambda: steady(screener.screen("bullying", LINES[1]))) == expected
    # The parent's threads are still there, and so is the model.
    assert steady(screener.screen("bullying", LINES[1])) == expected


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks")
def test_a_forked_child_loads_a_model_of_its_own(screener: Screener) -> None:
    def verdict(screener: Screener) -> Tuple[str, float]:
        result = screener.screen("bullying", LINES[1])
        return result.level, result.risk_score

    def load_and_screen() -> Tuple[str, float]:
        return verdict(pickle.loads(pickle.dumps(screener)))

    level, risk_score = verdict(screener)
    own_level, own_risk_score = in_a_forked_child(load_and_screen)
    assert own_level == level and abs(own_risk_score - risk_score) < 1e-3


def resident() -> int:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("no RssAnon")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_memory_does_not_grow_over_ten_thousand_calls(screener: Screener, report: List[str]) -> None:
    def calls(count: int) -> None:
        for i in range(count):
            screener.screen("bullying", f"{LINES[i % 4]} {i}" if i % 8 == 1 else {"text": LINES[0], "external_id": str(i)})
            if i % 5 == 0:
                with pytest.raises(wardlight.WardlightError):
                    screener.screen("bullying", {"text": i})

    calls(1_000)
    gc.collect()
    before = resident()
    calls(10_000)
    gc.collect()
    grown = resident() - before
    report.append(f"memory: {grown / 1024:+.0f} KiB after 10,000 calls (2,000 of them errors beside)")
    assert grown < 4 << 20


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_closing_frees_the_model(report: List[str]) -> None:
    def lives(count: int) -> None:
        for _ in range(count):
            with Screener() as screener:
                screener.screen("bullying", LINES[1])

    lives(3)
    before = resident()
    lives(10)
    grown = resident() - before
    report.append(f"memory: {grown / 1024:+.0f} KiB after ten screeners were opened and closed")
    assert grown < 48 << 20  # one model; ten would be several hundred MB
