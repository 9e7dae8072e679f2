"""Time travel: what the search was doing at any step, worked out from the columns alone.

One event for each visit entered, each visit returned and each branch pruned. `entered[i] = i + V[i] − ply[i]`, with
V[i] the visited nodes before i, rises with i, so a step's event is found by bisection. No log, no snapshots. So it is
depth-first; the steps of a best-first search are the rows of its log (`tracer.recording.log`).

What the tree is at a step has one definition, for explorer, pictures and pages (`last_pruned_together`): all that the
step and those before it met, and where the step skips a branch, the branches that its node skips right after it too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from tracer.recording.best_first_recorder import mean_values
from tracer.recording.columns import Columns, Ints
from tracer.recording.log_numbers import best_by_log, log_of, node_visits
from tracer.recording.node import Node, chance_mean
from tracer.recording.recording import Recording
from tracer.recording.status import OPEN, PRUNED

INFINITY = float("inf")


class Event(Enum):
    """What happens at a step."""

    ENTERED = "entered"
    """A visit begins; of a best-first search, a node comes to be."""
    RETURNED = "returned"
    """A visit returns its value."""
    PRUNED = "pruned"
    """A branch is passed over."""
    TOLD = "told"
    """A row of a best-first search about a node that was there before."""


class Phase(Enum):
    """What a node was at a step."""

    AHEAD = "not reached"
    """The search had not met it."""
    OPEN = "open"
    """Entered and not left."""
    RETURNED = "returned"
    """It had a value."""
    PRUNED = "pruned"
    """The search had passed over it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A node of the open path at one moment. MAX's view."""

    node: int
    """Its id."""
    alpha: float
    """The running lower end: on entry, raised at MAX by the best value so far."""
    beta: float
    """The running upper end: on entry, lowered at MIN by the best value so far."""
    best: float | None
    """The best value of the children that have returned; None before the first has.

    Where chance moves it is the mean so far: the sum of the outcomes that have returned, each times its probability;
    None where these are not recorded.
    """
    best_child: int | None
    """The first child with that value; None where chance moves."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a recording.

    On ENTERED the path ends with the node entered. On RETURNED it still ends with the node that returns, whose parent
    has not yet heard of it. On PRUNED it ends with the node whose cutoff skips the branch. Of a best-first search the
    step is a row of its log, and the path leads to the node that the row is about.
    """

    step: int
    """Which one, from 0 on."""
    event: Event
    """What happens."""
    node: Node
    """The node to which it happens."""
    path: tuple[Frame, ...]
    """The open path, root first."""


def moment(trace: Recording, step: int) -> Moment:
    """The moment of a step."""
    if not 0 <= step < trace.steps:
        raise IndexError(f"step {step}: the trace has steps 0 to {trace.steps - 1}")
    event, node = event_at(trace, step)
    innermost_node = int(trace.columns.parent[node]) if event is Event.PRUNED else node
    path = tuple(frame(trace, open_node, step) for open_node in trace.ancestry(innermost_node))
    return Moment(step, event, Node(trace, node), path)


def event_at(trace: Recording, step: int) -> tuple[Event, int]:
    """The event of a step and its node. O(log n + ply)."""
    columns = trace.columns
    if columns.log is not None:
        node = columns.log.node.item(step)
        return (Event.ENTERED if columns.born_at(step) == node else Event.TOLD), node
    node = node_reached_at(trace, step)
    is_pruned = columns.status.item(node) == PRUNED
    later_steps = step - trace.entered(node)
    if later_steps == 0:
        return (Event.PRUNED if is_pruned else Event.ENTERED), node
    # After a node's entry and before the next one's, nodes return one by one: the last visited one, then its ancestors.
    for _ in range(later_steps if is_pruned else later_steps - 1):
        node = columns.parent.item(node)
    return Event.RETURNED, node


def last_pruned_together(trace: Recording, step: int) -> int:
    """Return the largest id of the tree at a step, which is the ids up to it. O(log n + branches skipped in a row).

    Of a best-first search the tree so far is not all of these: `is_present` says which.
    """
    node = node_reached_at(trace, step)
    while node + 1 < len(trace) and is_pruned_together(trace, node + 1):
        node += 1
    return node


