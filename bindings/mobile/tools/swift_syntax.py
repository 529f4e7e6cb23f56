#!/usr/bin/env python3
"""Reads the Swift sources with tree-sitter, where there is no Swift compiler: syntax only, no types.

    pip install tree-sitter tree-sitter-swift && tools/swift_syntax.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import tree_sitter_swift
from tree_sitter import Language, Node, Parser

SWIFT = Path(__file__).resolve().parents[1] / "swift"


def main() -> int:
    parser = Parser(Language(tree_sitter_swift.language()))
    # What UniFFI generates has attributes inside `#if`, which the grammar does not know.
    left = {".build", "WardlightNative"}
    files = sorted(path for path in SWIFT.rglob("*.swift") if not left & set(path.parts))
    failed = 0
    for path in files:
        for node in faults(parser.parse(path.read_bytes()).root_node):
            failed += 1
            line, column = node.start_point
            print(f"{path.relative_to(SWIFT)}:{line + 1}:{column + 1}: not understood", file=sys.stderr)
    print(f"swift syntax: {len(files)} files, {failed} faults")
    return 1 if failed or not files else 0


def faults(node: Node) -> list[Node]:
    """The innermost nodes that the grammar could not read."""
    inner = [fault for child in node.children for fault in faults(child)]
    return inner or ([node] if node.is_error or node.is_missing else [])


if __name__ == "__main__":
    sys.exit(main())
