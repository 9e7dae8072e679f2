"""What searches by proof numbers ask: can MAX reach the goal?"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tracer.errors import PlyscopeError
from tracer.games.rules import MAX
from tracer.searches.contract import INFINITY, Option
from tracer.text import clean, hyphened

Numbers = tuple[float, float]
"""A proof number and a disproof number: at least so many leaves must be valued to prove it, or to disprove it."""
PROVED, DISPROVED, UNKNOWN = (0.0, INFINITY), (INFINITY, 0.0), (1.0, 1.0)
WORTH = {PROVED: 1.0, DISPROVED: -1.0}
"""The value of a node whose question is answered."""
GOAL = Option(
    "goal",
    "win",
    "what MAX is to reach: win (more than 0), draw (0 or more), or a value N (N or more)",
    form="win|draw|N",
)


def reaches(goal: str) -> Callable[[float], bool]:
    """Whether a utility reaches a goal.

    >>> reaches("win")(0), reaches("draw")(0), reaches("3")(3)
    (False, True, True)

    Raises:
        PlyscopeError: it is no goal.
    """
    if goal == "win":
        return lambda utility: utility > 0
    try:
        least = 0.0 if goal == "draw" else float(hyphened(goal))
        if least != least:
            raise ValueError
    except ValueError:
        raise PlyscopeError(f"goal is win, draw or a number, not {clean(repr(goal), 40)}") from None
    return lambda utility: utility >= least


def together(turn: int, below: Iterable[Numbers]) -> Numbers:
    """The numbers of a node from those of its children: MAX needs one move that is proved, MIN's must all be.

    >>> together(1, [(1, 2), (3, 1)]), together(-1, [(1, 2), (3, 1)])
    ((1, 3), (4, 1))
    """
    proofs, disproofs = zip(*below, strict=True)
    return (min(proofs), sum(disproofs)) if turn == MAX else (sum(proofs), min(disproofs))
