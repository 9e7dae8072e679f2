"""Cutoffs: moves that were skipped without a cause, and moves that need not have been searched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
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
from tracer.games.rules import MAX, MIN
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


class Reached(NamedTuple):
    """A player's nodes at which a value passed the end of the window, or was exactly at it."""

    turn: int
    passed: bool
    on: list[Reach]
    """Those that went on."""
    stopped: int
    """How many left moves."""
    unknown: int
    """How many may have had none left."""


def examine(case: Case) -> Iterator[Symptom]:
    """Find the nodes that skipped moves without a cause, and the nodes that went on without one."""
    if is_of_a_kind(case):
        return
    wrong = list(skipped_in_vain(case)) or _left_for_nothing(case) or list(_left_at_once(case))
    yield from wrong
    if not case.windowed:
        return
    mistaken = {case.turn[symptom.node] for symptom in wrong}
    ends_reached = [one for one in _reaches(case) if one.turn not in mistaken]
    if any(one.on for one in ends_reached):
        if shrinks(case.calls.values(), case.blamed):
            return  # what a child returned passed the end, and what was made of it did not
        unbound = without_bound(case)
        ends_reached = [one for one in ends_reached if one.turn not in unbound]
    halfway = [reach for one in ends_reached for reach in one.on if _resumed(case, reach)]
    if len(halfway) >= FEW:
        yield from _went_on(MISSED, halfway, partial(_say_resumed, case, len(halfway)))
        return
    never = [one for one in ends_reached if one.passed and seldom_cuts(len(one.on), one.stopped, one.unknown)]
    if wrong and sum(len(one.on) for one in never) < FEW:
        return  # what one player leaves moves the other one's windows
    missed = list[Reach]()
    for one in never:
        backwards = _left_backwards(case, one.turn)
        for node in backwards:
            yield Symptom(WRONG_BOUND, node, partial(_say_backwards, case, node, len(backwards), len(one.on)))
        missed += [] if backwards else one.on
    yield from _went_on(MISSED, missed, partial(_say_missed, case, missed))
    sides = {one.turn for one in ends_reached if not one.passed and one.stopped} | {one.turn for one in never}
    strict = [reach for one in ends_reached if not one.passed and one.turn not in sides for reach in one.on]
    yield from _went_on(STRICT, strict, partial(_say_strict, case, strict))


def _went_on(disease: Disease, reaches: list[Reach], say: Callable[[Reach], str]) -> Iterator[Symptom]:
    """Yield the symptoms of nodes that go on, which they do with the next of their moves."""
    for reach in reaches:
        yield Symptom(disease, reach.node, partial(say, reach), call=reach.next)


def _left_for_nothing(case: Case) -> list[Symptom]:
    """Return the nodes that were left with what a null move returned, though that does not cut."""
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
    """Yield the nodes whose loops over the moves end after the first, unless the rules are known, which tell more."""
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


def _reaches(case: Case) -> Iterator[Reached]:
    """Yield the nodes of each player at which a value passed the end of the window, then those where it was at it.

    The root is left out: what loops over its moves is often another function, whose window need not mean anything.
    """
    for passed in (True, False):
        for turn, calls in case.calls.items():
            hits = np.where(calls.returned >= calls.far[calls.owner], np.arange(len(calls.child)), len(calls.child))
            place = np.minimum.reduceat(hits, calls.first)
            most = np.minimum(calls.best, calls.greatest(calls.kept))[calls.last]
            there = (calls.near < calls.far) & (most >= calls.far) & (calls.node > 0) & (place < len(calls.child))
            there[there] &= (calls.returned[place[there]] > calls.far[there]) == passed
            on, ended = there & (place < calls.last), calls.left[there & (place == calls.last)]
            columns = calls.node[on], calls.child[place[on]], calls.child[place[on] + 1]
            rows = zip(*(column.tolist() for column in columns), strict=True)
            reaches = [Reach(node, turn, *children) for node, *children in rows]
            yield Reached(turn, passed, reaches, int((ended == LEFT).sum()), int((ended != LEFT).sum()))


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


def _saved(case: Case, reaches: list[Reach]) -> str:
    """Return how many visits below these nodes cutoffs would have saved, of how many, in words."""
    saved, visited = np.zeros(len(case), bool), case.columns.status != PRUNED
    for reach in reaches:
        saved[case.end[reach.child] : case.end[reach.node]] = True
    return f"{(saved & visited).sum():,} of {visited.sum():,} visits"


def _reached(case: Case, reach: Reach) -> str:
    far = (case.beta if reach.turn == MAX else case.alpha)[reach.node]
    after = valued(case, reach.child)
    return f"{mover(reach.turn)} went on after {after}, with {ends(reach.turn)[0]} {number(far)}"


def _say_missed(case: Case, missed: list[Reach], reach: Reach) -> str:
    sides = " and ".join(turn.name for turn in (MAX, MIN) if any(one.turn == turn for one in missed))
    nodes = f"{len(missed):,} such node{'s' * (len(missed) > 1)}"
    return f"{_reached(case, reach)}; {sides} made no cutoff at {nodes}, and cutoffs there save {_saved(case, missed)}"


def _say_backwards(case: Case, node: int, count: int, on: int) -> str:
    turn, far = case.turn[node], (case.beta if case.turn[node] == MAX else case.alpha)[node]
    return (
        f"{mover(turn)} searched no move after {valued(case, case.visits(node)[-1])}, which has not passed "
        f"{ends(turn)[0]} {number(far)}; so at all {count:,} such nodes, but it went on at {on:,} whose value had"
    )


def _say_resumed(case: Case, count: int, reach: Reach) -> str:
    legal, after = case.legal(reach.node) or [], case.trace.label(reach.next)
    left = legal[legal.index(case.trace.label(reach.child)) + 1 : legal.index(after)]
    return (
        f"{_reached(case, reach)}: it left out {some(left)}, but then searched {after} all the same, as where break "
        f"leaves only the inner one of two loops; so at {count:,} nodes"
    )


def _say_strict(case: Case, strict: list[Reach], reach: Reach) -> str:
    nodes = f"{len(strict):,} node{'s' * (len(strict) > 1)}"
    return f"{_reached(case, reach)}; at {nodes} a test with equality saves {_saved(case, strict)}"
