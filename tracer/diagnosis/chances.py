"""Chance nodes: outcomes that differ from visit to visit, probabilities, and values that are no mean of the outcomes.

A probability is the recorded weight of an outcome. Where none was recorded, weights that all chance nodes of a width
have in common can be computed from their values.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

import numpy as np

from tracer.deciding.thresholds import FEW, HALF, TINY
from tracer.deciding.weights import FITS, solved
from tracer.diagnosis.call_columns import DISCOUNTS
from tracer.diagnosis.case import Case, sort_by_return
from tracer.diagnosis.finding import ERROR, NOTE, WARNING, Disease, Symptom
from tracer.diagnosis.identity import positions
from tracer.diagnosis.table_entries import get_required_depths
from tracer.diagnosis.wording import symptoms
from tracer.recording.columns import NO_WEIGHT, Floats, Ints
from tracer.recording.status import EXPANDED, OPEN, PRUNED
from tracer.text import number, some_of

REDRAWN = Disease(
    "outcomes-redrawn",
    WARNING,
    "The outcomes of one chance node differ from visit to visit, though it has as many as there are: they are drawn at "
    "random again, so one comes twice, another one not at all, and the value depends on luck.",
    "Search each outcome once: pass it to the function that plays it, and draw no random number inside the search.",
)
SAMPLED = Disease(
    "outcomes-sampled",
    NOTE,
    "The outcomes of one chance node differ from visit to visit, and there are more than it has: they are samples, and "
    "the value is an estimate, another one in each run; or they depend on something that the recording does not keep.",
    "No mistake where samples are meant. Where every outcome is meant, list them all, and draw no random number inside "
    "the search. Where they depend on something else, such as a deck, make it a part of the position (--state).",
)


def redrawn_outcomes(case: Case) -> list[Symptom]:
    """Return the visits of chance nodes that have other outcomes than the first visit of their position.

    Visits are compared where position, remaining depth and number of outcomes are the same. A program that lists its
    outcomes has them in some order of its own: so nothing is reported unless two outcomes came in both orders. A
    position of which the recording lacks a part, such as a hidden deck, does not change that order.
    """
    groups = [one for one in _iter_comparable_visits(case) if len({tuple(sorted(each)) for each in one.values()}) > 1]
    first = {node: next(iter(group)) for group in groups for node in group}
    outcomes = {node: one for group in groups for node, one in group.items()}
    differing = [node for node, one in outcomes.items() if sorted(one) != sorted(outcomes[first[node]])]
    if len(differing) < FEW or not any(_come_in_both_orders([*group.values()]) for group in groups):
        return []
    more = any(
        len({one for visit in group.values() for one in visit}) > len(next(iter(group.values()))) for group in groups
    )

    def in_words(node: int) -> str:
        names = dict(zip(outcomes[node][::-1], case.children(node)[::-1], strict=True))
        counts = Counter(outcomes[node])
        times = {one: f" {count} times" if count > 1 else "" for one, count in counts.items()}
        return some_of([case.trace.label(names[one]) + times[one] for one in counts])

    said = (
        "the outcomes of this chance node differ between visits: {here} here, but {there} at node {first} "
        "({first:path}), where the position is the same"
    )
    facts: dict[str, Any] = {"here": in_words, "there": lambda node: in_words(first[node]), "first": first.__getitem__}
    return symptoms(SAMPLED if more else REDRAWN, case, differing, said, **facts)


def _iter_comparable_visits(case: Case) -> Iterator[dict[int, tuple[int, ...]]]:
    """Yield the visits of chance nodes that should have the same outcomes, with these, where there are several."""
    nodes = _find_complete_nodes(case).tolist()
    if len(nodes) < 1 + FEW:
        return
    places, asked = positions(case), get_required_depths(case).tolist()
    found: dict[tuple[int, float, int, int], dict[int, tuple[int, ...]]] = {}
    for node in case.walk(nodes):
        outcomes = tuple(places[child] for child in case.children(node))
        if places[node] >= 0 and min(outcomes) >= 0:
            key = places[node], asked[node], len(outcomes), case.turn[case.parent[node]]  # who throws need not be told
            found.setdefault(key, {})[node] = outcomes
    yield from (visits for visits in found.values() if len(visits) > 1)


def _find_complete_nodes(case: Case) -> Ints:
    """Return the chance nodes that nothing can have ended before their last outcome."""
    columns = case.columns
    whole = (columns.turn == 0) & (columns.status == EXPANDED) & ~case.trace.columns.cutoff
    if case.has_windows:
        whole &= (columns.alpha < columns.value) & (columns.value < columns.beta)
    whole[columns.parent[np.isin(columns.status, (OPEN, PRUNED))]] = False
    whole[[*case.trace.drivers]] = False
    return np.flatnonzero(whole)


def _come_in_both_orders(visits: list[tuple[int, ...]]) -> bool:
    """Return whether one outcome came wholly before another at one visit, and wholly after it at another."""
    before: set[tuple[int, int]] = set()
    for visit in visits:
        first = {one: place for place, one in reversed([*enumerate(visit)])}
        last = {one: place for place, one in enumerate(visit)}
        for one, other in combinations(first, 2):
            if last[one] < first[other]:
                before.add((one, other))
            elif last[other] < first[one]:
                before.add((other, one))
    return any((other, one) in before for one, other in before)


NOT_ONE = Disease(
    "chances-not-one",
    ERROR,
    "The probabilities with which a chance node weighs its outcomes do not add up to 1.",
    "Look at the list of outcomes and their weights: one is left out, counted twice, or not divided by their sum.",
)
NOT_MEAN = Disease(
    "not-the-mean",
    ERROR,
    "A chance node has another value than the mean of its outcomes, weighed with their probabilities.",
    "Add up probability times value of every outcome, and return the sum after the last one.",
)
ROUNDED = Disease(
    "mean-rounded",
    WARNING,
    "Chance nodes have whole numbers where the means of their outcomes are none: they are rounded on the way up.",
    "Divide with / instead of //, and keep the mean as a float.",
)
DISEASES: tuple[Disease, ...] = (REDRAWN, SAMPLED, NOT_ONE, NOT_MEAN, ROUNDED)
_DISCOUNT_STEP = 0.05
"""Sums of weights below 1 that are multiples of this may be a discount."""


def examine(case: Case) -> Iterator[Symptom]:
    """Yield the symptoms of chance nodes."""
    yield from case.once(redrawn_outcomes)
    nodes = [node for node in sort_by_return(case, _find_complete_nodes(case)) if node not in case.blamed_nodes]
    nodes = [node for node in nodes if _has_exact_outcomes(case, node)]
    weight = case.trace.columns.weight
    weighted = [] if weight is None else [node for node in nodes if not np.isnan(weight[case.visits(node)]).any()]
    if weighted and weight is not None:
        yield from _find_wrong_by_weights(case, weighted, weight)
    else:
        means = {node: _equal_mean(case, node) for node in nodes}
        yield from _find_rounded(case, means) or _find_left_out(case, means) or _find_wrong_totals(case, nodes)


def _equal_mean(case: Case, node: int) -> float:
    values = [case.value[child] for child in case.visits(node)]
    return sum(values) / len(values)


def _has_exact_outcomes(case: Case, node: int) -> bool:
    """Return whether the outcomes of a chance node differ, and all returned what they are worth."""
    children = case.children(node)
    exact = all(case.claims[child][0] == case.claims[child][1] for child in children)
    return exact and len({case.move[child] for child in children}) == len(children) and math.isfinite(case.value[node])


def bounds_in_means(case: Case) -> Iterator[int]:
    """Yield the outcomes of which a cutoff in their chance node's window tells a bound, though it has the mean."""
    columns, (low, high), weight = case.columns, case.claim_columns, case.trace.columns.weight
    cuts, value = np.append(0, np.cumsum(case.trace.columns.cutoff)), columns.value
    for node in _find_complete_nodes(case).tolist() if case.has_windows else ():
        visits = np.array(case.visits(node))
        is_bound = (columns.alpha[visits] == columns.alpha[node]) & (columns.beta[visits] == columns.beta[node])
        is_bound &= np.maximum(low[visits], np.nanmin(value)) < np.minimum(high[visits], np.nanmax(value))
        is_bound &= cuts[columns.end[visits]] > cuts[visits]
        weights = None if weight is None or (weight[visits] == NO_WEIGHT).any() else weight[visits]
        if is_bound.any() and _has_value(case, node, np.average(value[visits], weights=weights)):
            yield from visits[is_bound].tolist()


