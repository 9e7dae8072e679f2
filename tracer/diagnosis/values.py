"""Nodes whose value does not follow from their children's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from tracer.deciding.thresholds import FEW, SURE
from tracer.diagnosis.case import INFINITY, UNLIMITED, Case, Choice, Limits
from tracer.diagnosis.finding import Disease, Symptom
from tracer.diagnosis.passed_windows import find_start_values
from tracer.diagnosis.rivals import INFINITY_SUBSTITUTES, ExplainedNode, explain_values
from tracer.diagnosis.sites import find_negated_values, has_mistaken_call_kind
from tracer.diagnosis.sound_call import CUT_TOO_EARLY, INITIALISED, NOT_KEPT, NOT_NEGATED, OTHER_END, SWAPPED, WRONG
from tracer.diagnosis.truth import are_accounted_for, get_truth
from tracer.diagnosis.wording import limits_in_words, sentence, symptoms, valued
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX
from tracer.text import number

DISEASES: tuple[Disease, ...] = (SWAPPED, NOT_NEGATED, NOT_KEPT, CUT_TOO_EARLY, INITIALISED, OTHER_END, WRONG)


def examine(case: Case) -> Iterator[Symptom]:
    """Find the nodes that return what no sound search returns after the same children."""
    yield from _find_too_narrow_root(case)
    for negated in case.once(find_negated_values):
        window_text = ", searched with {call:window}" if case.has_windows else ""
        same_player_text = _SAME_PLAYER_TEXT if case.turn[negated.call] == case.turn[negated.node] else ""
        template = (
            f"{{node:mover}} returned {{node:value}}: it took {{call:value}} ({{call:move}}{window_text}) as "
            f"{{other}}, its sign turned over{same_player_text}; so after {{count}} calls{negated.site.description}, "
            "and after no others"
        )
        fields: dict[str, Any] = {
            "call": negated.call,
            "other": 0.0 - case.value[negated.call],
            "count": negated.call_count,
        }
        yield from symptoms(NOT_NEGATED, case, [negated.node], template, **fields)
    if has_mistaken_call_kind(case):
        return
    wrong_nodes = [node for node in _find_wrong_by_visits(case) if _not_blamed_before(case, node)]
    wrong_nodes = [node for node in wrong_nodes if not are_accounted_for(case, node)]
    if not case.unsound_nodes or case.shrinks_values():
        return
    explained_nodes = list(explain_values(case.calls, wrong_nodes, len(case))) if wrong_nodes else []
    counts = Counter(explained.disease for explained in explained_nodes)
    explained_nodes = [  # one node where the rules are broken shows no habit
        explained
        for explained in explained_nodes
        if explained.node not in case.broken_nodes or counts[explained.disease] > 1
    ]
    for explained in explained_nodes:
        yield Symptom(explained.disease, explained.node, partial(_describe_explained, case, explained))
    start_values = _get_wrong_start_values(case, explained_nodes)
    yield from _find_wrong_starts(case, wrong_nodes, start_values)
    explained_ids = {explained.node for explained in explained_nodes}
    unexplained = [node for node in wrong_nodes if node not in explained_ids and node not in case.blamed_nodes]
    mostly_unexplained = len(unexplained) >= FEW + (1 - SURE) * len(wrong_nodes)
    if not start_values and (mostly_unexplained if explained_nodes else not case.blamed_nodes):
        yield from symptoms(WRONG, case, unexplained, "{wrong}", wrong=partial(_describe_wrong_value, case))


def _get_wrong_start_values(
    case: Case, explained_nodes: Sequence[ExplainedNode]
) -> dict[int, tuple[float, Sequence[int]]]:
    """Return by player the number with which the best value begins, and the nodes whose windows show that.

    A player who updates the best value wrongly is left out, since that changes windows too.
    """
    players_with_wrong_update = {
        case.turn[explained.node]
        for explained in explained_nodes
        if explained.disease not in (CUT_TOO_EARLY, OTHER_END, WRONG)
    }
    all_start_values = case.once(find_start_values)
    return {turn: start for turn, start in all_start_values.items() if turn not in players_with_wrong_update}


def _find_wrong_starts(
    case: Case, wrong_nodes: Sequence[int], start_values: Mapping[int, tuple[float, Sequence[int]]]
) -> Iterator[Symptom]:
    """Find the nodes whose best value began with a number that no move had returned."""
    nodes_showing_start_value = [
        node for node in wrong_nodes if case.turn[node] in start_values and len(case.visits(node)) > 1
    ]
    for node in nodes_showing_start_value or [node for _, nodes in start_values.values() for node in nodes]:
        (first_child, second_child), start_value = case.visits(node)[:2], start_values[case.turn[node]][0]
        template = (
            "{node:mover} gave its move {second:move} {node:near} {begin} after {first:valued}, though no move had "
            "returned {begin}: its best value began with that, and it returned {node:value}"
        )
        fields: dict[str, Any] = {"first": first_child, "second": second_child, "begin": start_value}
        yield from symptoms(INITIALISED, case, [node], template, **fields)


def _not_blamed_before(case: Case, node: int) -> bool:
    """Return whether what was found before does not explain a node's value: no window, no illegal position."""
    if node not in case.blamed_nodes:
        return True
    choice = case.get_choice(node)
    return choice is not None and choice.value not in choice.get_possible_results(choice.best)


