"""Recording a best-first search: nodes in the order in which they come to be, and what is told of them meanwhile.

Nodes are numbered in pre-order when somebody asks for the columns, at the end or in between. A search that goes on
meanwhile tells of a node, and of a row, last what says that it is there, so no half of one is ever seen.
"""

from __future__ import annotations

import math
from array import array
from collections import defaultdict
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from tracer.errors import PlyscopeError, Stop
from tracer.recording.columns import NO_WEIGHT, Array, Columns, Floats, Ints, index_dtype
from tracer.recording.interrupts import PeriodicCall, hold_interrupts
from tracer.recording.log import PROOF, VALUE, Log, RowKind, check_leaf_result
from tracer.recording.log_numbers import total_values
from tracer.recording.status import EXPANDED, HORIZON, OPEN, TERMINAL

_NAN = float("nan")
_LEAVE_STATUSES = (EXPANDED, TERMINAL, HORIZON, OPEN)
ROOT = 0
"""The birth number of the root."""
PROGRESS_INTERVAL = 1_024
"""Nodes, or rows, between looks at the progress."""
SINK_INTERVAL = 1.0
"""Seconds between two times that the sink is given the recording, at least."""
SINK_TIME_FACTOR = 10
"""As many times what giving it took is the time until the next: of a search's time it takes a tenth at most."""
RecordedTables = tuple[Columns, list[Hashable]]
"""A recording as far as it is: its columns, with their log, and its table of moves."""


