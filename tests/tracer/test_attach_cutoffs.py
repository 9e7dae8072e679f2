"""A cutoff is claimed where a search made one: each search here counts its own as it makes them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import total_ordering
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.diagnosis.examination import check
from tracer.recording.status import EXACT
from tracer.tracing import Trace
from tracer.why.explain import explain

Tree = Any
SEEDS = range(5)
MADE: list[int] = []
"""One for each cutoff that a search made."""


def cut() -> bool:
    """Count a cutoff."""
    MADE.append(1)
    return True


def without(node: Tree, top: bool, alpha: float, beta: float) -> float:
    if isinstance(node, int):
        return node
    best = -99.0 if top else 99.0
    for child in node:
        value = without(child, not top, alpha, beta)
        if top:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    return best


def by_comprehension(node: Tree, top: bool, alpha: float, beta: float) -> float:
    if isinstance(node, int):
        return node
    values = [by_comprehension(child, not top, alpha, beta) for child in node]
    return max(values) if top else min(values)


def for_another_reason(node: Tree, top: bool, alpha: float, beta: float) -> float:
    """Leaves the loop for what has nothing to do with the window."""
    if isinstance(node, int):
        return node
    best = -99.0 if top else 99.0
    for place, child in enumerate(node):
        value = for_another_reason(child, not top, alpha, beta)
        best = max(best, value) if top else min(best, value)
        alpha, beta = (max(alpha, best), beta) if top else (alpha, min(beta, best))
        if place == 7:
            break
    return best


def by_break(node: Tree, top: bool, alpha: float, beta: float) -> float:
    if isinstance(node, int):
        return node
    best = -99.0 if top else 99.0
    for child in node:
        value = by_break(child, not top, alpha, beta)
        best = max(best, value) if top else min(best, value)
        alpha, beta = (max(alpha, best), beta) if top else (alpha, min(beta, best))
        if best >= beta if top else best <= alpha:
            cut()
            break
    return best


def by_return(node: Tree, top: bool, alpha: float, beta: float) -> float:
    if isinstance(node, int):
        return node
    best = -99.0 if top else 99.0
    for child in node:
        value = by_return(child, not top, alpha, beta)
        best = max(best, value) if top else min(best, value)
        if top and best >= beta:
            cut()
            return best
        if not top and best <= alpha:
            cut()
            return best
        alpha, beta = (max(alpha, best), beta) if top else (alpha, min(beta, best))
    return best


def beyond_alone(node: Tree, top: bool, alpha: float, beta: float) -> float:
    if isinstance(node, int):
        return node
    best = -99.0 if top else 99.0
    for child in node:
        value = beyond_alone(child, not top, alpha, beta)
        best = max(best, value) if top else min(best, value)
        if best > beta if top else best < alpha:
            cut()
            return best
        alpha, beta = (max(alpha, best), beta) if top else (alpha, min(beta, best))
    return best


def by_condition(node: Tree, top: bool, alpha: float, beta: float) -> float:
    if isinstance(node, int):
        return node
    best, place = (-99.0 if top else 99.0), 0
    while place < len(node) and not (alpha >= beta and cut()):
        value = by_condition(node[place], not top, alpha, beta)
        best = max(best, value) if top else min(best, value)
        alpha, beta = (max(alpha, best), beta) if top else (alpha, min(beta, best))
        place += 1
    return best


def one_player(node: Tree, top: bool, alpha: float, beta: float) -> float:
    """Tests at MAX's nodes alone, in branches of their own."""
    if isinstance(node, int):
        return node
    if top:
        best = -99.0
        for child in node:
            best = max(best, one_player(child, False, alpha, beta))
            if best >= beta:
                cut()
                break
            alpha = max(alpha, best)
        return best
    best = 99.0
    for child in node:
        best = min(best, one_player(child, True, alpha, beta))
        beta = min(beta, best)
    return best


def of_two_loops(node: Tree, top: bool, alpha: float, beta: float) -> float:
    """Leaves the inner loop alone, which has one move a time."""
    if isinstance(node, int):
        return node
    best = -99.0 if top else 99.0
    for place in range(len(node)):
        for child in node[place : place + 1]:
            value = of_two_loops(child, not top, alpha, beta)
            best = max(best, value) if top else min(best, value)
            alpha, beta = (max(alpha, best), beta) if top else (alpha, min(beta, best))
            if alpha >= beta:
                break
    return best


SEARCHES = (by_break, by_return, beyond_alone, one_player)
NEVER = (without, by_comprehension, for_another_reason)


def tree(seed: int) -> Tree:
    """A tree of four plies, values from 0 to 9."""
    draw = random.Random(seed)

    def grow(plies: int) -> Tree:
        return [grow(plies - 1) for _ in range(draw.randint(1, 4))] if plies else draw.randint(0, 9)

    return grow(4)


def record(search: Callable[..., float], seed: int, **said: Any) -> Trace:
    MADE.clear()
    with attach(search, **said) as recording:
        search(tree(seed), True, -99, 99)
    return recording.trace


