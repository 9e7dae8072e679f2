"""The steps at which something of note happens: cutoffs, and changes of a running value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tracer.recording.columns import MISSING, OPTIONAL, Array, Bools, Ints, count_children
from tracer.recording.no_moves import mask_skips
from tracer.recording.recording import Recording
from tracer.recording.status import OPEN, PRUNED
from tracer.time.moments import best_change_steps, event_at, last_pruned_together, log_columns_at


class Hit(NamedTuple):
    """A step, and the node that it is about."""

    step: int
    node: int


@dataclass(frozen=True, eq=False)
class Hits:
    """Steps of one trace with their nodes, in the order of the search, such as those at which a condition holds."""

    steps: Ints
    """Ascending. A cutoff and the first branch that it prunes share a step."""
    nodes: Ints
    """The node of each step; they ascend where the steps are the same."""

    @classmethod
    def sorted_by_step(cls, steps: Array, nodes: Array) -> Hits:
        """From hits whose nodes ascend."""
        order = np.argsort(steps, kind="stable")
        return cls(steps[order], nodes[order])

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, index: int) -> Hit:
        return Hit(int(self.steps[index]), int(self.nodes[index]))

    def __iter__(self) -> Iterator[Hit]:
        return (self[index] for index in range(len(self)))

    def next(self, step: int) -> Hit | None:
        """The first hit after a step. O(log n)."""
        index = int(np.searchsorted(self.steps, step, side="right"))
        return self[index] if index < len(self) else None

    def previous(self, step: int) -> Hit | None:
        """The last step with a hit before a step, with the first node that is hit there. O(log n)."""
        index = int(np.searchsorted(self.steps, step, side="left")) - 1
        return None if index < 0 else self[int(np.searchsorted(self.steps, self.steps[index], side="left"))]


class Landmarks:
    """The steps of one trace at which something of note happens, as arrays that ascend, each made when first asked for.

    >>> import plyscope
    >>> trace = plyscope.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> trace.landmarks.pruning_steps, trace.at(12).event.name, trace.at(12).node.label
    (array([12]), 'PRUNED', 'b2')
    """

    def __init__(self, trace: Recording) -> None:
        self._trace = trace

    @cached_property
    def pruned_children(self) -> Ints:
        """How many branches the cutoff of each node skipped."""
        columns = self._trace.columns
        if columns.why is None:
            return self.passed_over
        return self._count_children((columns.status == PRUNED) & ~mask_skips(columns))

    @cached_property
    def passed_over(self) -> Ints:
        """How many moves were not searched at each node, whatever the reason; each is an event before it returns."""
        return self._count_children(self._trace.columns.status == PRUNED)

    def _count_children(self, is_counted: Bools) -> Ints:
        return count_children(self._trace.columns, is_counted).astype(np.int32, copy=False)

    @cached_property
    def visits(self) -> Ints:
        """How many nodes were visited up to each node: which visit it is, from 1 on, where it is one."""
        born = self._trace.columns.born
        if born is not None:
            return 1 + np.argsort(np.argsort(born, kind="stable"), kind="stable").astype(np.int32)
        return np.cumsum(self._trace.columns.status != PRUNED, dtype=np.int32)

    @cached_property
    def _cutoffs(self) -> tuple[Ints, Ints]:
        columns = self._trace.columns
        nodes = np.flatnonzero(columns.cutoff)
        # A cutoff is followed by one event for each move that is not searched, then the node returns.
        steps = columns.left(nodes) - self.passed_over[nodes]
        order = np.argsort(steps, kind="stable")
        return steps[order], nodes[order]

    @property
    def cutoff_steps(self) -> Ints:
        """The step after each refuting child's return: what the search does first because of the cutoff."""
        return self._cutoffs[0]

    @property
    def cutoff_nodes(self) -> Ints:
        """The node of each of them, which is cut there."""
        return self._cutoffs[1]

    @cached_property
    def pruning_steps(self) -> Ints:
        """The steps of those cutoffs that skip at least one branch: the first of them is passed over there."""
        steps, nodes = self._cutoffs
        return steps[self.pruned_children[nodes] > 0]

    @cached_property
    def pruning_nodes(self) -> Ints:
        """The nodes of these cutoffs, in the order of their steps."""
        nodes = self._cutoffs[1]
        return nodes[self.pruned_children[nodes] > 0]

    @cached_property
    def skipped_along(self) -> Ints:
        """The steps at which a branch is skipped right after another one of the same node. 8 bytes each."""
        columns = self._trace.columns
        is_pruned = columns.status == PRUNED
        following_branches = np.flatnonzero(is_pruned[1:] & is_pruned[:-1]) + 1
        steps: Ints = columns.entered(
            following_branches[columns.parent[following_branches] == columns.parent[following_branches - 1]]
        )
        return steps

    def cut_at(self, step: int) -> int | None:
        """The node whose cutoff a step is; None where it is none. O(log n)."""
        steps, nodes = self._cutoffs
        index = int(np.searchsorted(steps, step))
        return int(nodes[index]) if index < len(steps) and steps[index] == step else None

    def node_at(self, step: int) -> int:
        """Return the node of a step: at a cutoff the node that is cut, else that of the event. O(log n + ply)."""
        cut_node = self.cut_at(step)
        return event_at(self._trace, step)[1] if cut_node is None else cut_node

    def cutoff_step(self, node: int) -> int:
        """The step of the cutoff of a node that was cut."""
        return self._trace.left(node) - int(self.passed_over[node])

    def is_cut(self, node: int, step: int) -> bool:
        """Whether a node's cutoff had happened by a step."""
        return bool(self._trace.columns.cutoff[node]) and self.cutoff_step(node) <= step

    @cached_property
    def best_changes(self) -> Ints:
        """The steps from which on the root has another best move: the one after that move's return."""
        return self.best_changes_at(0)

    def best_changes_at(self, node: int) -> Ints:
        """The same at a node. O(children), in a best-first search O(rows about its children × children)."""
        return (
            self._improvement_steps(node) if self._trace.columns.log is None else best_change_steps(self._trace, node)
        )

    @cached_property
    def iterations(self) -> Ints:
        """The first steps of the iterations of a best-first search; none of another one."""
        log = self._trace.columns.log
        return np.empty(0, np.int64) if log is None else np.flatnonzero(np.diff(log.iteration, prepend=-1))

    def rows_about(self, node: int) -> Ints:
        """The steps at which a node of a best-first search has other numbers: visits of it, or rows about it."""
        columns = self._trace.columns
        assert columns.log is not None
        if columns.log.counts_visits:
            return np.sort(columns.log.rows_below(node, columns.end.item(node)))
        return columns.log.rows_of(node)

    def window_changes(self, node: int) -> Ints:
        """The steps from which on a node's running alpha or beta is another than before. O(children)."""
        if not self._trace.header.windowed or node in self._trace.drivers:
            return np.empty(0, np.int64)
        columns = self._trace.columns
        turn = int(columns.turn[node])
        limit = float(columns.alpha[node] if turn > 0 else columns.beta[node])
        return self._improvement_steps(node, turn * limit)

    def _improvement_steps(self, node: int, best: float = -np.inf) -> Ints:
        """The steps after the returns of children that were better for the mover than all before them."""
        columns, is_driver = self._trace.columns, node in self._trace.drivers
        turn, steps, is_set_aside = int(columns.turn[node]), [], self._trace.set_aside
        for child in self._trace.children(node):
            value = turn * float(columns.value[child])
            if is_set_aside[child]:
                continue
            if value > best or (is_driver and value == value):
                best = value
                steps.append(self._trace.left(child) + 1)
        return np.array([step for step in steps if step < self._trace.steps], np.int64)


