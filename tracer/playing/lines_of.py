"""The moves that a search expects."""

from __future__ import annotations

from tracer.tracing import Trace


def line_from(trace: Trace, node: int) -> tuple[str, ...]:
    """The labels of the moves from a node on: the node's own, and the best replies below it. O(plies × children)."""
    line: list[str] = []
    at: int | None = node
    while at is not None:
        if trace.columns.move.item(at) not in trace.no_moves:
            line.append(trace.label(at))
        at = trace.best_child(at)
    return tuple(line)


def line_of(trace: Trace) -> tuple[str, ...]:
    """The labels of the principal variation."""
    return tuple(trace.label(node) for node in trace.principal_moves)
