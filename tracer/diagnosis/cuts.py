"""Cutoffs: moves that were skipped without a cause, and moves that need not have been searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, TWICE
from tracer.diagnosis.call_columns import ALL, LEFT
from tracer.diagnosis.case import Case
from tracer.diagnosis.choices import choice, ends, mover, some, valued, window
from tracer.diagnosis.cuts_skipped import CAUSELESS, skipped_in_vain
from tracer.diagnosis.decay import shrinks
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Symptom
from tracer.diagnosis.first_moves import FirstMoves, find_first_moves
from tracer.diagnosis.null_moves import null_moves
from tracer.diagnosis.sites import is_of_a_kind
from tracer.diagnosis.sound_call import WRONG_BOUND, Test, stops
from tracer.diagnosis.waste import without_bound
from tracer.games.rules import MAX, MIN, Turn
from tracer.recording.no_moves import Null
from tracer.recording.status import PRUNED
from tracer.recording.withdrawn import seldom_cuts
from tracer.text import number

MISSED = Disease(
    "missed-cut",
    WARNING,
    "Nodes go on although a value is beyond the end of their window: the cutoff is never made, at both players or one.",
    "Leave the loop over the moves as soon as the best value is ≥ beta at MAX, or ≤ alpha at MIN; both players need "
    "the test, and it must leave the loop, all loops if two are nested (return does), not only the branch.",
)
STRICT = Disease(
    "strict-cut",
    NOTE,
    "Nodes go on when a value is exactly the end of their window: the cutoff test is > where ≥ would do.",
    "Test value >= beta and value <= alpha (or alpha >= beta): a value equal to the end cannot change the result.",
)
DISEASES: tuple[Disease, ...] = (WRONG_BOUND, CAUSELESS, MISSED, STRICT)


class Reach(NamedTuple):
    """A node that went on after a value had reached the end of its window."""

    node: int
    turn: int
    child: int
    """The child whose value reached it."""
    next: int
    """The child that was searched after that."""


class Ended(NamedTuple):
    """How many nodes of a player ended with such a value; by whether it passed the end, or was exactly at it."""

    stopped: Counter[tuple[int, bool]]
    """Those that left moves."""
    unknown: Counter[tuple[int, bool]]
    """Those that may have had none left."""


def examine(case: Case) -> Iterator[Symptom]:
    """The nodes that skipped moves without a cause, and the nodes that went on without one."""
    if is_of_a_kind(case):
        return
    wrong = list(skipped_in_vain(case)) or _left_for_nothing(case) or list(_left_at_once(case))
    yield from wrong
    if not case.windowed:
        return
    passed, equal, ended = _reaches(case)
    mistaken = {case.turn[symptom.node] for symptom in wrong}
    passed, equal = ([reach for reach in one if reach.turn not in mistaken] for one in (passed, equal))
    if (passed or equal) and shrinks(case.calls.values(), case.blamed):
        return  # what a child returned passed the end, and what was made of it did not
    if passed or equal:
        unbound = without_bound(case)
        passed, equal = ([reach for reach in one if reach.turn not in unbound] for one in (passed, equal))
    halfway = [reach for reach in passed + equal if _resumed(case, reach)]
    if len(halfway) >= FEW:
        for reach in halfway:
            yield _went_on(MISSED, reach, partial(_say_resumed, case, reach, len(halfway)))
        return
    missed = [reach for turn in (MAX, MIN) for reach in _never_cut(passed, turn, ended)]
    if wrong and len(missed) < FEW:
        return  # what one player leaves moves the other one's windows
    before = _visits_before(case)
    backwards = {turn: _left_backwards(case, turn) for turn in {reach.turn for reach in missed}}
    for turn, nodes in backwards.items():
        on = sum(reach.turn == turn for reach in missed)
        for node in nodes:
            yield Symptom(WRONG_BOUND, node, partial(_say_backwards, case, node, len(nodes), on))
    missed = [reach for reach in missed if not backwards[reach.turn]]
    for reach in missed:
        yield _went_on(MISSED, reach, partial(_say_missed, case, reach, missed, before))
    sides = {*backwards}
    sides |= {turn for turn in (MAX, MIN) if ended.stopped[turn, False]}
    strict = [reach for reach in equal if reach.turn not in sides]
    for reach in strict:
        yield _went_on(STRICT, reach, partial(_say_strict, case, reach, strict, before))


def _left_for_nothing(case: Case) -> list[Symptom]:
    """The nodes that were left with what a null move returned, though that does not cut."""
    found = []
    nulls = [one for one in case.asides if case.turn[one] == -case.turn[case.parent[one]] != 0] if case.windowed else []
    known = null_moves(case.trace) if nulls else set()
    nulls = [one for one in nulls if one in known or isinstance(case.trace.move(one), Null)]
    for null in nulls:
        node = case.parent[null]
        whole = (case.alpha[null], case.beta[null]) == (case.alpha[node], case.beta[node])
        if case.visits(node)[-1] != null or (whole and case.visits(node) == [null]):  # who has no move has to pass
            continue
        if case.alpha[node] < case.value[node] < case.beta[node] and case.value[node] == case.value[null]:
            found.append(Symptom(CAUSELESS, node, partial(_say_null, case, node)))
    return sorted(found, key=lambda one: case.end[one.node]) if len(found) >= TWICE else []


def _say_null(case: Case, node: int) -> str:
    return (
        f"{mover(case.turn[node])} left all its moves and returned {number(case.value[node])}, which a null move had, "
        f"though that lies inside its window {window(case, node)}: a null move says something only where it reaches "
        f"{ends(case.turn[node])[0]}"
    )


def _left_at_once(case: Case) -> Iterator[Symptom]:
    """The nodes whose loops over the moves end after the first, unless the rules are known, which tell more."""
    if case.game is not None:
        return
    for found in find_first_moves(case):
        for node in found.nodes:
            yield Symptom(CAUSELESS, node, partial(_say_left_at_once, case, node, found))


def _say_left_at_once(case: Case, node: int, found: FirstMoves) -> str:
    first = case.visits(node)[0]
    return (
        f"{mover(case.turn[node])} searched {case.trace.label(first)} alone, as all {len(found.nodes):,} such nodes "
        f"searched one move: line {found.left_at} ends the loop over the moves after the call of line {found.called_at}"
    )


def _went_on(disease: Disease, reach: Reach, say: Callable[[], str]) -> Symptom:
    """That a node goes on, which it does with the next of its moves."""
    return Symptom(disease, reach.node, say, call=reach.next)


def _reaches(case: Case) -> tuple[list[Reach], list[Reach], Ended]:
    """Where nodes went on though a value had passed the end of the window, and where one was exactly at it.

    The root is left out: what loops over its moves is often another function, whose window need not mean anything.
    """
    passed: list[Reach] = []
    equal: list[Reach] = []
    ended = Ended(Counter(), Counter())
    for turn, calls in case.calls.items():
        if not len(calls):
            continue
        hits = np.where(calls.returned >= calls.far[calls.owner], np.arange(len(calls.child)), len(calls.child))
        place = np.minimum.reduceat(hits, calls.first)
        most = np.minimum(calls.best, calls.greatest(calls.kept))[calls.last]
        reaching = (calls.near < calls.far) & (most >= calls.far) & (calls.node > 0) & (place < len(calls.child))
        beyond = np.zeros(len(calls), bool)
        beyond[reaching] = calls.returned[place[reaching]] > calls.far[reaching]
        on = reaching & (place < calls.last)
        for side in (True, False):
            there = reaching & ~on & (beyond == side)
            ended.stopped[turn, side] = int((there & (calls.left == LEFT)).sum())
            ended.unknown[turn, side] = int((there & (calls.left != LEFT)).sum())
            went = on & (beyond == side)
            columns = calls.node[went], calls.child[place[went]], calls.child[place[went] + 1]
            rows = zip(*(column.tolist() for column in columns), strict=True)
            (passed if side else equal).extend(Reach(node, turn, *children) for node, *children in rows)
    return passed, equal, ended


def _never_cut(reaches: list[Reach], turn: Turn, ended: Ended) -> list[Reach]:
    """The nodes of a player that went on, if nearly all did."""
    on = [reach for reach in reaches if reach.turn == turn]
    return on if seldom_cuts(len(on), ended.stopped[turn, True], ended.unknown[turn, True]) else []


def _left_backwards(case: Case, turn: int) -> list[int]:
    """The nodes of a player who leaves each loop unless a value has passed the end of the window: the test is inverted.

    It went on where one had, as is known before; so its nodes have several moves, and each of the others searched one.
    """
    calls = case.calls[turn]
    for sign in "≤<":
        early, last = stops(calls, Test(sign))
        inside = (calls.near < calls.far) & (calls.node > 0)
        found: list[int] = calls.node[last & inside & (calls.left != ALL)].tolist()
        if not (early & inside).any() and len(found) >= FEW:
            return found
    return []


def _resumed(case: Case, reach: Reach) -> bool:
    """Whether moves after the one that reached the end were left out, and still others were searched after them."""
    legal, one = case.legal(reach.node), choice(case, reach.node)
    if legal is None or one is None or not set(legal).issuperset(map(case.trace.label, one.children)):
        return False
    order = [legal.index(case.trace.label(child)) for child in one.children]
    place = one.children.index(reach.next)
    return order[place - 1] + 1 < order[place] and order == sorted(order)


def _visits_before(case: Case) -> list[int]:
    """How many visits there are before each node."""
    return [0, *accumulate(status != PRUNED for status in case.status)]


def _saved(case: Case, reaches: list[Reach], before: list[int]) -> int:
    """The visits below these nodes that cutoffs would have saved."""
    ranges = sorted((case.end[reach.child], case.end[reach.node]) for reach in reaches)
    saved, done = 0, 0
    for first, stop in ranges:
        saved += before[max(stop, done)] - before[max(first, done)]
        done = max(done, stop)
    return saved


def _reached(case: Case, reach: Reach) -> str:
    far = (case.beta if reach.turn == MAX else case.alpha)[reach.node]
    after = valued(case, reach.child)
    return f"{mover(reach.turn)} went on after {after}, with {ends(reach.turn)[0]} {number(far)}"


def _say_missed(case: Case, reach: Reach, missed: list[Reach], before: list[int]) -> str:
    sides = " and ".join(turn.name for turn in (MAX, MIN) if any(one.turn == turn for one in missed))
    nodes = f"{len(missed):,} such node{'s' * (len(missed) > 1)}"
    saved = f"{_saved(case, missed, before):,} of {before[-1]:,} visits"
    return f"{_reached(case, reach)}; {sides} made no cutoff at {nodes}, and cutoffs there save {saved}"


def _say_backwards(case: Case, node: int, count: int, on: int) -> str:
    turn, far = case.turn[node], (case.beta if case.turn[node] == MAX else case.alpha)[node]
    return (
        f"{mover(turn)} searched no move after {valued(case, case.visits(node)[-1])}, which has not passed "
        f"{ends(turn)[0]} {number(far)}; so at all {count:,} such nodes, but it went on at {on:,} whose value had"
    )


def _say_resumed(case: Case, reach: Reach, count: int) -> str:
    legal, after = case.legal(reach.node) or [], case.trace.label(reach.next)
    left = legal[legal.index(case.trace.label(reach.child)) + 1 : legal.index(after)]
    return (
        f"{_reached(case, reach)}: it left out {some(left)}, but then searched {after} all the same, as where break "
        f"leaves only the inner one of two loops; so at {count:,} nodes"
    )


def _say_strict(case: Case, reach: Reach, strict: list[Reach], before: list[int]) -> str:
    nodes = f"{len(strict):,} node{'s' * (len(strict) > 1)}"
    saved = f"{_saved(case, strict, before):,} of {before[-1]:,} visits"
    return f"{_reached(case, reach)}; at {nodes} a test with equality saves {saved}"
