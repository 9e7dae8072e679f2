"""What Star1 and Star2 share: between which values all lie, and what may still matter of an outcome."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite, nextafter
from typing import NamedTuple

from tracer.errors import PlyscopeError
from tracer.searches.contract import INFINITY, Option
from tracer.text import clean, hyphened, number

BOUNDS_OPTION = Option(
    "bounds", "", "between which numbers all values lie, such as 0,1; the game's own where it knows them", form="L,U"
)
MAX_OUTCOMES = 10_000
"""Outcomes of a chance node at most, where the window of each follows from all others."""


class ValueLimits(NamedTuple):
    """The least and the greatest value that anything may have: L and U."""

    low: float
    high: float

    def check(self, value: float) -> float:
        """A leaf's value."""
        if not self.low <= value <= self.high:
            raise PlyscopeError(
                f"a leaf is worth {number(value)}, outside the bounds {number(self.low)} to {number(self.high)}: "
                "give others with --bounds L,U"
            )
        return value

    def need(self) -> None:
        """Refuse to search on where they are not known."""
        if not isfinite(self.low) or not isfinite(self.high):
            raise PlyscopeError(
                "at a chance node this search cuts by the least and the greatest value there can be, which the game "
                "does not say: give them with --bounds L,U, such as --bounds -1,1"
            )

    def clip_window(self, window: tuple[float, float]) -> tuple[float, float]:
        """The window at the root: never beyond what a value may be."""
        low, high = max(window[0], self.low), min(window[1], self.high)
        return (low, high) if low < high else window


def parse_limits(text: str) -> ValueLimits:
    """L and U from a text such as `-1,1`; −∞ and ∞ where it is empty.

    >>> parse_limits("-1,1"), parse_limits("")
    (ValueLimits(low=-1.0, high=1.0), ValueLimits(low=-inf, high=inf))

    Raises:
        PlyscopeError: they are no two numbers in order.
    """
    if not text:
        return ValueLimits(-INFINITY, INFINITY)
    try:
        low, high = (float(hyphened(part)) for part in text.split(","))
    except ValueError:
        low, high = 0.0, 0.0
    if not low < high or not isfinite(low) or not isfinite(high):
        raise PlyscopeError(f"bounds are two numbers L,U with L below U, such as -1,1, not {clean(text, 40)!r}")
    return ValueLimits(low, high)


class ChanceMean:
    """What is known of a chance node while its outcomes are searched: each lies between a low and a high value.

    Raises:
        PlyscopeError: there are too many of them: the ends of each one's window are a sum over all others.
    """

    def __init__(self, probabilities: Sequence[float], value_limits: ValueLimits, alpha: float, beta: float) -> None:
        if len(probabilities) > MAX_OUTCOMES:
            raise PlyscopeError(
                f"at a chance node of {len(probabilities):,} outcomes this search would take too long: it looks at "
                f"all of them for each, {MAX_OUTCOMES:,} at most; expectiminimax takes them one by one"
            )
        self._probabilities, self._limits, self._alpha, self._beta = probabilities, value_limits, alpha, beta
        self.low, self.high = [value_limits.low for _ in probabilities], [value_limits.high for _ in probabilities]

    def outcome_ends(self, index: int) -> tuple[float, float]:
        """The a and b of an outcome: from b on the mean is at least beta, down to a it is at most alpha."""
        probability = self._probabilities[index]
        return (
            (self._alpha - self._weighted_sum(self.high, index)) / probability,
            (self._beta - self._weighted_sum(self.low, index)) / probability,
        )

    def outcome_window(self, outcome_window: tuple[float, float]) -> tuple[float, float]:
        """The window of an outcome: a and b, not beyond L and U. Rounding never leaves it empty."""
        low = min(max(outcome_window[0], self._limits.low), nextafter(self._limits.high, -INFINITY))
        return low, max(min(outcome_window[1], self._limits.high), nextafter(low, INFINITY))

    def lower_bound(self) -> float:
        """The mean where it is known to reach beta."""
        return self._clamped(max(self._weighted_sum(self.low), self._beta))

    def upper_bound(self) -> float:
        """The mean where it is known not to pass alpha."""
        return self._clamped(min(self._weighted_sum(self.high), self._alpha))

    def value(self) -> float:
        """The mean where all outcomes are known, added up in their order."""
        return self._clamped(self._weighted_sum(self.low))

    def _clamped(self, mean: float) -> float:
        """A mean, which rounding alone brings beyond L and U."""
        return min(max(mean, self._limits.low), self._limits.high)

    def _weighted_sum(self, values: Sequence[float], skipped_index: int = -1) -> float:
        pairs = enumerate(zip(self._probabilities, values, strict=True))
        return sum((probability * value for index, (probability, value) in pairs if index != skipped_index), 0.0)
