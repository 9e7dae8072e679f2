"""What cannot tell who moves: ends of windows, depths, counters, what values are made of, what never comes back."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import pairwise

from tracer.deciding import guesses
from tracer.deciding.call import Log, Path
from tracer.deciding.thresholds import FEW, SELDOM, USUAL


def is_an_end(log: Log, path: Path) -> bool:
    """Whether a variable is an end of a window by its name."""
    names = {end.lower() for pair in guesses.WINDOWS for end in pair if len(end) > 1}
    held = {type(call.seen[path]) for call in log.calls if path in call.seen}
    return path.lower().rpartition(".")[2].lstrip("_") in names and held <= {int, float, type(None)}


def is_a_depth(path: Path) -> bool:
    """Whether a variable is a depth by its name."""
    return path.lower().rpartition(".")[2].lstrip("_") in guesses.DEPTH


def is_the_value(log: Log, keys: Sequence[Hashable]) -> bool:
    """Whether most calls that make none return what a variable with several values holds."""
    leaves = [
        (keys[number], call.numbers) for number, call in enumerate(log.calls) if call.numbers and not log.below[number]
    ]
    if len({held for held, _numbers in leaves}) < FEW:
        return False
    return sum(held in numbers.values() for held, numbers in leaves) >= USUAL * len(leaves)


def comes_back(log: Log, keys: Sequence[Hashable]) -> bool:
    """Whether a number is again what it was further up the path, as players are and a depth or a score is not.

    Words, flags and whatever has no time to come back may tell of players.
    """
    if any(type(held) not in (int, float) for held in keys):
        return True
    met: list[frozenset[Hashable]] = []
    back = changed = 0
    for held, call in zip(keys, log.calls, strict=True):
        above = met[call.above] if call.above >= 0 else frozenset[Hashable]()
        if len(above) > 1 and held != keys[call.above]:
            changed += 1
            back += held in above
        met.append(above if held in above else above | {held})
    return not changed or back >= SELDOM * changed


def is_a_counter(log: Log, keys: Sequence[Hashable]) -> bool:
    """Whether a number only grows from call to call, and not only on the way down: what counts what has happened."""
    if any(type(held) not in (int, float) for held in keys):
        return False
    numbers: list[float] = list(keys)  # type: ignore[arg-type]  # their types were just seen
    grown = False
    for number, (before, now) in enumerate(pairwise(numbers)):
        if now < before:
            return False
        grown |= now > before and log.calls[number + 1].above != number
    return grown
