"""What a best-first search does at a row of its log and why, in sentences: means, proof numbers and merits."""

from __future__ import annotations

import math

from tracer.recording.log import GAMMA1, GAMMA2, GAMMA3, GAMMA4, GAMMA5, GAMMA6, SOLVED
from tracer.recording.log_numbers import last_log_row, log_of, node_visits
from tracer.recording.status import BOUND_SIGNS, HORIZON, TERMINAL
from tracer.text import number
from tracer.time.moments import Event, best_child, event_at, is_present
from tracer.tracing import Trace
from tracer.why.selection_scores import has_tried_all_moves, own_and_rival_score
from tracer.why.sentences import (
    MOVER_NAMES,
    Sentence,
    capitalize,
    format_count,
    format_path,
    mover_name,
    quote_move_label,
)


def iteration_at(trace: Trace, step: int) -> int:
    """Which iteration a step belongs to; 0 where a search by proof numbers has only its root."""
    log = log_of(trace.columns)
    return int(log.iteration[step]) + (0 if log.has_proofs else 1)


def describe_log_event(trace: Trace, step: int) -> str:
    """What happens at a row, in a few words. O(ply + log rows)."""
    log = log_of(trace.columns)
    event_type, node = event_at(trace, step)
    node_path, operator, value = format_path(trace, node), log.kind.item(step), log.x.item(step)
    if log.counts_visits:
        verb = "added" if event_type is Event.ENTERED else "visited again"
        verb = "evaluated" if verb != "added" and log.rows_of(node).item(0) == step else verb
        return f"iteration {iteration_at(trace, step):,}: {node_path} {verb}, value {number(value)}"
    if log.has_proofs:
        proof_verb = "made" if event_type is Event.ENTERED else "now"
        return f"{node_path} {proof_verb}: {format_proof_numbers(value, log.y.item(step))}"
    return f"{operator_name(operator)}: {node_path}, merit {number(value)}"


def operator_name(kind: int) -> str:
    """How a Γ of SSS* is written.

    >>> operator_name(4), operator_name(SOLVED)
    ('Γ4', 'the end')
    """
    return "the end" if kind == SOLVED else f"Γ{kind}"


def format_proof_numbers(proof_number: float, disproof_number: float) -> str:
    """A proof number and a disproof number.

    >>> format_proof_numbers(0, float("inf"))
    'pn 0, dn ∞'
    """
    return f"pn {number(proof_number)}, dn {number(disproof_number)}"


def format_log_value(trace: Trace, node: int, step: int) -> str:
    """The mean of a node at a step, its proof and disproof number, or its merit and what that says of its value."""
    columns, log = trace.columns, log_of(trace.columns)
    if log.counts_visits:
        mean = node_visits(columns, node, step).mean
        return "…" if mean is None else f"≈ {number(mean)}"
    numbers = last_log_row(columns, node, step)
    if log.has_proofs:
        return "…" if numbers is None else f"{number(numbers.x)}/{number(numbers.y)}"
    if columns.settled.item(node) <= step:
        bound = trace.bound(node)
        return f"{'' if bound is None else BOUND_SIGNS[bound]} {number(columns.value.item(node))}"
    return "…" if numbers is None else f"h {number(numbers.x)}"


def explain_log_node(trace: Trace, node: int, step: int) -> list[Sentence]:
    """What is the case at a node at a row, and why: the most important first. O(ply + children × log rows)."""
    if not is_present(trace, node, step):
        first_step = trace.entered(node)
        return [
            Sentence(f"Not in the tree yet: it comes at step {first_step:,}.", "ahead", node),
            Sentence(f"This is step {step:,}: {describe_log_event(trace, step)}.", "event", event_at(trace, step)[1]),
        ]
    log = log_of(trace.columns)
    if log.counts_visits:
        return _explain_mean_value(trace, node, step)
    return _explain_proof_numbers(trace, node, step) if log.has_proofs else _explain_merit(trace, node, step)


