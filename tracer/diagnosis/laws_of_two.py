"""The laws of two searches of one position."""

from __future__ import annotations

from tracer.diagnosis.broken import LawBroken
from tracer.recording.rows import Rows
from tracer.tracing import Trace


def visits_subset(part: Trace, whole: Trace) -> None:
    """Law 6: every path that one search visits, the other visits too. Moves are matched by their labels; O(n)."""
    few, many = Rows(part), Rows(whole)
    pairs = [(0, 0)]
    while pairs:
        node, twin = pairs.pop()
        known = {whole.label(child): child for child in many.visits(twin)}
        for child in few.visits(node):
            if part.label(child) not in known:
                raise LawBroken(part, child, f"visited here, but not by {whole.header.search}")
            pairs.append((child, known[part.label(child)]))


def same_value(one: Trace, other: Trace) -> None:
    """Law 6: two searches of one position to one depth under a full window return the same value."""
    if one.value != other.value:
        raise LawBroken(one, 0, f"the value is {one.value}, with {other.header.search} it is {other.value}")
