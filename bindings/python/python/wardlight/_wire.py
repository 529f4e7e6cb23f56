"""From Python objects to request bodies, with errors that hold no content."""

from __future__ import annotations

import json
from typing import Any, Mapping, Optional, Tuple, Union

from ._errors import from_table
from ._record import Record

Body = Union[str, bytes, Mapping[str, Any], Record]
"""A request: words to screen, a JSON body as bytes, a dict, or a request dataclass."""


def encode(value: Any) -> bytes:
    """`value` as UTF-8 JSON."""
    # Raised outside of `except`, so that no chained exception carries the words along.
    fault = "the request cannot be written as JSON"
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_record).encode("utf-8")
    except UnicodeEncodeError:
        fault = "a text holds half of a surrogate pair; decode it with errors='replace' first"
    except TypeError:
        fault += ": it holds an object that is no text, number, list, dict or request"
    except ValueError:
        fault += ": it holds itself, or a number that is not finite"
    except RecursionError:
        fault += ": it is nested too deeply"
    raise from_table("VAL_INVALID_INPUT", fault)


def body(request: Body) -> bytes:
    """The body of a call; a plain string is the text to be screened."""
    if isinstance(request, bytes):
        return request
    return encode({"text": request} if isinstance(request, str) else request)


def optional(value: Any) -> Optional[bytes]:
    """A setting as JSON, where it is given."""
    if value is None or isinstance(value, bytes):
        return value
    return encode(value)


def with_detector(item: Union[Body, Tuple[str, Body]]) -> Any:
    """An item of a batch from a pair, a dict with `type`, or a `BatchItem`."""
    if isinstance(item, tuple):
        detector, request = item
        if isinstance(request, bytes):
            request = _parsed(request)
        wire = {"text": request} if isinstance(request, str) else plain_dict(request)
        return {"type": name(detector), **wire}
    if isinstance(item, bytes):
        return _parsed(item)
    return item.to_dict() if isinstance(item, Record) else item


def plain_dict(request: Any) -> Mapping[str, Any]:
    """A request as a dict."""
    if isinstance(request, Record):
        return request.to_dict()
    if isinstance(request, Mapping):
        return request
    raise from_table("VAL_INVALID_INPUT", "the request must be an object")


def name(word: Any) -> str:
    """A word of a vocabulary. Anything else may be content and is not repeated."""
    if isinstance(word, str) and word.isascii():
        return word
    return "?"


def _parsed(request: bytes) -> Any:
    try:
        return json.loads(request)
    except ValueError:
        pass
    raise from_table("MALFORMED_JSON", "the body is not valid JSON")


def _record(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError
