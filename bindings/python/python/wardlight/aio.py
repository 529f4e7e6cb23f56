"""The screener for asyncio: the same calls as coroutines, on threads of their own."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, AsyncIterator, Callable, Iterable, List, Optional, Sequence, Tuple, Type, TypeVar, Union

from ._issuer import TokenIssuer
from ._native import CancelToken
from ._recognise import Samples
from ._screener import Item, Screener
from ._wire import Body
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

_T = TypeVar("_T")


class AsyncScreener:
    """A screener whose calls are awaited; the event loop stays free.

    At most `workers` calls run at a time, one per core by default. A call that is cancelled before it has begun is
    never made. One text or conversation is read in one pass, which cannot be interrupted: it ends by itself and its
    answer is dropped. A batch stops between its items.

    >>> import asyncio
    >>> from wardlight.aio import AsyncScreener
    >>> async def main():
    ...     async with AsyncScreener() as screener:
    ...         return await asyncio.gather(*(screener.screen("bullying", "see you there") for _ in range(3)))
    >>> [verdict.level for verdict in asyncio.run(main())]
    ['none', 'none', 'none']
    """

    def __init__(self, screener: Optional[Screener] = None, *, workers: Optional[int] = None) -> None:
        """Wraps `screener`, or a new one; it is closed with this."""
        self._screener = Screener() if screener is None else screener
        self._threads = ThreadPoolExecutor(workers or os.cpu_count() or 1, thread_name_prefix="wardlight")

    async def screen(self, detector: Detector, request: Body) -> Verdict:
        """As `Screener.screen`."""
        return await self._run(self._screener.screen, detector, request)

    async def screen_multi(self, request: Body) -> MultiVerdict:
        """As `Screener.screen_multi`."""
        return await self._run(self._screener.screen_multi, request)

    async def screen_batch(self, request: Union[Body, Sequence[Item]]) -> BatchVerdict:
        """As `Screener.screen_batch`; a task that is cancelled begins no further item."""
        cancel = CancelToken()
        try:
            return await self._run(lambda: self._screener.screen_batch(request, cancel=cancel))
        finally:
            cancel.cancel()

    async def screen_many(self, items: Iterable[Item], *, parallel: bool = True) -> AsyncIterator[BatchResult]:
        """As `Screener.screen_many`; a task that is cancelled begins no further item."""
        cancel = CancelToken()
        results = self._screener.screen_many(items, parallel=parallel, cancel=cancel)
        end = object()
        try:
            while (result := await self._run(next, results, end)) is not end:
                assert isinstance(result, BatchResult)
                yield result
        finally:
            cancel.cancel()

    async def screen_continued(self, detector: Detector, request: Body, issuer: TokenIssuer) -> ContinuedVerdict:
        """As `Screener.screen_continued`."""
        return await self._run(self._screener.screen_continued, detector, request, issuer)

    async def observe(self, detector: Detector, request: Body) -> List[Signal]:
        """As `Screener.observe`."""
        return await self._run(self._screener.observe, detector, request)

    async def action_plan(self, request: Body, detector: Optional[Detector] = None) -> ActionPlan:
        """As `Screener.action_plan`."""
        return await self._run(self._screener.action_plan, request, detector)

    async def incident_report(
        self, request: Body, detectors: Sequence[Detector] = ("bullying", "grooming")
    ) -> IncidentReport:
        """As `Screener.incident_report`."""
        return await self._run(self._screener.incident_report, request, detectors)

    async def recognise_text(self, image: bytes) -> Tuple[TextLine, ...]:
        """As `Screener.recognise_text`."""
        return await self._run(self._screener.recognise_text, image)

    async def recognise_speech(self, samples: Samples, rate: int = 16_000) -> Tuple[SpeechSegment, ...]:
        """As `Screener.recognise_speech`."""
        return await self._run(self._screener.recognise_speech, samples, rate)

    @property
    def model_version(self) -> Optional[str]:
        """As `Screener.model_version`."""
        return self._screener.model_version

    def close(self) -> None:
        """Drops calls that have not begun, and frees the model."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._screener.close()

    async def __aenter__(self) -> "AsyncScreener":
        return self

    async def __aexit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    async def _run(self, call: Callable[..., _T], *arguments: Any) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, *arguments)
