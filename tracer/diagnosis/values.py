"""Nodes whose value does not follow from their children's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from tracer.deciding.thresholds import FEW, SURE
from tracer.diagnosis.case import INFINITY, UNLIMITED, Case, Choice, Limits
from tracer.diagnosis.finding import Disease, Symptom
from tracer.diagnosis.passed_windows import find_start_values
from tracer.diagnosis.rivals import INFINITY_SUBSTITUTES, ExplainedNode, explain_values
from tracer.diagnosis.sites import find_negated_values, has_mistaken_call_kind
from tracer.diagnosis.sound_call import CUT_TOO_EARLY, INITIALISED, NOT_KEPT, NOT_NEGATED, OTHER_END, SWAPPED, WRONG
from tracer.diagnosis.truth import are_accounted_for, oracle
from tracer.diagnosis.wording import limits_in_words, sentence, symptoms, valued
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX
from tracer.recording.status import EXPANDED
from tracer.text import number

DISEASES: tuple[Disease, ...] = (SWAPPED, NOT_NEGATED, NOT_KEPT, CUT_TOO_EARLY, INITIALISED, OTHER_END, WRONG)


def examine(case: Case) -> Iterator[Symptom]:
    """Find the nodes that return what no sound search returns after the same children."""
    yield from _beyond_the_root(case)
    for one in case.once(find_negated_values):
        given = ", searched with {call:window}" if case.has_windows else ""
        again = _MOVES_ON if case.turn[one.call] == case.turn[one.node] else ""
        said = (
            f"{{node:mover}} returned {{node:value}}: it took {{call:value}} ({{call:move}}{given}) as {{other}}, its "
            f"sign turned over{again}; so after {{count}} calls{one.site.description}, and after no others"
        )
        other = number(0.0 - case.value[one.call])
        say = sentence(case, one.node, said, call=one.call, other=other, count=one.call_count)
        yield Symptom(NOT_NEGATED, one.node, say)
    if has_mistaken_call_kind(case):
        return
    wrong = [node for node in _wrong_by_themselves(case) if _is_to_judge(case, node)]
    wrong = [node for node in wrong if not are_accounted_for(case, node)]
    if not case.unsound_nodes or case.shrinks_values():
        return
    named = list(explain_values(case.calls, wrong, len(case))) if wrong else []
    counts = Counter(one.disease for one in named)  # one node where the rules are broken shows no habit
    named = [one for one in named if one.node not in case.broken_nodes or counts[one.disease] > 1]
    yield from (Symptom(one.disease, one.node, partial(_say_named, case, one)) for one in named)
    # What is kept otherwise moves windows too.
    otherwise = {case.turn[one.node] for one in named if one.disease not in (CUT_TOO_EARLY, OTHER_END, WRONG)}
    begun = {turn: begin for turn, begin in case.once(find_start_values).items() if turn not in otherwise}
    shown = [node for node in wrong if case.turn[node] in begun and len(case.visits(node)) > 1]
    for node in shown or [node for _, nodes in begun.values() for node in nodes]:
        (first, second), begin = case.visits(node)[:2], begun[case.turn[node]][0]
        said = (
            "{node:mover} gave its move {second:move} {node:near} {begin} after {first:valued}, though no move had "
            "returned {begin}: its best value began with that, and it returned {node:value}"
        )
        yield from symptoms(INITIALISED, case, [node], said, first=first, second=second, begin=begin)
    explained = {one.node for one in named}
    left = [node for node in wrong if node not in explained and node not in case.blamed_nodes]
    if not begun and (not case.blamed_nodes if not named else len(left) >= FEW + (1 - SURE) * len(wrong)):
        yield from symptoms(WRONG, case, left, "{wrong}", wrong=partial(_say_wrong, case))


def _is_to_judge(case: Case, node: int) -> bool:
    """Return whether what was found before does not explain a node's value: no window, no illegal position."""
    if node not in case.blamed_nodes:
        return True
    one = case.get_choice(node)
    return one is not None and one.value not in one.get_possible_results(one.best)