def is_pruned_together(trace: Recording, node: int) -> bool:
    """Return whether a branch is skipped right after another one of the same node, and so together with it."""
    status, parent = trace.columns.status.item, trace.columns.parent.item
    return node > 0 and status(node) == PRUNED == status(node - 1) and parent(node) == parent(node - 1)


def first_step(trace: Recording, node: int) -> int:
    """Return the first step at which a node is in the tree. O(branches skipped in a row)."""
    if trace.columns.log is None:
        while is_pruned_together(trace, node):
            node -= 1
    return trace.entered(node)


def node_reached_at(trace: Recording, step: int) -> int:
    """Return the largest id that the events up to a step are about. O(log n)."""
    if trace.columns.born is not None:
        return int(np.flatnonzero(trace.columns.born <= step)[-1])
    visited_before, ply = trace.columns.visited_before.item, trace.columns.ply.item
    low, high = 0, len(trace)
    while low < high:  # `bisect_right` by `trace.entered`, in a third of the time
        middle = (low + high) // 2
        if middle + visited_before(middle) - ply(middle) > step:
            high = middle
        else:
            low = middle + 1
    return low - 1


def is_present(trace: Recording, node: int, step: int) -> bool:
    """Whether a node was in the tree at a step."""
    return first_step(trace, node) <= step


def phase(trace: Recording, node: int, step: int, until: int | None = None) -> Phase:
    """What a node was at a step. O(branches skipped in a row).

    `until` is the step of the last branch that is skipped together with that of the step; None is all.
    """
    if (first_step(trace, node) > step) if until is None else (trace.entered(node) > until):
        return Phase.AHEAD
    if trace.columns.status.item(node) == PRUNED:
        return Phase.PRUNED
    return Phase.RETURNED if trace.left(node) <= step else Phase.OPEN


def best_child(trace: Recording, node: int, step: int) -> int | None:
    """The child that was best at a step, of those that had returned; None where an unseen one was. O(children)."""
    if trace.columns.log is not None:
        return best_child_by_log(trace, node, step)
    node_phase = phase(trace, node, step)
    if node_phase is Phase.RETURNED:
        return trace.deciding_child(node)
    return frame(trace, node, step).best_child if node_phase is Phase.OPEN else None


def frame(trace: Recording, node: int, step: int) -> Frame:
    """A visited node's running best and window at a step, from its children that returned before it. O(children)."""
    columns = trace.columns
    if columns.log is not None:
        return Frame(node, -INFINITY, INFINITY, value_by_log(trace, node, step), best_child_by_log(trace, node, step))
    turn, alpha, beta = columns.turn.item(node), columns.alpha.item(node), columns.beta.item(node)
    end_of, value_of, visited_before = columns.end.item, columns.value.item, columns.visited_before.item
    move_of = columns.move.item
    best: float | None = None
    best_child: int | None = None
    is_driver, is_set_aside = node in trace.drivers, trace.set_aside
    if not turn and not is_driver:
        return Frame(node, alpha, beta, chance_mean(trace, node, step), None)
    child, subtree_end, ply = node + 1, end_of(node), columns.ply.item(node) + 1
    while child < subtree_end and child + visited_before(child) - ply < step:  # it was met before
        value, next_sibling = value_of(child), end_of(child)
        return_step = next_sibling + visited_before(next_sibling) - 1 - ply
        if value == value and return_step < step and not is_set_aside[child]:
            # Of two visits by one move the later one knows more, if only that the value is no other.
            is_same_move = best_child is not None and value == best and move_of(child) == move_of(best_child)
            if is_same_move or is_driver or best is None or turn * value > turn * best:
                best, best_child = value, child
        child = next_sibling
    if best is not None and trace.header.windowed and not is_driver:
        if turn > 0:
            alpha = max(alpha, best)
        elif turn < 0:
            beta = min(beta, best)
    return Frame(node, alpha, beta, best, best_child)


def value_by_log(trace: Recording, node: int, step: int) -> float | None:
    """The value of a node at a step: a mean of what was counted by then, or what was proved or solved by then."""
    columns = trace.columns
    if log_of(columns).counts_visits:
        return node_visits(columns, node, step).mean
    value = columns.value.item(node)
    return value if columns.settled.item(node) <= step and value == value else None


