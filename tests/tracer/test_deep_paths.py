"""Trees as deep as they are large: what is asked of them takes steps in proportion to their nodes, and no more."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest
from mutants import deep

import tracer
from tracer.count.counts import uniform_branching
from tracer.count.frontier import _find_nearest_mark, frontier
from tracer.count.paths import NO_NODE, Paths
from tracer.recording.tree_shape import parents
from tracer.why.explain import why

PLIES = 600
"""Few enough to be walked twice in a test."""


def lines(function: Callable[[], object]) -> int:
    """How many lines of Python run in a call: what it costs, on every machine."""
    counted, before = 0, sys.gettrace()

    def count(_frame: FrameType, event: str, _told: Any) -> Any:
        nonlocal counted
        counted += event == "line"
        return count

    sys.settrace(count)
    try:
        function()
    finally:
        sys.settrace(before)
    return counted


def ask(question: Callable[[tracer.Trace], object], size: int, **shape: Any) -> int:
    trace = deep(size, **shape)
    return lines(lambda: question(trace))


SHAPES = [{}, {"leaves": True}, {"leaves": True, "twice": True}]


def count(trace: tracer.Trace) -> object:
    return trace.columns.parent, frontier(trace), trace.counts.summary(), trace.counts.exact


@pytest.mark.parametrize("shape", SHAPES[:2])
def test_columns_and_counts_take_the_same_steps_at_any_depth(shape: dict[str, Any]) -> None:
    ask(count, 10, **shape)  # what is loaded when it is first asked for
    assert ask(count, 8 * PLIES, **shape) < 1.5 * ask(count, PLIES, **shape)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(
    "question",
    [
        tracer.check,
        count,
        lambda trace: [why(trace, len(trace) - 1, step) for step in (trace.steps // 2, trace.steps - 1)],
        lambda trace: trace.principal_variation,
        lambda trace: trace.counts.by_ply(),
    ],
)
def test_what_is_asked_of_a_deep_tree_takes_steps_in_proportion(
    question: Callable[[tracer.Trace], object], shape: dict[str, Any]
) -> None:
    ask(question, 10, **shape)  # what is loaded when it is first asked for
    assert ask(question, 2 * PLIES, **shape) < 2.3 * ask(question, PLIES, **shape) + 2_000


@pytest.mark.parametrize("shape", SHAPES)
def test_parents_are_those_of_a_walk(shape: dict[str, Any]) -> None:
    end = deep(PLIES, **shape).columns.end
    line, found = [], []
    for node in range(len(end)):
        while line and end[line[-1]] <= node:
            line.pop()
        found.append(line[-1] if line else -1)
        line.append(node)
    assert parents(end).tolist() == found


def test_the_nearest_mark_is_that_of_a_walk() -> None:
    trace = deep(PLIES, leaves=True, twice=True)
    parent, number = trace.columns.parent, Paths(trace).number
    marks = np.where(np.arange(len(trace)) % 97 == 50, np.arange(len(trace)), NO_NODE)
    below = np.unique(number)[::7]
    found = []
    for first in below.tolist():
        at = first
        while at > 0 and marks[at] == NO_NODE:
            at = number[parent[at]]
        found.append(marks[at])
    assert lines(lambda: _find_nearest_mark(marks, below, number, parent)) < 200
    assert _find_nearest_mark(marks, below, number, parent).tolist() == found


@pytest.mark.parametrize(("b", "depth"), [(1, 9), (2, 3), (3, 1), (7, 13), (2, 40)])
def test_the_branching_factor_is_that_of_a_uniform_tree(b: int, depth: int) -> None:
    assert uniform_branching(sum(b**ply for ply in range(depth + 1)), depth) == pytest.approx(b, rel=1e-14)


def test_the_branching_factor_of_a_very_deep_tree_is_known_at_once() -> None:
    assert lines(lambda: uniform_branching(10**4, 10**4 - 1)) < 40_000
    assert uniform_branching(10**6 + 1, 10**6) == pytest.approx(1, abs=1e-9)
