"""What the generated dataclasses have in common: the way to the wire and back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Callable, ClassVar, Dict, FrozenSet, Iterable, Mapping, Optional, Tuple, Type, TypeVar


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


_R = TypeVar("_R", bound="Result")
_Reader = Callable[[Any], Any]


class Result(Record):
    """A record that is read from the wire."""

    _NEEDED: ClassVar[FrozenSet[str]] = frozenset()
    """Wire names that are always there."""
    _READERS: ClassVar[Mapping[str, _Reader]] = {}
    """How values that are no plain JSON are read, by wire name."""

    @classmethod
    def from_dict(cls: Type[_R], wire: Mapping[str, Any]) -> _R:
        """Reads the wire object; fields that this version does not know are left out.

        Only fields that are there cost time: the others keep the default of the class, which is None.
        """
        if not wire.keys() >= cls._NEEDED:
            raise KeyError(min(cls._NEEDED - wire.keys()))
        made = object.__new__(cls)
        state, known = made.__dict__, _known(cls)
        for name, value in wire.items():
            if name in known:
                attribute, read = known[name]
                state[attribute] = value if read is None or value is None else read(value)
        return made


def _known(of: Type[Result]) -> Dict[str, Tuple[str, Optional[_Reader]]]:
    """Attribute and reader of every wire name; found once for each class."""
    known = _KNOWN.get(of)
    if known is None:
        wire = [(each.name, of._WIRE.get(each.name, each.name)) for each in fields(of)]  # type: ignore[arg-type]
        known = _KNOWN[of] = {name: (attribute, of._READERS.get(name)) for attribute, name in wire}
    return known


_KNOWN: Dict[Any, Dict[str, Tuple[str, Optional[_Reader]]]] = {}


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    return value


def records(of: Type[_R], values: Iterable[Mapping[str, Any]]) -> Tuple[_R, ...]:
    """A list of records."""
    return tuple([of.from_dict(each) for each in values])
