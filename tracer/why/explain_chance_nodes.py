"""What chance nodes say: the mean of their outcomes, and what each outcome adds to it."""

from __future__ import annotations

from tracer.recording.node import is_probe, mean, probability, searched
from tracer.recording.status import EXACT, LOWER, PRUNED, UPPER
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
    beta, children = is_beta(trace, node), trace.children(node)
    sides = (EXACT, LOWER if beta else UPPER)
    known = {
        columns.move.item(child): child
        for child in children
        if columns.status[child] != PRUNED and (not is_probe(trace, child) or trace.bound(child) in sides)
    }
    left = {columns.move.item(child): child for child in children if columns.move.item(child) not in known}
    low_and_high = trace.header.options.get("bounds")
    told = all(probability(trace, child) is not None for child in children)
    probed = any(is_probe(trace, child) for child in children)
    if not (left or probed) or not told or not known or not isinstance(low_and_high, str):
        return []
    rest = sum(probability(trace, child) or 0.0 for child in left.values())
    extreme, certain = limits(low_and_high)[not beta], list(known.values())
    sure = sum((probability(trace, child) or 0.0) * columns.value.item(child) for child in certain)
    terms = [_term(trace, child) for child in certain] if len(certain) <= LISTED else [number(sure)]
    more = [f"{number(rest)} · {number(extreme)}"] if left else []
    end = f"{end_name(trace, node)} {end_text(trace, node, end_name(trace, node))}"
    text = f"{' + '.join([*terms, *more])} = {number(sure + rest * extreme)} {'≥' if beta else '≤'} {end}"
    even = f"Even if all that is left were worth {number(extreme)}" if left else "By what is known of the outcomes"
    return [Sentence(f"{even}: {text}.", "", certain[-1])]


def mean_so_far(trace: Trace, node: int, step: int, outcomes: int) -> Sentence:
    """What an open chance node has so far."""
    if not outcomes:
        return Sentence("A chance node; no outcome has returned yet.", "value")
    after, found = f"after {count(outcomes, 'outcome')}", mean(trace, node, step)
    return Sentence(f"A chance node, {after}{'' if found is None else f': {number(found)} so far'}.", "value")


def adds(trace: Trace, node: int, *, now: bool) -> str:
    """What an outcome adds to the mean of its chance node; empty where its probability is not known, and of a probe."""
    chance = probability(trace, node)
    if chance is None or is_probe(trace, node):
        return ""
    added = number(chance * trace.columns.value.item(node))
    return f"it {'adds' if now else 'added'} {_term(trace, node)} = {added} to the mean"
