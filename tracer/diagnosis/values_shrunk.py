"""Values that are made smaller on their way up, on purpose: by a part of them, or by a step."""

from __future__ import annotations

from itertools import pairwise

from tracer.diagnosis.case import INFINITY
from tracer.diagnosis.choices import Choice
from tracer.diagnosis.decay import WON

_ROUNDING = 1e-9
_DISCOUNTS = (0.9, 0.95, 0.98, 0.99, 0.999)
"""The parts of a value that people leave it on its way up."""


def shrinks(choices: list[Choice]) -> bool:
    """Whether values are made smaller on their way up, always in the same way, as some searches do on purpose.

    By a part of them, or by a step. Values that are too small to be wins may stay as they are.
    """
    seen: dict[float, float] = {}
    for choice in choices:
        if abs(seen.setdefault(choice.best, choice.value) - choice.value) > _ROUNDING:
            return False
    rising = sorted((best, value) for best, value in seen.items() if abs(best) < INFINITY)
    smaller = [(best, value) for best, value in rising if abs(best) - abs(value) > _ROUNDING]
    steps = [abs(best) - abs(value) for best, value in smaller]
    parts = [value / best for best, value in smaller]
    usual = [abs(step - 1) < _ROUNDING and abs(best) >= WON for step, (best, _) in zip(steps, smaller, strict=True)]
    usual += [abs(part - discount) < _ROUNDING for part in parts for discount in _DISCOUNTS]
    if not any(value for _, value in smaller) or (len(smaller) < 2 and not any(usual)):
        return False  # where all that is smaller is nothing, values are lost
    if any(one[1] > other[1] + _ROUNDING for one, other in pairwise(rising)):
        return False
    regular = any(max(sizes) - min(sizes) <= _ROUNDING for sizes in (steps, parts))
    strict = len({value for _, value in rising}) == len(rising) > 2
    return (regular or (strict and len(smaller) == sum(best != 0 for best in seen))) and all(
        best * value >= 0 and abs(value) <= abs(best) for best, value in rising
    )
