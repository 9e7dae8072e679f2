"""What the row of a node of a best-first search shows: its number, its sign, and how it stands at a step."""

from __future__ import annotations

from math import isinf

from tracer.recording.columns import NO_WEIGHT
from tracer.recording.log import GAMMA3, GAMMA4, SOLVED
from tracer.recording.numbers_of_log import log_of, times, told, visits
from tracer.recording.status import HORIZON, TERMINAL
from tracer.text import number
from tracer.tracing import Trace
from tracer.why.formulas import scores
from tracer.why.log_why import gamma_name

ON_THE_WAY = "→"
"""The sign of a node that the iteration in hand went through."""


def number_at(trace: Trace, node: int, step: int) -> str:
    """The mean of a node at a step, its proof and disproof number, or its merit and what that says of its value."""
    columns, log = trace.columns, log_of(trace.columns)
    if log.counts_visits:
        mean = visits(columns, node, step).mean
        return "…" if mean is None else f"≈ {number(mean)}"
    known = told(columns, node, step)
    if log.has_proofs:
        return "…" if known is None else f"{_short(known.x)}/{_short(known.y)}"
    if columns.settled.item(node) <= step:
        bound = trace.bound(node)
        return f"{'' if bound is None else bound.sign} {number(columns.value.item(node))}"
    return "…" if known is None else f"h {_short(known.x)}"


def visits_at(trace: Trace, node: int, step: int) -> list[str]:
    """How often a node of a Monte Carlo search was visited by a step; nothing of another search."""
    return [f"N {times(trace.columns, node, step):,}"] if log_of(trace.columns).counts_visits else []


def _short(value: float) -> str:
    return "∞" if isinf(value) and value > 0 else number(value)


def fate_at(trace: Trace, node: int, step: int) -> tuple[str, str]:
    """What a node is at a step: glyph and words."""
    columns, log = trace.columns, log_of(trace.columns)
    status, leaf = columns.status.item(node), log.node.item(step)
    sign = "■" if status == TERMINAL else "~" if status == HORIZON and not log.counts_visits else " "
    if node <= leaf < columns.end.item(node):
        sign = ON_THE_WAY
    if log.counts_visits:
        return sign, _counted(trace, node, step)
    known = told(columns, node, step)
    if log.has_proofs:
        if known is None:
            return sign, ""
        return sign, "proved" if known.x == 0 else "disproved" if known.y == 0 else ""
    row = log.last_row(node, step)
    kind = SOLVED if row is None else log.kind.item(row)
    if columns.settled.item(node) <= step:
        return sign, "SOLVED" if row is None or kind > GAMMA3 else f"SOLVED, {gamma_name(kind)}"
    return sign, "LIVE" if row is None else f"{gamma_name(kind)}" if kind != GAMMA4 else "SOLVED"


def _counted(trace: Trace, node: int, step: int) -> str:
    """How often a node was visited, its prior, and by what it was chosen, or was not."""
    columns = trace.columns
    words = [f"N {times(columns, node, step):,}"]
    if columns.weight is not None and (prior := columns.weight.item(node)) != NO_WEIGHT:
        words.append(f"P {number(prior)}")
    above, leaf = columns.parent.item(node), log_of(columns).node.item(step)
    if above >= 0 and above < leaf < columns.end.item(above):
        mine = next((score for score in scores(trace, above, step) if score.child == node), None)
        words += [] if mine is None else [f"U {number(mine.explore)}, Q + U {number(mine.total)}"]
    return " · ".join(words)
