"""What searches by proof numbers ask: can MAX reach the goal?"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tracer.errors import PlyscopeError
from tracer.games.rules import MAX
from tracer.searches.contract import INFINITY, Option
from tracer.text import clean, hyphened

ProofNumbers = tuple[float, float]
"""A proof number and a disproof number: at least so many leaves must be valued to prove it, or to disprove it."""
PROVED, DISPROVED, UNKNOWN = (0.0, INFINITY), (INFINITY, 0.0), (1.0, 1.0)
PROVED_VALUES = {PROVED: 1.0, DISPROVED: -1.0}
"""The value of a node whose question is answered."""
GOAL_OPTION = Option(
    "goal",
    "win",
    "what MAX is to reach: win (more than 0), draw (0 or more), or a value N (N or more)",
    form="win|draw|N",
)


def goal_test(goal: str) -> Callable[[float], bool]:
    """Whether a utility reaches a goal.

    >>> goal_test("win")(0), goal_test("draw")(0), goal_test("3")(3)
    (False, True, True)
    """
    if goal == "win":
        return lambda utility: utility > 0
    try:
        min_utility = 0.0 if goal == "draw" else float(hyphened(goal))
        if min_utility != min_utility:
            raise ValueError
    except ValueError:
        raise PlyscopeError(f"goal is win, draw or a number, not {clean(repr(goal), 40)}") from None
    return lambda utility: utility >= min_utility


def combine_proof_numbers(turn: int, child_numbers: Iterable[ProofNumbers]) -> ProofNumbers:
    """The numbers of a node from those of its children: MAX needs one move that is proved, MIN's must all be.

    >>> combine_proof_numbers(1, [(1, 2), (3, 1)]), combine_proof_numbers(-1, [(1, 2), (3, 1)])
    ((1, 3), (4, 1))
    """
    proofs, disproofs = zip(*child_numbers, strict=True)
    return (min(proofs), sum(disproofs)) if turn == MAX else (sum(proofs), min(disproofs))
