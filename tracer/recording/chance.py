"""Chance nodes: how likely the outcomes below them are, and what these add up to."""

from __future__ import annotations

from tracer.recording.columns import NO_WEIGHT
from tracer.recording.recording import Recording
from tracer.recording.status import Why


def is_outcome(trace: Recording, node: int) -> bool:
    """Whether chance leads to a node, and not a player: where its parent is a chance node. O(1)."""
    parent = trace.columns.parent.item(node)
    return parent >= 0 and not trace.columns.turn.item(parent) and parent not in trace.drivers


def probability(trace: Recording, node: int) -> float | None:
    """The probability of the outcome that leads to a node; None where none was told. O(1)."""
    column = trace.columns.weight
    weight = NO_WEIGHT if column is None or not is_outcome(trace, node) else column.item(node)
    return None if weight == NO_WEIGHT else weight


def is_probe(trace: Recording, node: int) -> bool:
    """Whether a visit was told to be a probe. O(1)."""
    return trace.columns.why is not None and trace.columns.why.item(node) == Why.PROBE


def searched(trace: Recording, node: int, step: int | None = None) -> list[int]:
    """The outcomes of a chance node that had returned by a step, or in the end: of each its last visit.

    A probe is none: what it returns is only a bound. O(children).
    """
    columns = trace.columns
    found: dict[int, int] = {}
    for child in trace.children(node):
        value = columns.value.item(child)
        if value == value and not is_probe(trace, child) and (step is None or trace.left(child) < step):
            found[columns.move.item(child)] = child
    return list(found.values())


def mean(trace: Recording, node: int, step: int | None = None) -> float | None:
    """What the outcomes of a chance node that had returned by a step add up to, each times its probability.

    None before the first has, and where a probability is not recorded. O(children).
    """
    found = searched(trace, node, step)
    weights = [probability(trace, child) for child in found]
    if not found or None in weights:
        return None
    pairs = zip(weights, found, strict=True)
    return sum((weight or 0.0) * trace.columns.value.item(child) for weight, child in pairs)
