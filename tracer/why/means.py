"""What chance nodes say: the mean of their outcomes, and what each outcome adds to it."""

from __future__ import annotations

from tracer.recording.chance import mean, probability, searched
from tracer.recording.status import PRUNED
from tracer.searches.expecting import limits
from tracer.text import number
from tracer.tracing import Trace
from tracer.why.causes import end_name, end_text, is_beta
from tracer.why.sentences import Sentence, count, value_text

LISTED = 6
"""Outcomes that are written one by one; of more it is said how many there are."""
ROUNDING = 1e-9
"""How far a value may be from the mean, as a part of the numbers added up."""


def about_mean(trace: Trace, node: int) -> list[Sentence]:
    """Why a chance node that searched all its outcomes has its value."""
    value, found = value_text(trace, node), mean(trace, node)
    if found is None:
        return [Sentence(f"Value {value}.", "value")]
    children = searched(trace, node)
    largest = max(abs(trace.columns.value.item(child)) for child in children)
    if abs(found - trace.columns.value.item(node)) > ROUNDING * max(largest, 1):
        return [Sentence(f"Contradiction: it returned {value}, but its outcomes make {number(found)}.", "wrong")]
    if len(children) > LISTED:
        return [Sentence(f"Value {value}: the mean of {len(children):,} outcomes, each by its probability.", "value")]
    terms = " + ".join(_term(trace, child) for child in children)
    return [Sentence(f"Value {value} = {terms}: the mean of its outcomes.", "value")]


def _term(trace: Trace, child: int) -> str:
    return f"{number(probability(trace, child) or 0.0)} · {value_text(trace, child)}"


def even_if(trace: Trace, node: int) -> list[Sentence]:
    """Why the outcomes that a cutoff left cannot matter: what the mean is if each of them has the extreme value."""
    columns = trace.columns
    known = searched(trace, node)
    left = [child for child in trace.children(node) if columns.status[child] == PRUNED]
    chances = [probability(trace, child) for child in left]
    low_and_high = trace.header.options.get("bounds")
    if not left or None in chances or mean(trace, node) is None or not isinstance(low_and_high, str):
        return []
    rest, beta = sum(chance or 0.0 for chance in chances), is_beta(trace, node)
    extreme = limits(low_and_high)[not beta]
    terms = [_term(trace, child) for child in known] if len(known) <= LISTED else [number(mean(trace, node) or 0.0)]
    total = (mean(trace, node) or 0.0) + rest * extreme
    end = f"{end_name(trace, node)} {end_text(trace, node, end_name(trace, node))}"
    text = (
        f"{' + '.join([*terms, f'{number(rest)} · {number(extreme)}'])} = {number(total)} {'≥' if beta else '≤'} {end}"
    )
    return [Sentence(f"Even if all that is left were worth {number(extreme)}: {text}.", "", known[-1])]


def mean_so_far(trace: Trace, node: int, step: int, outcomes: int) -> Sentence:
    """What an open chance node has so far."""
    if not outcomes:
        return Sentence("A chance node; no outcome has returned yet.", "value")
    after, found = f"after {count(outcomes, 'outcome')}", mean(trace, node, step)
    return Sentence(f"A chance node, {after}{'' if found is None else f': {number(found)} so far'}.", "value")


def adds(trace: Trace, node: int, *, now: bool) -> str:
    """What an outcome adds to the mean of its chance node; empty where its probability is not known."""
    chance = probability(trace, node)
    if chance is None:
        return ""
    added = number(chance * trace.columns.value.item(node))
    return f"it {'adds' if now else 'added'} {_term(trace, node)} = {added} to the mean"
