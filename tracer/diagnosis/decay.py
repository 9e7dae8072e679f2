"""Values that are made smaller on their way up, on purpose: wins lose a step a ply, or all values lose a part.

A parent takes what its child returned and a step less, where that is a win's number. What a node has of that is then
no value of a child, and what a window left out of it is off by a step as well: so at these nodes values and windows
are not judged, and everywhere else they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import SURE, TINY
from tracer.diagnosis.call_columns import INFINITY, Calls
from tracer.recording.columns import Bools

WON = 50
"""Values from which on people take a step off them."""
_DISCOUNTS = (0.9, 0.95, 0.98, 0.99, 0.999)
"""The parts of a value that people leave it on its way up."""


class Decay(NamedTuple):
    """How wins lose their worth."""

    step: float
    """What a win loses on the way from a child to its parent."""
    least: float
    """The least value that loses it, as far as it was seen."""

    def taken(self, value: float) -> float:
        """Return what a parent makes of the best of its children's values."""
        return value if abs(value) < self.least else value - self.step if value > 0 else value + self.step


def decay_of(players: Iterable[Calls]) -> Decay | None:
    """Return how wins lose a step a ply by what nodes returned after their children; None where they do not."""
    parts = [(calls.most, calls.value, calls.near, calls.far) for calls in players if len(calls)]
    if not parts:
        return None
    best, value, near, far = (np.concatenate(column) for column in zip(*parts, strict=True))
    finite = np.isfinite(best) & np.isfinite(value)
    lost = np.where(finite, np.abs(best), 0) - np.where(finite, np.abs(value), 0)
    smaller = (
        (lost > 0) & (np.sign(best) == np.sign(value)) & (np.abs(best) >= WON) & (value != np.clip(best, near, far))
    )
    if not smaller.any():
        return None
    steps, counts = np.unique(lost[smaller], return_counts=True)
    step = float(steps[counts.argmax()])
    least = float(np.abs(best)[smaller & (lost == step)].min())
    if (step != 1 and counts.max() < 2) or step >= least:
        return None
    large = np.abs(best) >= least
    taken = best - step * np.sign(best)
    explained = (value == taken) | (value == np.clip(taken, near, far))
    return Decay(step, least) if (explained & large).sum() >= SURE * large.sum() else None


def touched(players: Iterable[Calls], decay: Decay, size: int) -> Bools:
    """Return for each node whether a value that large is there, or was returned to it."""
    found = np.zeros(size, bool)
    for calls in players:
        large = np.abs(calls.returned) >= decay.least - decay.step
        found[calls.node[calls.owner[large]]] = True
        found[calls.node[np.abs(calls.value) >= decay.least - decay.step]] = True
    return found


def shrinks(players: Iterable[Calls], blamed: Collection[int]) -> bool:
    """Return whether values are made smaller on their way up, always in the same way, as some searches do on purpose.

    By a part of them, or by a step. Values that are too small to be wins may stay as they are.

    Args:
        players: the calls of each player.
        blamed: the nodes that do not count.
    """
    seen: dict[float, float] = {}
    for calls in players:
        counts = ~np.isin(calls.node, list(blamed))
        best, value = (calls.turn * one[counts] for one in (calls.most, calls.value))
        for one, other in zip(best.tolist(), value.tolist(), strict=True):
            if abs(seen.setdefault(one, other) - other) > TINY:
                return False
    rising = sorted((best, value) for best, value in seen.items() if abs(best) < INFINITY)
    smaller = [(best, value) for best, value in rising if abs(best) - abs(value) > TINY]
    steps = [abs(best) - abs(value) for best, value in smaller]
    parts = [value / best for best, value in smaller]
    usual = [abs(step - 1) < TINY and abs(best) >= WON for step, (best, _) in zip(steps, smaller, strict=True)]
    usual += [abs(part - discount) < TINY for part in parts for discount in _DISCOUNTS]
    if not any(value for _, value in smaller) or (len(smaller) < 2 and not any(usual)):
        return False  # where all that is smaller is nothing, values are lost
    if any(one[1] > other[1] + TINY for one, other in pairwise(rising)):
        return False
    regular = any(max(sizes) - min(sizes) <= TINY for sizes in (steps, parts))
    strict = len({value for _, value in rising}) == len(rising) > 2
    return (regular or (strict and len(smaller) == sum(best != 0 for best in seen))) and all(
        best * value >= 0 and abs(value) <= abs(best) for best, value in rising
    )
