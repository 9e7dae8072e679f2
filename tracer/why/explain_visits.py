"""Why a position was visited, where a move alone does not say it: scouts, re-searches, probes, a driver's passes."""

from __future__ import annotations

from math import inf, isclose
from typing import NamedTuple

from tracer.recording.node import is_probe, outcome_probability
from tracer.recording.status import PRUNED, Why
from tracer.searches.chance_bounds import ChanceMean, ValueLimits
from tracer.text import is_null, number
from tracer.tracing import Trace
from tracer.why.cutoff_causes import cutoff_end_name, cutoff_limit, format_window_end
from tracer.why.explain_chance_nodes import recorded_limits
from tracer.why.selective_reasons import NULL, NULL_ONLY, PROBE, REASON_SENTENCES, reason_code
from tracer.why.sentences import (
    Sentence,
    capitalize,
    describe_move,
    describe_value_certainty,
    format_node_window,
    format_proved_value,
    format_value,
    format_window,
)

_VISIT_WORDS = {Why.PROBE: "probe", Why.REDUCED: "less deep", Why.EXTENDED: "deeper"}


def explain_visit(trace: Trace, node: int, step: int) -> list[Sentence]:
    """Of a scout, what it asked and whether the move was searched again for it; of a re-search, why. O(children)."""
    parent = int(trace.columns.parent[node])
    if parent < 0 or parent in trace.drivers or trace.columns.status[node] == PRUNED:
        return []
    if trace.left(node) <= step and (reason := reason_code(trace, node)):
        return [Sentence(REASON_SENTENCES[reason]), *_explain_missed_limit(trace, node, reason)]
    if not trace.columns.turn[parent]:
        return [*_explain_outcome_probe(trace, node), *explain_outcome_window(trace, node)]
    siblings = trace.children(parent)
    index = siblings.index(node)
    earlier_sibling = siblings[index - 1] if index else None
    later_sibling = siblings[index + 1] if index + 1 < len(siblings) else None
    if earlier_sibling is not None and is_re_search(trace, earlier_sibling, node):
        scout_text = (
            "its scout had returned "
            f"{format_value(trace, earlier_sibling)}{_format_inside_window(trace, parent, earlier_sibling)}"
        )
        scouted_end = float(trace.columns.alpha[node] if trace.columns.turn[parent] > 0 else trace.columns.beta[node])
        start_text = f" from {number(scouted_end)}" if scouted_end == trace.columns.value[earlier_sibling] else ""
        return [Sentence(f"It was searched again{start_text}: {scout_text}.", "", earlier_sibling)]
    if not is_scout(trace, node):
        return []
    turn = int(trace.columns.turn[parent])
    limit_text = format_window_end(trace, node, "alpha" if turn > 0 else "beta")
    question_text = (
        f"A scout: it asks only whether {describe_move(trace, node)} "
        f"is worth {'more' if turn > 0 else 'less'} than {limit_text}"
    )
    if trace.left(node) > step:
        return [Sentence(f"{question_text}.")]
    if later_sibling is None or not is_re_search(trace, node, later_sibling):
        is_better = turn * float(trace.columns.value[node]) > turn * _scouted_limit(trace, node, turn)
        return [Sentence(f"{question_text}; {'it is, and that is all that counts' if is_better else 'it is not'}.")]
    window_text = _format_inside_window(trace, parent, node).removeprefix(", ")
    return [
        Sentence(
            f"{question_text}; it is{f': {window_text}' if window_text else ''}, so it is searched again.",
            "",
            later_sibling,
        )
    ]


def _explain_missed_limit(trace: Trace, node: int, reason: int) -> list[Sentence]:
    """By what numbers a null move or a probe did not cut; nothing where it did, and was not believed."""
    parent = int(trace.columns.parent[node])
    turn = int(trace.columns.turn[parent])
    end_name = cutoff_end_name(trace, parent)
    value = float(trace.columns.value[node])
    if reason not in (NULL, NULL_ONLY, PROBE) or not turn * value < turn * cutoff_limit(trace, parent):
        return []
    return [
        Sentence(
            f"{number(value)} {'<' if turn > 0 else '>'} {end_name} {format_window_end(trace, parent, end_name)}.",
            "",
            parent,
        )
    ]


def _explain_outcome_probe(trace: Trace, node: int) -> list[Sentence]:
    """Of a probe of an outcome, what it is; of the search after it, what it had returned. O(children)."""
    if (why := trace.columns.why) is None:
        return []
    if why[node] == Why.PROBE:
        return [Sentence("A probe: before the outcomes are searched, one move below each is.")]
    move = trace.columns.move
    probes = [
        probe for probe in trace.children(int(trace.columns.parent[node])) if probe < node and move[probe] == move[node]
    ]
    return [
        Sentence(f"It was searched again: its probe had returned {format_value(trace, probe)}.", "", probe)
        for probe in probes
    ]


