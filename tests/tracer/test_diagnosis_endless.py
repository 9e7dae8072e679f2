"""A search that never ends is told from one that was only stopped."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from told_fragments import Line, enter, leave, recorded

import tracer
from tracer.attaching.attach_functions import attach

WAYS = {"a": ["b", "c"], "b": ["d"], "c": ["a"], "d": ["a"]}


def by_height(depth: int, place: int, maximizing: bool, height: float) -> float:
    if depth == height:
        return place
    values = [by_height(depth + 1, 2 * place, not maximizing, height), 0.0]
    return max(values) if maximizing else min(values)


def without_depth(node: str, maximizing: bool) -> float:
    values = [without_depth(child, not maximizing) for child in WAYS[node]]
    return max(values) if maximizing else min(values)


def by_steps(node: str, depth: float, alpha: float, beta: float) -> float:
    if depth == 0:
        return 3
    for child in WAYS[node]:
        alpha = max(alpha, -by_steps(child, depth - 0.3, -beta, -alpha))
        if alpha >= beta:
            break
    return alpha


def by_halves(place: int, depth: float, mine: bool) -> float:
    """Takes turns by a flag whose name tells nothing."""
    if depth == 0:
        return place
    if mine:
        return max(by_halves(2 * place + k, depth - 1, False) for k in (0, 1))
    return min(by_halves(2 * place + k, depth - 1, True) for k in (0, 1))


def by_negation(place: int, depth: float) -> float:
    if depth == 0:
        return place
    best = -99.0
    for k in (0, 1):
        value = -by_negation(2 * place + k, depth - 1)
        if value > best:
            best = value
    return best


def endless_sum(place: int, depth: float, mine: bool) -> float:
    """No search."""
    if depth == 0:
        return place
    return sum(endless_sum(2 * place + k, depth - 1, not mine) for k in (0, 1))


SEARCHES: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (by_height, (0, 0, True, math.log(11, 2)), ""),
    (without_depth, ("a", True), "the position of node 3 is that of node 0 once more"),
    (by_steps, ("a", 2.0, -99, 99), "the depth went from 2 to −"),
    (by_halves, (1, 4.5, True), "the depth was 4.5, 3.5, 2.5 … and never a whole number"),
    (by_negation, (1, 1.5), "the depth was 1.5, 0.5, −0.5 … and never a whole number"),
]


@pytest.mark.parametrize(("search", "arguments", "more"), SEARCHES, ids=[one[0].__name__ for one in SEARCHES])
def test_a_search_of_which_no_call_is_a_leaf_never_ends(
    search: Callable[..., Any], arguments: tuple[Any, ...], more: str
) -> None:
    recording = attach(search)
    with suppress(RecursionError), recording:
        search(*arguments)
    (finding,) = tracer.check(recording.trace)
    assert (finding.disease, finding.node) == ("never-ends", 0)
    assert finding.message.startswith("no call was ever a leaf: ")
    assert more in finding.message


@pytest.mark.parametrize(("search", "arguments", "more"), SEARCHES, ids=[one[0].__name__ for one in SEARCHES])
def test_it_is_found_though_it_has_no_name_and_returned_nothing(
    search: Callable[..., Any], arguments: tuple[Any, ...], more: str
) -> None:
    recording = attach()
    with suppress(RecursionError), recording:
        search(*arguments)
    (finding,) = tracer.check(recording.trace)
    assert (finding.disease, more in finding.message) == ("never-ends", True)


def test_a_recursion_that_never_ends_is_no_search_for_that() -> None:
    recording = attach()
    with suppress(RecursionError), recording:
        endless_sum(1, 4.5, True)
    assert recording.traces == []


def test_a_deep_line_that_is_stopped_is_not_blamed() -> None:
    def line(left: int, maximizing: bool) -> int:
        if not left:
            raise TimeoutError
        return max(line(left - 1, not maximizing), 0)

    recording = attach(line)
    with suppress(TimeoutError), recording:
        line(400, True)
    assert tracer.check(recording.trace) == []


@pytest.mark.parametrize(
    ("window", "depth", "expected"),
    [((2, 3), 3, ["never-ends"]), ((2, 4), 3, []), ((2, 3), None, [])],
    ids=["null windows", "exact", "depths unknown"],
)
def test_a_driver_that_searches_the_same_again_and_again_never_ends(
    window: tuple[float, float], depth: int | None, expected: list[str]
) -> None:
    """MTD(f) that tests its lower bound again, and no other number."""
    one = [enter("pass", depth, window, kind="pass"), enter("a", depth and 2, window), leave(3), leave(3)]
    lines: list[Line] = [{}, enter(None, turn="MAX"), *one * 30]
    assert [finding.disease for finding in tracer.check(recorded(lines))] == expected
