"""How visits and means of a node's moves went on in a Monte Carlo tree search, for `viz.charts.course`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Ints
from tracer.recording.numbers_of_log import log_of
from tracer.tracing import Trace

Floats = npt.NDArray[np.float64]
MOST_POINTS = 400
"""Iterations at which the numbers are drawn: about a point each."""


@dataclass(frozen=True)
class Course:
    """What became of a move, or of several together."""

    children: Sequence[int]
    visits: Floats
    """N at some iterations."""
    means: Floats
    """Q at them, MAX's view; NaN before the first visit."""


@dataclass(frozen=True)
class Courses:
    """Those of a node's moves."""

    iterations: Ints
    """At which the numbers are drawn, counted from 1, ascending; the last one is the last of the search."""
    moves: list[Course]
    """The most visited move first, of several the first."""
    others: Course | None
    """All others together."""


def courses(trace: Trace, node: int, most: int) -> Courses:
    """The visits and means of a node's moves over the iterations. O(rows × moves).

    Args:
        trace: a Monte Carlo tree search.
        node: whose moves.
        most: moves that have a line of their own; where there are more, the others are together.
    """
    log, columns = log_of(trace.columns), trace.columns
    children = np.array(trace.children(node))
    last = len(log) - 1
    at = np.unique(np.linspace(0, last, min(len(log), MOST_POINTS)).round().astype(np.int64))
    inside = (log.node > node) & (log.node < columns.end[node])
    which = np.where(inside, np.searchsorted(children, log.node, side="right") - 1, -1)
    counted = np.bincount(which[inside], minlength=len(children))
    order = np.argsort(-counted, kind="stable")
    lines = [[int(place)] for place in order]
    if len(lines) > most:
        lines[most:] = [[place for line in lines[most:] for place in line]]

    def course(places: list[int]) -> Course:
        mine = np.isin(which, places)
        visits = np.cumsum(mine)[at].astype(np.float64)
        sums = np.cumsum(np.where(mine, log.x, 0.0))[at]
        means = np.divide(sums, visits, out=np.full(len(at), np.nan), where=visits > 0)
        return Course([int(children[place]) for place in sorted(places)], visits, means)

    found = [course(places) for places in lines]
    others = found.pop() if len(children) > most else None
    return Courses(log.iteration[at].astype(np.int64) + 1, found, others)


def thinned(xs: npt.NDArray[Any], ys: Floats, most: int = MOST_POINTS) -> tuple[npt.NDArray[Any], Floats]:
    """A line of many points with the first, least, greatest and last of each stretch of it, where it has so many."""
    if len(xs) <= 4 * most:
        return xs, ys
    kept: set[int] = set()
    for stretch in np.array_split(np.arange(len(xs)), most):
        part = ys[stretch]
        kept |= {int(stretch[0]), int(stretch[-1]), int(stretch[part.argmin()]), int(stretch[part.argmax()])}
    chosen = np.array(sorted(kept))
    return xs[chosen], ys[chosen]
