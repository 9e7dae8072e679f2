"""One function of two that take turns is named: the other one is recorded, too, and no helper is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tracer.attaching.outside import attach
from tracer.diagnosis.examination import check

Tree = Any
TREE: Tree = [[[3, 12], [8, [2, 4]]], [[6, 1], [14, 5]], [[7, 0], 9]]
CALLS: list[str] = []


def max_value(tree: Tree, alpha: int, beta: int) -> int:
    CALLS.append("max")
    if isinstance(tree, int):
        return tree
    best = -99
    for one in tree:
        best = max(best, min_value(one, alpha, beta))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def min_value(tree: Tree, alpha: int, beta: int) -> int:
    CALLS.append("min")
    if isinstance(tree, int):
        return tree
    best = 99
    for one in tree:
        best = min(best, max_value(one, alpha, beta))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best


class Player:
    """Takes turns in comprehensions."""

    def high(self, tree: Tree) -> int:
        CALLS.append("high")
        return tree if isinstance(tree, int) else max(self.low(one) for one in tree)

    def low(self, tree: Tree) -> int:
        CALLS.append("low")
        return tree if isinstance(tree, int) else min([self.high(one) for one in tree])


class Other:
    """Has functions of the same names."""

    def low(self, tree: Tree) -> int:
        return sum(self.high(one) for one in tree)

    def high(self, tree: Tree) -> int:
        return tree if isinstance(tree, int) else self.low(tree)


def negamax(tree: Tree) -> int:
    """Calls itself by a helper alone."""
    CALLS.append("negamax")
    if isinstance(tree, int):
        return tree
    best = -99
    for one in tree:
        best = max(best, tried(one))
    return best


def tried(tree: Tree) -> int:
    return -negamax(tree)


def run_player() -> int:
    Other().low([1, [2, 3]])
    return Player().high(TREE)


PAIRS: dict[str, tuple[Any, Callable[[], int]]] = {
    "a name": ("max_value", lambda: max_value(TREE, -99, 99)),
    "the other one": ("min_value", lambda: max_value(TREE, -99, 99)),
    "a function": (max_value, lambda: max_value(TREE, -99, 99)),
    "methods": (Player.high, run_player),
    "a method's name": ("Player.low", run_player),
}


@pytest.mark.parametrize("pair", PAIRS)
def test_both_of_two_that_take_turns_are_recorded(pair: str, capsys: pytest.CaptureFixture[str]) -> None:
    named, run = PAIRS[pair]
    CALLS.clear()
    with attach(named) as recording:
        result = run()
    trace = recording.trace
    assert trace.counts.visited == len(CALLS)
    assert trace.columns.value[0] == result
    assert [finding for finding in check(trace) if finding.severity.name != "NOTE"] == []
    assert ", which takes turns with " in capsys.readouterr().err


def test_a_helper_that_hands_on_is_not_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    CALLS.clear()
    with attach(negamax) as recording:
        negamax(TREE)
    assert recording.trace.counts.visited == len(CALLS)
    assert "takes turns" not in capsys.readouterr().err
