"""What became of a node, and what its value says of the true one."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """What became of a node."""

    EXPANDED = 0
    """Its moves were searched, as far as a cutoff let them."""
    TERMINAL = 1
    """The game is over there; the value is the utility."""
    HORIZON = 2
    """The depth was exhausted; the value is the evaluation."""
    TABLE = 3
    """Closed by a stored value."""
    PRUNED = 4
    """A pruned branch: a legal move that a cutoff skipped. Never visited."""
    OPEN = 5
    """Visited, but the search stopped inside and it never returned."""


EXPANDED, TERMINAL, HORIZON, TABLE, PRUNED, OPEN = Status


class Why(IntEnum):
    """For what a move was searched otherwise than the rest, or skipped though there was no cutoff."""

    PLAIN = 0
    """As any other, or because of a cutoff."""
    PROBE = 1
    """Searched to learn something of its parent before the others are, as Star2 does; it may leave moves of its own."""
    REDUCED = 2
    """Searched less deep than the others, because it is late among them."""
    EXTENDED = 3
    """Searched deeper than the others."""
    QUIESCENCE = 4
    """Searched beyond the horizon, because it is noisy."""
    FUTILE = 5
    """Not searched: the evaluation with a margin does not reach the window."""
    LATE = 6
    """Not searched: it is late among the moves."""
    QUIET = 7
    """Not searched: it is quiet, and beyond the horizon only noisy moves are."""


SKIP_REASONS = (Why.FUTILE, Why.LATE, Why.QUIET)
"""The reasons of moves that were not searched."""


class Bound(IntEnum):
    """What a returned value says of the true one."""

    EXACT = 0
    """It is the true value."""
    LOWER = 1
    """The true value is this or more."""
    UPPER = 2
    """The true value is this or less."""

    @property
    def sign(self) -> str:
        """`=`, `≥` or `≤`."""
        return BOUND_SIGNS[self]


EXACT, LOWER, UPPER = Bound
BOUND_SIGNS = "=≥≤"
"""The signs of bounds, by their numbers."""


def bound_of_probe(value: float, alpha: float, beta: float, turn: int) -> Bound | None:
    """What a probe's value says, which is that of one move of `turn`: a bound on its side; nothing where it failed.

    >>> bound_of_probe(3, 2, 5, 1), bound_of_probe(3, 2, 5, -1), bound_of_probe(2, 2, 5, 1)
    (<Bound.LOWER: 1>, <Bound.UPPER: 2>, None)
    """
    if turn > 0:
        return LOWER if value > alpha else None
    return UPPER if value < beta else None


def bound_of(value: float, alpha: float, beta: float, *, hard: bool = False, cut: str = ">=") -> Bound | None:
    """What the value that an inner node returned says of the true one, given its window. MAX's view.

    Inside the window it is exact. With the test `>` a fail-soft search also searches the window's ends, so there it
    is exact too; a fail-hard one clamps values to the ends, so there it is a bound, and nothing at all where the ends
    are one.

    >>> bound_of(3, 2, 5), bound_of(5, 2, 5), bound_of(5, 2, 5, cut=">"), bound_of(1, 2, 5)
    (<Bound.EXACT: 0>, <Bound.LOWER: 1>, <Bound.EXACT: 0>, <Bound.UPPER: 2>)
    """
    if alpha < value < beta or (cut == ">" and not hard and alpha <= value <= beta):
        return EXACT
    if hard and alpha == beta:
        return None
    return LOWER if value >= beta else UPPER
