"""What the generated dataclasses have in common: the way to the wire and back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Callable, ClassVar, Dict, FrozenSet, Iterable, Mapping, Optional, Tuple, TypeVar


class Record:
    """A request or a result."""

    _WIRE: ClassVar[Mapping[str, str]] = {}
    """Wire names that differ from the attribute's."""
    _NULLABLE: ClassVar[FrozenSet[str]] = frozenset()
    """Fields that are always on the wire; null where there is no value."""

    def to_dict(self) -> Dict[str, Any]:
        """The wire object: plain dicts, lists, strings, numbers. Fields that do not apply are left out."""
        wire, nullable = self._WIRE, self._NULLABLE
        pairs = ((each.name, getattr(self, each.name)) for each in fields(self))  # type: ignore[arg-type]
        return {wire.get(name, name): plain(value) for name, value in pairs if value is not None or name in nullable}


_R = TypeVar("_R", bound=Record)


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    return value


def record(of: Any, value: Optional[Mapping[str, Any]]) -> Any:
    """A nested record, where there is one."""
    return None if value is None else of.from_dict(value)


def records(of: Any, value: Optional[Iterable[Mapping[str, Any]]]) -> Any:
    """A list of records, where there is one."""
    if value is None:
        return None
    read: Callable[[Mapping[str, Any]], Any] = of.from_dict
    return tuple([read(each) for each in value])


def items(value: Optional[Iterable[Any]]) -> Any:
    """A list of plain values, where there is one."""
    return None if value is None else tuple(value)


def pair(value: Optional[Tuple[int, int]]) -> Optional[Tuple[int, int]]:
    """A range, where there is one."""
    return None if value is None else (value[0], value[1])
