"""Offsets of evidence are indices of Python strings."""

from __future__ import annotations

from typing import Any, List

import pytest

import wardlight
from wardlight import Message, Request, Screener, Signal

FAMILY = "👨‍👩‍👧"
TEXTS = [
    "nobody likes you",
    "😂😂 nobody likes you 🐷",
    f"{FAMILY} nobody likes you {FAMILY}",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿🇵🇹 e\u0301 nobody likes you",
    "日本語 nobody likes you",
    "👍🏽👩🏿‍🚀 nobody likes you",
]


def signals(text: str, **place: Any) -> List[Signal]:
    start = len(text[: text.index("nobody")].encode())
    span = (start, start + len("nobody likes you"))
    return [
        Signal(label="bullying", probability=1.0, span=span, **place),
        Signal(label="bullying/EXCLUSION", probability=1.0, span=span, **place),
    ]


@pytest.mark.parametrize("text", TEXTS)
def test_a_single_text(text: str) -> None:
    verdict = wardlight.assess("bullying", text, signals(text))
    assert verdict.evidence
    for each in verdict.evidence:
        assert text[each.start : each.end] == each.text == "nobody likes you"


@pytest.mark.parametrize("text", TEXTS)
def test_the_second_message_of_a_conversation(text: str) -> None:
    request = Request(messages=[Message(text=FAMILY), Message(text=text)])
    verdict = wardlight.assess("bullying", request, signals(text, message_index=1))
    assert verdict.evidence
    for each in verdict.evidence:
        assert each.message_index == 1 and text[each.start : each.end] == each.text


@pytest.mark.parametrize("text", TEXTS)
def test_batches_and_several_detectors(text: str) -> None:
    batch = wardlight.assess_batch({"items": [{"type": "bullying", "text": text}]}, [signals(text)])
    multi = wardlight.assess_multi({"endpoints": ["unsafe", "bullying"], "text": text}, [[], signals(text)])
    assert batch.results[0].result is not None
    for verdict in (batch.results[0].result, multi.results[1]):
        assert verdict.evidence
        assert all(text[each.start : each.end] == each.text for each in verdict.evidence)


def test_what_the_model_shows(screener: Screener) -> None:
    """Whatever the shipped model points at, its words stand where it says."""
    words = ["ur such a loser nobody even likes you", "i will find you and hurt you", "kill yourself"]
    shown = 0
    for before in ("", "😂 ", f"{FAMILY}{FAMILY} ", "日本 "):
        for text in (before + each for each in words):
            for detector in ("bullying", "unsafe"):
                request = {"text": text, "type": detector}
                verdicts = [screener.screen(detector, text)]
                verdicts += [each.result for each in screener.screen_batch([request]).results if each.result]
                verdicts += screener.screen_multi({"text": text, "endpoints": [detector]}).results
                for verdict in verdicts:
                    for each in verdict.evidence or ():
                        assert text[each.start : each.end] == each.text
                        shown += 1
    assert shown > 0
