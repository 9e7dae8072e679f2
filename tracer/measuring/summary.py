"""What timings come to: medians, means, an interval, and factors against the first search."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tracer.measuring.measured import Cell, Place

RESAMPLES = 2_000
"""Samples of a bootstrap."""
FEWEST = 5
"""Timings from which samples are drawn: of fewer, an interval says more than anybody knows."""
SHARE = 0.95
"""Of these samples, what lies inside an interval."""

Interval = tuple[float, float]


@dataclass(frozen=True)
class Summary:
    """What one search took at the places of one stage. Times are seconds; None is what nobody knows."""

    by_game: tuple[float | None, ...]
    """The median of the timings at each place."""
    average: float | None
    """The mean of these: each place counts once. At a single place it is the median."""
    median: float | None
    """Of all timings."""
    mean: float | None
    """Of all timings."""
    least: float | None
    greatest: float | None
    interval: Interval | None
    """Between which numbers the average lies in 95 of 100 samples that are drawn from the timings at each place."""
    nodes: float | None
    """Nodes that it visited, the mean over the places; None where one is not known."""
    factor_time: float | None = None
    """The first search's average ÷ this one's: how many times faster it is."""
    factor_interval: Interval | None = None
    """The same of samples that are drawn in pairs: a timing of each search from the same turn."""
    factor_nodes: float | None = None
    """The first search's nodes ÷ this one's."""


def summarise(places: Sequence[Place], column: int) -> Summary:
    """What the search of a column took at some places, which are of one stage."""
    cells = [place.cells[column] for place in places]
    timed = [cell for cell in cells if cell.seconds]
    first = [place.cells[0] for place in places]
    nodes = _nodes(cells)
    if not timed:
        return Summary((None,) * len(cells), None, None, None, None, None, None, nodes)
    found = [second for cell in timed for second in cell.seconds]
    medians = [statistics.median(cell.seconds) if cell.seconds else None for cell in cells]
    average = statistics.fmean([median for median in medians if median is not None])
    pairs = [(a, b) for a, b in zip(first, cells, strict=True) if a.seconds and b.seconds]
    wrong = any(cell.wrong for cell in (*first, *cells))
    factor = None
    if wrong:
        pairs = []  # who answers wrongly has won nothing
    if pairs:
        factor = _ratio(*(statistics.fmean(statistics.median(pair[k].seconds) for pair in pairs) for k in (0, 1)))
    return Summary(
        tuple(medians),
        average,
        statistics.median(found),
        statistics.fmean(found),
        min(found),
        max(found),
        interval([cell.seconds for cell in timed]),
        nodes,
        factor,
        factor_interval([(a.seconds, b.seconds) for a, b in pairs]) if pairs else None,
        None if wrong else _ratio(_nodes(first), nodes),
    )


def _nodes(cells: Sequence[Cell]) -> float | None:
    known = [cell.visited for cell in cells if cell.visited is not None]
    return statistics.fmean(known) if known and len(known) == len(cells) else None


def _ratio(first: float | None, other: float | None) -> float | None:
    return first / other if first is not None and other else None


def interval(timings: Sequence[Sequence[float]]) -> Interval | None:
    """The bootstrap interval of the mean of medians, of timings by place.

    The samples are the same ones each time. Of fewer timings than `FEWEST` at a place there is none.
    """
    if min(map(len, timings)) < FEWEST:
        return None
    return _middle(_averages(timings, np.random.default_rng(0)))


def factor_interval(pairs: Sequence[tuple[Sequence[float], Sequence[float]]]) -> Interval | None:
    """The same of the first's ÷ the other's, where timings are drawn in the pairs in which they were made."""
    both = [(a[: len(b)], b[: len(a)]) for a, b in pairs]
    if min(len(a) for a, _ in both) < FEWEST:
        return None
    first, other = (_averages([pair[k] for pair in both], np.random.default_rng(0)) for k in (0, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = first / other
    return _middle(ratios) if np.isfinite(ratios).all() else None


def _averages(timings: Sequence[Sequence[float]], random: np.random.Generator) -> np.ndarray:
    """Of each sample the mean over the places of the median of what was drawn there."""
    drawn = [
        np.median(np.asarray(there, float)[random.integers(0, len(there), (RESAMPLES, len(there)))], axis=1)
        for there in timings
    ]
    averages: np.ndarray = np.mean(drawn, axis=0)
    return averages


def _middle(found: np.ndarray) -> Interval:
    low, high = np.quantile(found, [(1 - SHARE) / 2, (1 + SHARE) / 2])
    return float(low), float(high)