def _explain_mean_value(trace: Trace, node: int, step: int) -> list[Sentence]:
    log, own_visits = log_of(trace.columns), node_visits(trace.columns, node, step)
    iteration_leaf, sentences = log.node.item(step), list[Sentence]()
    if own_visits.mean is None:
        sentences.append(Sentence("Never visited so far: N 0; a formula takes its mean for 0.", "value"))
    else:
        text = f"Q = W / N = {number(own_visits.total)} / {own_visits.times:,} = {number(own_visits.mean)}, MAX's view."
        sentences.append(Sentence(text, "value"))
    is_selected = node <= iteration_leaf < trace.columns.end.item(node)
    if iteration_leaf == node:
        is_terminal = trace.columns.status.item(node) == TERMINAL
        reason = "the game is over here" if is_terminal else "its value was found here"
        sentences.append(
            Sentence(f"Iteration {iteration_at(trace, step):,} ends here: {reason}, {number(log.x.item(step))}.")
        )
    if node:
        sentences += _explain_selection(trace, node, step, is_selected=is_selected)
    top_child = best_child(trace, node, step)
    if top_child is not None:
        visit_count = node_visits(trace.columns, top_child, step).times
        text = f"Its most visited move is {quote_move_label(trace, top_child)}, {format_count(visit_count, 'time')}."
        sentences.append(Sentence(text, "", top_child))
    return sentences


def _explain_selection(trace: Trace, node: int, step: int, *, is_selected: bool) -> list[Sentence]:
    """Why an iteration went to a node, or to a brother of it."""
    parent = trace.columns.parent.item(node)
    iteration_leaf = log_of(trace.columns).node.item(step)
    if not parent <= iteration_leaf < trace.columns.end.item(parent) or iteration_leaf == parent:
        return []
    node_label, player = quote_move_label(trace, node), mover_name(trace, parent)
    if trace.entered(node) == step and is_selected and trace.header.search == "uct":
        return [Sentence(f"{node_label} was the first move that had not been tried.", "", parent)]
    selected_child = next(
        (child for child in trace.children(parent) if child <= iteration_leaf < trace.columns.end.item(child)), None
    )
    if trace.header.search == "uct" and selected_child is not None and trace.entered(selected_child) == step:
        text = f"{quote_move_label(trace, selected_child)} had not been tried, and comes before all that were."
        return [Sentence(text, "", selected_child)]
    own_score, best_rival = own_and_rival_score(trace, parent, node, step)
    if own_score is None or (trace.header.search == "uct" and not has_tried_all_moves(trace, parent, step)):
        return []
    if best_rival is None:
        return [Sentence(f"{node_label}: {own_score.describe()}, MAX's view; there is no other move.")]
    rival_label = quote_move_label(trace, best_rival.child)
    verb = "beats" if is_selected else "against"
    if is_selected and best_rival.total == own_score.total:
        verb = "comes before"
    extreme_text = f"MAX's view: {player} takes the {own_score.extreme_word}"
    return [
        Sentence(
            f"{node_label}: {own_score.describe()} {verb} {rival_label} {number(best_rival.total)}, {extreme_text}.",
            "",
            best_rival.child,
        )
    ]


def _explain_proof_numbers(trace: Trace, node: int, step: int) -> list[Sentence]:
    columns, node_numbers = trace.columns, last_log_row(trace.columns, node, step)
    if node_numbers is None:
        return [Sentence("Nothing is known of it.", "value")]
    numbers_text = format_proof_numbers(node_numbers.x, node_numbers.y)
    if 0 in (node_numbers.x, node_numbers.y):
        outcome = "Proved: MAX reaches the goal" if node_numbers.x == 0 else "Disproved: MAX cannot reach the goal"
        ending = ", the game is over here" if columns.status.item(node) == TERMINAL else ""
        sentences = [Sentence(f"{outcome}{ending} ({numbers_text}).", "value")]
    elif math.isinf(node_numbers.x) or math.isinf(node_numbers.y):
        sentences = [
            Sentence(f"{numbers_text}, which is neither proved nor disproved: where one is ∞ the other is 0.", "value")
        ]
    else:
        leaves_text = (
            f"at least {number(node_numbers.x)} of its leaves to prove it, {number(node_numbers.y)} to disprove it"
        )
        sentences = [Sentence(f"{numbers_text}: {leaves_text}.", "value")]
    if trace.header.search == "dfpn":
        call_sentence = Sentence("A call of df-pn: its numbers follow from the table, of which calls are not all.")
        return [*sentences, *_explain_repeated_call(trace, node, step), call_sentence]
    children = [child for child in trace.children(node) if is_present(trace, child, step)]
    child_numbers = [row for child in children if (row := last_log_row(columns, child, step)) is not None]
    if not child_numbers:
        if columns.status.item(node) in (TERMINAL, HORIZON):
            return sentences
        return [*sentences, Sentence("Not expanded yet.")]
    is_max, proving_child = columns.turn.item(node) > 0, best_child(trace, node, step)
    proofs, disproofs = [row.x for row in child_numbers], [row.y for row in child_numbers]
    expected_numbers = (min(proofs), sum(disproofs)) if is_max else (sum(proofs), min(disproofs))
    if proving_child is None or expected_numbers != (node_numbers.x, node_numbers.y):
        text = "Its numbers are those of before: they follow from its children's as soon as this is told upwards."
        return [*sentences, Sentence(text)]
    best_label = quote_move_label(trace, proving_child)
    min_name, sum_name = ("pn", "dn") if is_max else ("dn", "pn")
    text = (
        f"{capitalize(mover_name(trace, node))} to move: {min_name} "
        f"is the least of its children's, that of {best_label}"
    )
    text += f"; {sum_name} is their sum."
    sentences.append(Sentence(text, "", proving_child))
    if 0 not in (node_numbers.x, node_numbers.y):
        sentences.append(Sentence(f"The most-proving child is {best_label}.", "", proving_child))
    return sentences


