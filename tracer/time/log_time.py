"""Time in a best-first recording: the rows of its log. The tree at a step is the nodes born by then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from tracer.recording.columns import Columns, Ints
from tracer.recording.numbers_of_log import best_by_log, log_of, visits
from tracer.recording.recording import Recording
from tracer.recording.status import OPEN
from tracer.recording.tree_recorder import means


def value_at(trace: Recording, node: int, step: int) -> float | None:
    """The value of a node at a step: a mean of what was counted by then, or what was proved or solved by then."""
    columns = trace.columns
    if log_of(columns).counts_visits:
        return visits(columns, node, step).mean
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
    log, born = log_of(columns).first(step + 1), columns.born
    assert born is not None
    there = born <= step
    before = np.zeros(len(columns) + 1, np.int64)
    np.cumsum(there, out=before[1:])
    end = before[columns.end[there]].astype(columns.end.dtype)
    log = replace(log, node=before[log.node])
    value, status = columns.value[there].copy(), columns.status[there].copy()
    if log.counts_visits:
        value, status = means(log, end, value, status, step)
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