class BestFirstRecorder:
    """Records a search that grows its tree where it likes: SSS*, proof numbers, Monte Carlo tree search.

    A node has a birth number, 0 for the root and then 1, 2 …, by which the search names it. What happens is told row by
    row with `update`: the rows are the steps of the recording. A node is there from the first row on that follows it.

    Args:
        max_nodes: stop (by raising `plyscope.Stop` out of `add`) before more than this many nodes are there.
        progress: called now and then with the number of nodes; may raise `plyscope.Stop`.
        sink: given the whole recording as far as it is, now and then, in a thread of its own; what it raises is raised
            out of the next call.

    >>> import plyscope
    >>> recorder = BestFirstRecorder()
    >>> root = recorder.add(None, None, plyscope.MAX)
    >>> for move, result in (("a", 1.0), ("b", -1.0), ("b", 0.0)):
    ...     leaf = recorder.add(root, move, plyscope.MIN)
    ...     recorder.iteration()
    ...     recorder.update(leaf, result)
    >>> trace = plyscope.Trace(*recorder.finish(), plyscope.Header(game="mine", search="by hand", windowed=False))
    >>> trace.value, trace.steps
    (0.0, 3)
    """

    def __init__(
        self,
        max_nodes: int | None = None,
        progress: Callable[[int], None] | None = None,
        sink: Callable[[RecordedTables], None] | None = None,
    ) -> None:
        if max_nodes is not None and max_nodes < 1:
            raise PlyscopeError(f"max_nodes is at least 1, not {max_nodes}")
        self._max_nodes, self._progress = max_nodes, progress
        self._numbers: defaultdict[Hashable, int] = defaultdict()
        self._numbers.default_factory = self._numbers.__len__
        self._parent, self._born, self._ply = array("q"), array("q"), array("i")
        self._move, self._turn = array("i"), array("b")
        self._value, self._status = array("d"), array("B")
        self._weight = array("d")
        self._iteration, self._node, self._kind = array("i"), array("q"), array("B")
        self._x, self._y = array("d"), array("d")
        self._current_iteration = 0
        self._next_progress_count = PROGRESS_INTERVAL
        self._finished = False
        self._sink, self._pulse = sink, None if sink is None else PeriodicCall(self._give_to_sink, SINK_INTERVAL / 2)
        self._next_sink_time, self._given_sizes = perf_counter() + SINK_INTERVAL, (0, 0)
        """When the sink may be given the recording next, and how many nodes and rows it was given last."""
        self._pending_error: BaseException | None = None
        """What went wrong in the other thread."""

    @property
    def started(self) -> bool:
        """Whether there is any row."""
        return bool(self._node)

    @property
    def visited(self) -> int:
        """How many nodes there are."""
        return len(self._parent)

    def add(self, parent: int | None, move: Hashable, turn: int, weight: float = NO_WEIGHT) -> int:
        """A node comes to be; gives its birth number.

        Args:
            parent: the birth number of the node above; None at the root, which comes first.
            move: the move that leads here; None at the root.
            turn: who moves here: 1 MAX, -1 MIN, 0 chance.
            weight: the prior of the move, from 0 to 1.

        Raises:
            PlyscopeError: there is no such parent, a second root, or no such player.
            Stop: there are as many nodes as may be.
        """
        born = len(self._parent)
        if (parent is None) != (born == ROOT):
            raise PlyscopeError("the root comes first and alone: add(None, None, turn), then each node with its parent")
        if parent is not None and not (type(parent) is int and 0 <= parent < born):
            raise PlyscopeError(f"node {born} has a parent that there is not: {parent!r}; there are 0 to {born - 1}")
        if turn not in (-1, 0, 1) or isinstance(turn, bool):
            raise PlyscopeError(f"node {born}: who moves is 1 for MAX, -1 for MIN or 0 for chance, not {turn!r}")
        if weight != NO_WEIGHT and not 0 <= weight <= 1:
            raise PlyscopeError(f"node {born}: a weight is a number from 0 to 1, not {weight!r}")
        if self._pending_error is not None:
            self._raise_pending_error()
        if born == self._max_nodes:
            raise Stop.at(self._max_nodes)
        if self._progress is not None and born >= self._next_progress_count:
            self._next_progress_count = born + PROGRESS_INTERVAL
            self._progress(born)
        self._move.append(-1 if parent is None else self._numbers[move])
        self._turn.append(turn)
        self._value.append(_NAN)
        self._status.append(OPEN)
        self._weight.append(weight)
        self._born.append(len(self._node))
        self._ply.append(0 if parent is None else self._ply[parent] + 1)
        self._parent.append(-1 if parent is None else parent)
        return born

    def iteration(self) -> None:
        """An iteration begins, to which the next rows belong."""
        if len(self._node) and self._iteration[-1] == self._current_iteration:
            self._current_iteration += 1

    def update(self, node: int, x: float, y: float = 0.0, kind: int = VALUE) -> None:
        """One row: a value found at this leaf, the state of this node taken, or this node's new numbers.

        Args:
            node: its birth number.
            x: the value, MAX's view; the merit; the proof number.
            y: the disproof number.
            kind: a `plyscope.RowKind`; all rows of a recording are values, states or proof numbers.

        Raises:
            PlyscopeError: there is no such node, or a number that cannot be.
        """
        if self._pending_error is not None:
            self._raise_pending_error()
        if not 0 <= node < len(self._parent):
            raise PlyscopeError(f"a row is about node {node!r}, which there is not")
        if x != x or y != y or (kind == VALUE and math.isinf(x)) or (kind == PROOF and (x < 0 or y < 0)):
            raise PlyscopeError(
                f"node {node}: {x!r} and {y!r} are no numbers of a row of the kind {RowKind(kind).name}"
            )
        if kind == VALUE:
            check_leaf_result(x)
        if self._kind and (kind == VALUE, kind == PROOF) != (self._kind[0] == VALUE, self._kind[0] == PROOF):
            first = RowKind(self._kind[0]).name
            raise PlyscopeError(
                f"node {node}: a row of the kind {RowKind(kind).name} in a log that begins with {first}"
            )
        self._iteration.append(self._current_iteration)
        self._kind.append(kind)
        self._x.append(x)
        self._y.append(y)
        self._node.append(node)

    def leave(self, node: int, value: float, status: int = EXPANDED) -> None:
        """The value of a node at the end of the search, and what became of it; without this it stays OPEN.

        Where rows are values or proof numbers, what a node is worth follows from them; then this says where the game
        is over.

        Args:
            node: its birth number.
            value: what it is worth, a finite number, MAX's view.
            status: `plyscope.Status` EXPANDED, TERMINAL or HORIZON.

        Raises:
            PlyscopeError: there is no such node, no finite number, or no status.
        """
        if not 0 <= node < len(self._parent):
            raise PlyscopeError(f"node {node!r} is left, and there is none")
        if not math.isfinite(value) or status not in _LEAVE_STATUSES[:3]:
            problem = (
                f"the value {value!r} is not finite, or the status {status!r} is none of EXPANDED, TERMINAL, HORIZON"
            )
            raise PlyscopeError(f"node {node}: {problem}")
        self._value[node], self._status[node] = value, int(status)

    def _raise_pending_error(self) -> None:
        pending_error, self._pending_error = self._pending_error, None
        if pending_error is not None:
            raise pending_error

    def _give_to_sink(self) -> None:
        """Give the sink what there is, if it is time and there is more. The pulse calls it, in its thread."""
        sizes = len(self._parent), len(self._node)
        if self._sink is None or self._pending_error is not None or not sizes[1] or sizes == self._given_sizes:
            return
        if perf_counter() < self._next_sink_time:
            return
        started = thread_time()  # what the search waits for is the work of this thread, not its waiting
        try:
            self._sink(self.so_far())
        except BaseException as error:  # it is raised where the search tells of its next node or row
            self._pending_error = error
        self._given_sizes = sizes
        self._next_sink_time = perf_counter() + max(SINK_INTERVAL, SINK_TIME_FACTOR * (thread_time() - started))

    def finish(self) -> RecordedTables:
        """End the recording, once: its columns, with its log, and its table of moves; nodes are in pre-order now.

        Children stand in the order of their birth.

        Raises:
            PlyscopeError: nothing was recorded, or it was finished before.
        """
        if self._finished:
            raise PlyscopeError("finish() gives a recording once: take a new BestFirstRecorder for another one")
        if self._pulse is not None and self._pulse.inherited:  # by a child of this process: the file is its parent's
            self._pulse = None
        with hold_interrupts(), self._pulse or nullcontext():
            if self._pulse is not None:
                self._pulse.end()
            tables = self.so_far()
            self._finished = True
        return tables

    def so_far(self) -> RecordedTables:
        """The same of what there is by now, while it goes on. O(n log n). Any thread may ask.

        Raises:
            PlyscopeError: nothing was recorded.
        """
        if not self.started:
            raise PlyscopeError("nothing was recorded: the search told of no node, or of no row")
        row_count = len(
            self._node
        )  # first: what they are about is among the nodes; an interrupt may have left half a row
        node_count = len(self._parent)
        moves = list(self._numbers)
        status = np.array(self._status[:node_count])  # before the values: where it is told, the value was
        parent, ply = np.array(self._parent[:node_count]), np.array(self._ply[:node_count])
        ids, end_by_birth = number_in_preorder(parent, ply)
        birth_by_id = np.empty(node_count, np.int64)
        birth_by_id[ids] = np.arange(node_count)

        def in_preorder(entries: Any, dtype: str) -> Array:
            # A slice is a copy, taken at once: an array that somebody looks into cannot grow.
            return np.array(entries[:node_count], dtype)[birth_by_id]

        weights = in_preorder(self._weight, "<f8")
        log = Log(
            np.array(self._iteration[:row_count], "<i4"),
            ids[np.array(self._node[:row_count])],
            np.array(self._kind[:row_count], "u1"),
            np.array(self._x[:row_count]),
            np.array(self._y[:row_count]),
        )
        end = end_by_birth[birth_by_id].astype(index_dtype(node_count))
        value, status = in_preorder(self._value, "<f8"), status[birth_by_id]
        value[status == OPEN] = _NAN
        if log.counts_visits:
            value, status = mean_values(log, end, value, status, row_count - 1)
        elif log.has_proofs:
            value, status = proof_values(log, status)
        has_children = end > np.arange(node_count) + 1
        status[has_children & (status != OPEN)] = EXPANDED
        columns = Columns(
            move=in_preorder(self._move, "<i4"),
            end=end,
            turn=in_preorder(self._turn, "i1"),
            alpha=np.broadcast_to(np.float64(-np.inf), node_count),
            beta=np.broadcast_to(np.float64(np.inf), node_count),
            value=value,
            status=status,
            cutoff=np.zeros(node_count, np.bool_),
            born=np.minimum(in_preorder(self._born, "<i4"), np.int32(row_count - 1)),
            weight=weights if (weights != NO_WEIGHT).any() else None,
            log=log,
        )
        return columns, moves


