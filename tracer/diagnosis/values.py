"""Nodes whose value does not follow from their children's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial

from tracer.deciding.thresholds import FEW, SURE
from tracer.diagnosis.case import INFINITY, UNKNOWN, Case, Limits
from tracer.diagnosis.choices import Choice, choice, ends, mover, valued, window
from tracer.diagnosis.decay import shrinks
from tracer.diagnosis.finding import Disease, Symptom
from tracer.diagnosis.passed_windows import begun_in_windows
from tracer.diagnosis.rivals import STAND_INS, Explained, explain_values
from tracer.diagnosis.sites import Turned, is_of_a_kind, turned_values
from tracer.diagnosis.sound_call import CUT_TOO_EARLY, INITIALISED, NOT_KEPT, NOT_NEGATED, OTHER_END, SWAPPED, WRONG
from tracer.diagnosis.truth import account_by_unseen_moves, oracle
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX
from tracer.recording.status import EXPANDED
from tracer.text import number

DISEASES: tuple[Disease, ...] = (SWAPPED, NOT_NEGATED, NOT_KEPT, CUT_TOO_EARLY, INITIALISED, OTHER_END, WRONG)


def examine(case: Case) -> Iterator[Symptom]:
    """Find the nodes that return what no sound search returns after the same children."""
    yield from _beyond_the_root(case)
    for one in case.once(turned_values):
        yield Symptom(NOT_NEGATED, one.node, partial(_say_turned, case, one))
    if is_of_a_kind(case):
        return
    wrong = [node for node in _wrong_by_themselves(case) if _is_to_judge(case, node)]
    if wrong:
        accounts = account_by_unseen_moves(case)
        wrong = [node for node in wrong if not accounts(node)]
    if not case.unsound or shrinks(case.calls.values(), case.blamed):
        return
    named = list(explain_values(case.calls, wrong, len(case))) if wrong else []
    counts = Counter(one.disease for one in named)  # one node where the rules are broken shows no habit
    named = [one for one in named if one.node not in case.broken or counts[one.disease] > 1]
    yield from (Symptom(one.disease, one.node, partial(_say_named, case, one)) for one in named)
    # What is kept otherwise moves windows too.
    otherwise = {case.turn[one.node] for one in named if one.disease not in (CUT_TOO_EARLY, OTHER_END, WRONG)}
    begun = {turn: begin for turn, begin in case.once(begun_in_windows).items() if turn not in otherwise}
    shown = [node for node in wrong if case.turn[node] in begun and len(case.visits(node)) > 1]
    for node in shown or [node for _, nodes in begun.values() for node in nodes]:
        yield Symptom(INITIALISED, node, partial(_say_begun, case, node, begun[case.turn[node]][0]))
    explained = {one.node for one in named}
    left = [node for node in wrong if node not in explained and node not in case.blamed]
    if not begun and (not case.blamed if not named else len(left) >= FEW + (1 - SURE) * len(wrong)):
        yield from (Symptom(WRONG, node, partial(_say_wrong, case, node)) for node in left)


def _is_to_judge(case: Case, node: int) -> bool:
    """Return whether what was found before does not explain a node's value: no window, no illegal position."""
    if node not in case.blamed:
        return True
    one = choice(case, node)
    return one is not None and one.value not in one.returns(one.best)


def beginnings(case: Case) -> dict[int, float]:
    """Return by player the number with which the best value begins, where that is better than real values.

    From there on the player passes a narrower window down, of which the window is not the cause.
    """
    wrong = _wrong_by_themselves(case)
    named = explain_values(case.calls, wrong, len(case)) if wrong else ()
    found = {case.turn[one.node]: one.begun for one in named if one.disease is INITIALISED and one.begun is not None}
    return {turn: value for turn, (value, _) in case.once(begun_in_windows).items()} | found if wrong else found


def _wrong_by_themselves(case: Case) -> list[int]:
    """Return the nodes that claim more than their visits prove: moves that were not searched are another matter."""
    return [node for node in case.unsound if not case.is_proven(node, by_visits=True)]


def _beyond_the_root(case: Case) -> Iterator[Symptom]:
    """Find a root's window that was meant to be infinite, and was not wide enough."""
    low, high = case.alpha[0], case.beta[0]
    if case.status[0] != EXPANDED or not case.turn[0] or low != -high or high not in STAND_INS or 0 in case.blamed:
        return
    found = choice(case, 0)
    if found is not None and not low <= found.best <= high:
        best = _child(case, found, found.best)
        was = f"{mover(found.turn)} was searched with the window {window(case, 0)}"
        yield Symptom(INITIALISED, 0, lambda: f"{was}, but its best child's value is {best}, beyond the window's end")


