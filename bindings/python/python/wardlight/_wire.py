"""From Python objects to request bodies, with errors that hold no content."""

from __future__ import annotations

import json
import operator
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._error_base import WardlightError
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


Faults = Dict[int, Tuple[str, str]]
"""Code and reason of the items of a batch that cannot be written, by place."""


def batch(items: Iterable[Any], others: Mapping[str, Any]) -> Tuple[bytes, Faults]:
    """The body of a batch, and its faults: one item spoils no other.

    In the place of an item that cannot be written stands one that cannot be read; `placed` tells why.
    """
    written: List[bytes] = []
    faults: Faults = {}
    for index, item in enumerate(items):
        try:
            written.append(encode(with_detector(item)))
        except WardlightError as fault:
            faults[index] = fault.code, fault.message
            written.append(_echoed(item))
    rest = (b", " if others else b"") + encode(others)[1:]
    return b'{"items": [' + b", ".join(written) + b"]" + rest, faults


def batch_body(request: Any) -> Tuple[bytes, Faults]:
    """As `batch`, from a sequence of items or from whatever else is the body of a batch."""
    if isinstance(request, Record):
        request = request.to_dict()
    if isinstance(request, Mapping) and isinstance(request.get("items"), (list, tuple)):
        return batch(request["items"], {name: value for name, value in request.items() if name != "items"})
    if isinstance(request, Sequence) and not isinstance(request, (str, bytes)):
        return batch(request, {})
    return body(request), {}


def placed(answer: Dict[str, Any], faults: Faults) -> Dict[str, Any]:
    """The answer to a batch, with the faults at their places."""
    for index, (code, reason) in faults.items():
        result = answer["results"][index]
        if result["error_code"] != "ITEM_NOT_ANALYSED":
            result["error_code"], result["error"] = code, f"items[{index}]: {reason}"
    return answer


def with_detector(item: Any) -> Any:
    """An item of a batch from a pair, a dict with `type`, or a `BatchItem`."""
    request = _request(item)
    if isinstance(request, bytes):
        request = _parsed(request)
    if request is item or not isinstance(item, tuple):
        return request
    # What is no request is answered as a text that is none.
    return {"type": name(item[0]), **(request if isinstance(request, Mapping) else {"text": request})}


def _request(item: Any) -> Any:
    """The request of an item, with or without its detector; a record as a dict."""
    request = item[1] if isinstance(item, tuple) and len(item) == 2 else item
    return request.to_dict() if isinstance(request, Record) else request


def _echoed(item: Any) -> bytes:
    """Of an item that cannot be written, the id that is echoed."""
    request = _request(item)
    known = request if isinstance(request, Mapping) else {}
    try:
        return encode({id: known[id] for id in ("external_id", "externalId") if id in known})
    except WardlightError:
        return b"{}"


def whole(number: Any, what: str, least: int = 0, most: int = 2**32 - 1) -> int:
    """A whole number of at least `least`, of at most `most`."""
    try:
        given = operator.index(number)
    except TypeError:
        given = least - 1
    if least <= given <= most:
        return given
    raise from_table("VAL_INVALID_INPUT", f"{what} must be a whole number within {least} and {most}")


def moment(number: Any, what: str) -> int:
    """A time, in seconds or milliseconds since 1970."""
    return whole(number, what, -(2**63), 2**63 - 1)


def name(word: Any) -> str:
    """A word of a vocabulary. Anything else may be content and is not repeated."""
    if isinstance(word, str) and word.isascii():
        return word
    return "?"


def _parsed(request: bytes) -> Any:
    try:
        return json.loads(request)
    except (ValueError, RecursionError):
        pass
    raise from_table("MALFORMED_JSON", "the body is not valid JSON")


def _record(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError
