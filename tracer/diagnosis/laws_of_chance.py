"""The laws of chance nodes: their probabilities add up to 1, and their values are means or bounds of means."""

from __future__ import annotations

from tracer.diagnosis.broken import LawBroken
from tracer.games.rules import ROUNDING
from tracer.recording.chance import mean, probability
from tracer.recording.status import EXPANDED
from tracer.text import number
from tracer.tracing import Trace


def outcomes(trace: Trace) -> None:
    """Probabilities of all outcomes, visited and pruned, add up to 1, and a value is the mean of its outcomes'.

    Where a cutoff left outcomes out, it lies at or beyond an end of the window. Nothing is asked of a node at which a
    probability was not told.
    """
    columns = trace.columns
    if columns.weight is None:
        return
    for node in ((columns.status == EXPANDED) & (columns.turn == 0)).nonzero()[0].tolist():
        if node in trace.drivers:
            continue
        chances = {columns.move.item(child): probability(trace, child) for child in trace.children(node)}
        known = [chance for chance in chances.values() if chance is not None]
        if len(known) < len(chances):
            continue
        if abs(sum(known) - 1) > ROUNDING:
            raise LawBroken(trace, node, f"the probabilities of its outcomes add up to {sum(known):g}, not to 1")
        value, found = columns.value.item(node), mean(trace, node)
        if columns.cutoff[node]:
            if columns.alpha[node] < value < columns.beta[node]:
                raise LawBroken(trace, node, f"a cutoff, but the value {number(value)} lies inside its window")
        elif found is None or abs(found - value) > ROUNDING * max(abs(value), 1):
            expected = "of nothing" if found is None else number(found)
            raise LawBroken(trace, node, f"the value {number(value)} is not the mean of its outcomes, {expected}")
