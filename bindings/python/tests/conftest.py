"""One screener for all tests, and the counts at the end."""

from __future__ import annotations

from typing import Any, Iterator, List

import pytest

import wardlight

REPORT: List[str] = []


@pytest.fixture(scope="session")
def screener() -> Iterator[wardlight.Screener]:
    with wardlight.Screener() as screener:
        yield screener


@pytest.fixture
def report() -> List[str]:
    """Lines that are printed at the end."""
    return REPORT


def pytest_terminal_summary(terminalreporter: Any) -> None:
    for line in REPORT:
        terminalreporter.write_line(line)
