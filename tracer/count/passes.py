"""The passes of drivers, one after another: what each asked, what it answered, and what it did for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tracer.recording.recording import Recording
from tracer.recording.status import HORIZON, PRUNED, TABLE, TERMINAL, Bound


@dataclass(frozen=True)
class PassCounts:
    """One pass. Windows and values are MAX's view."""

    node: int
    level: int
    """0 of the driver's own; 1 of those that such a pass has itself, and so on."""
    alpha: float
    beta: float
    value: float
    """NaN where it never returned."""
    bound: Bound | None
    """What the value says of the true one; None where it says nothing."""
    best: int | None
    """Its best move's node; None where the window let it find none."""
    visited: int
    """Visits, its own among them."""
    leaf_evaluations: int
    """Leaves that no table answered."""
    table_hits: int
    """Leaves that a table answered."""
    cutoffs: int


def passes_of(trace: Recording, driver: int = 0) -> list[PassCounts]:
    """The passes of a driver in the order of the search, those of drivers among them after each; none of another node.

    O(nodes below the driver).
    """
    return [_counted(trace, node, level) for node, level in _passes(trace, driver)]


def _passes(trace: Recording, driver: int) -> Iterator[tuple[int, int]]:
    todo = [(node, 0) for node in reversed(trace.children(driver))] if driver in trace.drivers else []
    while todo:
        node, level = todo.pop()
        yield node, level
        if node in trace.drivers:
            todo += [(below, level + 1) for below in reversed(trace.children(node))]


def _counted(trace: Recording, node: int, level: int) -> PassCounts:
    columns, within = trace.columns, slice(node, trace.columns.end.item(node))
    status = columns.status[within]
    return PassCounts(
        node=node,
        level=level,
        alpha=columns.alpha.item(node),
        beta=columns.beta.item(node),
        value=columns.value.item(node),
        bound=trace.proved_bound(node),
        best=_best(trace, node),
        visited=int(np.count_nonzero(status != PRUNED)),
        leaf_evaluations=int(np.count_nonzero((status == TERMINAL) | (status == HORIZON))),
        table_hits=int(np.count_nonzero(status == TABLE)),
        cutoffs=int(np.count_nonzero(columns.cutoff[within])),
    )


def _best(trace: Recording, node: int) -> int | None:
    """The best move of a pass, of a driver that of its own best pass; None where all moves stayed out of reach."""
    while node in trace.drivers:
        above = trace.best_child(node)
        if above is None:
            return None
        node = above
    columns, best = trace.columns, trace.best_child(node)
    turn, found = columns.turn.item(node), columns.value.item(node)
    worst = columns.alpha.item(node) if turn > 0 else columns.beta.item(node)
    return None if best is None or turn * found <= turn * worst else best
