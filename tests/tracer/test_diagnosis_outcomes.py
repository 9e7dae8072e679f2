"""Searches whose values name outcomes: 0, 1 and 2 for a draw and for who wins, or None for what is not decided."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from typing import Any

import tracer

LINES = ((0, 1, 2), (3, 4, 5), (0, 3, 6), (1, 4, 7), (2, 5, 8), (6, 7, 8), (0, 4, 8), (2, 4, 6))


def winner(board: list[int], player: int, keeps: tuple[int, ...] = (1, 2)) -> int:
    """Tic-tac-toe: who wins, 1 or 2, or 0 where nobody does; a player who keeps no draw makes a mistake."""
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    if 0 not in board:
        return 0
    other = 3 - player
    result = other
    for square in [square for square in range(9) if board[square] == 0]:
        board[square] = player
        found = winner(board, other, keeps)
        board[square] = 0
        if found == player:
            return player
        if found == 0 and player in keeps:
            result = 0
    return result


def undecided(heaps: tuple[int, int], depth: int) -> bool | None:
    """Whether the mover wins within a number of moves; None where that is not known."""
    after = [(heaps[0] - take, heaps[1]) for take in (1, 2) if take <= heaps[0]]
    after += [(heaps[0], heaps[1] - take) for take in (1, 3) if take <= heaps[1]]
    if not after:
        return False
    if depth == 0:
        return None
    found = [undecided(one, depth - 1) for one in after]
    if False in found:
        return True
    return None if None in found else False


def recorded(search: Callable[..., Any], *arguments: Any, value: Any = None) -> tracer.Trace:
    with contextlib.redirect_stderr(io.StringIO()), tracer.attach(search, value=value) as recording:
        search(*arguments)
    return recording.trace


BOARD = [1, 0, 0, 0, 2, 0, 0, 0, 1]


def test_numbers_that_name_outcomes_are_no_wrong_values() -> None:
    (finding,) = tracer.check(recorded(winner, [*BOARD], 2))
    assert (finding.disease, finding.severity) == ("recorded-otherwise", "warning")
    assert "{0: 0, 1: 1, 2: -1}" in finding.message
    assert tracer.check(recorded(winner, [*BOARD], 2, value=lambda value: {0: 0, 1: 1, 2: -1}[value])) == []


def test_a_search_of_such_numbers_that_is_wrong_in_every_order_is_blamed() -> None:
    assert "error" in {finding.severity for finding in tracer.check(recorded(winner, [*BOARD], 2, (2,)))}


def test_none_that_is_returned_on_purpose_is_asked_for_its_worth() -> None:
    (finding,) = tracer.check(recorded(undecided, (4, 4), 6))
    assert finding.disease == "recorded-otherwise"
    assert "--value" in finding.message
    assert tracer.check(recorded(undecided, (4, 4), 6, value=lambda value: 0 if value is None else value)) == []


def test_players_who_were_guessed_to_take_turns_and_do_not_are_asked_for() -> None:
    """Each takes two numbers in a row, but for the first turn."""

    def best(taken: tuple[int, ...]) -> int:
        sign = 1 if (len(taken) + 1) // 2 % 2 == 0 else -1
        if len(taken) == 5:
            return sum((1, -1, -1, 1, 1)[at] * (5, 3, 8, 1, 7, 2)[one] * (1 + at % 2) for at, one in enumerate(taken))
        return sign * max(sign * best((*taken, one)) for one in range(6) if one not in taken)

    (finding,) = tracer.check(recorded(best, ()))
    assert (finding.disease, finding.severity) == ("recorded-otherwise", "warning")
    with tracer.attach(turn=lambda frame: (len(frame["taken"]) + 1) // 2 % 2 == 0) as recording:
        best(())
    assert tracer.check(recording.trace) == []
