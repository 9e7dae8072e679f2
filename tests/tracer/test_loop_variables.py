"""The variable of a loop that is returned names the move that is played; a number that is computed names none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tracer
from tracer.attaching.attach_functions import attach
from tracer.attaching.loop_variables import handed_to_the_return, loop_variables, telling


def kept(moves: Any, rate: Any) -> Any:
    best, chosen = -9, None
    for move in moves:
        value = rate(move)
        if value > best:
            best, chosen = value, move
    return chosen


def rated(moves: Any, rate: Any) -> Any:
    ratings = {}
    for move in moves:
        ratings[move] = rate(move)
    choose = max
    return choose(ratings, key=ratings.get)


def listed(moves: Any, rate: Any) -> Any:
    pairs = []
    for move in moves:
        pairs.append((rate(move), move))  # noqa: PERF401  # as people write it
    return sorted(pairs)[-1][1]


def comprehended(moves: Any, rate: Any) -> Any:
    pairs = [(rate(move), move) for move in moves]
    _rate, one = max(pairs)
    return one


def keyed(moves: Any, rate: Any) -> Any:
    return max(moves, key=lambda move: -rate(move))


def scored(moves: Any, rate: Any) -> Any:
    best = 0
    for move in moves:
        best = max(best, rate(move) + move)
    return best


def counted(moves: Any, rate: Any) -> Any:
    return max(rate(move) for move in moves)


@pytest.mark.parametrize("function", [kept, rated, listed, comprehended, keyed])
def test_a_variable_that_is_handed_on_to_what_is_returned_is_known(function: Callable[..., Any]) -> None:
    assert "move" in handed_to_the_return(function.__code__)


@pytest.mark.parametrize("function", [scored, counted])
def test_a_number_that_is_computed_from_it_is_not_that_variable(function: Callable[..., Any]) -> None:
    assert "move" not in handed_to_the_return(function.__code__)


def test_the_loops_that_make_a_call_are_read_up_to_a_caller() -> None:
    import sys

    found = []

    def rate(move: int) -> int:
        found.append(loop_variables(sys._getframe(), None))
        return move

    for function in (kept, comprehended, keyed):
        function([3, 5], rate)
    assert [dict(one)["move"] for one in found] == [3, 5] * 3


def test_several_variables_tell_a_move_together_if_none_does_alone() -> None:
    def cells(board: Any) -> Any:
        for row in board:
            for column in row:
                chosen = row, column
        return chosen

    held = [(("row", row), ("column", column)) for row in (0, 1) for column in (0, 1)]
    assert telling(held, cells.__code__)[2] == (("row,column", (1, 0)),)
    assert telling(held, None) == [(), (), (), ()]


def minimax(pins: tuple[int, ...], first: bool) -> int:
    if not pins:
        return -1 if first else 1
    values = [minimax(pins[1:], not first)]
    if len(pins) > 1:
        values.append(minimax(pins[2:], not first))
    return max(values) if first else min(values)


def best(pins: tuple[int, ...], *, points: bool) -> int:
    top, taken = -99, 0
    for count in (2, 1):
        value = minimax(pins[count:], False) + (7 if points else 0)
        if value > top:
            top, taken = value, count
    return top if points else taken


@pytest.mark.parametrize(("points", "known"), [(False, True), (True, False)])
def test_the_played_move_is_known_by_its_variable_and_not_by_a_score(points: bool, known: bool) -> None:
    with attach(minimax, root=best) as recording:
        best((4, 4, 4, 4, 4), points=points)
    trace = recording.trace
    assert ("played" in trace.header.notes) is known
    assert tracer.check(trace) == []


def test_a_move_is_read_as_the_loops_also_where_a_position_is_that_number() -> None:
    def value(stones: int, mine: bool) -> int:
        if stones == 0:
            return -1 if mine else 1
        values = [value(stones - taken, not mine) for taken in (1, 2, 3) if taken <= stones]
        return max(values) if mine else min(values)

    def choose(stones: int) -> int:
        best, chosen = -9, 0
        for taken in (1, 2, 3):
            if (worth := value(stones - taken, mine=False)) > best:
                best, chosen = worth, taken
        return chosen

    with attach(value, root=choose) as recording:
        assert choose(4) == 1
    assert recording.trace.header.notes["played"] == "3"  # the position after it
