"""Cutoffs: moves that were skipped without a cause, and moves that need not have been searched."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, TWICE
from tracer.diagnosis.call_columns import ALL, LEFT
from tracer.diagnosis.case import Case
from tracer.diagnosis.cuts_skipped import CAUSELESS, left_inside_by_wrong_test, skipped_in_vain
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Symptom
from tracer.diagnosis.first_moves import find_first_moves
from tracer.diagnosis.null_moves import null_moves
from tracer.diagnosis.sites import is_of_a_kind
from tracer.diagnosis.sound_call import TESTS, WRONG_BOUND, stops
from tracer.diagnosis.waste import without_bound
from tracer.diagnosis.wording import plural, sentence, some, symptoms
from tracer.games.rules import MAX, MIN
from tracer.recording.no_moves import Null
from tracer.recording.status import PRUNED
from tracer.recording.withdrawn_cutoffs import rarely_cuts

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
    wrong = wrong or list(left_inside_by_wrong_test(case))
    yield from wrong
    if not case.windowed:
        return
    mistaken = {case.turn[symptom.node] for symptom in wrong}
    ends_reached = [one for one in _reaches(case) if one.turn not in mistaken]
    if any(one.on for one in ends_reached):
        if case.shrinks():
            return  # what a child returned passed the end, and what was made of it did not
        unbound = without_bound(case)
        ends_reached = [one for one in ends_reached if one.turn not in unbound]
    halfway = [reach for one in ends_reached for reach in one.on if _resumed(case, reach)]
    if len(halfway) >= FEW:
        said = ": it left out {left}, but then searched {next:move} all the same, as where break leaves only the inner"
        yield from _went_on(case, MISSED, halfway, f"{said} one of two loops; so at {{count}} nodes")
        return
    never = [one for one in ends_reached if one.passed and rarely_cuts(len(one.on), one.stopped, one.unknown)]
    if wrong and sum(len(one.on) for one in never) < FEW:
        return  # what one player leaves moves the other one's windows
    missed = list[Reach]()
    for one in never:
        said = (
            "{node:mover} searched no move after {node:last}, which has not passed {node:far} {node:limit}; so at "
            "all {count} such nodes, but it went on at {on} whose value had"
        )
        backwards = _left_backwards(case, one.turn)
        yield from symptoms(WRONG_BOUND, case, backwards, said, count=len(backwards), on=len(one.on))
        missed += [] if backwards else one.on
    sides = " and ".join(turn.name for turn in (MAX, MIN) if any(one.turn == turn for one in missed))
    said = f"; {sides} made no cutoff at {{nodes}}, and cutoffs there save {{saved}}"
    yield from _went_on(case, MISSED, missed, said, plural(len(missed), "such node"))
    others = {one.turn for one in ends_reached if not one.passed and one.stopped} | {one.turn for one in never}
    ends_reached = [] if "ties" in case.trace.header.notes else ends_reached  # equal ones may not be equal
    strict = [reach for one in ends_reached if not one.passed and one.turn not in others for reach in one.on]
    yield from _went_on(case, STRICT, strict, "; at {nodes} a test with equality saves {saved}")


def _went_on(case: Case, disease: Disease, reaches: list[Reach], more: str, nodes: str = "") -> Iterator[Symptom]:
    """Yield the symptoms of nodes that go on, which they do with the next of their moves."""
    nodes = nodes or plural(len(reaches), "node")
    for reach in reaches:
        text = "{node:mover} went on after {child:valued}, with {node:far} {node:limit}" + more
        saved, left = (partial(find, case, reaches, reach) for find in (_saved, _left_between))
        facts = {"child": reach.child, "next": reach.next, "nodes": nodes, "count": len(reaches)}
        yield Symptom(
            disease, reach.node, sentence(case, reach.node, text, saved=saved, left=left, **facts), reach.next
        )


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
            found.append(node)
    said = (
        "{node:mover} left all its moves and returned {node:value}, which a null move had, though that lies inside its "
        "window {node:window}: a null move says something only where it reaches {node:far}"
    )
    found = sorted(found, key=lambda node: case.end[node]) if len(found) >= TWICE else []
    return symptoms(CAUSELESS, case, found, said)


def _left_at_once(case: Case) -> Iterator[Symptom]:
    """Yield the nodes whose loops over the moves end after the first, unless the rules are known, which tell more."""
    said = (
        "{node:mover} searched {first:move} alone, as all {count} such nodes searched one move: line {left_at:count} "
        "ends the loop over the moves after the call of line {called_at:count}"
    )
    for found in find_first_moves(case) if case.game is None else ():
        facts: dict[str, Any] = {"count": len(found.nodes), "left_at": found.left_at, "called_at": found.called_at}
        yield from symptoms(CAUSELESS, case, found.nodes, said, first=lambda node: case.visits(node)[0], **facts)


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
    """The nodes of a player who leaves each loop unless a value has passed an end of the window: the test is inverted.

    It went on where one had passed the right end, as is known before, and nowhere where the inverted test holds.
    """
    calls = case.calls[turn]
    for test in (call.test for _, call in TESTS if call.test.sign in "≤<" and call.test.end != "narrowed"):
        early, last = stops(calls, test)
        inside = (calls.near < calls.far) & (calls.node > 0)
        found: list[int] = calls.node[last & inside & (calls.left != ALL)].tolist()
        if not (early & inside).any() and len(found) >= FEW:
            return found
    return []


def _resumed(case: Case, reach: Reach) -> bool:
    """Whether moves after the one that reached the end were left out, and still others were searched after them."""
    legal, one = case.legal(reach.node), case.choice(reach.node)
    if legal is None or one is None or not set(legal).issuperset(map(case.trace.label, one.children)):
        return False
    order = [legal.index(case.trace.label(child)) for child in one.children]
    place = one.children.index(reach.next)
    return order[place - 1] + 1 < order[place] and order == sorted(order)


def _saved(case: Case, reaches: list[Reach], _reach: Reach, _node: int) -> str:
    """Return how many visits below these nodes cutoffs would have saved, of how many, in words."""
    saved, visited = np.zeros(len(case), bool), case.columns.status != PRUNED
    for reach in reaches:
        saved[case.end[reach.child] : case.end[reach.node]] = True
    return f"{(saved & visited).sum():,} of {visited.sum():,} visits"


def _left_between(case: Case, _reaches: list[Reach], reach: Reach, node: int) -> str:
    """Return the moves between the one that reached the end and the one that was searched next."""
    legal, (before, after) = case.legal(node) or [], map(case.trace.label, (reach.child, reach.next))
    return some(legal[legal.index(before) + 1 : legal.index(after)])
