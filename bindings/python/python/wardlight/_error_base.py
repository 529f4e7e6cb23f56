"""What every error of this package has in common."""

from __future__ import annotations

from typing import Any, ClassVar, Dict, Tuple


class WardlightError(Exception):
    """An error with a stable code. Its message names the field, the limit and the size, and never holds content."""

    __module__ = "wardlight"
    kind: ClassVar[str] = "internal"
    """What the caller can do; one class per kind."""
    code: str
    """The specification's word."""
    detail: str
    """A finer stable word; equal to `code` where there is nothing finer to say."""
    message: str
    """What is wrong, free of content."""
    http_status: int
    """The status that a server answers with."""

    def __init__(self, message: str, *, code: str, detail: str, http_status: int) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.detail = detail
        self.http_status = http_status

    def to_dict(self) -> Dict[str, Any]:
        """The wire object: code, detail, message."""
        return {"code": self.code, "detail": self.detail, "message": self.message}

    def __reduce__(self) -> Tuple[Any, ...]:
        return _rebuilt, (type(self), self.message, self.code, self.detail, self.http_status)


def _rebuilt(of_kind: Any, message: str, code: str, detail: str, http_status: int) -> WardlightError:
    made = of_kind(message, code=code, detail=detail, http_status=http_status)
    assert isinstance(made, WardlightError)
    return made
