"""How a value stands where it goes up to: as it is, counted from the other side, or made smaller on its way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tracer.deciding.thresholds import DIGITS, SEVERAL, SURE, USUAL

Raw = tuple[float, Sequence[float]]
"""The value of a call, and those of the calls below it."""


@dataclass(frozen=True, slots=True)
class Passing:
    """How a value stands one ply above."""

    total: float = 0.0
    """What the values of both players add up to: 0 as a rule, 1 where they are chances to win."""
    part: float = 1.0
    """What is left of a value."""
    step: float = 0.0
    """By how much it comes nearer to zero."""

    @property
    def plain(self) -> bool:
        """Whether it stands there as it is."""
        return self == Passing()

    def own(self, value: float) -> float:
        """A value as it is compared with those from below."""
        return round(value - self.total / 2, DIGITS)

    def above(self, value: float) -> float:
        """A value as it stands one ply above; a negamax turns its sign over besides."""
        mine = self.own(value) * self.part
        if self.step:
            mine = max(0.0, mine - self.step) if mine > 0 else min(0.0, mine + self.step)
        return round(mine, DIGITS)


def passing_of(inner: Iterable[Raw]) -> Passing:
    """How values go up, by those of calls and of the calls below them.

    Where children that are all alike hand their value up as it is, what lies between others is their mean.
    """
    inner = list(inner)
    alike = [value == below[0] for value, below in inner if len(set(below)) == 1 and below[0]]
    if len(alike) >= SEVERAL and 2 * sum(alike) > len(alike):
        return Passing()
    known = [(value, max(below), min(below)) for value, below in inner if len(set(below)) > 1]
    known = [three for three in known if all(abs(one) < float("inf") for one in three)]
    if len(known) < SEVERAL or sum(value in (most, least, -least) for value, most, least in known) >= USUAL * len(
        known
    ):
        return Passing()
    if len({least for _value, _most, least in known}) == 1:
        return Passing()  # of one number any relation holds
    needed = SURE * len(known)
    total, count = Counter(round(value + least, DIGITS) for value, _most, least in known).most_common(1)[0]
    within = all(0 <= one <= total for three in known for one in three)  # each player has a part of it
    if count >= needed and within:
        return Passing(total=total)
    smaller = [
        {(abs(end), abs(value)) for end in (most, least) if abs(end) > abs(value)} for value, most, least in known
    ]
    still = sum(value == 0 and 0 in (most, least) for value, most, least in known)
    parts = Counter(part for ends in smaller for part in {round(value / end, 6) for end, value in ends if value})
    steps = Counter(step for ends in smaller for step in {round(end - value, DIGITS) for end, value in ends})
    part, count = max(parts.items(), key=lambda pair: pair[1], default=(1.0, 0))
    if count + still >= needed and count >= SEVERAL:
        return Passing(part=part)
    step, count = max(steps.items(), key=lambda pair: pair[1], default=(0.0, 0))
    return Passing(step=step) if count + still >= needed and count >= SEVERAL else Passing()
