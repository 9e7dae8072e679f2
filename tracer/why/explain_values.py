"""Why a node has its value, in sentences: the child that gave it, what the window makes of it, what it does above.

All numbers are MAX's view.
"""

from __future__ import annotations

from math import inf

import numpy as np

from tracer.count.proved import is_derived
from tracer.count.sizes import legal_moves
from tracer.recording.no_moves import is_partial_probe
from tracer.recording.status import EXACT, OPEN, PRUNED, UPPER
from tracer.text import number
from tracer.time.moments import Frame, frame
from tracer.tracing import Trace
from tracer.why.cutoff_causes import (
    cutoff_end_name,
    find_refutation,
    format_cutoff_test,
    format_window_end,
    is_cutoff_justified,
)
from tracer.why.explain_chance_nodes import describe_added_term, explain_mean
from tracer.why.explain_visits import is_re_search
from tracer.why.sentences import (
    Sentence,
    capitalize,
    count_distinct_moves,
    describe_ancestor,
    describe_move,
    describe_proof,
    describe_searched_moves,
    describe_unseen_moves,
    describe_value_certainty,
    describe_value_limit,
    format_count,
    format_node_window,
    format_proved_value,
    format_value,
    format_window,
    is_fail_hard,
    mover_name,
)

MAX_REPLAYED_PLIES = 400
"""Plies down to which it is asked how many moves are legal, for the position has to be played."""


def explain_return(trace: Trace, node: int) -> list[Sentence]:
    """About a node whose moves were searched and that was not cut."""
    best_child = trace.best_child(node)
    if best_child is None and (unseen_text := describe_unseen_moves(trace)):
        return [Sentence(f"Value {format_value(trace, node)}.", "value"), Sentence(f"Its moves were {unseen_text}.")]
    if not trace.columns.turn[node]:
        return explain_mean(trace, node)
    if best_child is None:
        return [Sentence(f"Value {format_value(trace, node)}.", "value")]
    if is_partial_probe(trace.columns, node):
        return _explain_probed_value(trace, node, best_child)
    if trace.columns.value[best_child] != trace.columns.value[node]:
        return explain_contradiction(trace, node) or [_explain_differing_value(trace, node, best_child)]
    player, proved_bound = mover_name(trace, node), trace.proved_bound(node)
    if not trace.header.answers_unseen and (unsearched_text := _describe_unsearched_moves(trace, node)):
        text = (
            f"Value {number(float(trace.columns.value[node]))}: {player}'s "
            f"best of those searched, {describe_move(trace, best_child)}."
        )
        return [Sentence(text, "value", best_child), Sentence(unsearched_text)]
    text = (
        f"{capitalize(format_proved_value(trace, node))}: {player}'s best, "
        f"{describe_move(trace, best_child)}, returned {format_value(trace, best_child)}."
    )
    return [
        Sentence(text, "value", best_child),
        Sentence(_explain_exact_value(trace, node) if proved_bound is EXACT else _explain_bound_value(trace, node)),
    ]


def _explain_probed_value(trace: Trace, node: int, best_child: int) -> list[Sentence]:
    text = (
        f"{capitalize(format_proved_value(trace, node))}: it probed "
        f"{describe_move(trace, best_child)} alone, which returned"
    )
    value_sentence = Sentence(f"{text} {format_value(trace, best_child)}.", "value", best_child)
    player = mover_name(trace, node)
    direction, end = ("more", "alpha") if trace.columns.turn[node] > 0 else ("less", "beta")
    if trace.bound(node) is not None:
        return [value_sentence, Sentence(f"With a move that was left {player} may get {direction}.")]
    failure_text = f"did not come {'above' if end == 'alpha' else 'below'} {end} {format_window_end(trace, node, end)}"
    return [
        value_sentence,
        Sentence(f"It {failure_text}, and a move that was left may: so it says nothing of the true value."),
    ]


def _describe_unsearched_moves(trace: Trace, node: int) -> str:
    """That legal moves were neither searched nor skipped by a cutoff; empty where that is not so, or nobody knows."""
    searched_count = count_distinct_moves(trace, trace.children(node))
    legal_count = legal_moves(trace, node) if trace.columns.ply[node] <= MAX_REPLAYED_PLIES else None
    if legal_count is None or searched_count >= legal_count:
        return ""
    verb = "was" if searched_count == 1 else "were"
    return (
        f"Only {searched_count:,} of {format_count(legal_count, 'legal move')} "
        f"{verb} searched: the true value may be another."
    )


