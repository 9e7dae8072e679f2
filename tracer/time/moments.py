"""Time travel: what the search was doing at any step, worked out from the columns alone.

One event for each visit entered, each visit returned and each branch pruned. `entered[i] = i + V[i] − ply[i]`, with
V[i] the visited nodes before i, rises with i, so a step's event is found by bisection. No log, no snapshots. So it is
depth-first; the steps of a best-first search are the rows of its log, of which `log_time` knows.

What the tree is at a step has one definition, for explorer, pictures and pages (`last_met`): all that the step and
those before it met, and where the step skips a branch, the branches that its node skips right after it too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

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
    """The moment of a step.

    Raises:
        IndexError: there is no such step.
    """
    if not 0 <= step < trace.steps:
        raise IndexError(f"step {step}: the trace has steps 0 to {trace.steps - 1}")
    event, node = event_at(trace, step)
    last = int(trace.columns.parent[node]) if event is Event.PRUNED else node
    path = tuple(frame(trace, open_node, step) for open_node in trace.ancestry(last))
    return Moment(step, event, Node(trace, node), path)


def event_at(trace: Recording, step: int) -> tuple[Event, int]:
    """The event of a step and its node. O(log n + ply)."""
    columns = trace.columns
    if columns.log is not None:
        node = columns.log.node.item(step)
        return (Event.ENTERED if columns.born_at(step) == node else Event.TOLD), node
    node = reached(trace, step)
    pruned = columns.status.item(node) == PRUNED
    late = step - trace.entered(node)
    if late == 0:
        return (Event.PRUNED if pruned else Event.ENTERED), node
    # After a node's entry and before the next one's, nodes return one by one: the last visited one, then its ancestors.
    for _ in range(late if pruned else late - 1):
        node = columns.parent.item(node)
    return Event.RETURNED, node


def last_met(trace: Recording, step: int) -> int:
    """Return the largest id of the tree at a step, which is the ids up to it. O(log n + branches skipped in a row).

    Of a best-first search the tree so far is not all of these: `is_there` says which.
    """
    node = reached(trace, step)
    while node + 1 < len(trace) and is_along(trace, node + 1):
        node += 1
    return node


def is_along(trace: Recording, node: int) -> bool:
    """Return whether a branch is skipped right after another one of the same node, and so together with it."""
    status, parent = trace.columns.status.item, trace.columns.parent.item
    return node > 0 and status(node) == PRUNED == status(node - 1) and parent(node) == parent(node - 1)


def first_step(trace: Recording, node: int) -> int:
    """Return the first step at which a node is in the tree. O(branches skipped in a row)."""
    if trace.columns.log is None:
        while is_along(trace, node):
            node -= 1
    return trace.entered(node)


def reached(trace: Recording, step: int) -> int:
    """Return the largest id that the events up to a step are about. O(log n)."""
    if trace.columns.born is not None:
        return int(np.flatnonzero(trace.columns.born <= step)[-1])
    before, ply = trace.columns.visited_before.item, trace.columns.ply.item
    low, high = 0, len(trace)
    while low < high:  # `bisect_right` by `trace.entered`, in a third of the time
        middle = (low + high) // 2
        if middle + before(middle) - ply(middle) > step:
            high = middle
        else:
            low = middle + 1
    return low - 1


def is_there(trace: Recording, node: int, step: int) -> bool:
    """Whether a node was in the tree at a step."""
    return first_step(trace, node) <= step


def phase(trace: Recording, node: int, step: int, until: int | None = None) -> Phase:
    """What a node was at a step. O(branches skipped in a row).

    Args:
        trace: the recording.
        node: the node.
        step: the step.
        until: the step of the last branch that is skipped together with that of the step; None is all of them.
    """
    if (first_step(trace, node) > step) if until is None else (trace.entered(node) > until):
        return Phase.AHEAD
    if trace.columns.status.item(node) == PRUNED:
        return Phase.PRUNED
    return Phase.RETURNED if trace.left(node) <= step else Phase.OPEN


def best_child(trace: Recording, node: int, step: int) -> int | None:
    """The child that was best at a step, of those that had returned; None where an unseen one was. O(children)."""
    if trace.columns.log is not None:
        return best_at(trace, node, step)
    known = phase(trace, node, step)
    if known is Phase.RETURNED:
        return trace.deciding_child(node)
    return frame(trace, node, step).best_child if known is Phase.OPEN else None


def frame(trace: Recording, node: int, step: int) -> Frame:
    """A visited node's running best and window at a step, from its children that returned before it. O(children)."""
    columns = trace.columns
    if columns.log is not None:
        return Frame(node, -INFINITY, INFINITY, value_at(trace, node, step), best_at(trace, node, step))
    turn, alpha, beta = columns.turn.item(node), columns.alpha.item(node), columns.beta.item(node)
    ends, values, before = columns.end.item, columns.value.item, columns.visited_before.item
    moves = columns.move.item
    best: float | None = None
    best_child: int | None = None
    drives, aside = node in trace.drivers, trace.set_aside
    if not turn and not drives:
        return Frame(node, alpha, beta, chance_mean(trace, node, step), None)
    child, stop, ply = node + 1, ends(node), columns.ply.item(node) + 1
    while child < stop and child + before(child) - ply < step:  # it was met before
        value, following = values(child), ends(child)
        left = following + before(following) - 1 - ply
        if value == value and left < step and not aside[child]:
            # Of two visits by one move the later one knows more, if only that the value is no other.
            again = best_child is not None and value == best and moves(child) == moves(best_child)
            if again or drives or best is None or turn * value > turn * best:
                best, best_child = value, child
        child = following
    if best is not None and trace.header.windowed and not drives:
        if turn > 0:
            alpha = max(alpha, best)
        elif turn < 0:
            beta = min(beta, best)
    return Frame(node, alpha, beta, best, best_child)


