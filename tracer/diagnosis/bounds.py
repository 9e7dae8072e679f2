"""Bounds from a table that a recording does not show: they narrow a window before any move is searched."""

# ruff: noqa: D102 (what the protocol asks for is described where it is given)

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from tracer.deciding.thresholds import FEW, LARGEST, SURE
from tracer.recording.recording import Recording

Limits = tuple[float, float]
"""Between which numbers a value lies."""
_INFINITY = float("inf")


class Windows(Protocol):
    """What is asked of a search: the windows of its nodes, and what they returned."""

    @property
    def turn(self) -> Sequence[int]: ...
    @property
    def alpha(self) -> list[float]: ...
    @property
    def beta(self) -> list[float]: ...
    @property
    def value(self) -> list[float]: ...
    @property
    def asides(self) -> frozenset[int]: ...
    def visits(self, node: int) -> list[int]: ...
    def expanded(self) -> Iterator[int]: ...


def stands_for_infinity(trace: Recording) -> bool:
    """Whether the largest number is for an infinite value: where other code was recorded, and has so large a one."""
    value = trace.columns.value
    return not trace.header.ours and bool(np.abs(value).max(initial=0.0, where=~np.isnan(value)) >= LARGEST)


def infinite(value: float) -> float:
    """A value, infinite where a recording of other code has the largest number for that."""
    return value if not abs(value) >= LARGEST else _INFINITY if value > 0 else -_INFINITY


def left_out(case: Windows, node: int) -> Limits:
    """Between which numbers a value lies by what an expanded node's first child's window leaves out of the node's.

    A visit that only asked has a window of its own.
    """
    first = node + 1
    if first in case.asides:
        first = next((child for child in case.visits(node) if child not in case.asides), node)
    alpha, beta = case.alpha[first], case.beta[first]
    if not alpha <= beta:
        return -_INFINITY, _INFINITY
    return alpha if alpha > case.alpha[node] else -_INFINITY, beta if beta < case.beta[node] else _INFINITY


def may_trust_windows(case: Windows) -> bool:
    """Whether windows that are narrowed before the first move may be so by a table, where nothing else shows one.

    Not where a value contradicts such a bound, or nearly all nodes of a player have one.
    """
    seen, narrow = Counter[int](), Counter[int]()
    for node in case.expanded():
        seen[case.turn[node]] += 1
        low, high = left_out(case, node)
        if low > -_INFINITY or high < _INFINITY:
            if not low <= case.value[node] <= high:
                return False
            narrow[case.turn[node]] += 1
    return not any(count >= FEW and count >= SURE * seen[turn] for turn, count in narrow.items())