def _explain_differing_value(trace: Trace, node: int, best_child: int) -> Sentence:
    if trace.deciding_child(node) is None:
        called_text = (
            f"the best that was called, {describe_move(trace, best_child)}, returned {format_value(trace, best_child)}"
        )
        return Sentence(
            f"{capitalize(format_proved_value(trace, node))}, by a move that a cache answered unseen: {called_text}.",
            "value",
            best_child,
        )
    text = (
        f"{capitalize(format_proved_value(trace, node))}, though "
        f"{mover_name(trace, node)}'s best, {describe_move(trace, best_child)}, returned"
    )
    value, columns = float(trace.columns.value[node]), trace.columns
    is_clamped = is_fail_hard(trace) and value in (float(columns.alpha[node]), float(columns.beta[node]))
    return Sentence(
        f"{text} {format_value(trace, best_child)}{': fail-hard clamps it' if is_clamped else ''}.", "value", best_child
    )


def explain_contradiction(trace: Trace, node: int) -> list[Sentence]:
    """That a value is not what its moves' values make of it, if so: it may be clamped, or answered unseen.

    O(children).
    """
    columns, best_child, turn = trace.columns, trace.best_child(node), int(trace.columns.turn[node])
    if best_child is None or not turn:
        return []
    value, best_value = float(columns.value[node]), float(columns.value[best_child])
    window_ends = (float(columns.alpha[node]), float(columns.beta[node])) if trace.header.windowed else (-inf, inf)
    has_unseen_answer = trace.header.answers_unseen and turn * value > turn * best_value
    if value in (best_value, min(max(best_value, window_ends[0]), window_ends[1])) or has_unseen_answer:
        return []
    best_text = f"{mover_name(trace, node)}'s best, {describe_move(trace, best_child)}, returned {number(best_value)}"
    if not trace.header.windowed and trace.once(_is_not_minimax):
        return [
            Sentence(
                f"{number(value)}, where {best_text}. Most nodes differ so: {_NOT_MINIMAX_TEXT}.", "value", best_child
            )
        ]
    return [Sentence(f"Contradiction: it returned {number(value)}, but {best_text}.", "wrong", best_child)]


_NOT_MINIMAX_TEXT = "values may be sums or means, or moves may earn points that the recording does not contain"


def _is_not_minimax(trace: Trace) -> bool:
    """Return whether most nodes differ from their best child by several amounts, as in no minimax. O(nodes)."""
    columns = trace.columns
    returned = np.flatnonzero((columns.status[1:] != PRUNED) & ~np.isnan(columns.value[1:])) + 1
    parents, best_values = columns.parent[returned], np.full(len(trace), -inf)
    np.maximum.at(best_values, parents, columns.turn[parents] * columns.value[returned])
    is_compared = (columns.turn != 0) & np.isfinite(best_values) & ~np.isnan(columns.value)
    excess = (columns.turn * columns.value)[is_compared] - best_values[is_compared]
    return bool(2 * (excess != 0).sum() > len(excess) and len(np.unique(excess)) > 2)


def _explain_exact_value(trace: Trace, node: int) -> str:
    if is_derived(trace, node):
        outside_text = f"{format_value(trace, node)} is not inside the window {format_node_window(trace, node)}"
        return f"{capitalize(describe_proof(trace, node))}, though {outside_text}."
    searched_text = capitalize(describe_searched_moves(trace, node))
    if not trace.header.windowed:
        return f"{searched_text}."
    columns = trace.columns
    alpha, beta, value = columns.alpha.item(node), columns.beta.item(node), columns.value.item(node)
    if not alpha < value < beta and (limit_text := describe_value_limit(trace, value)):
        return f"{searched_text}, and {limit_text}."
    if not alpha < value < beta:
        return f"{searched_text}; with the test > the ends of the window {format_window(alpha, beta)} count as inside."
    inside_text = f"{number(value)} is inside the window {format_window(alpha, beta)}"
    return f"{searched_text}, and {inside_text}: {describe_value_certainty(trace, node)}."


