"""How a value stands where it goes up to, and how a window arrives where it is handed down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import permutations
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.call import Call, Handed, Log, Path
from tracer.deciding.returned import is_number, plain_number
from tracer.deciding.thresholds import DIGITS, FEW, SEVERAL, SURE, TINY, TRIED, USUAL

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
    means = [abs(value - sum(below) / len(below)) < TINY for value, below in inner if len(set(below)) > 1]
    if sum(means) >= SURE * len(means):
        return Passing()  # evenly spaced outcomes have their mean as far from the best everywhere
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


Pair = tuple[Path, Path]
"""The lower end and the upper one."""


def turned_window(log: Log, handed: Handed = frozenset(), total: float = 0.0) -> Pair | None:
    """The two numbers that arrive as (−high, −low) of the caller's wherever nothing can have narrowed them yet.

    Or as (total − high, total − low), where the values of both players add up to something.

    That is at the first call that each makes, those at its own position left out; a position that is evaluated before
    may have raised the lower end there. What is the same turned round tells nothing. Two numbers that are no window at
    a call, such as a depth beside the number of a player, are none that arrived.
    """
    first = [
        (call, child)
        for call, below in zip(log.calls, log.below, strict=True)
        if below and (call.code, (child := log.calls[below[0]]).code) not in handed
    ]
    named = [pair for code in log.codes() if (pair := guesses.window(code)) is not None]
    best, most = None, FEW - 1
    for pair in dict.fromkeys((*named, *permutations(list(several_numbers(log))[:TRIED], 2))):
        known = [(_numbers(call, pair), _numbers(child, pair)) for call, child in first]
        seen = [(above, below) for above, below in known if above is not None and below is not None]
        good = [(above, below) for above, below in seen if above[0] <= above[1] and below[0] <= below[1]]
        right = sum(below[0] == total - above[1] and below[1] <= total - above[0] for above, below in good)
        # Two ends that are equal tell nothing: they may be one variable by two names.
        wide = [(above, below) for above, below in good if above[0] < above[1]]
        telling = sum(below == (total - above[1], total - above[0]) and below != above for above, below in wide)
        if telling > most and right >= SURE * len(seen):
            best, most = pair, telling
    return best


def ends_of(call: Call, pair: Pair) -> tuple[Any, Any] | None:
    """What two variables hold; None where they are no window."""
    ends = _numbers(call, pair)
    return ends if ends is not None and ends[0] < ends[1] else None


def _numbers(call: Call, pair: Pair) -> tuple[Any, Any] | None:
    """What two variables hold, as numbers of Python's own; None where one is no number."""
    ends = [None if type(held := call.seen.get(path)) is bool else plain_number(held) for path in pair]
    return None if None in ends else (ends[0], ends[1])


def several_numbers(log: Log) -> dict[Path, set[Any]]:
    """Variables that hold several numbers, with these."""
    held: dict[Path, set[Any]] = {}
    for call in log.calls:
        for path, value in call.seen.items():
            if not path.startswith("=") and is_number(value) and not isinstance(value, bool | Enum):
                held.setdefault(path, set()).add(value)
    return {path: values for path, values in held.items() if len(values) > 1}
