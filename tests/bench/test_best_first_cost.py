"""What recording a best-first search costs, and a step through a long one."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from conftest import paired

import tracer
from tracer import Trace
from tui.model.browser import Browser
from tui.model.layout import Layout
from tui.model.line import line, spans

ROWS = 30
"""Rows of a screen."""


@pytest.mark.parametrize("search", [name for name, one in tracer.SEARCHES.items() if one.best_first])
def test_recording(search: str, report: Callable[[str], None]) -> None:
    bare, recorded, ratio = paired(
        lambda: tracer.search("tictactoe", search), lambda: tracer.trace("tictactoe", search), rounds=5
    )
    report(f"{search}: bare {bare:.3f} s, recorded {recorded:.3f} s, {ratio:.2f} times")


@pytest.mark.parametrize(
    ("search", "game", "options"),
    [
        ("uct", "tictactoe", {"iterations": 100_000}),
        ("pns", "mnk:4,4,3", {"max_nodes": 700_000, "goal": "-1"}),
    ],
)
def test_a_step(search: str, game: str, options: dict[str, Any], report: Callable[[str], None]) -> None:
    trace = tracer.trace(game, search, **options)
    took = steps(trace)
    report(f"{search}, {trace.steps:,} rows: a step {1000 * median(took):.2f} ms, at most {1000 * max(took):.2f} ms")


def steps(trace: Trace) -> list[float]:
    """Seconds of steps in the model: the cursor, and what the rows of a screen say."""
    browser, layout = Browser(trace), Layout.fit(trace, 100)
    browser.tree.expand_to(2)
    took = []
    for step in range(trace.steps // 2, trace.steps, max(trace.steps // 80, 1)):
        started = perf_counter()
        browser.cursor.go(step)
        browser.time.select_current()
        for row in range(min(ROWS, len(browser.rows))):
            spans(line(browser, browser.rows.node(row), layout), layout)
        took.append(perf_counter() - started)
    return took[2:]
