"""What is wrong with a best-first or a selective search: the first law that its recording breaks."""

from __future__ import annotations

from tracer.diagnosis.broken import LawBroken
from tracer.diagnosis.finding import ERROR, Disease, Finding
from tracer.diagnosis.laws import check_laws
from tracer.text import clean, message_of
from tracer.tracing import Trace

BROKEN = Disease(
    "law-broken",
    ERROR,
    "In a best-first or a selective search a number does not follow from those it is made of: a mean from what was "
    "counted, a proof number or a value from those of the children, a merit from the one before; or a move is illegal.",
    "Look at what the search does with its numbers at this node, and at the rows that it tells of.",
)
"""The one disease of a search that has a log, or that is selective."""


def by_laws(trace: Trace) -> list[Finding]:
    """The first law of its kind that a recording breaks; nothing where it keeps them all."""
    try:
        check_laws(trace)
    except LawBroken as broken:
        path = tuple(clean(move) for move in trace.node(broken.node).path)
        said = (BROKEN.slug, broken.node, path, message_of(broken), BROKEN.remedy)
        return [Finding(ERROR, *said, nodes=1, where=(broken.node,), steps=(trace.steps - 1,))]
    return []
