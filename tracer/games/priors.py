"""How likely each move is the best one before anything was searched, as PUCT wants to know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracer.errors import GameError
from tracer.text import clean

Priors = Callable[[Any, Sequence[Any]], Sequence[float]]
"""`priors(state, moves)`: a number from 0 to 1 for each of these moves."""


def alike(_state: Any, moves: Sequence[Any]) -> Sequence[float]:
    """Priors that prefer no move."""
    return [1 / len(moves)] * len(moves)


def priors_of(game: Any) -> Priors:
    """The priors that a game gives its moves, for the same moves in any order; alike without any.

    The game's own are a number for each of its moves in its order, or a mapping from each of them to its number.
    """
    own = getattr(game, "priors", None)
    if not callable(own):
        return alike

    def priors(state: Any, moves: Sequence[Any]) -> Sequence[float]:
        given, natural = own(state), list(game.moves(state))
        try:
            known = dict(given) if isinstance(given, Mapping) else dict(zip(natural, given, strict=True))
            found = [float(known.pop(move)) for move in moves]
        except (TypeError, ValueError, KeyError, OverflowError):
            known, found = {}, [-1.0]
        if known or not all(0 <= prior <= 1 for prior in found):
            said = clean(repr(given), 60)
            raise GameError(
                f"priors() of the game gives {said}; it must give a number from 0 to 1 for each move, in the order of "
                "moves() or as a mapping from moves"
            )
        return found

    return priors