def collect_start_values(case: Case) -> dict[int, float]:
    """Return by player the number with which the best value begins, where that is better than real values.

    From there on the player passes a narrower window down, of which the window is not the cause.
    """
    wrong_nodes = _find_wrong_by_visits(case)
    explained_nodes = explain_values(case.calls, wrong_nodes, len(case)) if wrong_nodes else ()
    initialised = (one for one in explained_nodes if one.disease is INITIALISED)
    start_values = {case.turn[one.node]: one.start_value for one in initialised if one.start_value is not None}
    shown_values = {turn: value for turn, (value, _) in case.once(find_start_values).items()} if wrong_nodes else {}
    return shown_values | start_values


def _find_wrong_by_visits(case: Case) -> list[int]:
    """Return the nodes that claim more than their visits prove: moves that were not searched are another matter."""
    return [node for node in case.unsound_nodes if not case.is_proven(node, by_visits=True)]


def _find_too_narrow_root(case: Case) -> Iterator[Symptom]:
    """Find a root's window that was meant to be infinite, and was not wide enough."""
    low, high = case.alpha[0], case.beta[0]
    if 0 in case.blamed_nodes or low != -high or high not in INFINITY_SUBSTITUTES:
        return
    choice = case.get_choice(0)
    if choice is not None and not low <= choice.best <= high:
        template = (
            "{node:mover} was searched with the window {node:window}, but its best child's value is {best}, beyond the "
            "window's end"
        )
        best = _describe_child_value(case, choice, choice.best)
        yield from symptoms(INITIALISED, case, [0], template, best=best)


def _describe_child_value(case: Case, choice: Choice, value: float) -> str:
    """Return a value with the move that has it."""
    if value not in choice.values:
        return number(value)
    return valued(case, choice.children[choice.values.index(value)])


def _describe_explained(case: Case, explained: ExplainedNode) -> str:
    if explained.disease is WRONG:
        return _describe_wrong_value(case, explained.node)
    choice = case.get_choice(explained.node)
    assert choice is not None
    more, less = ("more", "less") if choice.turn == MAX else ("less", "more")
    text = _EXPLANATION_TEMPLATES[explained.disease.slug]
    if explained.disease is SWAPPED and choice.value not in choice.get_possible_results(choice.worst):
        text = f"{{node:value}} is {less} than each of its children"
    text = _EXPLANATION_TEMPLATES.get(explained.call.kept_value, text)
    same_player_text = "" if any(case.turn[child] != choice.turn for child in choice.children) else _SAME_PLAYER_TEXT
    fields = {
        "best": _describe_child_value(case, choice, choice.best),
        "worst": choice.worst,
        "least": "least" if choice.turn == MAX else "largest",
        "negated": 0.0 - choice.worst,
        "other": _describe_child_value(case, choice, choice.worst) + " with its sign turned over",
        "last": choice.children[-1],
        "reaching": _describe_child_value(case, choice, choice.values[-1]),
        "before": "what best began with" if len(choice.values) == 1 else "the best of the children before that",
        "begun": explained.start_value or 0.0,
        "more": more,
    }
    text = text.replace("{other}", "{other}" + same_player_text)
    text = text if explained.other_disease is None else f"this and {explained.other_disease.slug} together give that"
    template = f"{{node:mover}} returned {{node:value}}, but its best child's value is {{best}}; {text}"
    return sentence(case, explained.node, template, **fields)()


_SAME_PLAYER_TEXT = ", though {node:player} moves on there"
"""Why a value has to be taken as it is."""
_EXPLANATION_TEMPLATES = {
    SWAPPED.slug: "{worst} is the {least} of its children",
    NOT_NEGATED.slug: "{negated} is the value {other}",
    NOT_KEPT.slug: "{last:value} is the value of the last one searched ({last:move})",
    CUT_TOO_EARLY.slug: "{reaching} reaches its {node:far} {node:limit}, but {node:value} is {before}",
    INITIALISED.slug: "{begun} is {more} than each child's value, so none of them was kept",
    OTHER_END.slug: "{node:value} is {node:far}, which no child's value reaches",
    "above": "none is beyond its {node:near} {node:end}, and so none was kept",
    "negative": "each value was compared with its sign turned over, and then kept with the right one",
}
"""What a wrong value is, by the disease that explains it or by what was kept."""


def _describe_wrong_value(case: Case, node: int) -> str:
    low, high = case.claims[node]
    meaning = "" if low == high else f", which says {_describe_limits((low, high))}"
    template = f"{{node:mover}} returned {{node:value}}{meaning}, but its children only prove {{proven}}{{truth}}"
    proven_text = _describe_limits(case.compute_proven_limits(node, by_visits=True))
    return sentence(case, node, template, proven=proven_text, truth=partial(_describe_true_value, case))()


def _describe_limits(limits: Limits) -> str:
    low, high = limits
    if low == high:
        return f"the value {number(low)}"
    if limits == UNLIMITED:
        return "nothing"
    bounded = -INFINITY < low < high < INFINITY
    return f"a value from {number(low)} to {number(high)}" if bounded else limits_in_words(low, high)


def _describe_true_value(case: Case, node: int) -> str:
    """Return what the game says of a node, and whether it is the first wrong one on the way up."""

    def is_right(one: int) -> bool:
        value_above = get_truth(case).get_node_value(one)
        return value_above is not None and case.claims[one][0] <= value_above <= case.claims[one][1]

    try:
        true_value = get_truth(case).get_node_value(node)
        if true_value is None:
            return ""
        if is_right(node):
            return f"; the true value is {number(true_value)}, so it is right by luck"
        first = " and all its children are right: the first wrong node" if all(map(is_right, case.visits(node))) else ""
    except PlyscopeError:
        return ""
    return f"; the true value is {number(true_value)}{first}"
