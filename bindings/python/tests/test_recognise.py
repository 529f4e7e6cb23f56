"""Engines that an application lends: what they answer, and what becomes of their failures."""

from __future__ import annotations

import asyncio
import pickle
import threading
import traceback
from array import array
from typing import Any, Callable, List, Sequence

import pytest

import wardlight
from wardlight import AsyncScreener, Bounds, Screener, SpeechSegment, TextLine, WardlightError

CANARY = "canary-7f3a"
LINE = TextLine(text=CANARY, bounds=Bounds(x=1, y=2, width=30, height=8), confidence=0.9)
SEGMENT = SpeechSegment(text=CANARY, start_s=0.5, end_s=1.5, confidence=0.7)


class Reader:
    """Answers what it is told to."""

    def __init__(self, answer: Callable[[], Any]) -> None:
        self.answer = answer
        self.seen: List[Any] = []

    def recognise_text(self, image: bytes) -> Sequence[TextLine]:
        self.seen.append(image)
        lines: Sequence[TextLine] = self.answer()
        return lines

    def recognise_speech(self, samples: "array[float]") -> Sequence[SpeechSegment]:
        self.seen.append(samples)
        segments: Sequence[SpeechSegment] = self.answer()
        return segments


def test_an_engine_is_asked_and_answers() -> None:
    reader, listener = Reader(lambda: [LINE, LINE.to_dict()]), Reader(lambda: (each for each in [SEGMENT]))
    with Screener(ocr=reader, speech=listener) as screener:
        assert screener.recognise_text(b"a picture") == (LINE, LINE)
        for samples in ([0.0, 0.5, -1.0], array("f", [0.0, 0.5, -1.0]), array("f", [0.0, 0.5, -1.0]).tobytes()):
            assert screener.recognise_speech(samples) == (SEGMENT,)
    assert reader.seen == [b"a picture"]
    assert all(list(each) == [0.0, 0.5, -1.0] for each in listener.seen) and len(listener.seen) == 3
    assert CANARY not in repr(LINE) + repr(SEGMENT)


def test_numpy_samples_are_taken_as_they_are() -> None:
    import numpy
    listener = Reader(lambda: [])
    with Screener(speech=listener) as screener:
        for kind in ("float32", "float64"):
            assert screener.recognise_speech(numpy.array([0.25, -0.5], dtype=kind)) == ()
    assert all(numpy.asarray(each).tolist() == [0.25, -0.5] for each in listener.seen)


def raises(what: BaseException) -> Callable[[], Any]:
    def answer() -> Any:
        raise what

    return answer


BROKEN: List[Callable[[], Any]] = [
    raises(ValueError(CANARY)),
    raises(SystemExit(CANARY)),
    lambda: CANARY,
    lambda: None,
    lambda: [CANARY],
    lambda: [{"text": CANARY}],
    lambda: [{**LINE.to_dict(), CANARY: 1}, {**SEGMENT.to_dict(), CANARY: 1}],
    lambda: [object()],
    lambda: [{**LINE.to_dict(), "confidence": float("nan")}],
    lambda: [{**LINE.to_dict(), "confidence": 1.5}, {**SEGMENT.to_dict(), "end_s": 0.1}],
    lambda: [{**LINE.to_dict(), "text": CANARY + "\ud800"}],
]


@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_a_broken_engine_is_an_error_without_words(number: int, capfd: Any) -> None:
    engine = Reader(BROKEN[number])
    with Screener(ocr=engine, speech=engine) as screener:
        for call in (lambda: screener.recognise_text(b"x"), lambda: screener.recognise_speech([0.0])):
            with pytest.raises(wardlight.InternalError) as caught:
                call()
            error = caught.value
            assert (error.code, error.detail) == ("SVC_INTERNAL_ERROR", "LENT_ENGINE_FAILED")
            assert error.__context__ is None and error.__cause__ is None
            told = [repr(error), str(error.to_dict()), *traceback.format_exception_only(type(error), error)]
            assert not any(CANARY in each for each in told)
        assert screener.screen("bullying", "see you at practice").level == "none"
    assert CANARY not in "".join(capfd.readouterr())


def test_a_wish_to_stop_is_not_swallowed() -> None:
    engine = Reader(raises(KeyboardInterrupt()))
    with Screener(ocr=engine) as screener, pytest.raises(KeyboardInterrupt):
        screener.recognise_text(b"x")


@pytest.mark.parametrize("call, detail", [
    (lambda s: s.recognise_text(b""), "VAL_INVALID_INPUT"),
    (lambda s: s.recognise_speech([0.0], 44_100), "VAL_INVALID_INPUT"),
    (lambda s: s.recognise_speech([float("inf")]), "VAL_INVALID_INPUT"),
    (lambda s: s.recognise_speech([CANARY]), "VAL_INVALID_INPUT"),
])
def test_what_is_wrong_never_reaches_an_engine(call: Callable[[Screener], Any], detail: str) -> None:
    engine = Reader(lambda: [])
    with Screener(ocr=engine, speech=engine) as screener, pytest.raises(WardlightError) as caught:
        call(screener)
    assert caught.value.detail == detail and CANARY not in str(caught.value) and engine.seen == []


def test_without_an_engine_it_says_so(screener: Screener) -> None:
    for call in (lambda: screener.recognise_text(b"x"), lambda: screener.recognise_speech([0.0])):
        with pytest.raises(wardlight.UnsupportedError) as caught:
            call()
        assert caught.value.code == "FEATURE_UNAVAILABLE" and "was lent" in str(caught.value)


def test_threads_share_an_engine() -> None:
    together = threading.Barrier(4, timeout=30)

    def answer() -> Any:
        together.wait()
        return [LINE]

    async def main() -> None:
        async with AsyncScreener(Screener(ocr=Reader(answer)), workers=4) as screener:
            answers = await asyncio.gather(*(screener.recognise_text(b"x") for _ in range(4)))
        assert answers == [(LINE,)] * 4

    asyncio.run(main())


class Silent:
    def recognise_text(self, image: bytes) -> Sequence[TextLine]:
        return [LINE]


def test_a_pickle_keeps_its_engines() -> None:
    with pickle.loads(pickle.dumps(Screener(ocr=Silent()))) as again:
        assert again.recognise_text(b"x") == (LINE,)
