"""How a window arrives at a call: as its caller's, or turned round, as nothing but a negamax hands it on."""

from __future__ import annotations

from enum import Enum
from itertools import permutations
from typing import Any

from tracer.deciding import guesses
from tracer.deciding.call import Call, Handed, Log, Path
from tracer.deciding.returned import is_number, plain_number
from tracer.deciding.thresholds import FEW, SURE, TRIED

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