def _find_wrong_by_weights(case: Case, nodes: list[int], weight: Floats) -> Iterator[Symptom]:
    """Yield the nodes whose recorded weights do not give their value."""
    means: dict[int, float] = {}
    said = "the probabilities of its {count} outcomes add up to {total}, and its value {node:value} is the sum of what"
    for node in nodes:
        children = case.visits(node)
        chances, values = weight[children], np.array([case.value[child] for child in children])
        total, given = float(chances.sum()), float((chances * values).sum())
        if abs(total - 1) <= TINY:
            means[node] = given
        elif _has_value(case, node, given) and total > 0 and not _has_value(case, node, given / total):
            yield from symptoms(NOT_ONE, case, [node], f"{said} they weigh", count=len(children), total=total)
    rounded = _find_rounded(case, means)
    other = _find_other_than_mean(case, means)
    shown = sum(mean != 0 for node, mean in means.items() if node not in {*other})
    # Where it is none at most nodes, moves earn points, or what comes later counts for less: that is the search's way.
    if rounded or shown >= max(FEW, len(other)):
        yield from rounded or _describe_means(case, NOT_MEAN, other, means)
    elif len(other) >= FEW:
        yield from _find_other_weights(case, means, weight)


def _find_other_weights(case: Case, means: dict[int, float], weight: Floats) -> Iterator[Symptom]:
    """Find the nodes whose values follow, as at all their like, from other weights than the recorded ones."""
    if left_out := _find_left_out(case, means, weight):
        yield from left_out
        return
    for pick, name in ((max, "greatest"), (min, "least")):
        extremes = {node: pick(case.value[child] for child in case.visits(node)) for node in means}
        if not case.trace.sources and all(_has_value(case, node, extremes[node]) for node in means):
            said = f"; the value is the {name} of them, and so at all {len(means):,} such nodes"
            yield from _describe_means(case, NOT_MEAN, _find_other_than_mean(case, means), means, said)
            return
    groups = [[*means]]
    if not all(_has_value(case, node, _equal_mean(case, node)) for node in means):
        by_weights: dict[tuple[float, ...], list[int]] = {}
        for node in means:
            by_weights.setdefault(tuple(weight[case.visits(node)].tolist()), []).append(node)
        groups = [nodes for nodes in by_weights.values() if _adds_up(_common_weights(case, nodes))]
    for nodes in groups:
        other = [node for node in _find_other_than_mean(case, means) if node in {*nodes}]
        if len(other) >= FEW:
            are_equal = all(_has_value(case, one, _equal_mean(case, one)) for one in nodes)
            weights = None if are_equal else _common_weights(case, nodes)
            said = (
                "as if all were equally likely" if weights is None else f"with the weights {_describe_weights(weights)}"
            )
            said = f"; the value follows {said}, and so at all {len(nodes):,} such nodes"
            yield from _describe_means(case, NOT_MEAN, other, means, said)


