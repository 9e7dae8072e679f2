"""Boards that calls share by mistake: by the default of an argument, or by an object that has one as its part."""

from __future__ import annotations

from typing import Any

import pytest

import tracer
from tracer.attaching.attach_functions import attach

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
START = "XO.XO...."


def over(squares: list[str]) -> int | None:
    """What is won; None while the game goes on."""
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            return 1 if squares[a] == "X" else -1
    return None if "." in squares else 0


class Defaulted:
    """Has one list in all objects that are made without one."""

    def __init__(self, squares: list[str] = [*"........."]) -> None:  # noqa: B006  # the mistake
        self.squares = squares

    def after(self, square: int, mark: str) -> Defaulted:
        new = Defaulted()
        new.squares[:] = self.squares
        new.squares[square] = mark
        return new


def by_object(state: Defaulted, first: bool) -> int:
    worth = over(state.squares)
    if worth is not None:
        return worth
    free = [square for square in range(9) if state.squares[square] == "."]
    values = [by_object(state.after(square, "X" if first else "O"), not first) for square in free]
    return max(values) if first else min(values)


def put(square: int, mark: str, squares: list[str] = [*START]) -> list[str]:  # noqa: B006  # the mistake
    squares[square] = mark
    return squares


def by_function(squares: list[str], first: bool) -> int:
    worth = over(squares)
    if worth is not None:
        return worth
    free = [square for square in range(9) if squares[square] == "."]
    values = [by_function(put(square, "X" if first else "O"), not first) for square in free]
    return max(values) if first else min(values)


class Holder:
    """One of many that have one board, on which moves are made and taken back."""

    def __init__(self, squares: list[str]) -> None:
        self.squares = squares


def with_holders(state: Holder, first: bool) -> int:
    """Forgets to take back a move that wins."""
    worth = over(state.squares)
    if worth is not None:
        return worth
    values = []
    for square in range(9):
        if state.squares[square] == ".":
            state.squares[square] = "X" if first else "O"
            values.append(with_holders(Holder(state.squares), not first))
            if values[-1] == (1 if first else -1):
                return values[-1]
            state.squares[square] = "."
    return max(values) if first else min(values)


SEARCHES: dict[str, tuple[Any, Any, str, str | None]] = {
    "object": (by_object, lambda: Defaulted([*START]), "aliased-board", "squares of Defaulted.__init__"),
    "function": (by_function, lambda: [*START], "not-undone", "squares of put"),
    "holders": (with_holders, lambda: Holder([*START]), "not-undone", None),
}


@pytest.mark.parametrize(
    ("name", "game"),
    [(name, game) for name in SEARCHES for game in (None, "tictactoe") if (name, game) != ("holders", None)],
)
def test_what_is_shared_is_said_with_a_game_as_without_one(name: str, game: str | None) -> None:
    search, start, disease, default = SEARCHES[name]
    (put.__defaults__ or ())[0][:] = START
    with attach(search, game=game) as recording:
        search(start(), True)
    first = next(one for one in tracer.check(recording.trace) if one.severity == "error")
    assert first.disease == disease
    assert ("default of the argument" in first.message) == (default is not None)
    assert default is None or default in first.message
