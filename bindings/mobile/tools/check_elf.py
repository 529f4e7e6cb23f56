#!/usr/bin/env python3
"""Fails when a library cannot be loaded on an Android device with 16 KB pages.

    tools/check_elf.py LIBRARY.so [...]

Reads the program headers: every segment that is loaded has to be aligned to 16 KB, at an address that fits its offset.
Give it every .so that an app ships, JNA's libjnidispatch.so included.
"""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import Iterator, List, Tuple

PAGE = 16 * 1024
PT_LOAD = 1


def main() -> int:
    paths = [Path(each) for each in sys.argv[1:]]
    if not paths:
        print(__doc__, file=sys.stderr)
        return 2
    failed = 0
    for path in paths:
        found = faults(path.read_bytes())
        failed += bool(found)
        print(f"{path.name}: {'; '.join(found) if found else 'aligned to 16 KB'}")
    return 1 if failed else 0


def faults(elf: bytes) -> List[str]:
    if elf[:4] != b"\x7fELF":
        return ["not an ELF file"]
    found = []
    loaded = 0
    for kind, offset, address, align in segments(elf):
        if kind != PT_LOAD:
            continue
        loaded += 1
        if align < PAGE or align % PAGE:
            found.append(f"segment at {address:#x} is aligned to {align:#x}")
        elif address % PAGE != offset % PAGE:
            found.append(f"segment at {address:#x} does not fit its offset {offset:#x}")
    return found if loaded else ["no segment is loaded"]


def segments(elf: bytes) -> Iterator[Tuple[int, int, int, int]]:
    """Kind, offset, address and alignment of each program header."""
    wide = elf[4] == 2
    order = "<" if elf[5] == 1 else ">"
    (start,) = struct.unpack_from(order + ("Q" if wide else "I"), elf, 32 if wide else 28)
    size, count = struct.unpack_from(order + "HH", elf, 54 if wide else 42)
    for i in range(count):
        if wide:
            kind, _, offset, address, _, _, _, align = struct.unpack_from(order + "IIQQQQQQ", elf, start + i * size)
        else:
            kind, offset, address, _, _, _, _, align = struct.unpack_from(order + "8I", elf, start + i * size)
        yield kind, offset, address, align


if __name__ == "__main__":
    sys.exit(main())
