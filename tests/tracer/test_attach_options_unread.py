"""Options that mean nothing at one call of a search: what is said of them, and kept, is the same early and late."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from tracer.attaching.attach_functions import attach
from tracer.attaching.attachment import Attachment
from tracer.errors import PlyscopeError
from tracer.recording.status import OPEN

CALLS = 3_280
EARLY_AND_LATE = (60, 450, 2_500)
"""Calls before and after what variables mean is decided, and below an assembled part."""


def visit(node: int, depth: int, player: str, alpha: float = -99, beta: float = 99, odd: int = -1) -> int:
    """A search of three moves; call number `odd` is told of a player that is none."""
    if depth == 0:
        return random.Random(node).randrange(-11, 12)
    best = -99 if player == "ann" else 99
    for move in range(3):
        below = 3 * node + move + 1
        value = visit(below, depth - 1, "bob" if player == "ann" else "ann", alpha, beta, odd)
        best = max(best, value) if player == "ann" else min(best, value)
    return best


def at_call(number: int, good: Callable[[Any], Any], bad: object) -> Callable[[Any], Any]:
    """What gives something else at one call than at all others."""
    count = itertools.count()
    return lambda frame: bad if next(count) == number else good(frame)


def order(node: int = 0, depth: int = 7) -> list[int]:
    """The nodes in the order of their calls."""
    below = [] if depth == 0 else [order(3 * node + move + 1, depth - 1) for move in range(3)]
    return [node, *itertools.chain.from_iterable(below)]


def at_node(number: int, good: Callable[[Any], Any], bad: object) -> Callable[[Any], Any]:
    """What gives something else at one call, however often it is asked there: a position is read as it returns, too."""
    odd = order()[number]
    return lambda frame: bad if frame["node"] == odd else good(frame)


def recorded(option: str, told: Any) -> tuple[Attachment, PlyscopeError | None]:
    """A recording, and what was wrong with an option."""
    recording = attach(visit, **{option: told})
    try:
        with recording:
            visit(0, 7, "ann")
    except PlyscopeError as error:
        return recording, error
    return recording, None


@pytest.mark.parametrize("number", EARLY_AND_LATE)
@pytest.mark.parametrize(
    ("option", "good", "bad", "wanted"),
    [
        ("turn", lambda frame: frame["player"] == "ann", "nobody", "cannot tell who moves from turn = 'nobody'"),
        ("alpha", lambda frame: frame["alpha"], "low", "alpha is 'low' at a call, which is no number"),
        ("beta", lambda frame: frame["beta"], float("nan"), "beta is nan at a call, which is no number"),
        ("move", lambda frame: frame["node"], (one for one in ()), "move: a generator can be neither compared nor"),
        ("moves", lambda frame: (), 7, "moves: what its call says cannot be read"),
        ("state", lambda frame: frame["node"], (one for one in ()), "the position is a generator"),
    ],
)
def test_what_was_recorded_before_a_call_at_which_an_option_means_nothing_is_kept(
    option: str, good: Callable[[Any], Any], bad: object, wanted: str, number: int
) -> None:
    recording, error = recorded(option, at_node(number, good, bad))
    assert wanted in str(error)
    assert len(recording.trace) == number
    assert recording.trace.header.stopped == "by an error while it was recorded"


@pytest.mark.parametrize("number", EARLY_AND_LATE)
def test_a_call_at_which_an_option_finds_no_value_stays_open(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    for one in (0, number):
        recording, error = recorded("value", at_call(one, lambda returned: returned, None))
        assert error is None
        assert len(recording.trace) == CALLS
        assert (recording.trace.columns.status == OPEN).sum() == 1
        assert "it stays open" in capsys.readouterr().err


@pytest.mark.parametrize("call", EARLY_AND_LATE)
@pytest.mark.parametrize("state", [lambda frame: str(frame["board"]), lambda frame: tuple(frame["board"])])
def test_what_a_function_gives_for_the_position_is_compared_as_a_call_returns(
    state: Callable[[Any], Any], call: int
) -> None:
    """A call that leaves another board than it got is seen, whatever its arguments are by then."""
    count, left_so = itertools.count(), list[int]()

    def search(board: list[int], depth: int, side: int) -> int:
        number = next(count)
        if depth == 0:
            return sum(board) * side
        best = -99
        for square in range(3):
            old = board[square]
            board[square] = old + side
            best = max(best, -search(board, depth - 1, -side))
            board[square] = old
        if number >= call and not left_so:
            left_so.append(number)
            board[8] += 1
        board = [7]  # the name stands for another one from now on
        return best

    with attach(search, state=state) as recording:
        search([0] * 9, 7, 1)
    trace, left = recording.trace, recording.trace.columns.left_text
    assert len(trace) == CALLS
    assert left is not None
    assert [node for node in range(len(trace)) if left[node] >= 0] == sorted(trace.ancestry(left_so[0]))