def proof_values(log: Log, status: Array) -> tuple[Floats, Array]:
    """1 where a node is proved by the last row about it, −1 where it is disproved, nothing elsewhere; its status."""
    last_row = np.full(len(status), -1, np.int64)
    last_row[log.node] = np.arange(len(log))
    is_proved, is_disproved = (last_row >= 0) & (log.x[last_row] == 0), (last_row >= 0) & (log.y[last_row] == 0)
    value = np.where(is_proved, 1.0, np.where(is_disproved, -1.0, np.nan))
    returned_status = np.where(status == OPEN, EXPANDED, status)
    return value, np.where(is_proved | is_disproved, returned_status, OPEN).astype(np.uint8)


def mean_values(log: Log, end: Ints, recorded_values: Floats, status: Array, step: int) -> tuple[Floats, Array]:
    """The mean of what was counted for each node up to a step, and what became of it: nothing where nothing was."""
    visits = log.visits(end, step)
    is_visited = visits > 0
    value = np.full(len(end), np.nan)
    value[is_visited] = total_values(log, end, step)[is_visited] / visits[is_visited]
    is_terminal = is_visited & (status == TERMINAL)
    value[is_terminal] = recorded_values[is_terminal]
    leaf_status = np.where(status == TERMINAL, TERMINAL, HORIZON)
    has_children = end > np.arange(len(end)) + 1
    return value, np.where(is_visited, np.where(has_children, EXPANDED, leaf_status), OPEN).astype(np.uint8)


def number_in_preorder(parent: Ints, ply: Ints) -> tuple[Ints, Ints]:
    """The numbers in pre-order of nodes in the order of their birth, and where their subtrees end. O(n log n).

    The root is node 0, and its parent −1.
    """
    size = len(parent)
    sizes = np.ones(size, np.int64)
    order = np.argsort(ply, kind="stable")
    stops = np.cumsum(np.bincount(ply))
    levels = [order[start:stop] for start, stop in zip([0, *stops[:-1]], stops, strict=True)]
    for level in reversed(levels[1:]):
        np.add.at(sizes, parent[level], sizes[level])
    ids = np.zeros(size, np.int64)
    for level in levels[1:]:
        siblings = level[np.argsort(parent[level], kind="stable")]
        parents = parent[siblings]
        sizes_before = np.cumsum(sizes[siblings]) - sizes[siblings]
        first_siblings = np.flatnonzero(np.diff(parents, prepend=-1))
        sibling_group = np.cumsum(np.diff(parents, prepend=-1) != 0) - 1
        ids[siblings] = ids[parents] + 1 + sizes_before - sizes_before[first_siblings][sibling_group]
    return ids, ids + sizes