def _child(case: Case, one: Choice, value: float) -> str:
    """Return a value with the move that has it."""
    child = one.child(value)
    return number(value) if child is None else valued(case, child)


def _say_named(case: Case, named: Explained) -> str:
    if named.disease is WRONG:
        return _say_wrong(case, named.node)
    one = choice(case, named.node)
    assert one is not None
    best = _child(case, one, one.best)
    returned = f"{mover(one.turn)} returned {number(one.value)}, but its best child's value is {best}; "
    if named.beside is not None:
        return f"{returned}this and {named.beside.slug} together give that"
    return returned + _SAY[named.disease.slug](case, one, named.begun or 0.0)


def _say_swapped(case: Case, one: Choice, begun: float) -> str:
    if one.value in one.returns(one.worst):
        return f"{number(one.worst)} is the {'least' if one.turn == MAX else 'largest'} of its children"
    return f"{number(one.value)} is {'less' if one.turn == MAX else 'more'} than each of its children"


def _say_not_negated(case: Case, one: Choice, begun: float) -> str:
    again = "" if any(case.turn[child] != one.turn for child in one.children) else _moves_on(one.turn)
    return f"{number(0.0 - one.worst)} is the value {_child(case, one, one.worst)} with its sign turned over{again}"


def _say_too_early(case: Case, one: Choice, begun: float) -> str:
    cause = f"{_child(case, one, one.values[-1])} reaches its {ends(one.turn)[0]} {number(one.far)}"
    before = "what best began with" if len(one.values) == 1 else "the best of the children before that"
    return f"{cause}, but {number(one.value)} is {before}"


_SAY: dict[str, Callable[[Case, Choice, float], str]] = {
    SWAPPED.slug: _say_swapped,
    NOT_NEGATED.slug: _say_not_negated,
    NOT_KEPT.slug: lambda case, one, _: (
        f"{number(one.values[-1])} is the value of the last one searched ({case.trace.label(one.children[-1])})"
    ),
    CUT_TOO_EARLY.slug: _say_too_early,
    INITIALISED.slug: lambda _, one, begun: (
        f"{number(begun)} is {'more' if one.turn == MAX else 'less'} than each child's value, so none of them was kept"
    ),
    OTHER_END.slug: lambda _, one, __: f"{number(one.value)} is {ends(one.turn)[0]}, which no child's value reaches",
}


def _say_turned(case: Case, one: Turned) -> str:
    value, label = case.value[one.call], case.trace.label(one.call)
    given = f", searched with {window(case, one.call)}" if case.windowed else ""
    returned = f"{mover(case.turn[one.node])} returned {number(case.value[one.node])}"
    took = f"it took {number(value)} ({label}{given}) as {number(0.0 - value)}, its sign turned over"
    again = "" if case.turn[one.call] != case.turn[one.node] else _moves_on(case.turn[one.node])
    return f"{returned}: {took}{again}; so after {one.calls:,} calls{one.site.words}, and after no others"


def _moves_on(turn: int) -> str:
    """Return why a value has to be taken as it is."""
    return f", though {mover(turn).removesuffix(' to move')} moves on there"


def _say_begun(case: Case, node: int, begun: float) -> str:
    first, second = case.visits(node)[:2]
    return (
        f"{mover(case.turn[node])} gave its move {case.trace.label(second)} {ends(case.turn[node])[1]} {number(begun)} "
        f"after {valued(case, first)}, though no move had returned {number(begun)}: its best value began with that, "
        f"and it returned {number(case.value[node])}"
    )


def _say_wrong(case: Case, node: int) -> str:
    returned = f"{mover(case.turn[node])} returned {number(case.value[node])}"
    low, high = case.claims[node]
    means = "" if low == high else f", which says {_between((low, high))}"
    proven = f"but its children only prove {_between(case.proven(node, by_visits=True))}"
    return f"{returned}{means}, {proven}{_in_truth(case, node)}"


def _between(limits: Limits) -> str:
    low, high = limits
    if low == high:
        return f"the value {number(low)}"
    if limits == UNKNOWN:
        return "nothing"
    if high == INFINITY:
        return f"{number(low)} or more"
    return f"{number(high)} or less" if low == -INFINITY else f"a value from {number(low)} to {number(high)}"


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
