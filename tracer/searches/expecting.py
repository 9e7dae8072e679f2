"""What Star1 and Star2 share: between which values all lie, and what may still matter of an outcome."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nextafter
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.searches.contract import INFINITY, Option
from tracer.text import clean, hyphened, number

BOUNDS = Option(
    "bounds", "", "between which numbers all values lie, such as 0,1; the game's own where it knows them", form="L,U"
)
MOST_OUTCOMES = 10_000
"""Outcomes of a chance node at most, where the window of each follows from all others."""


class Limits(NamedTuple):
    """The least and the greatest value that anything may have: L and U."""

    low: float
    high: float

    def check(self, value: float) -> float:
        """A leaf's value.

        Raises:
            PlyscopeError: it lies outside.
        """
        if not self.low <= value <= self.high:
            raise PlyscopeError(
                f"a leaf is worth {number(value)}, outside the bounds {number(self.low)} to {number(self.high)}: "
                "give others with --bounds L,U"
            )
        return value

    def need(self) -> None:
        """Refuse to search on where they are not known.

        Raises:
            PlyscopeError: they are not.
        """
        if not isfinite(self.low) or not isfinite(self.high):
            raise PlyscopeError(
                "at a chance node this search cuts by the least and the greatest value there can be, which the game "
                "does not say: give them with --bounds L,U, such as --bounds -1,1"
            )

    def window(self, window: tuple[float, float]) -> tuple[float, float]:
        """The window at the root: never beyond what a value may be."""
        low, high = max(window[0], self.low), min(window[1], self.high)
        return (low, high) if low < high else window


def limits(text: str) -> Limits:
    """L and U from a text such as `-1,1`; −∞ and ∞ where it is empty.

    >>> limits("-1,1"), limits("")
    (Limits(low=-1.0, high=1.0), Limits(low=-inf, high=inf))

    Raises:
        PlyscopeError: they are no two numbers in order.
    """
    if not text:
        return Limits(-INFINITY, INFINITY)
    try:
        low, high = (float(hyphened(part)) for part in text.split(","))
    except ValueError:
        low, high = 0.0, 0.0
    if not low < high or not isfinite(low) or not isfinite(high):
        raise PlyscopeError(f"bounds are two numbers L,U with L below U, such as -1,1, not {clean(text, 40)!r}")
    return Limits(low, high)


class Mean:
    """What is known of a chance node while its outcomes are searched: each lies between a low and a high value.

    Raises:
        PlyscopeError: there are too many of them: the ends of each one's window are a sum over all others.
    """

    def __init__(self, chances: Sequence[float], limits: Limits, alpha: float, beta: float) -> None:
        if len(chances) > MOST_OUTCOMES:
            raise PlyscopeError(
                f"at a chance node of {len(chances):,} outcomes this search would take too long: it looks at all of "
                f"them for each, {MOST_OUTCOMES:,} at most; expectiminimax takes them one by one"
            )
        self._chances, self._limits, self._alpha, self._beta = chances, limits, alpha, beta
        self.low, self.high = [limits.low] * len(chances), [limits.high] * len(chances)

    def ends(self, place: int) -> tuple[float, float]:
        """The a and b of an outcome: from b on the mean is at least beta, down to a it is at most alpha."""
        chance = self._chances[place]
        return (
            (self._alpha - self._sum(self.high, place)) / chance,
            (self._beta - self._sum(self.low, place)) / chance,
        )

    def window(self, ends: tuple[float, float]) -> tuple[float, float]:
        """The window of an outcome: a and b, not beyond L and U. Rounding never leaves it empty."""
        low = min(max(ends[0], self._limits.low), nextafter(self._limits.high, -INFINITY))
        return low, max(min(ends[1], self._limits.high), nextafter(low, INFINITY))

    def at_least(self) -> float:
        """The mean where it is known to reach beta."""
        return self._rounded(max(self._sum(self.low), self._beta))

    def at_most(self) -> float:
        """The mean where it is known not to pass alpha."""
        return self._rounded(min(self._sum(self.high), self._alpha))

    def value(self) -> float:
        """The mean where all outcomes are known, added up in their order."""
        return self._rounded(self._sum(self.low))

    def _rounded(self, mean: float) -> float:
        """A mean, which rounding alone brings beyond L and U."""
        return min(max(mean, self._limits.low), self._limits.high)

    def _sum(self, values: Sequence[float], without: int = -1) -> float:
        pairs = enumerate(zip(self._chances, values, strict=True))
        return sum((chance * value for place, (chance, value) in pairs if place != without), 0.0)