def describe_visit_type(trace: Trace, node: int) -> str:
    """What sets a visit apart from those beside it, in a word or two; empty where nothing does. O(siblings)."""
    parent = int(trace.columns.parent[node])
    if parent < 0 or parent in trace.drivers or trace.columns.status[node] == PRUNED or not trace.header.windowed:
        return ""
    visit_reason = Why.PLAIN if trace.columns.why is None else Why(trace.columns.why.item(node))
    if visit_reason in _VISIT_WORDS:
        return _VISIT_WORDS[visit_reason]
    siblings = trace.children(parent)
    index = siblings.index(node)
    if trace.columns.turn[parent] and index and is_re_search(trace, siblings[index - 1], node):
        return "searched again"
    return "scout" if trace.columns.turn[parent] and is_scout(trace, node) else ""


def is_re_search(trace: Trace, earlier: int, node: int) -> bool:
    """Whether a visit is a re-search: right after another one by the same move."""
    columns = trace.columns
    return bool(columns.move[earlier] == columns.move[node] and columns.status[node] != PRUNED)


def is_scout(trace: Trace, node: int) -> bool:
    """Whether a visit has a null window that the window of the node above was narrowed to. O(siblings)."""
    parent = int(trace.columns.parent[node])
    return (
        _has_null_window(trace, node)
        and not _has_null_window(trace, parent)
        and not _has_running_window(trace, parent, node)
    )


def _has_running_window(trace: Trace, parent: int, node: int) -> bool:
    """Whether a visit's window is all that was left of its parent's: so plain alpha-beta asks, too."""
    columns, turn = trace.columns, int(trace.columns.turn[parent])
    running_window = [columns.alpha.item(parent), columns.beta.item(parent)]
    for sibling in trace.children(parent):
        value = columns.value.item(sibling)
        if sibling < node and turn * value > turn * running_window[turn < 0]:
            running_window[turn < 0] = value
    return running_window == [columns.alpha[node], columns.beta[node]]


def _has_null_window(trace: Trace, node: int) -> bool:
    """Whether a visit's window is a null window; in a program's own search whole numbers side by side are one."""
    alpha, beta = trace.columns.alpha.item(node), trace.columns.beta.item(node)
    return is_null(alpha, beta) or (not trace.header.ours and beta - alpha == 1 and alpha == round(alpha))


def _scouted_limit(trace: Trace, node: int, turn: int) -> float:
    """The value that a scout's move has to be better than."""
    return float(trace.columns.alpha[node] if turn > 0 else trace.columns.beta[node])


def _format_inside_window(trace: Trace, parent: int, scout: int) -> str:
    """That a scout's value lies inside the window of the node above, in numbers; empty where it does not."""
    columns, turn = trace.columns, int(trace.columns.turn[parent])
    value, scouted_value = float(columns.value[scout]), _scouted_limit(trace, scout, turn)
    low, high = (
        (scouted_value, float(columns.beta[parent])) if turn > 0 else (float(columns.alpha[parent]), scouted_value)
    )
    return f", {number(low)} < {number(value)} < {number(high)}" if low < value < high else ""


def explain_driver(trace: Trace, node: int) -> list[Sentence]:
    """About the value of a node that searches its position in passes. O(passes)."""
    passes = [pass_ for pass_ in trace.children(node) if trace.columns.value[pass_] == trace.columns.value[pass_]]
    best_pass = trace.best_child(node)
    if best_pass is None:
        return [Sentence(f"Value {format_value(trace, node)}.", "value")]
    if int(trace.columns.move[best_pass]) not in trace.iterations:
        pass_text = f"{describe_move(trace, best_pass)}, to which the position was handed on, returned it"
        return [Sentence(f"{capitalize(format_proved_value(trace, node))}: {pass_text}.", "value", best_pass)]
    last_pass = passes[-1]
    sentences = [
        Sentence(
            f"{capitalize(format_proved_value(trace, node))}: {_describe_last_pass(trace, last_pass)}.",
            "value",
            last_pass,
        )
    ]
    low, high = bounds_of_passes(trace, passes)
    if trace.columns.alpha[last_pass] < trace.columns.value[last_pass] < trace.columns.beta[last_pass]:
        window_text = format_node_window(trace, last_pass)
        sentences.append(
            Sentence(
                f"It is inside the window {window_text} of that pass: {describe_value_certainty(trace, last_pass)}."
            )
        )
    elif low == high == float(trace.columns.value[node]):
        proof_text = f"they prove at least {number(low)} and at most {number(high)}"
        sentences.append(Sentence(f"The passes closed in on it: {proof_text}."))
    if best_pass != last_pass:
        text = (
            f"The move is that of {describe_move(trace, best_pass)}, "
            "the last one in which the player to move reached the value."
        )
        sentences.append(Sentence(text, "", best_pass))
    return sentences


