"""What the log of a best-first recording says of a node at a step: its visits, its numbers, its best child."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Columns, Floats
from tracer.recording.log import GAMMA3, Log
from tracer.recording.status import EXACT, HORIZON, LOWER, TERMINAL, UPPER
from tracer.recording.sums import total, totals


class Visits(NamedTuple):
    """What was counted for a node."""

    times: int
    """N: iterations that went through it, or ended there."""
    total: float
    """W: the sum of their values, MAX's view."""

    @property
    def mean(self) -> float | None:
        """Q = W / N; None before the first visit."""
        return self.total / self.times if self.times else None


class Told(NamedTuple):
    """A row of the log about a node."""

    row: int
    x: float
    """The proof number, or the merit."""
    y: float
    """The disproof number."""


def log_of(columns: Columns) -> Log:
    """The log of a best-first recording."""
    assert columns.log is not None
    return columns.log


def visits(columns: Columns, node: int, step: int) -> Visits:
    """What was counted for a node up to a step, added up in the order of time. O(rows below it), at most."""
    return Visits(times(columns, node, step), total(log_of(columns), node, columns.end, step))


def times(columns: Columns, node: int, step: int) -> int:
    """N alone: how often a node was visited up to a step. O(1), the first time at a step O(rows + nodes)."""
    return log_of(columns).counted(columns.end, step).item(node)


def told(columns: Columns, node: int, step: int) -> Told | None:
    """The last row about a node itself up to a step; None where there is none. O(log rows)."""
    log = log_of(columns)
    row = log.last_row(node, step)
    return None if row is None else Told(row, log.x.item(row), log.y.item(row))


def best_by_log(columns: Columns, node: int, children: Sequence[int], step: int | None = None) -> int | None:
    """The child that is best at a step, by what the search goes by; None where there is none. O(children × log rows).

    Of a Monte Carlo search it is the most visited one; by proof numbers the most-proving one, where of several calls by
    one move the last one holds, and where the node is proved or disproved the first that decided it, if that is a node:
    in df-pn a table may have known it; of SSS* the one that was solved with its parent's merit. Of several the first,
    of moves that were called again the one that was called first.
    """
    log = log_of(columns)
    now = len(log) - 1 if step is None else step
    if log.counts_visits:
        counted = [(times(columns, child, now), -child) for child in children]
        most, best = max(counted, default=(0, 0))
        return -best if most else None
    if log.has_proofs:
        side, own = 1 if columns.turn.item(node) > 0 else 2, told(columns, node, now)
        known = {child: row[side] for child in children if (row := told(columns, child, now)) is not None}
        if own is not None and 0 in own[1:]:
            return next((child for child, number in known.items() if number == own[side]), None)
        last = {columns.move.item(child): child for child in known}  # in the order in which moves came first
        return min(last.values(), key=known.__getitem__, default=None)
    settled = columns.settled.item(node)
    if settled > now:
        return None
    merit = log.x.item(settled)
    for child in children:
        rows = log.rows_of(child)
        if np.any((log.kind[rows] <= GAMMA3) & (log.x[rows] == merit) & (rows <= settled)):
            return child
    return None


def bounds_by_log(columns: Columns) -> npt.NDArray[np.int8]:
    """What is proved of each node's true value, a `Bound`, or −1 where nothing is. O(n).

    A mean proves nothing but where the game is over. A solved node of SSS* is worth its merit or more, the root its
    merit; with DUAL* it is worth that or less. A proof is one.
    """
    log, value, status = log_of(columns), columns.value, columns.status
    if log.counts_visits:
        return np.where(status == TERMINAL, EXACT, -1).astype(np.int8)
    known = np.int8(EXACT)
    if log.has_merits:
        known = np.int8(LOWER if log.x[0] > 0 else UPPER)
    found = np.where((status == TERMINAL) | (status == HORIZON), EXACT, known).astype(np.int8)
    found[0] = EXACT
    found[np.isnan(value)] = -1
    return found


def numbers_by_log(columns: Columns) -> dict[str, Floats]:
    """What the log says of all nodes in the end, by name, NaN where it says nothing; none without a log. O(n + rows).

    `born` is the step by which a node was there and `iteration` the iteration of that step. Besides, `n`, `w` and `q`
    of a Monte Carlo search, `pn` and `dn` of proof numbers, or `merit`, that of the last state that was taken.
    """
    log, born = columns.log, columns.born
    if log is None or born is None:
        return {}
    found = {"born": born.astype(np.float64), "iteration": log.iteration[born].astype(np.float64)}
    if log.counts_visits:
        visits_, sums = log.visits(columns.end, len(log) - 1), totals(log, columns.end, len(log) - 1)
        mean = np.where(visits_ > 0, columns.value, np.nan)
        return found | {"n": visits_.astype(np.float64), "w": sums, "q": mean}
    last = np.full(len(columns), -1, np.int64)
    last[log.node] = np.arange(len(log))  # of several rows about a node the last one stays
    x, y = (np.where(last < 0, np.nan, numbers[last]) for numbers in (log.x, log.y))
    return found | ({"pn": x, "dn": y} if log.has_proofs else {"merit": x})