def _find_left_out(case: Case, means: dict[int, float], weight: Floats | None = None) -> list[Symptom]:
    """Return the nodes whose values are their means without the part of the first outcome, or of the last one."""
    for place, name in ((0, "first"), (-1, "last")):
        outcomes = {node: case.visits(node)[place] for node in means}
        parts = {
            node: case.value[one] * (1 / len(case.visits(node)) if weight is None else weight.item(one))
            for node, one in outcomes.items()
        }
        other = _find_other_than_mean(case, means)
        if len(other) >= FEW and all(_has_value(case, node, mean - parts[node]) for node, mean in means.items()):
            said = f"; the value leaves out what the {name} of them adds, and so at all {len(means):,} such nodes"
            return _describe_means(case, NOT_MEAN, other, means, said)
    return []


def _adds_up(weights: Floats | None) -> bool:
    """Return whether these are probabilities of all outcomes."""
    return weights is not None and abs(float(weights.sum()) - 1) <= FITS


def _common_weights(case: Case, same: list[int], *, some_left_out: bool = False) -> Floats | None:
    """Return the only positive weights by which the values of nodes of one width follow from their outcomes'."""
    values = np.array([[case.value[child] for child in case.visits(node)] for node in same])
    return solved(values, np.array([case.value[node] for node in same]), some_left_out=some_left_out)