def landmarks_of(trace: Recording) -> Landmarks:
    """The landmarks of a trace, which are made once."""
    return trace.once(Landmarks)


Recorded = TypeVar("Recorded", bound=Recording)


def trace_at_step(trace: Recorded, step: int) -> Recorded:
    """The tree as it was at a step: what the search had met by then, the nodes it was in without a value. O(step)."""
    if not 0 <= step < trace.steps:
        raise IndexError(f"step {step}: the trace has steps 0 to {trace.steps - 1}")
    if step == trace.steps - 1:
        return trace
    if trace.columns.log is not None:
        return trace.with_columns(
            log_columns_at(trace.columns, step), replace(trace.header, stopped=f"at step {step:,}")
        )
    columns, size = trace.columns, last_pruned_together(trace, step) + 1
    status, value, cutoff = columns.status[:size].copy(), columns.value[:size].copy(), columns.cutoff[:size].copy()
    end = np.minimum(columns.end[:size], columns.end.dtype.type(size))
    open_nodes = np.flatnonzero((end == size) & (status != PRUNED))
    open_nodes = open_nodes[columns.left(open_nodes) > step]
    status[open_nodes], value[open_nodes] = OPEN, np.nan
    cutoff[open_nodes] = [landmarks_of(trace).is_cut(node, step) for node in open_nodes.tolist()]
    late: dict[str, Any] = {
        name: np.where(status == OPEN, MISSING[name], column[:size]).astype(OPTIONAL[name])
        for name, column in columns.optional.items()
        if name in ("left_text", "left_at")
    }
    earlier = columns.select(slice(size), end=end, value=value, status=status, cutoff=cutoff, **late)
    return trace.with_columns(earlier, replace(trace.header, stopped=f"at step {step:,}"))


WindowEnds = tuple[list[float], list[float]]
"""The lower and the upper ends of a window in the order of time, the last of each being the present one. MAX's view."""


def window_ends(trace: Recording, node: int, step: int) -> WindowEnds:
    """The ends that a visited node's window has had by a step, from its entry on. O(children)."""
    columns = trace.columns
    changes = [change for change in landmarks_of(trace).window_changes(node).tolist() if change <= step]
    # A change is the step after the return of the child that made it.
    values = [float(columns.value[event_at(trace, change - 1)[1]]) for change in changes]
    alphas, betas = [float(columns.alpha[node])], [float(columns.beta[node])]
    (alphas if columns.turn[node] > 0 else betas).extend(values)
    return alphas, betas
