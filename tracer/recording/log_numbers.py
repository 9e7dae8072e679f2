"""What the log of a best-first recording says of a node at a step: its visits, its numbers, its best child."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tracer.recording.columns import Columns, Floats
from tracer.recording.log import GAMMA1, GAMMA2, GAMMA3, GAMMA4, GAMMA5, GAMMA6, Ints, Log, cached_by_step
from tracer.recording.status import EXACT, HORIZON, LOWER, TERMINAL, UPPER
from tracer.recording.tree_shape import parents, plies


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


class LogRow(NamedTuple):
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


def node_visits(columns: Columns, node: int, step: int) -> Visits:
    """What was counted for a node up to a step, added up in the order of time. O(rows below it), at most."""
    return Visits(visit_count(columns, node, step), total_value(log_of(columns), node, columns.end, step))


def visit_count(columns: Columns, node: int, step: int) -> int:
    """N alone: how often a node was visited up to a step. O(1), the first time at a step O(rows + nodes)."""
    return log_of(columns).cached_visits(columns.end, step).item(node)


def last_log_row(columns: Columns, node: int, step: int) -> LogRow | None:
    """The last row about a node itself up to a step; None where there is none. O(log rows)."""
    log = log_of(columns)
    row = log.last_row(node, step)
    return None if row is None else LogRow(row, log.x.item(row), log.y.item(row))


def best_by_log(columns: Columns, node: int, children: Sequence[int], step: int | None = None) -> int | None:
    """The child that is best at a step, by what the search goes by; None where there is none. O(children × log rows).

    Of a Monte Carlo search it is the most visited one; by proof numbers the most-proving one, where of several calls by
    one move the last one holds, and where the node is proved or disproved the first that decided it, if that is a node:
    in df-pn a table may have known it; of SSS* the one that was solved with its parent's merit. Of several the first,
    of moves that were called again the one that was called first.
    """
    log = log_of(columns)
    last_step = len(log) - 1 if step is None else step
    if log.counts_visits:
        visit_counts = [(visit_count(columns, child, last_step), -child) for child in children]
        max_count, best = max(visit_counts, default=(0, 0))
        return -best if max_count else None
    if log.has_proofs:
        number_field, own_row = 1 if columns.turn.item(node) > 0 else 2, last_log_row(columns, node, last_step)
        number_by_child = {
            child: row[number_field]
            for child in children
            if (row := last_log_row(columns, child, last_step)) is not None
        }
        if own_row is not None and 0 in own_row[1:]:
            return next((child for child, number in number_by_child.items() if number == own_row[number_field]), None)
        last_child_by_move = {
            columns.move.item(child): child for child in number_by_child
        }  # in the order in which moves came first
        return min(last_child_by_move.values(), key=number_by_child.__getitem__, default=None)
    settled = columns.settled.item(node)
    if settled > last_step:
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
    expanded_bound = np.int8(EXACT)
    if log.has_merits:
        expanded_bound = np.int8(LOWER if log.x[0] > 0 else UPPER)
    bounds = np.where((status == TERMINAL) | (status == HORIZON), EXACT, expanded_bound).astype(np.int8)
    bounds[0] = EXACT
    bounds[np.isnan(value)] = -1
    return bounds


def numbers_by_log(columns: Columns) -> dict[str, Floats]:
    """What the log says of all nodes in the end, by name, NaN where it says nothing; none without a log. O(n + rows).

    `born` is the step by which a node was there and `iteration` the iteration of that step. Besides, `n`, `w` and `q`
    of a Monte Carlo search, `pn` and `dn` of proof numbers, or `merit`, that of the last state that was taken.
    """
    log, born = columns.log, columns.born
    if log is None or born is None:
        return {}
    numbers_by_name = {"born": born.astype(np.float64), "iteration": log.iteration[born].astype(np.float64)}
    if log.counts_visits:
        visit_counts, value_sums = log.visits(columns.end, len(log) - 1), total_values(log, columns.end, len(log) - 1)
        mean = np.where(visit_counts > 0, columns.value, np.nan)
        return numbers_by_name | {"n": visit_counts.astype(np.float64), "w": value_sums, "q": mean}
    last_row = np.full(len(columns), -1, np.int64)
    last_row[log.node] = np.arange(len(log))  # of several rows about a node the last one stays
    first_numbers, second_numbers = (np.where(last_row < 0, np.nan, numbers[last_row]) for numbers in (log.x, log.y))
    return numbers_by_name | (
        {"pn": first_numbers, "dn": second_numbers} if log.has_proofs else {"merit": first_numbers}
    )


MAX_BATCH_ADDITIONS = 1 << 20
"""Results that are added in one go, each once for every node above its leaf."""
MAX_SORTED_ROWS = 4_096
"""Rows that are sorted faster than all are looked through, about."""


def total_values(log: Log, end: Ints, step: int) -> Floats:
    """W of each node up to a step. O(rows + nodes), or O(rows × plies) where the order of addition matters.

    To take the difference of two running sums over all nodes would lose what is small in one beside what is large in
    another: so it is done only where nothing is ever rounded.
    """
    if log.adds_exactly:
        return log.sums(end, step)
    size = len(end)
    ply = plies(end)
    parent_of = np.append(parents(end), -1)  # of the root and of nothing it is nothing
    ply_count = int(ply.max()) + 1
    sums, leaves, results = np.zeros(size + 1), log.node[: step + 1], log.x[: step + 1]
    batch_rows = max(MAX_BATCH_ADDITIONS // ply_count, 1)
    for first_row in range(0, len(leaves), batch_rows):
        ancestors = np.empty((len(leaves[first_row : first_row + batch_rows]), ply_count), np.int64)
        ancestors[:, 0] = leaves[first_row : first_row + batch_rows]
        for ply_up in range(1, ply_count):
            ancestors[:, ply_up] = parent_of[ancestors[:, ply_up - 1]]
        np.add.at(sums, ancestors.ravel(), np.repeat(results[first_row : first_row + batch_rows], ply_count))
    return sums[:-1]


def total_value(log: Log, node: int, end: Ints, step: int) -> float:
    """W of one node up to a step, the same number. O(rows below it)."""
    if log.adds_exactly:
        return cached_by_step(log.sum_cache, step, lambda: log.sums(end, step)).item(node)
    rows = log.rows_below(node, end.item(node))
    if len(rows) > MAX_SORTED_ROWS:
        leaves = log.node[: step + 1]
        rows = np.flatnonzero((leaves >= node) & (leaves < end[node]))
    else:
        rows = np.sort(rows[rows <= step])
    return float(np.cumsum(log.x[rows])[-1]) + 0.0 if len(rows) else 0.0


SNAPSHOT_INTERVAL = 256
"""Rows between two moments at which OPEN is kept whole; from there it is played on."""


class OpenState(NamedTuple):
    """A node in OPEN."""

    node: int
    merit: float
    solved: bool


class OpenStates:
    """OPEN of a recording, row by row. The rows are played through once, O(rows · log states)."""

    def __init__(self, columns: Columns) -> None:
        self.columns, self.log = columns, log_of(columns)
        self.sign = 1 if self.log.x[0] > 0 else -1
        """Which merits are taken first: 1 the highest, −1 the lowest."""
        assert columns.born is not None
        birth_order = np.argsort(columns.born, kind="stable")
        self._born_before = np.searchsorted(columns.born[birth_order], np.arange(len(self.log)), side="right").tolist()
        self._birth_order = birth_order.tolist()
        self._snapshots: list[dict[int, OpenState]] = []
        self.max_states, self.purged = 1, 0
        states, order = {0: OpenState(0, float(self.log.x[0]), solved=False)}, [0]
        for row in range(len(self.log)):
            if row % SNAPSHOT_INTERVAL == 0:
                self._snapshots.append(dict(states))
            self.purged += self._apply_row(states, order, row)
            self.max_states = max(self.max_states, len(states))

    def states_at(self, step: int) -> list[OpenState]:
        """What is in OPEN as the state of a step is taken, that one first: by merit, leftmost first. O(s log s)."""
        states = dict(self._snapshots[step // SNAPSHOT_INTERVAL])
        order = sorted(states)
        for row in range(step - step % SNAPSHOT_INTERVAL, step):
            self._apply_row(states, order, row)
        return sorted(states.values(), key=lambda state: (-self.sign * state.merit, state.node))

    def _apply_row(self, states: dict[int, OpenState], order: list[int], row: int) -> int:
        """Take the state of a row, and put into OPEN what comes of it; gives how many states were purged."""
        columns, log = self.columns, self.log
        node, row_type, merit = log.node.item(row), log.kind.item(row), log.x.item(row)
        purged = 0

        def put_state(state_node: int, value: float, *, solved: bool) -> None:
            if state_node not in states:
                insort(order, state_node)
            states[state_node] = OpenState(state_node, value, solved)

        if states.pop(node, None) is not None:
            del order[bisect_left(order, node)]
        if row_type in (GAMMA1, GAMMA3):
            parent = columns.parent.item(node)
            if row_type == GAMMA1:
                first_index, last_index = bisect_left(order, parent + 1), bisect_left(order, columns.end.item(parent))
                purged = last_index - first_index
                for state_node in order[first_index:last_index]:
                    del states[state_node]
                del order[first_index:last_index]
            put_state(parent, merit, solved=True)
        elif row_type == GAMMA4:
            put_state(node, self.sign * min(self.sign * merit, self.sign * columns.value.item(node)), solved=True)
        elif row_type in (GAMMA2, GAMMA5, GAMMA6):
            for child in self._birth_order[max(self._born_before[row - 1] if row else 1, 1) : self._born_before[row]]:
                put_state(child, merit, solved=False)
        return purged
