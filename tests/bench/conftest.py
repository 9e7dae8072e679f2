"""What the benchmarks share: paired timings, and a report at the end."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from yardsticks import plain_node

import tracer

LINES: list[str] = []


@pytest.fixture
def report() -> Callable[[str], None]:
    """Keeps a line for the end of the run."""
    return LINES.append


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the lines."""
    terminalreporter.section("what was measured")
    for line in LINES:
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def million() -> tracer.Trace:
    """An alpha-beta trace of a million nodes or a few more."""
    return tracer.trace("mnk:5,5,4", "alphabeta", max_nodes=650_000)


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an alpha-beta trace of ten million nodes or a few more: made once, held by nobody."""
    path = tmp_path_factory.mktemp("large") / "large.plyscope"
    tracer.trace("mnk:5,5,4", "alphabeta", max_nodes=7_200_000).save(path)
    return path


@pytest.fixture(scope="session")
def node() -> float:
    """Seconds a node of a plain Python loop: what work of Python's own is measured by."""
    return plain_node()
