"""What recording each search of the family costs, and a step through a long best-first one, to its drawn frame."""

from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import pytest
from test_frames import explored, told
from yardsticks import paired

import tracer
from tracer import Trace
from tui.model.browser import Browser
from tui.model.row_layout import Layout
from tui.model.row_line import line_spans, make_line

ROWS = 30
"""Rows of a screen."""


LONG: dict[str, tuple[str, dict[str, Any]]] = {
    "uct": ("tictactoe", {"iterations": 100_000}),
    "pns": ("mnk:5,5,4", {"max_nodes": 1_000_000, "goal": "1"}),
}
"""Searches with 100,000 iterations, and with a million rows of a log."""


@pytest.mark.parametrize("search", tracer.SEARCHES)
def test_recording(benchmark: Any, report: Callable[[str], None], search: str) -> None:
    game, options = ("race", {"depth": 8}) if tracer.SEARCHES[search].chance else ("mnk:3,3,3", {"depth": 6})
    if tracer.SEARCHES[search].best_first:
        game, options = "tictactoe", {}

    def record() -> Trace:
        return tracer.trace(game, search, evaluate="zero", **options)

    bare, recorded, ratio = paired(lambda: tracer.search(game, search, evaluate="zero", **options), record, rounds=5)
    visited = len(benchmark.pedantic(record, rounds=3))
    report(f"{search}, {visited:,} nodes of {game}: {bare:.3f} s bare, {recorded:.3f} s recorded, {ratio:.2f} times")


@pytest.mark.parametrize("search", LONG)
def test_a_step(benchmark: Any, report: Callable[[str], None], tmp_path: Path, search: str) -> None:
    game, options = LONG[search]
    trace, path = tracer.trace(game, search, **options), tmp_path / "long.plyscope"
    took = benchmark.pedantic(lambda: steps(trace), rounds=1)
    report(f"{search}, {trace.steps:,} rows: a step {1000 * median(took):.2f} ms, at most {1000 * max(took):.2f} ms")
    trace.save(path)
    report(told(explored(path, 3), "200x60"))


def steps(trace: Trace) -> list[float]:
    """Seconds of steps in the model: the cursor, and what the rows of a screen say."""
    browser, layout = Browser(trace), Layout.fit_to_width(trace, 100)
    browser.tree.expand_to(2)
    took = []
    for step in range(trace.steps // 2, trace.steps, max(trace.steps // 80, 1)):
        started = perf_counter()
        browser.cursor.go_to_step(step)
        browser.time.select_current()
        for row in range(min(ROWS, len(browser.rows))):
            line_spans(make_line(browser, browser.rows.node_in_row(row), layout), layout)
        took.append(perf_counter() - started)
    return took[2:]
