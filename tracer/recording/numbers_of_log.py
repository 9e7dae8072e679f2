"""What the log of a best-first recording says of a node at a step: its visits, its numbers, its best child."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Columns, Floats
from tracer.recording.log import GAMMA1, GAMMA2, GAMMA3, GAMMA4, GAMMA5, GAMMA6, Ints, Log, keep
from tracer.recording.shape import parents, plies
from tracer.recording.status import EXACT, HORIZON, LOWER, TERMINAL, UPPER


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


AT_ONCE = 1 << 20
"""Results that are added in one go, each once for every node above its leaf."""
FEW = 4_096
"""Rows that are sorted faster than all are looked through, about."""


def totals(log: Log, end: Ints, step: int) -> Floats:
    """W of each node up to a step. O(rows + nodes), or O(rows × plies) where the order of addition matters.

    To take the difference of two running sums over all nodes would lose what is small in one beside what is large in
    another: so it is done only where nothing is ever rounded.

    Args:
        log: the log, with values of leaves.
        end: one past the last id of each node's subtree.
        step: the step.
    """
    if log.adds_exactly:
        return log.sums(end, step)
    size = len(end)
    ply = plies(end)
    above = np.append(parents(ply), -1)  # of the root and of nothing it is nothing
    deep = int(ply.max()) + 1
    found, leaves, results = np.zeros(size + 1), log.node[: step + 1], log.x[: step + 1]
    rows = max(AT_ONCE // deep, 1)
    for first in range(0, len(leaves), rows):
        way = np.empty((len(leaves[first : first + rows]), deep), np.int64)
        way[:, 0] = leaves[first : first + rows]
        for ply_up in range(1, deep):
            way[:, ply_up] = above[way[:, ply_up - 1]]
        np.add.at(found, way.ravel(), np.repeat(results[first : first + rows], deep))
    return found[:-1]


def total(log: Log, node: int, end: Ints, step: int) -> float:
    """W of one node up to a step, the same number. O(rows below it)."""
    if log.adds_exactly:
        return keep(log.summed, step, lambda: log.sums(end, step)).item(node)
    rows = log.rows_below(node, end.item(node))
    if len(rows) > FEW:
        leaves = log.node[: step + 1]
        rows = np.flatnonzero((leaves >= node) & (leaves < end[node]))
    else:
        rows = np.sort(rows[rows <= step])
    return float(np.cumsum(log.x[rows])[-1]) + 0.0 if len(rows) else 0.0


KEPT_EVERY = 256
"""Rows between two moments at which OPEN is kept whole; from there it is played on."""


class State(NamedTuple):
    """A node in OPEN."""

    node: int
    merit: float
    solved: bool


class OpenStates:
    """OPEN of a recording, row by row. The rows are played through once, O(rows · log states).

    Args:
        columns: of a search by merits.
    """

    def __init__(self, columns: Columns) -> None:
        self.columns, self.log = columns, log_of(columns)
        self.sign = 1 if self.log.x[0] > 0 else -1
        """Which merits are taken first: 1 the highest, −1 the lowest."""
        assert columns.born is not None
        made = np.argsort(columns.born, kind="stable")
        self._stops = np.searchsorted(columns.born[made], np.arange(len(self.log)), side="right").tolist()
        self._made = made.tolist()
        self._kept: list[dict[int, State]] = []
        self.most, self.purged = 1, 0
        states, order = {0: State(0, float(self.log.x[0]), solved=False)}, [0]
        for row in range(len(self.log)):
            if row % KEPT_EVERY == 0:
                self._kept.append(dict(states))
            self.purged += self._take(states, order, row)
            self.most = max(self.most, len(states))

    def at(self, step: int) -> list[State]:
        """What is in OPEN as the state of a step is taken, that one first: by merit, leftmost first. O(s log s)."""
        states = dict(self._kept[step // KEPT_EVERY])
        order = sorted(states)
        for row in range(step - step % KEPT_EVERY, step):
            self._take(states, order, row)
        return sorted(states.values(), key=lambda state: (-self.sign * state.merit, state.node))

    def _take(self, states: dict[int, State], order: list[int], row: int) -> int:
        """Take the state of a row, and put into OPEN what comes of it; gives how many states were purged."""
        columns, log = self.columns, self.log
        node, kind, merit = log.node.item(row), log.kind.item(row), log.x.item(row)
        purged = 0

        def put(one: int, value: float, *, solved: bool) -> None:
            if one not in states:
                insort(order, one)
            states[one] = State(one, value, solved)

        if states.pop(node, None) is not None:
            del order[bisect_left(order, node)]
        if kind in (GAMMA1, GAMMA3):
            above = columns.parent.item(node)
            if kind == GAMMA1:
                first, last = bisect_left(order, above + 1), bisect_left(order, columns.end.item(above))
                purged = last - first
                for one in order[first:last]:
                    del states[one]
                del order[first:last]
            put(above, merit, solved=True)
        elif kind == GAMMA4:
            put(node, self.sign * min(self.sign * merit, self.sign * columns.value.item(node)), solved=True)
        elif kind in (GAMMA2, GAMMA5, GAMMA6):
            for child in self._made[max(self._stops[row - 1] if row else 1, 1) : self._stops[row]]:
                put(child, merit, solved=False)
        return purged
