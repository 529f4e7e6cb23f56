"""The entry point: a request in, a verdict out."""

from __future__ import annotations

import json
import os
import re
from itertools import islice
from types import TracebackType
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, Union

from . import _native
from ._issuer import TokenIssuer
from ._native import CancelToken
from ._recognise import Samples, SpeechRecogniser, TextRecogniser, answered, sample_bytes, speech_call, text_call
from ._wire import Body, batch, batch_body, body, encode, name, placed, whole
from .types import (
    ActionPlan,
    BatchResult,
    BatchVerdict,
    ContinuedVerdict,
    Detector,
    IncidentReport,
    MultiVerdict,
    Signal,
    SpeechSegment,
    TextLine,
    Verdict,
)

Item = Union[Body, Tuple[str, Body]]
"""An item of a batch: a pair of detector and request, a dict with `type`, or a `BatchItem`."""


class Screener:
    """Screens texts and conversations with the model inside this package.

    Loading takes about a tenth of a second, so keep one and share it between threads: the interpreter lock is released
    while it works. As a context manager it frees the model at the end.

    >>> from wardlight import Screener
    >>> with Screener() as screener:
    ...     verdict = screener.screen("bullying", "can you send me the maths homework?")
    >>> verdict.detected, verdict.level
    (False, 'none')
    """

    def __init__(
        self,
        *,
        policy: Optional[Mapping[str, Any]] = None,
        limits: Optional[Mapping[str, int]] = None,
        early_exit: bool = True,
        bundle: Union[str, "os.PathLike[str]", None] = None,
        ocr: Optional[TextRecogniser] = None,
        speech: Optional[SpeechRecogniser] = None,
    ) -> None:
        """Loads the model.

        `policy` and `limits` change numbers of the rules and ceilings of requests. Without `early_exit` clearly
        harmless messages are read in full too. `bundle` is a folder with another model. `ocr` and `speech` lend
        engines of yours; so far only `recognise_text` and `recognise_speech` ask them.
        """
        self._settings: Dict[str, Any] = {
            "policy": policy,
            "limits": limits,
            "early_exit": early_exit,
            "bundle": None if bundle is None else os.fspath(bundle),
        }
        self._lent = (ocr, speech)
        self._engine: Optional[_native.Engine] = _native.Engine(
            encode(self._settings), text_call(ocr), speech_call(speech)
        )

    def screen(self, detector: Detector, request: Body) -> Verdict:
        """Asks one detector about a text or a conversation.

        An engine that fails gives a verdict with `analysis_status` `engine_error`, which asks for a person.

        >>> from wardlight import Context, Message, Request, Screener
        >>> screener = Screener()
        >>> screener.screen("grooming", Request(
        ...     messages=[Message(text="see you at practice"), Message(text="see you there")],
        ...     context=Context(age_group="10-12"),
        ... )).level
        'none'
        >>> screener.screen("grooming", {"messages": [{"sender_role": "child"}]})
        Traceback (most recent call last):
        ...
        wardlight.InvalidInputError: messages[0].text is missing
        """
        return Verdict.from_dict(json.loads(self._open().screen(name(detector), body(request))))

    def screen_multi(self, request: Body) -> MultiVerdict:
        """Asks up to ten detectors about one text, which is read once.

        >>> from wardlight import MultiRequest, Screener
        >>> request = MultiRequest(text="see you at practice", endpoints=["bullying", "unsafe"])
        >>> Screener().screen_multi(request).summary.total_endpoints
        2
        """
        return MultiVerdict.from_dict(json.loads(self._open().screen_multi(body(request))))

    def screen_batch(
        self, request: Union[Body, Sequence[Item]], *, cancel: Optional[CancelToken] = None
    ) -> BatchVerdict:
        """Judges up to fifty items on every core; each has its answer at its own place.

        Once another thread calls `cancel.cancel()`, items that were not begun are answered with `ITEM_NOT_ANALYSED`.
        An item that is being read is read to its end.

        >>> from wardlight import Screener
        >>> answer = Screener().screen_batch([("bullying", "hello"), ("unsafe", {"text": 7})])
        >>> [(each.success, each.error) for each in answer.results]
        [(True, None), (False, 'items[1].text must be a string; received a number')]
        """
        asked, faults = batch_body(request)
        return BatchVerdict.from_dict(placed(json.loads(self._open().screen_batch(asked, cancel)), faults))

    def screen_many(
        self,
        items: Iterable[Item],
        *,
        progress: bool = False,
        total: Optional[int] = None,
        parallel: bool = True,
        cancel: Optional[CancelToken] = None,
    ) -> Iterator[BatchResult]:
        """Judges any number of items, in order, as they are asked for; memory stays that of one batch.

        Stop iterating to cancel, or let another thread call `cancel.cancel()`: the iterator then ends after the last
        item that was analysed. Without `parallel` it keeps to one core, as a worker beside others should. `progress` shows a bar, if tqdm is installed.

        >>> from wardlight import Screener
        >>> words = (("bullying", f"see you at {hour}") for hour in range(120))
        >>> sum(result.success for result in Screener().screen_many(words))
        120
        """
        if total is None and hasattr(items, "__len__"):
            total = len(items)  # type: ignore[arg-type]
        results = self._batches(iter(items), parallel, cancel)
        return _with_bar(results, total) if progress else results

    def screen_continued(self, detector: Detector, request: Body, issuer: TokenIssuer) -> ContinuedVerdict:
        """Judges the next turns of a conversation.

        What earlier turns showed is in the signed token of the answer before, which you send back as
        `continuation_token`; it holds no words.

        >>> from wardlight import ContinuationKey, Screener, TokenIssuer
        >>> issuer = TokenIssuer([ContinuationKey("ct-2026-11", b"an example of 32 bytes, not more")], "caller")
        >>> screener = Screener()
        >>> first = screener.screen_continued("grooming", {"messages": [{"text": "hi there"}]}, issuer)
        >>> second = screener.screen_continued(
        ...     "grooming",
        ...     {"messages": [{"text": "how was school"}], "continuation_token": first.continuation_token},
        ...     issuer,
        ... )
        >>> first.state_source, second.state_source
        ('fresh', 'token')
        """
        answer = self._open().screen_continued(name(detector), body(request), *issuer.parts())
        return ContinuedVerdict.from_dict(json.loads(answer))

    def observe(self, detector: Detector, request: Body) -> List[Signal]:
        """What was observed before the rules judge it, for inspection and for `assess`. Spans are UTF-8 bytes."""
        return [Signal.from_dict(each) for each in json.loads(self._open().observe(name(detector), body(request)))]

    def action_plan(self, request: Body, detector: Optional[Detector] = None) -> ActionPlan:
        """What somebody can do now; with a detector, for what it finds in the situation that is described.

        >>> from wardlight import ActionPlanRequest, Screener
        >>> plan = Screener().action_plan(ActionPlanRequest(situation="They shut her out of the group chat."), "bullying")
        >>> plan.audience, plan.reading_level
        ('parent', 'grade_8')
        """
        asked = None if detector is None else name(detector)
        return ActionPlan.from_dict(json.loads(self._open().action_plan(_situation(request), asked)))

    def incident_report(self, request: Body, detectors: Sequence[Detector] = ("bullying", "grooming")) -> IncidentReport:
        """A report on what `detectors` find in the messages. Quotes nobody and names nobody.

        >>> from wardlight import IncidentReportRequest, ReportMessage, Screener
        >>> request = IncidentReportRequest(messages=[ReportMessage(sender="Ana", text="see you at practice")])
        >>> Screener().incident_report(request).risk_level
        'low'
        """
        asked = [name(detector) for detector in detectors]
        return IncidentReport.from_dict(json.loads(self._open().incident_report(body(request), asked)))

    def recognise_text(self, image: bytes) -> Tuple[TextLine, ...]:
        """The lines that the lent `ocr` reads in an encoded picture.

        An engine that raises, or answers something else than lines, is an `InternalError` with the detail
        `LENT_ENGINE_FAILED`; the exception and its words are dropped, for they may hold content.

        >>> from wardlight import Bounds, Screener, TextLine
        >>> class Reader:
        ...     def recognise_text(self, image):
        ...         return [TextLine(text="hello", bounds=Bounds(x=0, y=0, width=40, height=12), confidence=0.9)]
        >>> Screener(ocr=Reader()).recognise_text(b"a picture")[0].text
        'hello'
        >>> Screener().recognise_text(b"a picture")
        Traceback (most recent call last):
        ...
        wardlight.UnsupportedError: no text recogniser was lent to this screener
        """
        engine = self._open()
        return tuple(TextLine.from_dict(each) for each in answered(lambda: engine.recognise_text(image)))

    def recognise_speech(self, samples: Samples, rate: int = 16_000) -> Tuple[SpeechSegment, ...]:
        """The segments that the lent `speech` hears in mono samples, 16,000 a second; errors as `recognise_text`.

        >>> from wardlight import Screener, SpeechSegment
        >>> class Listener:
        ...     def recognise_speech(self, samples):
        ...         return [SpeechSegment(text="hello", start_s=0, end_s=len(samples) / 16_000, confidence=0.8)]
        >>> Screener(speech=Listener()).recognise_speech([0.0] * 8_000)[0].end_s
        0.5
        """
        engine, given, rate = self._open(), sample_bytes(samples), whole(rate, "rate")
        heard = answered(lambda: engine.recognise_speech(given, rate))
        return tuple(SpeechSegment.from_dict(each) for each in heard)

    @property
    def model_version(self) -> Optional[str]:
        """`name@version` of the model, as in every verdict."""
        return self._open().model_version

    @property
    def closed(self) -> bool:
        """`close` was called."""
        return self._engine is None

    def close(self) -> None:
        """Frees the model as soon as calls under way have ended. Calls after it raise `ValueError`."""
        self._engine = None

    def __enter__(self) -> "Screener":
        self._open()
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return "Screener(closed)" if self._engine is None else f"Screener({self._engine.model_version})"

    def __reduce__(self) -> Tuple[Any, ...]:
        """Pickles as its settings and lent engines: a worker process loads a model of its own."""
        return _rebuilt, (self._settings, *self._lent)

    def _open(self) -> _native.Engine:
        engine = self._engine
        if engine is None:
            raise ValueError("the screener is closed")
        return engine

    def _batches(
        self, items: Iterator[Item], parallel: bool, cancel: Optional[CancelToken]
    ) -> Iterator[BatchResult]:
        size = self._open().batch_items
        start = 0
        while chunk := list(islice(items, size)):
            request, faults = batch(chunk, {"options": {"parallel": parallel}})
            answer = json.loads(self._open().screen_batch(request, cancel))
            for result in placed(answer, faults)["results"]:
                if cancel is not None and result.get("error_code") == "ITEM_NOT_ANALYSED":
                    return
                result["index"] += start
                if "error" in result:
                    result["error"] = re.sub(r"^items\[\d+\]", f"items[{result['index']}]", result["error"])
                yield BatchResult.from_dict(result)
            start += len(chunk)


def _situation(request: Body) -> bytes:
    return encode({"situation": request}) if isinstance(request, str) else body(request)


def _with_bar(results: Iterator[BatchResult], total: Optional[int]) -> Iterator[BatchResult]:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return results
    return iter(tqdm(results, total=total, unit="item"))


def _rebuilt(
    settings: Dict[str, Any], ocr: Optional[TextRecogniser], speech: Optional[SpeechRecogniser]
) -> Screener:
    return Screener(**settings, ocr=ocr, speech=speech)