def _explain_bound_value(trace: Trace, node: int) -> str:
    """Why a value is only a bound, or nothing at all."""
    returned_bound, columns = trace.bound(node), trace.columns
    if returned_bound is None:
        limit_text = number(float(columns.alpha[node]))
        return f"It says nothing of the true value: alpha and beta are both {limit_text}, and fail-hard clamps to them."
    is_upper = returned_bound is UPPER
    end_name = "alpha" if is_upper else "beta"
    end_text = f"{end_name} {format_window_end(trace, node, end_name)}"
    direction = "less" if is_upper else "more"
    if is_upper == (columns.turn[node] > 0):
        failure_text = f"No move came {'above' if is_upper else 'below'} {end_text}"
        if is_fail_hard(trace):
            return f"{failure_text}, and fail-hard returns no {direction} than that: the true value may be {direction}."
        return f"{failure_text}; each was searched only until that was sure, so the true value may be {direction}."
    if is_fail_hard(trace):
        return f"Fail-hard clamps to the window {format_node_window(trace, node)}: the true value may be {direction}."
    return f"It lies on or beyond {end_text}, so the search below needed no exact value."


def explain_effect_on_parent(trace: Trace, node: int, step: int, *, is_here: bool = False) -> list[Sentence]:
    """What a returned value does at the node above; at the step of the return it is the news. O(children above).

    `is_here` is whether the node above is the one that the reader looks at.
    """
    parent, return_step = int(trace.columns.parent[node]), trace.left(node)
    is_now = return_step == step
    sentence_type = "event" if is_now else ""
    if parent < 0:
        best_child = trace.first_with_value if trace.proved_bound(0) is EXACT else None
        best_text = "is best" if trace.header.ours else "is the first with this value"
        move_text = "" if best_child is None else f": {describe_move(trace, best_child)} {best_text}"
        return [Sentence(f"This is the result of the search{move_text}.", sentence_type, best_child)]
    is_chance = not trace.columns.turn[parent]
    refutes = (
        bool(trace.columns.cutoff[parent])
        and find_refutation(trace, parent) == node
        and is_cutoff_justified(trace, parent)
    )
    if parent in trace.drivers or (is_chance and not refutes and not describe_added_term(trace, node, is_now=is_now)):
        return []
    if trace.set_aside[node]:
        return []
    if trace.columns.status[node] == OPEN:
        if is_here:
            return [Sentence(f"{capitalize(describe_move(trace, node))} ended without a value.", sentence_type, node)]
        return []
    parent_text = "here" if is_here else f"at {describe_ancestor(trace, node, parent)}"
    if refutes:
        text = (
            f"it {'causes' if is_now else 'caused'} the {cutoff_end_name(trace, parent)} "
            f"cutoff {parent_text}: {format_cutoff_test(trace, parent)}"
        )
    elif is_chance:
        text = f"{describe_added_term(trace, node, is_now=is_now)} {parent_text}"
    else:
        text = _describe_best_change(trace, node, frame(trace, parent, return_step), parent_text, is_now=is_now)
    text = f"{describe_move(trace, node)} returns {format_value(trace, node)}: {text}" if is_now else text
    return [Sentence(f"{capitalize(text)}.", sentence_type, node if is_here else parent)]


def _describe_best_change(trace: Trace, node: int, parent_frame: Frame, parent_text: str, *, is_now: bool) -> str:
    """What a returned value changes at the node above, with the frame that this had before it heard of the value."""
    turn, value = int(trace.columns.turn[parent_frame.node]), float(trace.columns.value[node])
    player, new_text = mover_name(trace, parent_frame.node), number(value)
    end_name, running_limit = ("alpha", parent_frame.alpha) if turn > 0 else ("beta", parent_frame.beta)
    narrows_window = trace.header.ours and trace.header.windowed and turn * value > turn * running_limit
    if parent_frame.best is None:
        window_change = f", and {end_name} {'becomes' if is_now else 'became'} {new_text}" if narrows_window else ""
        return f"it {'is' if is_now else 'was'} {player}'s first value {parent_text}{window_change}"
    old_text = number(parent_frame.best)
    if turn * value <= turn * parent_frame.best:
        return (
            f"it {'does' if is_now else 'did'} not improve {player}'s best "
            f"{parent_text}, which {'is' if is_now else 'was'} {old_text}"
        )
    next_sibling = int(trace.columns.end[node])
    if next_sibling < trace.columns.end[parent_frame.node] and is_re_search(trace, node, next_sibling):
        direction = "more" if turn > 0 else "less"
        be = "is" if is_now else "was"
        count_verb = "counts" if is_now else "counted"
        return (
            f"it {be} {direction} than {player}'s best {parent_text}, "
            f"{old_text}, so it {be} searched again before it {count_verb}"
        )
    verb = ("raises" if is_now else "raised") if turn > 0 else ("lowers" if is_now else "lowered")
    window_change = f", and {end_name} with it" if narrows_window else ""
    return f"it {verb} {player}'s best {parent_text} from {old_text} to {new_text}{window_change}"
