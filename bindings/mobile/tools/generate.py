#!/usr/bin/env python3
"""Writes what the Kotlin and Swift packages generate; `--check` fails when a file is stale.

    tools/generate.py [--check] [LIBRARY]

Types and errors come from bindings/schema.json. With LIBRARY, the built `libwardlight_mobile`, UniFFI's side is
written too; that needs cargo. Otherwise nothing but Python is needed.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict

import kotlin
import schema
import swift

MOBILE = Path(__file__).resolve().parents[1]
KOTLIN = MOBILE / "kotlin" / "src" / "main" / "kotlin" / "wardlight"
SWIFT = MOBILE / "swift" / "Sources"


def main() -> int:
    arguments = [each for each in sys.argv[1:] if each != "--check"]
    read = schema.read()
    pages = {
        KOTLIN / "Types.kt": kotlin.types(read),
        KOTLIN / "Errors.kt": kotlin.errors(read),
        SWIFT / "Wardlight" / "Types.swift": swift.types(read),
        SWIFT / "Wardlight" / "Errors.swift": swift.errors(read),
    }
    for library in arguments:
        pages.update(native(Path(library).resolve()))
    stale = [path for path, text in pages.items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(MOBILE)} is stale: run bindings/mobile/tools/generate.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pages[path], encoding="utf-8")
    return 0


def native(library: Path) -> Dict[Path, str]:
    """UniFFI's side, from what the library says of itself."""
    with tempfile.TemporaryDirectory() as out:
        for language in ("kotlin", "swift"):
            command = ["cargo", "run", "--quiet", "--locked", "-p", "wardlight-bindgen", "--", "generate", "--no-format"]
            command += ["--language", language, "--out-dir", out, str(library)]
            subprocess.run(command, cwd=MOBILE, check=True)
        folder = Path(out)
        made = {path.name: path for path in folder.rglob("*") if path.is_file()}
        places = {
            "wardlight_mobile.kt": KOTLIN / "ffi" / "wardlight_mobile.kt",
            "WardlightNative.swift": SWIFT / "WardlightNative" / "WardlightNative.swift",
            "WardlightFFI.h": SWIFT / "WardlightFFI" / "WardlightFFI.h",
            "WardlightFFI.modulemap": SWIFT / "WardlightFFI" / "module.modulemap",
        }
        if made.keys() != places.keys():
            raise SystemExit(f"UniFFI wrote other files than expected: {', '.join(sorted(made))}")
        return {place: made[name].read_text(encoding="utf-8") for name, place in places.items()}


if __name__ == "__main__":
    sys.exit(main())
