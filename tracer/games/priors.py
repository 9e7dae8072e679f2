"""How likely each move is the best one before anything was searched, as PUCT wants to know it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tracer.errors import GameError
from tracer.text import clean

Priors = Callable[[Any, Sequence[Any]], Sequence[float]]
"""`priors(state, moves)`: a number from 0 to 1 for each of these moves."""


def alike(_state: Any, moves: Sequence[Any]) -> Sequence[float]:
    """Priors that prefer no move."""
    return [1 / len(moves)] * len(moves)


def priors_of(game: Any) -> Priors:
    """The priors that a game gives its moves in its own order, for the same moves in any order; alike without any."""
    own = getattr(game, "priors", None)
    if not callable(own):
        return alike

    def priors(state: Any, moves: Sequence[Any]) -> Sequence[float]:
        given, natural = list(own(state)), list(game.moves(state))
        if len(given) != len(natural) or not all(0 <= prior <= 1 for prior in given):
            said = clean(repr(given), 60)
            raise GameError(f"priors() of the game gives {said}; it must give a number from 0 to 1 for each move")
        known = dict(zip(natural, map(float, given), strict=True))
        return [known[move] for move in moves]

    return priors