@pytest.mark.parametrize("search", SEARCHES, ids=lambda one: one.__name__)
def test_the_cutoffs_are_those_that_the_search_made(search: Callable[..., float]) -> None:
    for seed in SEEDS:
        trace = record(search, seed)
        assert trace.counts.cutoffs == len(MADE), seed
        assert ("cut" in trace.header.options) <= (search is beyond_alone)


def test_with_the_moves_known_a_condition_of_the_loop_cuts_where_some_are_left() -> None:
    for seed in SEEDS:
        trace = record(by_condition, seed, moves=lambda frame: _moves(frame["node"]), move=None)
        assert trace.counts.pruning_cutoffs <= len(MADE) <= trace.counts.cutoffs


def _moves(node: Tree) -> list[Tree]:
    return [] if isinstance(node, int) else [*range(len(node))]


@pytest.mark.parametrize("search", NEVER, ids=lambda one: one.__name__)
def test_a_search_without_a_test_makes_none_and_its_values_are_exact(search: Callable[..., float]) -> None:
    for seed in SEEDS:
        trace = record(search, seed)
        assert (trace.counts.cutoffs, trace.counts.pruned_branches) == (0, 0)
        assert "cut" not in trace.header.options
        assert all(trace.proved_bound(node) is EXACT for node in range(len(trace)))
        assert not any("not hold" in explain(trace.node(node)) for node in range(len(trace)))


def test_of_two_loops_of_which_one_is_left_none_is_claimed_where_it_went_on() -> None:
    for seed in SEEDS:
        trace = record(of_two_loops, seed)
        assert "cut" not in trace.header.options
        missed = {node for one in check(trace) if one.disease == "missed-cut" for node in one.where}
        assert not any(trace.columns.cutoff[node] for node in missed)


def test_a_search_whose_text_is_unknown_is_believed_where_nothing_speaks_against_it() -> None:
    space: dict[str, Any] = {}
    text = (
        "def search(node, top, alpha, beta):\n"
        "    if isinstance(node, int):\n        return node\n"
        "    best = -99 if top else 99\n"
        "    for child in node:\n"
        "        value = search(child, not top, alpha, beta)\n"
        "        best = max(best, value) if top else min(best, value)\n"
        "        alpha, beta = (max(alpha, best), beta) if top else (alpha, min(beta, best))\n"
        "{test}"
        "    return best\n"
    )
    for test in ("", "        if alpha >= beta: made.append(1); break\n"):
        made: list[int] = []
        space["made"] = made
        exec(text.format(test=test), space)
        with attach(space["search"]) as recording:
            space["search"](tree(3), True, -99, 99)
        assert recording.trace.counts.cutoffs == len(made)
        assert "cut" not in recording.trace.header.options


@total_ordering
class Score:
    """A value that is no number, and is compared with others of its kind."""

    def __init__(self, points: int) -> None:
        self.points = points

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Score) and self.points == other.points

    def __lt__(self, other: Score) -> bool:
        return self.points < other.points

    def __hash__(self) -> int:
        return hash(self.points)

    def __neg__(self) -> Score:
        return Score(-self.points)


class Window:
    """Its ends are scores."""

    def __init__(self, low: Score, high: Score) -> None:
        self.low, self.high = low, high

    @property
    def is_empty(self) -> bool:
        return self.low >= self.high

    def __bool__(self) -> bool:
        return self.low < self.high


def by_property(node: Tree, window: Window) -> Score:
    if isinstance(node, int):
        return Score(node)
    best = Score(-99)
    for child in node:
        best = max(best, -by_property(child, Window(-window.high, -window.low)))
        window = Window(max(window.low, best), window.high)
        if window.is_empty and cut():
            break
    return best


def by_objects(node: Tree, window: Window) -> Score:
    if isinstance(node, int):
        return Score(node)
    best = Score(-99)
    for child in node:
        best = max(best, -by_objects(child, Window(-window.high, -window.low)))
        window = Window(max(window.low, best), window.high)
        if window.low >= window.high and cut():
            break
    return best


def by_truth(node: Tree, window: Window) -> Score:
    if isinstance(node, int):
        return Score(node)
    best = Score(-99)
    for child in node:
        best = max(best, -by_truth(child, Window(-window.high, -window.low)))
        window = Window(max(window.low, best), window.high)
        if not window and cut():
            break
    return best


def without_test(node: Tree, window: Window) -> Score:
    if isinstance(node, int):
        return Score(node)
    best = Score(-99)
    for child in node:
        best = max(best, -without_test(child, Window(-window.high, -window.low)))
        window = Window(max(window.low, best), window.high)
    return best


@pytest.mark.parametrize("search", [by_property, by_objects, by_truth, without_test])
def test_the_cutoffs_of_a_window_in_an_object_are_those_that_the_search_made(
    search: Callable[[Tree, Window], Score],
) -> None:
    """Whether its ends are compared by a property of it, as the objects that they are, or by its truth."""
    made = 0
    for seed in SEEDS:
        MADE.clear()
        with attach(search) as recording:
            search(tree(seed), Window(Score(-99), Score(99)))
        assert recording.trace.counts.cutoffs == len(MADE), seed
        made += len(MADE)
    assert bool(made) == (search is not without_test)