def best_child_by_log(trace: Recording, node: int, step: int) -> int | None:
    """The child that was best at a step, by what the search goes by. O(children × log rows)."""
    born = trace.columns.born
    assert born is not None
    present_children = [child for child in trace.children(node) if born.item(child) <= step]
    return best_by_log(trace.columns, node, present_children, step)


def log_columns_at(columns: Columns, step: int) -> Columns:
    """The tree as it was at a step, its nodes numbered anew, with the log up to there. O(n)."""
    log, born = log_of(columns).first_rows(step + 1), columns.born
    assert born is not None
    is_kept = born <= step
    new_node_ids = np.zeros(len(columns) + 1, np.int64)
    np.cumsum(is_kept, out=new_node_ids[1:])
    end = new_node_ids[columns.end[is_kept]].astype(columns.end.dtype)
    log = replace(log, node=new_node_ids[log.node])
    value, status = columns.value[is_kept].copy(), columns.status[is_kept].copy()
    if log.counts_visits:
        value, status = mean_values(log, end, value, status, step)
    else:
        is_unsettled = columns.settled[is_kept] > step
        value[is_unsettled], status[is_unsettled] = np.nan, OPEN
    return columns.select(is_kept, end=end, value=value, status=status, log=log)


def best_change_steps(trace: Recording, node: int) -> Ints:
    """The steps at which another child of a node is best than before. O(rows about its children × children)."""
    columns, log = trace.columns, log_of(trace.columns)
    children = trace.children(node)
    if not children:
        return np.empty(0, np.int64)
    if log.counts_visits:
        log_rows_by_child = [np.sort(log.rows_below(child, columns.end.item(child))) for child in children]
        return _overtaking_steps(log_rows_by_child)
    if log.has_merits:
        settled_row = columns.settled.item(node)
        return np.array([settled_row] if settled_row < len(log) else [], np.int64)
    numbers = log.x if columns.turn.item(node) > 0 else log.y
    moves = columns.move[children].tolist()
    children_grouped_by_move = sorted(
        range(len(children)), key=lambda index: (moves.index(moves[index]), index)
    )  # as moves came first
    children, moves = (
        [children[index] for index in children_grouped_by_move],
        [moves[index] for index in children_grouped_by_move],
    )
    log_rows_by_child = [log.rows_of(child) for child in children]
    steps = np.unique(np.concatenate(log_rows_by_child))
    numbers_at_step = np.full((len(steps), len(children)), np.inf)
    for index, child_rows in enumerate(log_rows_by_child):
        row_counts = np.searchsorted(child_rows, steps, side="right")
        later_visits = [
            log_rows_by_child[later_index][0]
            for later_index in range(index + 1, len(log_rows_by_child))
            if moves[later_index] == moves[index]
        ]
        is_known = (row_counts > 0) & (steps < min(later_visits, default=len(log)))
        # One that was told ∞ comes before those that are not there, or no longer.
        numbers_at_step[is_known, index] = np.minimum(
            numbers[child_rows[row_counts[is_known] - 1]], np.finfo(float).max
        )
    best = np.argmin(numbers_at_step, axis=1)
    change_steps: Ints = steps[np.diff(best, prepend=-1) != 0]
    return change_steps


def _overtaking_steps(log_rows_by_child: list[Ints]) -> Ints:
    """The steps at which another of some children has the most rows, of several the first."""
    steps = np.concatenate(log_rows_by_child)
    order = np.argsort(steps)
    child_indices = np.concatenate(
        [np.full(len(child_rows), index) for index, child_rows in enumerate(log_rows_by_child)]
    )[order].tolist()
    counts, best_index, change_steps = [0] * len(log_rows_by_child), -1, []
    for step, index in zip(steps[order].tolist(), child_indices, strict=True):
        counts[index] += 1
        if best_index < 0 or (counts[index], -index) > (counts[best_index], -best_index):
            if index != best_index:
                change_steps.append(step)
            best_index = index
    return np.array(change_steps, np.int64)
