"""The examples on two workers give the verdicts of a plain loop. test.sh runs this where their libraries install."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Dict

import pyarrow.parquet
import pytest

from wardlight import Screener, screen_column

HERE = Path(__file__).resolve().parent
LINES = 2_000


@pytest.fixture(scope="module")
def chat(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("chat") / "chat.parquet"
    run("make_chat.py", str(path), "--lines", str(LINES))
    return path


@pytest.fixture(scope="module")
def plain(chat: Path) -> Dict[int, Any]:
    table = pyarrow.parquet.read_table(chat)
    with Screener() as screener:
        answer = screen_column(table["text"], "bullying", screener=screener)
    rows = by_id(answer.add_column(0, "id", table["id"]))
    assert len(rows) == LINES and 0 < sum(row["detected"] for row in rows.values()) < LINES
    return rows


@pytest.mark.parametrize("script", ["spark_screen.py", "ray_screen.py"])
def test_an_example_agrees_with_the_plain_loop(
    script: str, chat: Path, plain: Dict[int, Any], tmp_path: Path
) -> None:
    told = run(script, str(chat), str(tmp_path / "verdicts"))
    assert f"{LINES} rows in" in told
    print(told)
    assert by_id(pyarrow.parquet.read_table(tmp_path / "verdicts")) == plain


def by_id(table: Any) -> Dict[int, Any]:
    return {row["id"]: row for row in table.to_pylist()}


def run(script: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(HERE / script), *arguments], capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, done.stderr[-4_000:]
    return done.stdout
