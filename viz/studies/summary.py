"""Rows summed up: a middle and a spread of each group at each place of an axis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import atan, cos, isnan, nan, pi, sin, sqrt
from statistics import NormalDist

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Floats
from viz.studies.dataset import Categories

FEW = 200
"""Degrees of freedom up to which the distribution is summed up; beyond, its expansion is right to nine digits."""


@cache
def quantile(freedom: int, share: float = 0.95) -> float:
    """Between minus and plus this lies a share of the distribution (Abramowitz & Stegun, 26.7.3, 26.7.4 and 26.7.5).

    >>> [round(quantile(freedom), 3) for freedom in (1, 2, 5, 10, 30, 1_000)]
    [12.706, 4.303, 2.571, 2.228, 2.042, 1.962]
    """
    z = NormalDist().inv_cdf((1 + share) / 2)
    if freedom > FEW:
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + first / freedom + second / freedom**2 + third / freedom**3
    low, high = 0.0, 1.0
    while between(high, freedom) < share:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if between(middle, freedom) < share else (low, middle)
    return high


def between(t: float, freedom: int) -> float:
    """The share of the distribution between -t and t."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * k / (k + 1)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


MEDIAN, MEAN = "median", "mean"
MOST_PLACES = 400
"""Of a curve."""


@dataclass(frozen=True)
class Middle:
    """What some numbers have in common."""

    count: int
    middle: float
    low: float
    """The lower quartile; of a mean the lower end of its 95 % interval, by Student's t; NaN of a single number."""
    high: float

    @property
    def told(self) -> tuple[int, float, float | None, float | None]:
        """It as a row of a table has it; see `header_of`."""
        low, high = (None if isnan(end) else end for end in (self.low, self.high))
        return self.count, self.middle, low, high


def header_of(kind: str) -> tuple[str, str, str, str]:
    """What stands above `Middle.told`."""
    return "count", kind, "low", "high"


@dataclass(frozen=True)
class Curve:
    """A group over an axis."""

    place: int
    """The number of the group."""
    label: str
    xs: Floats
    middles: list[Middle]


def middle_of(values: Floats, kind: str) -> Middle:
    """A middle of numbers, of which there is at least one.

    >>> middle_of(np.array([4.0, 1.0, 2.0, 9.0]), "median")
    Middle(count=4, middle=3.0, low=1.75, high=5.25)
    """
    if kind == MEDIAN:
        low, middle, high = (float(one) for one in np.percentile(values, (25, 50, 75)))
        return Middle(len(values), middle, low, high)
    mean = float(values.mean())
    error = quantile(len(values) - 1) * float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else nan
    return Middle(len(values), mean, mean - error, mean + error)


def curves(groups: Categories, xs: Floats, ys: Floats, kind: str) -> list[Curve]:
    """The groups over the axis, in their order. O(n log n).

    Raises:
        PlyscopeError: the axis has too many places for curves.
    """
    found: dict[int, list[tuple[float, Middle]]] = {}
    for (code, x), values in sorted_groups(ys, groups.codes, xs):
        found.setdefault(int(code), []).append((x, middle_of(values, kind)))
        if len(found[int(code)]) > MOST_PLACES:
            raise PlyscopeError(
                f"x has more than {MOST_PLACES} different values, too many for curves: --chart ordering draws points"
            )
    labels = groups.labels
    return [
        Curve(code, labels[code], np.array([x for x, _ in points]), [one for _, one in points])
        for code, points in sorted(found.items())
    ]


def sorted_groups(values: Floats, *keys: Array) -> Iterator[tuple[tuple[float, ...], Floats]]:
    """The values of each combination of keys, in the order of the keys, the first of them first; values rise, too.

    So nothing depends on the order of rows, which differs from run to run.
    """
    if not len(values):
        return
    order = np.lexsort((values, *keys[::-1]))
    columns = [key[order] for key in keys]
    changes = np.zeros(len(values) - 1, bool)
    for column in columns:
        changes |= column[1:] != column[:-1]
    edges = [0, *(np.flatnonzero(changes) + 1).tolist(), len(values)]
    ordered = values[order]
    for start, stop in pairwise(edges):
        yield tuple(float(column[start]) for column in columns), ordered[start:stop]