def _explain_repeated_call(trace: Trace, node: int, step: int) -> list[Sentence]:
    """Of a call of df-pn that is not the first one of its move, what the one before left with. O(children)."""
    columns = trace.columns
    earlier_calls = [
        sibling
        for sibling in (trace.children(columns.parent.item(node)) if node else [])
        if sibling < node and columns.move[sibling] == columns.move[node]
    ]
    earlier_numbers = last_log_row(columns, earlier_calls[-1], step) if earlier_calls else None
    if earlier_numbers is None:
        return []
    leaving_text = (
        f"the call before left with {format_proof_numbers(earlier_numbers.x, earlier_numbers.y)}, "
        "as one of these had reached its limit"
    )
    return [
        Sentence(
            f"Called again, for the {_format_ordinal(len(earlier_calls) + 1)} time here: {leaving_text}.",
            "",
            earlier_calls[-1],
        )
    ]


def _format_ordinal(number: int) -> str:
    """Which of several, in figures.

    >>> [_format_ordinal(number) for number in (2, 3, 4, 11, 22)]
    ['2nd', '3rd', '4th', '11th', '22nd']
    """
    suffix = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"


def _describe_operator(trace: Trace, row: int) -> str:
    """What an operator of SSS* does at a row."""
    log = log_of(trace.columns)
    node, sign = log.node.item(row), 1 if log.x[0] > 0 else -1
    value, merit = trace.columns.value.item(node), log.x.item(row)
    own, other = MOVER_NAMES[sign], MOVER_NAMES[-sign]
    merit_text, solved_text = number(merit), number(sign * min(sign * merit, sign * value))
    operator_texts: dict[int, str] = {
        GAMMA1: f"a SOLVED child of {own}: its parent is SOLVED with {merit_text}, and all below that leaves OPEN",
        GAMMA2: f"a SOLVED child of {other} with a next brother, which is LIVE with {merit_text}",
        GAMMA3: f"a SOLVED child of {other}, the last one: its parent is SOLVED with {merit_text}",
        GAMMA4: f"a LIVE leaf worth {number(value)}: SOLVED with {solved_text}",
        GAMMA5: f"LIVE, {other} moves: its first child is LIVE with {merit_text}",
        GAMMA6: f"LIVE, {own} moves: all its children are LIVE with {merit_text}",
        SOLVED: f"the root is SOLVED: its value is {merit_text}",
    }
    return operator_texts[log.kind.item(row)]


def _explain_merit(trace: Trace, node: int, step: int) -> list[Sentence]:
    columns, log = trace.columns, log_of(trace.columns)
    last_row = log.last_row(node, step)
    sentences: list[Sentence] = []
    solved_step = columns.settled.item(node)
    if last_row is None:
        sentences.append(Sentence("LIVE in OPEN, and not taken so far, unless it was purged.", "value"))
    else:
        time_text = "Now" if last_row == step else f"At step {last_row:,}"
        operator_text = f"{operator_name(log.kind.item(last_row))}: {_describe_operator(trace, last_row)}"
        sentences.append(Sentence(f"{time_text}, {operator_text}.", "value"))
    if solved_step <= step and node and last_row is not None and log.kind[last_row] > GAMMA3:
        sentences.append(Sentence(f"SOLVED at step {solved_step:,}."))
    if step >= len(log) - 1 and solved_step > step:
        sentences.append(Sentence("It was never solved: nothing is claimed of its value.", "ahead"))
    value_child = best_child(trace, node, step)
    if value_child is not None:
        sentences.append(Sentence(f"Its value is that of {quote_move_label(trace, value_child)}.", "", value_child))
    return sentences
