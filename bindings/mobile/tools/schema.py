"""bindings/schema.json as records, vocabularies and errors, for both languages.

What is content, and what errors are called, is decided once for all bindings: in bindings/python/tools/generate.py.
"""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

# Definitions that are plain values.
PLAIN = {"Span": "span", "Date": "string"}
BINDINGS = Path(__file__).resolve().parents[2]


def _python_generator() -> Any:
    path = BINDINGS / "python" / "tools" / "generate.py"
    spec = importlib.util.spec_from_file_location("wardlight_python_generate", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_PYTHON = _python_generator()


@dataclass(frozen=True)
class Type:
    """`kind` is string, int, long, double, boolean, record, word, span, json, list or map."""

    kind: str
    name: str = ""
    of: Optional["Type"] = None


@dataclass(frozen=True)
class Field:
    name: str
    """In camelCase."""
    wire: str
    doc: str
    type: Type
    required: bool
    nullable: bool
    """May be null: always there and null, where it is required too."""
    private: bool
    """Holds content, and stays out of what logs show."""


@dataclass(frozen=True)
class Record:
    name: str
    doc: str
    fields: List[Field]


@dataclass(frozen=True)
class Vocabulary:
    name: str
    doc: str
    words: List[Tuple[str, str]]
    """Each with what it means."""


@dataclass(frozen=True)
class Kind:
    word: str
    doc: str
    name: str
    """In PascalCase: `InvalidInput`."""


@dataclass(frozen=True)
class ErrorRow:
    detail: str
    code: str
    kind: Kind
    http_status: int


@dataclass(frozen=True)
class Schema:
    records: List[Record]
    vocabularies: List[Vocabulary]
    kinds: List[Kind]
    errors: List[ErrorRow]


def read() -> Schema:
    raw = json.loads((BINDINGS / "schema.json").read_text(encoding="utf-8"))
    definitions = {**raw["requests"], **raw["results"]}
    records, vocabularies = [], []
    for name, of in sorted(definitions.items()):
        if of.get("type") == "object":
            records.append(_record(name, of, definitions))
        elif name not in PLAIN:
            vocabularies.append(Vocabulary(name, doc(of.get("description", name)), _words(of)))
    classes = _PYTHON.CLASSES
    kinds = {
        each["const"]: Kind(each["const"], doc(each["description"]), classes[each["const"]].removesuffix("Error"))
        for each in raw["results"]["ErrorKind"]["oneOf"]
    }
    errors = [ErrorRow(row["detail"], row["code"], kinds[row["kind"]], row["http_status"]) for row in raw["errors"]]
    return Schema(records, vocabularies, list(kinds.values()), errors)


def camel(words: str) -> str:
    first, *rest = re.split(r"[_\-. ]", words)
    return first[:1].lower() + first[1:] + "".join(each[:1].upper() + each[1:] for each in rest)


def doc(text: str) -> str:
    """Rustdoc as plain words: links to Rust items keep their words only."""
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\[(`[^`]+`)\]", r"\1", text)
    text = re.sub(r"```.*?```", "", text, flags=re.S).strip()
    text = re.sub(r"(?<=\w)::(?=\w)", ".", text)
    return text.replace("Byte offset of", "Offset, in UTF-16 units, of")


def _record(name: str, of: Dict[str, Any], definitions: Dict[str, Any]) -> Record:
    required = set(of.get("required", [])) - _PYTHON.LEFT_OUT.get(name, set())
    fields = []
    for wire, prop in of["properties"].items():
        attribute = _PYTHON.attribute(name, wire)
        fields.append(
            Field(
                name=camel(attribute),
                wire=wire,
                doc=doc(prop.get("description", "")),
                type=_type(prop, definitions),
                required=wire in required,
                nullable=wire not in required or _nullable(prop),
                private=attribute in _PYTHON.PRIVATE,
            )
        )
    return Record(name, doc(of.get("description", name)), sorted(fields, key=lambda field: not field.required))


def _nullable(prop: Dict[str, Any]) -> bool:
    either = [each.get("type") for each in prop.get("anyOf", [])]
    return "null" in either or "null" in (prop.get("type") or "")


def _words(of: Dict[str, Any]) -> List[Tuple[str, str]]:
    if "enum" in of:
        return [(word, "") for word in of["enum"]]
    if "const" in of:
        return [(of["const"], doc(of.get("description", "")))]
    return [word for each in of["oneOf"] for word in _words(each)]


def _type(prop: Dict[str, Any], definitions: Dict[str, Any]) -> Type:
    if "$ref" in prop:
        name = prop["$ref"].rsplit("/", 1)[1]
        if name in PLAIN:
            return Type(PLAIN[name])
        return Type("record" if definitions[name].get("type") == "object" else "word", name)
    if "anyOf" in prop:
        (inner,) = [each for each in prop["anyOf"] if each.get("type") != "null"]
        return _type(inner, definitions)
    kind = prop["type"]
    if isinstance(kind, list):
        (kind,) = [each for each in kind if each != "null"]
    if kind == "array":
        return Type("list", of=_type(prop["items"], definitions))
    if kind == "object":
        of = prop["additionalProperties"]
        return Type("map", of=_type(of, definitions)) if isinstance(of, dict) else Type("json")
    if kind == "integer":
        return Type("long" if prop["format"].endswith("int64") else "int")
    return Type({"string": "string", "number": "double", "boolean": "boolean"}[kind])
