"""What is wrong with a best-first search, or a selective one of plyscope's own: the laws that its recording breaks."""

from __future__ import annotations

from tracer.diagnosis.finding import ERROR, Disease, Finding
from tracer.diagnosis.laws import broken_laws
from tracer.text import clean
from tracer.tracing import Trace

BROKEN = Disease(
    "law-broken",
    ERROR,
    "In a best-first search a number does not follow from those it is made of: a mean from what was counted, a proof "
    "number or a value from those of the children, a merit from the one before; or a move is illegal. A finding names "
    "the law, which is what has to hold.",
    "Tell the numbers of this node as the law has them, after its children's, or each row as it comes.",
)
"""The one disease of a search that has a log."""


def by_laws(trace: Trace) -> list[Finding]:
    """The laws of its kind that a recording breaks, each at the first node that breaks it; nothing where it keeps all.

    A node is named once, by the most fundamental law that it breaks.
    """
    broken = list(broken_laws(trace))
    if not broken:
        return []
    nodes = tuple(one.node for one in broken)
    path = tuple(clean(move) for move in trace.node(nodes[0]).path)
    said = "; ".join([clean(broken[0].problem), *(clean(str(one)) for one in broken[1:])])
    steps, remedy = (trace.steps - 1,) * len(nodes), f"What has to hold: {broken[0].law} {BROKEN.remedy}"
    return [Finding(ERROR, BROKEN.slug, nodes[0], path, said, remedy, nodes=len(nodes), where=nodes, steps=steps)]
