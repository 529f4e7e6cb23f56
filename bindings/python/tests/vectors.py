"""The conformance vectors of the repository, read and compared as tests/vectors/README.md tells."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, Iterator, List

ROOT = Path(__file__).resolve().parents[3] / "tests" / "vectors"
SKIPS = json.loads((Path(__file__).parent / "skips.json").read_text(encoding="utf-8"))
MISSING = object()


def folder(name: str) -> List[Dict[str, Any]]:
    """Every vector of a folder; ids are unique and no file is empty."""
    vectors = list(_read(ROOT / name))
    assert vectors, f"{name} has no vectors"
    ids = [vector["id"] for vector in vectors]
    assert len(ids) == len(set(ids)), f"{name}: an id is given twice"
    return vectors


def _read(path: Path) -> Iterator[Dict[str, Any]]:
    for file in sorted(path.glob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        assert content["vectors"], f"{file.name} has no vectors"
        yield from content["vectors"]


def body(given: Dict[str, Any]) -> bytes:
    """The body as it goes over the wire."""
    if "raw" in given:
        return str(given["raw"]).encode("utf-8")
    return json.dumps(given.get("request")).encode("utf-8")


def differences(expect: Dict[str, Any], actual: Dict[str, Any], tolerance: float = 0.0) -> List[str]:
    """Every difference between what is asked for and what came."""
    found: List[str] = []
    if "error" not in expect and "error" in actual:
        found.append(f"error: none was expected, received {actual['error']}")
    for name, want in expect.items():
        if name not in ("absent", "contains"):
            _compare(name, want, actual.get(name, MISSING), tolerance, found)
    for path in expect.get("absent", []):
        if _at(actual, path) is not MISSING:
            found.append(f"{path}: must be absent")
    for path, words in expect.get("contains", {}).items():
        value = _at(actual, path)
        if not isinstance(value, str) or words not in value:
            found.append(f"{path}: must hold {words!r}, received {value!r}")
    return found


def _compare(path: str, want: Any, got: Any, tolerance: float, found: List[str]) -> None:
    if isinstance(want, dict) and isinstance(got, dict):
        for name, value in want.items():
            _compare(f"{path}.{name}", value, got.get(name, MISSING), tolerance, found)
    elif isinstance(want, list) and isinstance(got, list):
        if len(want) != len(got):
            found.append(f"{path}: expected {len(want)} entries, received {len(got)}")
        for i, (one, other) in enumerate(zip(want, got)):
            _compare(f"{path}[{i}]", one, other, tolerance, found)
    elif _number(want) and _number(got):
        if abs(want - got) > tolerance:
            found.append(f"{path}: expected {want}, received {got}")
    elif type(want) is not type(got) or want != got:
        found.append(f"{path}: expected {want!r}, received {'nothing' if got is MISSING else repr(got)}")


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _at(value: Any, path: str) -> Any:
    for name in path.split("."):
        if not isinstance(value, dict) or name not in value:
            return MISSING
        value = value[name]
    return value


def in_code_points(expect: Dict[str, Any], request: Any) -> Dict[str, Any]:
    """Expected offsets of evidence, which the vectors count in bytes, counted as Python counts."""
    if not isinstance(request, dict) or not expect.get("evidence"):
        return expect
    texts: List[Any] = [request.get("text", request.get("content"))]
    if texts == [None]:
        messages: List[Any] = request.get("messages") or request["conversation"]
        texts = [each.get("text", each.get("content")) for each in messages]
    evidence = []
    for each in expect["evidence"]:
        raw = texts[each.get("message_index", 0)].encode("utf-8")
        at = {name: len(raw[: each[name]].decode("utf-8")) for name in ("start", "end") if name in each}
        evidence.append({**each, **at})
    return {**expect, "evidence": evidence}
