"""Engines that an application lends: its own text recognition and speech recognition.

No screening reads pictures or sound yet, so nothing but `Screener.recognise_text` and `Screener.recognise_speech` asks
a lent engine so far.
"""

from __future__ import annotations

import json
import threading
from array import array
from typing import Any, Callable, Optional, Protocol, Sequence, Union

from ._error_base import WardlightError
from ._errors import from_table
from ._wire import encode
from .types import SpeechSegment, TextLine

Samples = Union["array[float]", Sequence[float], bytes, bytearray, memoryview, Any]
"""Mono samples: floats, or the bytes of 32-bit floats; a NumPy array of float32 is both."""


class TextRecogniser(Protocol):
    """Reads the words in a picture. Threads share it."""

    def recognise_text(self, image: bytes) -> Sequence[TextLine]:
        """The lines in an encoded picture; an empty list where there are none."""
        ...


class SpeechRecogniser(Protocol):
    """Writes down what is said. Threads share it."""

    def recognise_speech(self, samples: "array[float]") -> Sequence[SpeechSegment]:
        """The segments in mono samples, 16,000 a second; an empty list for silence.

        `samples` is an array of 32-bit floats; `numpy.asarray(samples)` takes it as it is.
        """
        ...


def text_call(engine: Optional[TextRecogniser]) -> Optional[Callable[[bytes], bytes]]:
    """A lent engine as the native module calls it."""
    return None if engine is None else lambda image: _asked(engine.recognise_text, image)


def speech_call(engine: Optional[SpeechRecogniser]) -> Optional[Callable[[bytes], bytes]]:
    """A lent engine as the native module calls it."""
    return None if engine is None else lambda samples: _asked(engine.recognise_speech, array("f", samples))


def sample_bytes(samples: Samples) -> bytes:
    """Samples as 32-bit floats."""
    try:
        given: Any = samples
        view = memoryview(given)
        if view.format == "f" or (view.format == "B" and view.nbytes % 4 == 0):
            return view.tobytes()
    except TypeError:
        pass
    try:
        return array("f", samples).tobytes()
    except (TypeError, ValueError, OverflowError):
        pass
    raise from_table("VAL_INVALID_INPUT", "samples must be floats, or the bytes of 32-bit floats")


def answered(ask: Callable[[], str]) -> Any:
    """What the native module answers. It makes an error of whatever an engine raises; a user's Ctrl-C outlives that."""
    _here.interrupted = False
    try:
        return json.loads(ask())
    except WardlightError:
        if _here.interrupted:
            raise KeyboardInterrupt from None
        raise


_here = threading.local()
"""Whether the engine that this thread asks was interrupted."""


def _asked(call: Callable[[Any], Any], given: Any) -> bytes:
    try:
        answer = call(given)
    except KeyboardInterrupt:
        _here.interrupted = True
        raise
    try:
        return encode(list(answer))
    except Exception:
        return b""  # Told as an answer that is no list of lines or segments.