def _describe_last_pass(trace: Trace, last_pass: int) -> str:
    has_unfinished_pass = trace.children(int(trace.columns.parent[last_pass]))[-1] != last_pass
    return (
        f"{describe_move(trace, last_pass)}, the last "
        f"one{' that ended' if has_unfinished_pass else ''}, returned {format_value(trace, last_pass)}"
    )


def bounds_of_passes(trace: Trace, passes: list[int]) -> tuple[float, float]:
    """What the passes of the last depth prove together."""
    columns, depth = trace.columns, trace.columns.depth
    low, high = -inf, inf
    for pass_ in passes:
        if depth is not None and depth[pass_] != depth[passes[-1]]:
            continue
        value = float(columns.value[pass_])
        low = max(low, value) if value > columns.alpha[pass_] else low
        high = min(high, value) if value < columns.beta[pass_] else high
    return low, high


MAX_LISTED_TERMS = 4
"""Other outcomes that are written one by one; of more only what they add up to."""
ROUNDING = 1e-9
"""How far an end may be from what follows, as a part of it."""


class _OutcomeBounds(NamedTuple):
    """What was known of the outcomes of a chance node as one of them was entered."""

    probabilities: list[float]
    outcome: int
    """Of the outcome in hand."""
    mean: ChanceMean


def explain_outcome_window(trace: Trace, node: int) -> list[Sentence]:
    """Why an outcome of chance was given its window; nothing where that does not follow. O(siblings)."""
    columns, limits = trace.columns, recorded_limits(trace)
    if limits is None or (outcome_bounds := _collect_outcome_bounds(trace, node, limits)) is None:
        return []
    low, high = limits
    low_end, high_end = outcome_bounds.mean.outcome_ends(outcome_bounds.outcome)
    recorded_window = columns.alpha.item(node), columns.beta.item(node)
    computed_window = outcome_bounds.mean.outcome_window((low_end, high_end))
    if not all(
        isclose(recorded_end, computed_end, rel_tol=ROUNDING, abs_tol=ROUNDING)
        for recorded_end, computed_end in zip(recorded_window, computed_window, strict=True)
    ):
        return []
    parent = columns.parent.item(node)
    chance = number(outcome_bounds.probabilities[outcome_bounds.outcome])
    alpha_formula = (
        f"({format_window_end(trace, parent, 'alpha')} − "
        f"{_format_other_terms(outcome_bounds, outcome_bounds.mean.high)}) / {chance} = {number(low_end)}"
    )
    beta_formula = (
        f"({format_window_end(trace, parent, 'beta')} − "
        f"{_format_other_terms(outcome_bounds, outcome_bounds.mean.low)}) / {chance} = {number(high_end)}"
    )
    alpha_formula += f", raised to L {number(low)}" if low_end < low else ""
    beta_formula += f", lowered to U {number(high)}" if high_end > high else ""
    text = (
        f"a = (alpha − highs of the others) / p = {alpha_formula}; b = (beta − lows of the others) / p = {beta_formula}"
    )
    return [Sentence(f"{text}: its window is {format_window(*recorded_window)}.", "", parent)]


def _format_other_terms(outcome_bounds: _OutcomeBounds, values: list[float]) -> str:
    """What the other outcomes add to the mean at most, or at least."""
    other_terms = [
        pair
        for index, pair in enumerate(zip(outcome_bounds.probabilities, values, strict=True))
        if index != outcome_bounds.outcome
    ]
    if not other_terms:
        return "0"
    if len(other_terms) > MAX_LISTED_TERMS:
        return number(sum(chance * value for chance, value in other_terms))
    terms = " + ".join(f"{number(chance)} · {number(value)}" for chance, value in other_terms)
    return terms if len(other_terms) == 1 else f"({terms})"


def _collect_outcome_bounds(trace: Trace, node: int, limits: ValueLimits) -> _OutcomeBounds | None:
    """What the visits before had found out; None where not all outcomes and their probabilities are recorded."""
    columns = trace.columns
    parent = columns.parent.item(node)
    siblings = trace.children(parent)
    chances = {columns.move.item(child): outcome_probability(trace, child) for child in siblings}
    probabilities = [chance for chance in chances.values() if chance is not None]
    if len(probabilities) < len(chances) or not isclose(sum(probabilities), 1, abs_tol=ROUNDING):
        return None
    indices = {move: index for index, move in enumerate(chances)}
    alpha, beta = columns.alpha.item(parent), columns.beta.item(parent)
    mean = ChanceMean(probabilities, limits, alpha, beta)
    for child in siblings:
        if child >= node or columns.status.item(child) == PRUNED:
            break
        index, value, turn = indices[columns.move.item(child)], columns.value.item(child), columns.turn.item(child)
        is_probed = is_probe(trace, child)
        if not is_probed or (turn > 0 and value > columns.alpha.item(child)):
            mean.low[index] = value
        if not is_probed or (turn < 0 and value < columns.beta.item(child)):
            mean.high[index] = value
    return _OutcomeBounds(probabilities, indices[columns.move.item(node)], mean)