def value_at(trace: Recording, node: int, step: int) -> float | None:
    """The value of a node at a step: a mean of what was counted by then, or what was proved or solved by then."""
    columns = trace.columns
    if log_of(columns).counts_visits:
        return node_visits(columns, node, step).mean
    value = columns.value.item(node)
    return value if columns.settled.item(node) <= step and value == value else None


def best_at(trace: Recording, node: int, step: int) -> int | None:
    """The child that was best at a step, by what the search goes by. O(children × log rows)."""
    born = trace.columns.born
    assert born is not None
    there = [child for child in trace.children(node) if born.item(child) <= step]
    return best_by_log(trace.columns, node, there, step)


def columns_at(columns: Columns, step: int) -> Columns:
    """The tree as it was at a step, its nodes numbered anew, with the log up to there. O(n)."""
    log, born = log_of(columns).first_rows(step + 1), columns.born
    assert born is not None
    there = born <= step
    before = np.zeros(len(columns) + 1, np.int64)
    np.cumsum(there, out=before[1:])
    end = before[columns.end[there]].astype(columns.end.dtype)
    log = replace(log, node=before[log.node])
    value, status = columns.value[there].copy(), columns.status[there].copy()
    if log.counts_visits:
        value, status = mean_values(log, end, value, status, step)
    else:
        late = columns.settled[there] > step
        value[late], status[late] = np.nan, OPEN
    rest: dict[str, Any] = {name: column[there] for name, column in columns.optional.items()}
    return Columns(
        move=columns.move[there],
        end=end,
        turn=columns.turn[there],
        alpha=columns.alpha[there],
        beta=columns.beta[there],
        value=value,
        status=status,
        cutoff=columns.cutoff[there],
        log=log,
        **rest,
    )


def best_changes(trace: Recording, node: int) -> Ints:
    """The steps at which another child of a node is best than before. O(rows about its children × children)."""
    columns, log = trace.columns, log_of(trace.columns)
    children = trace.children(node)
    if not children:
        return np.empty(0, np.int64)
    if log.counts_visits:
        rows = [np.sort(log.rows_below(child, columns.end.item(child))) for child in children]
        return _overtaken(rows)
    if log.has_merits:
        settled = columns.settled.item(node)
        return np.array([settled] if settled < len(log) else [], np.int64)
    side = log.x if columns.turn.item(node) > 0 else log.y
    moves = columns.move[children].tolist()
    order = sorted(range(len(children)), key=lambda place: (moves.index(moves[place]), place))  # as moves came first
    children, moves = [children[place] for place in order], [moves[place] for place in order]
    rows = [log.rows_of(child) for child in children]
    steps = np.unique(np.concatenate(rows))
    table = np.full((len(steps), len(children)), np.inf)
    for place, own in enumerate(rows):
        told_by = np.searchsorted(own, steps, side="right")
        later = [rows[other][0] for other in range(place + 1, len(rows)) if moves[other] == moves[place]]
        seen = (told_by > 0) & (steps < min(later, default=len(log)))
        # One that was told ∞ comes before those that are not there, or no longer.
        table[seen, place] = np.minimum(side[own[told_by[seen] - 1]], np.finfo(float).max)
    best = np.argmin(table, axis=1)
    found: Ints = steps[np.diff(best, prepend=-1) != 0]
    return found


def _overtaken(rows: list[Ints]) -> Ints:
    """The steps at which another of some children has the most rows, of several the first."""
    steps = np.concatenate(rows)
    order = np.argsort(steps)
    whose = np.concatenate([np.full(len(own), place) for place, own in enumerate(rows)])[order].tolist()
    counts, best, found = [0] * len(rows), -1, []
    for step, place in zip(steps[order].tolist(), whose, strict=True):
        counts[place] += 1
        if best < 0 or (counts[place], -place) > (counts[best], -best):
            if place != best:
                found.append(step)
            best = place
    return np.array(found, np.int64)
