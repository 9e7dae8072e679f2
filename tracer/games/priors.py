"""How likely each move is the best one before anything was searched, as PUCT wants to know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from tracer.errors import GameError
from tracer.text import clean

Priors = Callable[[Any, Sequence[Any]], Sequence[float]]
"""`priors(state, moves)`: a number from 0 to 1 for each of these moves."""


def alike(_state: Any, moves: Sequence[Any]) -> Sequence[float]:
    """Priors that prefer no move."""
    return [1 / len(moves)] * len(moves)


def priors_of(own: Callable[[Any], Any] | None, moves_of: Callable[[Any], Any]) -> Priors:
    """The priors that a game gives its moves, for the same moves in any order; alike without any.

    The game's own are a number for each of its moves in its order, or a mapping from each of them to its number.

    Args:
        own: the game's `priors`, if it has any.
        moves_of: its `moves`.
    """
    if own is None:
        return alike

    def priors(state: Any, moves: Sequence[Any]) -> Sequence[float]:
        given, natural = own(state), list(moves_of(state))
        try:
            told = given if isinstance(given, Mapping) else zip(natural, islice(given, len(natural) + 1), strict=True)
            known = dict(told)
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
