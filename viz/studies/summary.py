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

MAX_EXACT_FREEDOM = 200
"""Degrees of freedom up to which the distribution is summed up; beyond, its expansion is right to nine digits."""


@cache
def t_quantile(degrees_of_freedom: int, share: float = 0.95) -> float:
    """Between minus and plus this lies a share of the distribution (Abramowitz & Stegun, 26.7.3, 26.7.4 and 26.7.5).

    >>> [round(t_quantile(freedom), 3) for freedom in (1, 2, 5, 10, 30, 1_000)]
    [12.706, 4.303, 2.571, 2.228, 2.042, 1.962]
    """
    z = NormalDist().inv_cdf((1 + share) / 2)
    if degrees_of_freedom > MAX_EXACT_FREEDOM:
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + first / degrees_of_freedom + second / degrees_of_freedom**2 + third / degrees_of_freedom**3
    low, high = 0.0, 1.0
    while t_share_within(high, degrees_of_freedom) < share:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if t_share_within(middle, degrees_of_freedom) < share else (low, middle)
    return high


def t_share_within(t: float, degrees_of_freedom: int) -> float:
    """The share of the distribution between -t and t."""
    angle = atan(t / sqrt(degrees_of_freedom))
    odd = degrees_of_freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for index in range(1 + odd, degrees_of_freedom, 2):
        total += term
        term *= cos(angle) ** 2 * index / (index + 1)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total


MEDIAN, MEAN = "median", "mean"
MAX_X_VALUES = 400
"""Of a curve."""


@dataclass(frozen=True)
class Average:
    """What some numbers have in common."""

    count: int
    middle: float
    low: float
    """The lower quartile; of a mean the lower end of its 95 % interval, by Student's t; NaN of a single number."""
    high: float

    @property
    def table_cells(self) -> tuple[int, float, float | None, float | None]:
        """It as a row of a table has it; see `average_header`."""
        low, high = (None if isnan(end) else end for end in (self.low, self.high))
        return self.count, self.middle, low, high


def average_header(average_name: str) -> tuple[str, str, str, str]:
    """What stands above `Average.table_cells`."""
    return "count", average_name, "low", "high"


@dataclass(frozen=True)
class GroupCurve:
    """A group over an axis."""

    group_index: int
    """The number of the group."""
    label: str
    xs: Floats
    averages: list[Average]


def average_of(values: Floats, average_name: str) -> Average:
    """A middle of numbers, of which there is at least one.

    >>> average_of(np.array([4.0, 1.0, 2.0, 9.0]), "median")
    Average(count=4, middle=3.0, low=1.75, high=5.25)
    """
    if average_name == MEDIAN:
        low, middle, high = (float(number) for number in np.percentile(values, (25, 50, 75)))
        return Average(len(values), middle, low, high)
    mean = float(values.mean())
    error = t_quantile(len(values) - 1) * float(values.std(ddof=1)) / len(values) ** 0.5 if len(values) > 1 else nan
    return Average(len(values), mean, mean - error, mean + error)


def group_curves(groups: Categories, xs: Floats, ys: Floats, average_name: str) -> list[GroupCurve]:
    """The groups over the axis, in their order. O(n log n).

    Raises:
        PlyscopeError: the axis has too many places for curves.
    """
    averages_by_group: dict[int, list[tuple[float, Average]]] = {}
    for (code, x), values in iter_sorted_groups(ys, groups.codes, xs):
        averages_by_group.setdefault(int(code), []).append((x, average_of(values, average_name)))
        if len(averages_by_group[int(code)]) > MAX_X_VALUES:
            raise PlyscopeError(
                f"x has more than {MAX_X_VALUES} different values, too many for curves: --chart ordering draws points"
            )
    labels = groups.labels
    return [
        GroupCurve(code, labels[code], np.array([x for x, _ in points]), [average for _, average in points])
        for code, points in sorted(averages_by_group.items())
    ]


def iter_sorted_groups(values: Floats, *keys: Array) -> Iterator[tuple[tuple[float, ...], Floats]]:
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
