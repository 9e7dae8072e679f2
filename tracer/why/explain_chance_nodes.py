"""What chance nodes say: the mean of their outcomes, and what each outcome adds to it."""

from __future__ import annotations

from tracer.recording.node import chance_mean, is_probe, outcome_probability, returned_outcomes
from tracer.recording.status import EXACT, LOWER, PRUNED, UPPER
from tracer.searches.chance_bounds import ValueLimits, parse_limits
from tracer.text import number
from tracer.tracing import Trace
from tracer.why.cutoff_causes import cutoff_end_name, format_window_end, is_beta_cutoff
from tracer.why.sentences import Sentence, format_count, format_value

MAX_LISTED_OUTCOMES = 6
"""Outcomes that are written one by one; of more it is said how many there are."""
ROUNDING = 1e-9
"""How far a value may be from the mean, as a part of the numbers added up."""


def recorded_limits(trace: Trace) -> ValueLimits | None:
    """The least and the greatest value that anything may have, as a search of plyscope's own was told; else None."""
    bounds = trace.header.options.get("bounds")
    return parse_limits(bounds) if trace.header.ours and isinstance(bounds, str) and bounds else None


def explain_mean(trace: Trace, node: int) -> list[Sentence]:
    """Why a chance node that searched all its outcomes has its value."""
    value_text, outcome_mean = format_value(trace, node), chance_mean(trace, node)
    if outcome_mean is None:
        return [Sentence(f"Value {value_text}.", "value")]
    children = returned_outcomes(trace, node)
    largest = max(abs(trace.columns.value.item(child)) for child in children)
    if abs(outcome_mean - trace.columns.value.item(node)) > ROUNDING * max(largest, 1):
        return [
            Sentence(f"Contradiction: it returned {value_text}, but its outcomes make {number(outcome_mean)}.", "wrong")
        ]
    if len(children) > MAX_LISTED_OUTCOMES:
        return [
            Sentence(f"Value {value_text}: the mean of {len(children):,} outcomes, each by its probability.", "value")
        ]
    terms = " + ".join(_format_mean_term(trace, child) for child in children)
    return [Sentence(f"Value {value_text} = {terms}: the mean of its outcomes.", "value")]


def _format_mean_term(trace: Trace, child: int) -> str:
    return f"{number(outcome_probability(trace, child) or 0.0)} · {format_value(trace, child)}"


def explain_mean_cutoff(trace: Trace, node: int) -> list[Sentence]:
    """Why the outcomes that a cutoff left cannot matter: what the mean is if each of them has the extreme value."""
    columns = trace.columns
    is_beta, children = is_beta_cutoff(trace, node), trace.children(node)
    usable_bounds = (EXACT, LOWER if is_beta else UPPER)
    known_children = {
        columns.move.item(child): child
        for child in children
        if columns.status[child] != PRUNED and (not is_probe(trace, child) or trace.bound(child) in usable_bounds)
    }
    remaining_children = {
        columns.move.item(child): child for child in children if columns.move.item(child) not in known_children
    }
    has_probabilities = all(outcome_probability(trace, child) is not None for child in children)
    has_probes = any(is_probe(trace, child) for child in children)
    limits = recorded_limits(trace)
    if not (remaining_children or has_probes) or not has_probabilities or not known_children or limits is None:
        return []
    remaining_probability = sum(outcome_probability(trace, child) or 0.0 for child in remaining_children.values())
    extreme_value, certain_children = limits.low if is_beta else limits.high, list(known_children.values())
    certain_sum = sum(
        (outcome_probability(trace, child) or 0.0) * columns.value.item(child) for child in certain_children
    )
    terms = (
        [_format_mean_term(trace, child) for child in certain_children]
        if len(certain_children) <= MAX_LISTED_OUTCOMES
        else [number(certain_sum)]
    )
    remaining_terms = [f"{number(remaining_probability)} · {number(extreme_value)}"] if remaining_children else []
    end_text = f"{cutoff_end_name(trace, node)} {format_window_end(trace, node, cutoff_end_name(trace, node))}"
    text = (
        f"{' + '.join([*terms, *remaining_terms])} = "
        f"{number(certain_sum + remaining_probability * extreme_value)} {'≥' if is_beta else '≤'} {end_text}"
    )
    condition = (
        f"Even if all that is left were worth {number(extreme_value)}"
        if remaining_children
        else "By what is known of the outcomes"
    )
    return [Sentence(f"{condition}: {text}.", "", certain_children[-1])]


def explain_mean_so_far(trace: Trace, node: int, step: int, outcome_count: int) -> Sentence:
    """What an open chance node has so far."""
    if not outcome_count:
        return Sentence("A chance node; no outcome has returned yet.", "value")
    after_text, outcome_mean = f"after {format_count(outcome_count, 'outcome')}", chance_mean(trace, node, step)
    return Sentence(
        f"A chance node, {after_text}{'' if outcome_mean is None else f': {number(outcome_mean)} so far'}.", "value"
    )


def describe_added_term(trace: Trace, node: int, *, is_now: bool) -> str:
    """What an outcome adds to the mean of its chance node; empty where its probability is not known, and of a probe."""
    chance = outcome_probability(trace, node)
    if chance is None or is_probe(trace, node):
        return ""
    term_value = number(chance * trace.columns.value.item(node))
    return f"it {'adds' if is_now else 'added'} {_format_mean_term(trace, node)} = {term_value} to the mean"
