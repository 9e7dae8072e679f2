"""What the benchmarks share: paired timings, and a report at the end."""

import statistics
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from yardsticks import plain_node

import tracer

LINES: list[str] = []


def paired(first: Callable[[], Any], second: Callable[[], Any], rounds: int = 9) -> tuple[float, float, float]:
    """Processor seconds of two functions run in turn, A B A B …: the least of each, the median of the ratios B ÷ A."""
    times: list[tuple[float, float]] = []
    for _ in range(rounds):
        pair = []
        for function in (first, second):
            started = process_time()
            function()
            pair.append(process_time() - started)
        times.append((pair[0], pair[1]))
    return min(a for a, _ in times), min(b for _, b in times), statistics.median(b / a for a, b in times)


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