def beginnings(case: Case) -> dict[int, float]:
    """Return by player the number with which the best value begins, where that is better than real values.

    From there on the player passes a narrower window down, of which the window is not the cause.
    """
    wrong = _wrong_by_themselves(case)
    named = explain_values(case.calls, wrong, len(case)) if wrong else ()
    found = {
        case.turn[one.node]: one.start_value
        for one in named
        if one.disease is INITIALISED and one.start_value is not None
    }
    return {turn: value for turn, (value, _) in case.once(find_start_values).items()} | found if wrong else found


def _wrong_by_themselves(case: Case) -> list[int]:
    """Return the nodes that claim more than their visits prove: moves that were not searched are another matter."""
    return [node for node in case.unsound_nodes if not case.is_proven(node, by_visits=True)]


def _beyond_the_root(case: Case) -> Iterator[Symptom]:
    """Find a root's window that was meant to be infinite, and was not wide enough."""
    low, high = case.alpha[0], case.beta[0]
    if (
        case.status[0] != EXPANDED
        or not case.turn[0]
        or low != -high
        or high not in INFINITY_SUBSTITUTES
        or 0 in case.blamed_nodes
    ):
        return
    found = case.get_choice(0)
    if found is not None and not low <= found.best <= high:
        said = "{node:mover} was searched with the window {node:window}, but its best child's value is {best}, beyond"
        yield from symptoms(INITIALISED, case, [0], f"{said} the window's end", best=_child(case, found, found.best))


def _child(case: Case, one: Choice, value: float) -> str:
    """Return a value with the move that has it."""
    child = one.find_child(value)
    return number(value) if child is None else valued(case, child)


def _say_named(case: Case, named: ExplainedNode) -> str:
    if named.disease is WRONG:
        return _say_wrong(case, named.node)
    one = case.get_choice(named.node)
    assert one is not None
    more, fewer = ("more", "less") if one.turn == MAX else ("less", "more")
    text = _SAY[named.disease.slug]
    if named.disease is SWAPPED and one.value not in one.get_possible_results(one.worst):
        text = f"{{node:value}} is {fewer} than each of its children"
    text = _SAY.get(named.call.kept_value, text)
    again = "" if any(case.turn[child] != one.turn for child in one.children) else _MOVES_ON
    facts = {
        "best": _child(case, one, one.best),
        "worst": one.worst,
        "least": "least" if one.turn == MAX else "largest",
        "negated": 0.0 - one.worst,
        "other": _child(case, one, one.worst) + " with its sign turned over" + again,
        "last": one.children[-1],
        "reaching": _child(case, one, one.values[-1]),
        "before": "what best began with" if len(one.values) == 1 else "the best of the children before that",
        "begun": named.start_value or 0.0,
        "more": more,
    }
    text = text if named.other_disease is None else f"this and {named.other_disease.slug} together give that"
    said = f"{{node:mover}} returned {{node:value}}, but its best child's value is {{best}}; {text}"
    return sentence(case, named.node, said, **facts)()


_MOVES_ON = ", though {node:player} moves on there"
"""Why a value has to be taken as it is."""
_SAY = {
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


def _say_wrong(case: Case, node: int) -> str:
    low, high = case.claims[node]
    means = "" if low == high else f", which says {_between((low, high))}"
    said = f"{{node:mover}} returned {{node:value}}{means}, but its children only prove {{proven}}{{truth}}"
    proven = _between(case.compute_proven_limits(node, by_visits=True))
    return sentence(case, node, said, proven=proven, truth=partial(_in_truth, case))()


def _between(limits: Limits) -> str:
    low, high = limits
    if low == high:
        return f"the value {number(low)}"
    if limits == UNLIMITED:
        return "nothing"
    bounded = -INFINITY < low < high < INFINITY
    return f"a value from {number(low)} to {number(high)}" if bounded else limits_in_words(low, high)


def _in_truth(case: Case, node: int) -> str:
    """Return what the game says of a node, and whether it is the first wrong one on the way up."""

    def is_right(one: int) -> bool:
        worth = oracle(case).value(one)
        return worth is not None and case.claims[one][0] <= worth <= case.claims[one][1]

    try:
        true = oracle(case).value(node)
        if true is None:
            return ""
        if is_right(node):
            return f"; the true value is {number(true)}, so it is right by luck"
        first = " and all its children are right: the first wrong node" if all(map(is_right, case.visits(node))) else ""
    except PlyscopeError:
        return ""
    return f"; the true value is {number(true)}{first}"
