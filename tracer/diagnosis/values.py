"""Nodes whose value does not follow from their children's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from tracer.deciding.thresholds import FEW, SURE
from tracer.diagnosis.case import INFINITY, UNKNOWN, Case, Limits
from tracer.diagnosis.choices import Choice, choice, choices, ends, mover
from tracer.diagnosis.decay import shrinks
from tracer.diagnosis.finding import Disease, Symptom
from tracer.diagnosis.passed_windows import begun_in_windows
from tracer.diagnosis.rivals import STAND_INS, Explained, explain_values
from tracer.diagnosis.sites import Turned, mistaken_windows, turned_values
from tracer.diagnosis.sound_call import CUT_TOO_EARLY, INITIALISED, NOT_KEPT, NOT_NEGATED, OTHER_END, SWAPPED, WRONG
from tracer.diagnosis.truth import account_by_unseen_moves, oracle
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX
from tracer.recording.status import EXPANDED, PRUNED
from tracer.text import number

DISEASES: tuple[Disease, ...] = (SWAPPED, NOT_NEGATED, NOT_KEPT, CUT_TOO_EARLY, INITIALISED, OTHER_END, WRONG)


def examine(case: Case) -> Iterator[Symptom]:
    """The nodes that return what no sound search returns after the same children."""
    yield from _beyond_the_root(case)
    turned = case.once(turned_values)
    yield from (Symptom(NOT_NEGATED, one.node, partial(_say_turned, case, one)) for one in turned)
    wrong_windows = case.once(mistaken_windows)
    if turned or wrong_windows:
        return
    wrong = [node for node in case.unsound if _is_to_judge(case, node) and _wrong_by_itself(case, node)]
    if wrong:
        accounts = account_by_unseen_moves(case)
        wrong = [node for node in wrong if not accounts(node)]
    if not case.unsound or shrinks((one.best, one.value) for one in choices(case)):
        return
    named = list(_explanations(case, wrong)) if wrong else []
    seen = Counter(one.disease for one in named)  # one node where the rules are broken shows no habit
    named = [one for one in named if one.node not in case.broken or seen[one.disease] > 1]
    for one in named:
        say = partial(_wrong, case, one.node) if one.disease is WRONG else partial(_say_named, case, one)
        yield Symptom(one.disease, one.node, say)
    # What is kept otherwise moves windows too.
    otherwise = {case.turn[one.node] for one in named if one.disease not in (CUT_TOO_EARLY, OTHER_END, WRONG)}
    begun = case.once(begun_in_windows)
    begun = {turn: begin for turn, begin in begun.items() if turn not in otherwise}
    shown = [node for node in wrong if case.turn[node] in begun and len(case.visits(node)) > 1]
    for node in shown or [node for one in begun.values() for node in one.nodes]:
        yield Symptom(INITIALISED, node, partial(_say_begun, case, node, begun[case.turn[node]].value))
    explained = {one.node for one in named}
    left = [node for node in wrong if node not in explained and node not in case.blamed]
    if not begun and (not case.blamed if not named else len(left) >= FEW + (1 - SURE) * len(wrong)):
        for node in left:
            yield Symptom(WRONG, node, partial(_wrong, case, node))


def _is_to_judge(case: Case, node: int) -> bool:
    """Whether what was found before does not account for a node's value: no window does, and no illegal position."""
    if node not in case.blamed:
        return True
    one = choice(case, node)
    return one is not None and one.value not in one.returns(one.best)


def beginnings(case: Case) -> dict[int, float]:
    """The number with which a player's best value begins, where that is better than real values; by the player.

    From there on the player passes a narrower window down, of which the window is not the cause.
    """
    wrong = [node for node in case.unsound if _wrong_by_itself(case, node)]
    named = _explanations(case, wrong) if wrong else ()
    found = {case.turn[one.node]: one.begun for one in named if one.disease is INITIALISED and one.begun is not None}
    return {turn: one.value for turn, one in case.once(begun_in_windows).items()} | found if wrong else found


def _explanations(case: Case, wrong: list[int]) -> Iterator[Explained]:
    """What explains the wrong nodes that do not even have their best child's value."""
    return explain_values(case.calls, wrong, len(case))


def _wrong_by_itself(case: Case, node: int) -> bool:
    """Whether a node claims more than its visited children prove: moves that were not searched are another matter."""
    low, high = _proven_by_visits(case, node)
    claimed = case.claims[node]
    return claimed[0] > low or claimed[1] < high


def _proven_by_visits(case: Case, node: int) -> Limits:
    skipped = {case.move[child] for child in case.children(node) if case.status[child] == PRUNED}
    known = [limits for move, limits in case.claims_by_move(node).items() if move not in skipped]
    if not known:
        return UNKNOWN
    best = max if case.turn[node] == MAX else min
    low, high = case.table_limits(node)
    return max(low, best(low for low, _ in known)), min(high, best(high for _, high in known))


def _beyond_the_root(case: Case) -> Iterator[Symptom]:
    """A root's window that was meant to be infinite, and was not wide enough."""
    low, high = case.alpha[0], case.beta[0]
    if case.status[0] != EXPANDED or not case.turn[0] or low != -high or high not in STAND_INS or 0 in case.blamed:
        return
    found = choice(case, 0)
    if found is None or low <= found.best <= high:
        return

    def say() -> str:
        window = f"the window ({number(low)}, {number(high)})"
        beyond = f"its best child's value is {_child(case, found, found.best)}, beyond the window's end"
        return f"{mover(found.turn)} was searched with {window}, but {beyond}"

    yield Symptom(INITIALISED, 0, say)