def _has_value(case: Case, node: int, value: float) -> bool:
    return abs(case.value[node] - value) <= TINY * (1 + abs(value))


def _find_other_than_mean(case: Case, means: dict[int, float]) -> list[int]:
    return [node for node, mean in means.items() if not _has_value(case, node, mean)]


def _describe_means(
    case: Case, disease: Disease, nodes: list[int], means: dict[int, float], more: str = ""
) -> list[Symptom]:
    """Return the symptoms of nodes that have another value than their means."""
    said = "it has {node:value}, but the mean of its outcomes is {mean}: {values}" + more
    return symptoms(disease, case, nodes, said, mean=means.__getitem__, values=partial(_describe_outcomes, case))


def _describe_outcomes(case: Case, node: int) -> str:
    return some_of((f"{number(case.value[child])} ({case.trace.label(child)})" for child in case.visits(node)), 4)


def _round_half_away(values: Any) -> Any:
    """Round to whole numbers, and halves away from 0, as many languages do."""
    return np.copysign(np.floor(np.abs(values) + HALF + TINY), values)


@np.errstate(invalid="ignore")  # outcomes may be infinite
def _find_rounded(case: Case, means: dict[int, float]) -> list[Symptom]:
    """Return the nodes that have their mean rounded to a whole number, if all that are told apart by it do.

    Not where each has the value of one of its outcomes, as where another player chooses among them.
    """
    for node, mean in means.items():
        parts = np.array([case.value[child] for child in case.visits(node)]) / len(case.visits(node))
        roundings = (np.floor, np.ceil, np.trunc, np.round, _round_half_away)  # of the mean, or of each outcome's part
        if case.value[node] not in {value for round_ in roundings for value in (round_(mean), round_(parts).sum())}:
            return []
    other = _find_other_than_mean(case, means)
    enough = len(other) >= FEW and len({case.value[node] for node in other}) > 1
    enough = enough and any(case.value[node] not in {case.value[one] for one in case.visits(node)} for node in other)
    return _describe_means(case, ROUNDED, other, means) if enough else []


def _find_wrong_totals(case: Case, nodes: list[int]) -> Iterator[Symptom]:
    """Yield nodes of a width whose values follow from their outcomes' by weights that do not add up to 1."""
    widths: dict[int, list[int]] = {}
    for node in nodes:
        widths.setdefault(len(case.visits(node)), []).append(node)
    for same in widths.values():
        weights = _common_weights(case, same, some_left_out=True)
        if weights is None or _adds_up(weights):
            continue
        total = float(weights.sum())
        usual = any(abs(total - part) < FITS for part in DISCOUNTS)
        # By one too many: as where a mean is divided by the number of outcomes and one.
        divided = not usual and bool((np.abs(weights - 1 / (len(weights) + 1)) < FITS).all())
        steps = total / _DISCOUNT_STEP
        if HALF + FITS < total < 1 and not divided and abs(steps - round(steps)) < FITS:
            continue  # what comes later may count for less on purpose
        facts: dict[str, Any] = {"weights": _describe_weights(weights), "total": round(total, 6), "count": len(same)}
        said = (
            "its value {node:value} follows from {values} with the weights {weights}, as at all {count} such nodes, "
            "and these add up to {total}"
        )
        yield from symptoms(NOT_ONE, case, same, said, values=partial(_describe_outcomes, case), **facts)


def _describe_weights(weights: Floats) -> str:
    return ", ".join(number(round(float(weight), 6)) for weight in weights)
