"""Student's t distribution: how far from its mean a sample's mean may lie."""

from __future__ import annotations

from functools import cache
from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

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