def _child(case: Case, one: Choice, value: float) -> str:
    """A value with the move that has it."""
    child = one.child(value)
    return number(value) if child is None else f"{number(value)} ({case.trace.label(child)})"


def _returned(case: Case, one: Choice) -> str:
    best = _child(case, one, one.best)
    return f"{mover(one.turn)} returned {number(one.value)}, but its best child's value is {best}"


def _say_named(case: Case, named: Explained) -> str:
    one = choice(case, named.node)
    assert one is not None
    if named.beside is not None:
        return f"{_returned(case, one)}; this and {named.beside.slug} together give that"
    return f"{_returned(case, one)}; {_SAY[named.disease.slug](case, named, one)}"


def _say_swapped(case: Case, named: Explained, one: Choice) -> str:
    if one.value in one.returns(one.worst):
        return f"{number(one.worst)} is the {'least' if one.turn == MAX else 'largest'} of its children"
    worse = "less" if one.turn == MAX else "more"
    return f"{number(one.value)} is {worse} than each of its children"


def _say_not_negated(case: Case, named: Explained, one: Choice) -> str:
    turned = -min(one.values) if one.turn == MAX else -max(one.values)
    again = "" if any(case.turn[child] != one.turn for child in one.children) else _moves_on(one.turn)
    return f"{number(turned)} is the value {_child(case, one, -turned)} with its sign turned over{again}"


def _say_turned(case: Case, one: Turned) -> str:
    value, label = case.value[one.call], case.trace.label(one.call)
    given = "" if not case.windowed else f", searched with {_window(case, one.call)}"
    returned = f"{mover(case.turn[one.node])} returned {number(case.value[one.node])}"
    took = f"it took {number(value)} ({label}{given}) as {number(0.0 - value)}, its sign turned over"
    again = "" if case.turn[one.call] != case.turn[one.node] else _moves_on(case.turn[one.node])
    return f"{returned}: {took}{again}; so after {one.calls:,} calls{one.site.words}, and after no others"


def _moves_on(turn: int) -> str:
    """Why a value has to be taken as it is."""
    return f", though {mover(turn).removesuffix(' to move')} moves on there"


def _window(case: Case, node: int) -> str:
    return f"({number(case.alpha[node])}, {number(case.beta[node])})"


def _say_not_kept(case: Case, named: Explained, one: Choice) -> str:
    taken = case.trace.label(one.children[-1])
    return f"{number(one.values[-1])} is the value of the last one searched ({taken})"


def _say_too_early(case: Case, named: Explained, one: Choice) -> str:
    cause = f"{_child(case, one, one.values[-1])} reaches its {ends(one.turn)[0]} {number(one.far)}"
    before = "what best began with" if len(one.values) == 1 else "the best of the children before that"
    return f"{cause}, but {number(one.value)} is {before}"


def _say_initialised(case: Case, named: Explained, one: Choice) -> str:
    better = "more" if one.turn == MAX else "less"
    return f"{number(named.begun or 0.0)} is {better} than each child's value, so none of them was kept"


def _say_other_end(case: Case, named: Explained, one: Choice) -> str:
    return f"{number(one.value)} is {ends(one.turn)[0]}, which no child's value reaches"


def _say_begun(case: Case, node: int, begun: float) -> str:
    first, second = case.visits(node)[:2]
    end = "alpha" if case.turn[node] == MAX else "beta"
    after = f"{number(case.value[first])} ({case.trace.label(first)})"
    next_ = case.trace.label(second)
    return (
        f"{mover(case.turn[node])} gave its move {next_} {end} {number(begun)} after {after}, though no move had "
        f"returned {number(begun)}: its best value began with that, and it returned {number(case.value[node])}"
    )


_SAY = {
    SWAPPED.slug: _say_swapped,
    NOT_NEGATED.slug: _say_not_negated,
    NOT_KEPT.slug: _say_not_kept,
    CUT_TOO_EARLY.slug: _say_too_early,
    INITIALISED.slug: _say_initialised,
    OTHER_END.slug: _say_other_end,
}


def _wrong(case: Case, node: int) -> str:
    returned = f"{mover(case.turn[node])} returned {number(case.value[node])}"
    low, high = case.claims[node]
    means = "" if low == high else f", which says {_between((low, high))}"
    proven = f"but its children only prove {_between(_proven_by_visits(case, node))}"
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
    """What the game says of a node, and whether it is the first wrong one on the way up."""
    try:
        true = oracle(case).value(node)
        if true is None:
            return ""
        if _right(case, node, true):
            return f"; the true value is {number(true)}, so it is right by luck"
        right = all(_right(case, child, oracle(case).value(child)) for child in case.visits(node))
    except PlyscopeError:
        return ""
    return f"; the true value is {number(true)}" + (
        " and all its children are right: the first wrong node" if right else ""
    )


def _right(case: Case, node: int, true: float | None) -> bool:
    low, high = case.claims[node]
    return true is not None and low <= true <= high
