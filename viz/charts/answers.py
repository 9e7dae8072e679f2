"""The passes of a driver one after another: what each asked, what it answered, and what it did for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tracer.errors import PlyscopeError
from tracer.games.rules import MAX
from tracer.recording.status import EXACT, HORIZON, LOWER, PRUNED, TABLE, TERMINAL, UPPER, Bound
from tracer.text import clean
from tracer.tracing import Trace
from viz.pictures.labels import MOVE_LIMIT, value
from viz.pictures.legend import pass_title

WITH_PASSES = "-a deepening, -a engine and -a mtdf have, and programs that call their search so"


@dataclass(frozen=True)
class Answer:
    """One pass."""

    node: int
    place: int
    """From 1 on, in the order of the search."""
    level: int
    """0 of the driver's own; 1 of those that such a pass has itself, and so on."""
    title: str
    """What it is called, with its window."""
    alpha: float
    beta: float
    value: float
    """MAX's view; NaN where it never returned."""
    said: str
    """The value with what it says of the true one, as in `≥ 3`."""
    bound: Bound | None
    """What it says."""
    move: str
    """Its best move; nothing where the window let it find none."""
    visited: int
    evaluated: int
    """Leaf evaluations: leaves that no table answered."""
    answered: int
    """Leaves that a table answered."""


def answers(trace: Trace, root: int) -> list[Answer]:
    """The passes of the driver at a node, in the order of the search; those of drivers among them after each. O(n).

    Raises:
        PlyscopeError: it is no driver.
    """
    if root not in trace.drivers:
        place = f"node {root} of {trace.header.title}" if root else trace.header.title
        elsewhere = min(trace.drivers, default=None)
        path = "" if elsewhere is None else clean("/".join(trace.node(elsewhere).path), 60)
        where = f"--root {path} has" if path else WITH_PASSES
        raise PlyscopeError(f"{place} has no passes: {where}")
    return [_answer(trace, node, place, level) for place, (node, level) in enumerate(_passes(trace, root), 1)]


def _passes(trace: Trace, root: int) -> Iterator[tuple[int, int]]:
    """The passes of a driver with their levels."""
    todo = [(node, 0) for node in reversed(trace.children(root))]
    while todo:
        node, level = todo.pop()
        yield node, level
        if node in trace.drivers:
            todo += [(below, level + 1) for below in reversed(trace.children(node))]


def _answer(trace: Trace, node: int, place: int, level: int) -> Answer:
    columns = trace.columns
    status = columns.status[node : columns.end.item(node)]
    alpha, beta = columns.alpha.item(node), columns.beta.item(node)
    return Answer(
        node=node,
        place=place,
        level=level,
        title=pass_title(trace, node),
        alpha=alpha,
        beta=beta,
        value=columns.value.item(node),
        said=value(trace, node),
        bound=trace.proved_bound(node),
        move=_move(trace, node),
        visited=int(np.count_nonzero(status != PRUNED)),
        evaluated=int(np.count_nonzero((status == TERMINAL) | (status == HORIZON))),
        answered=int(np.count_nonzero(status == TABLE)),
    )


def _move(trace: Trace, node: int) -> str:
    """The best move of a pass, of a driver that of its own best pass; nothing where all moves stayed out of reach."""
    while node in trace.drivers:
        best = trace.best_child(node)
        if best is None:
            return ""
        node = best
    columns, best = trace.columns, trace.best_child(node)
    turn, found = columns.turn.item(node), columns.value.item(node)
    worst = columns.alpha.item(node) if turn == MAX else columns.beta.item(node)
    if best is None or turn * found <= turn * worst:
        return ""
    return clean(trace.label(best), MOVE_LIMIT)


SIGNS = {EXACT: "o", LOWER: "^", UPPER: "v"}
"""Signs of what answers say of the true value."""
