"""Moves that were skipped although no value had reached the end of the window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from operator import attrgetter, ge, gt, le, lt
from typing import NamedTuple

from tracer.diagnosis import unseen
from tracer.diagnosis.asides import hands_on
from tracer.diagnosis.case import INFINITY, Case
from tracer.diagnosis.choices import Choice, choices, ends, mover
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.truth import Truth, oracle
from tracer.games.rules import MAX, MIN
from tracer.recording.status import PRUNED
from tracer.text import number

WRONG_BOUND = Disease(
    "wrong-cut-bound",
    ERROR,
    "A node leaves its moves although its value has not reached the right end of its window: the cutoff test compares "
    "with the wrong bound, or in the wrong direction.",
    "MAX stops when its value is ≥ beta, MIN when its value is ≤ alpha; in a negamax, best ≥ beta. Look at which bound "
    "the test names, at its direction, and at whether the return stands inside the loop.",
)
CAUSELESS = Disease(
    "cut-without-cause",
    ERROR,
    "A node leaves its moves although no value has reached an end of its window, and its value is wrong for that.",
    "Only a cutoff may skip moves: value ≥ beta at MAX, value ≤ alpha at MIN. Look for a return or break inside the "
    "loop, and for moves that are left out.",
)
NEARLY = 0.9
"""The part of the nodes that a wrong test must explain."""
PROBED = 2_000
"""Nodes at which the truth is asked for, at most."""


class Stop(NamedTuple):
    """A player's node, with values turned so that the player wants the greatest: as MAX sees them, or as MIN does."""

    choice: Choice
    values: list[float]
    near: float
    far: float
    skipped: bool
    """Whether it left moves although no value had reached the far end."""


class _Now(NamedTuple):
    """What a node knows after a child."""

    value: float
    best: float
    far: float
    near: float
    narrowed: float
    """The near end as the children before had narrowed it."""


class _Wrong(NamedTuple):
    """A wrong test."""

    sign: str
    """How MAX writes it."""
    compared: Callable[[_Now], float]
    with_: Callable[[_Now], float]
    near: bool = True
    """Whether it compares with the end that the player's values narrow."""

    def holds(self, now: _Now) -> bool:
        """Whether the test makes the player stop."""
        return _COMPARED[self.sign](self.compared(now), self.with_(now))


_COMPARED: dict[str, Callable[[float, float], bool]] = {"≥": ge, ">": gt, "≤": le, "<": lt}
_BEST, _VALUE = attrgetter("best"), attrgetter("value")
_FAR, _NEAR, _NARROWED = attrgetter("far"), attrgetter("near"), attrgetter("narrowed")
_TESTS = (
    *(_Wrong(sign, which, end) for sign in "≥>≤<" for end in (_NEAR, _NARROWED) for which in (_BEST, _VALUE)),
    *(_Wrong(sign, which, _FAR, near=False) for sign in "≤<" for which in (_BEST, _VALUE)),
)
_FLIPPED = {"≥": "≤", ">": "<", "≤": "≥", "<": ">"}


def skipped_in_vain(case: Case) -> Iterator[Symptom]:
    """The nodes that left moves without a cause, by the wrong test if one explains them."""
    if case.blamed or not any(_stopped_short(case, node) for node in case.expanded()):
        return
    skips = _Skips(case)
    if unseen.is_beam(case, [stop.choice.node for stop in skips.stops if stop.skipped]):
        return
    for turn in (MAX, MIN):
        stops = [stop for stop in skips.stops if stop.choice.turn == turn]
        vain = [stop for stop in stops if stop.skipped]
        harm = skips.harm(vain) if vain else False
        if harm is False:
            continue
        test = _explaining(stops, vain) if case.windowed else None
        for stop in vain:
            if test is None and stop.choice.node in skips.wrong:
                yield Symptom(CAUSELESS, stop.choice.node, partial(_say_causeless, case, stop, skips))
            elif test is not None and _places(test, stop)[:1] == [len(stop.values) - 1]:
                yield Symptom(WRONG_BOUND, stop.choice.node, partial(_say_wrong_bound, case, stop, test))


def by_themselves(case: Case) -> bool:
    """Whether moves were left for reasons that lie in their own node: a wrong test, or values that are right anyway."""
    skips = _Skips(case)
    sides = [[stop for stop in skips.stops if stop.choice.turn == turn] for turn in (MAX, MIN)]
    short = [(stops, vain) for stops in sides if (vain := [stop for stop in stops if stop.skipped])]
    if all(skips.harm(vain) is False for _, vain in short):
        return True
    return all(_explaining(stops, vain) is not None for stops, vain in short)


class _Skips:
    """The nodes of a case, and which of them left moves."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self.wrong: dict[int, float | None] = {}
        """Nodes that left moves and are wrong for it, with the true value if it is known."""

    @cached_property
    def stops(self) -> list[Stop]:
        """The nodes where a test may have held, in the order of time."""
        case = self._case
        found = []
        for one in choices(case):
            sign = one.turn
            values = one.values if sign > 0 else [-value for value in one.values]
            if case.asides.issuperset(one.children) or hands_on(case, one.node):
                continue  # a null move is no move after which others were left
            low, high = case.table_limits(one.node)
            far, near = min(sign * one.far, high if sign > 0 else -low), sign * one.near
            open_ = one.alpha < one.beta and max(values) < far and sign * one.value < far
            left = open_ and self._left_moves(one)
            left = left and (case.windowed or not self._enough(one))
            found.append(Stop(one, values, near, far, left))
        return found

    def _enough(self, one: Choice) -> bool:
        """Whether a search without a window, or with one that is not seen, may stop here.

        It has a win, or the best value that there is, or as much as the other player would not let it have.
        """
        low, high = self._extremes
        best = one.turn * one.best
        greatest = one.turn * (high if one.turn == MAX else low)
        return best > 0 or (low < high and best >= greatest) or self._refused_above(one)

    @cached_property
    def _extremes(self) -> tuple[float, float]:
        values = [value for value in self._case.value if value == value]
        return min(values, default=0.0), max(values, default=0.0)

    def _left_moves(self, one: Choice) -> bool:
        """Whether a node left moves, and not because the depth was spent, as in a search of captures alone."""
        remaining = self._case.remaining(one.node)
        return left_moves(self._case, one.node) and (remaining is None or remaining > 0)

    def _refused_above(self, one: Choice) -> bool:
        """Whether the other player has found, above, what is no better for this one."""
        case, below = self._case, one.node
        while below:
            node = case.parent[below]
            if case.turn[node] == -one.turn and one.turn * one.best >= -self._best_before[below]:
                return True
            below = node
        return False

    @cached_property
    def _best_before(self) -> list[float]:
        """By the node, the best value of its parent's earlier visits, in the view of the parent's player."""
        case, best = self._case, [-INFINITY] * len(self._case)
        before = list(best)
        for node in case.visited[1:]:
            parent = case.parent[node]
            before[node] = best[parent]
            value = case.turn[parent] * case.value[node]
            best[parent] = value if value > best[parent] else best[parent]
        return before

    def harm(self, vain: list[Stop]) -> bool | None:
        """Whether what was skipped matters: not where all values are right all the same; None where nobody knows."""
        harm: bool | None = None
        for stop in vain[:PROBED]:
            node = stop.choice.node
            true = None if self._truth is None else self._truth.value(node)
            low, high = self._case.claims[node]
            if true is None and self._case.missing_moves(node):
                continue
            if true is None or not low <= true <= high:  # where it is not known, the branches were said to be pruned
                self.wrong[node] = true
                harm = True
            harm = harm or False
        return harm

    @cached_property
    def _truth(self) -> Truth | None:
        return None if self._case.game is None else oracle(self._case)


def left_moves(case: Case, node: int) -> bool:
    """Whether an expanded node is known to have left moves."""
    last = case.end[node] - 1
    if case.status[last] == PRUNED and case.parent[last] == node:
        return True
    legal = case.legal(node)
    if not legal or len({case.move[child] for child in case.children(node)}) >= len(legal):
        return False
    return bool(case.missing_moves(node))


def _stopped_short(case: Case, node: int) -> bool:
    """Whether a node is known to have left moves and returned a value inside its window."""
    turn = case.turn[node]
    far = case.beta[node] if turn == MAX else case.alpha[node]
    return turn * case.value[node] < turn * far and left_moves(case, node)


def _explaining(stops: list[Stop], vain: list[Stop]) -> _Wrong | None:
    """The wrong test that explains nearly all nodes that left moves, and at which hardly any node went on."""
    best: tuple[int, _Wrong] | None = None
    for test in _TESTS:
        explained = held = against = 0
        for stop in stops:
            places = _places(test, stop)
            last = len(stop.values) - 1
            held += bool(places)
            against += bool(places) and places[0] < last
            explained += stop.skipped and places[:1] == [last]
        fits = explained >= NEARLY * len(vain) and against <= (1 - NEARLY) * held
        if fits and (best is None or explained > best[0]):
            best = explained, test
    return None if best is None else best[1]


def _places(test: _Wrong, stop: Stop) -> list[int]:
    """The first child after which a test holds, as a list; empty where there is none."""
    return next(([place] for place, now in enumerate(_course(stop)) if test.holds(now)), [])


def _course(stop: Stop) -> Iterator[_Now]:
    """What the node knew after each child."""
    best, narrowed = float("-inf"), stop.near
    for value in stop.values:
        best = max(best, value)
        yield _Now(value, best, stop.far, stop.near, narrowed)
        narrowed = max(narrowed, best)


def _left(case: Case, stop: Stop) -> str:
    """The moves that were left."""
    node = stop.choice.node
    left = [case.trace.label(child) for child in case.children(node) if case.status[child] == PRUNED]
    left = left or case.missing_moves(node)
    shown = ", ".join(left[:3]) + (f" and {len(left) - 3:,} more" if len(left) > 3 else "")
    return f"left {shown} unsearched"


def _after(case: Case, stop: Stop) -> str:
    one = stop.choice
    last = f"{number(one.values[-1])} ({case.trace.label(one.children[-1])})"
    return f"{mover(one.turn)} {_left(case, stop)} after {last}"


def _say_wrong_bound(case: Case, stop: Stop, test: _Wrong) -> str:
    one = stop.choice
    *_, now = _course(stop)
    sign = test.sign if one.turn == MAX else _FLIPPED[test.sign]
    best = one.turn * test.compared(now)
    what = "which is" if best == one.values[-1] else f"with the best value {number(best)}, which is"
    compared = f"{ends(one.turn)[test.near]} {number(one.turn * test.with_(now))}"
    return f"{_after(case, stop)}, {what} {sign} {compared} but does not reach {ends(one.turn)[0]} {number(one.far)}"


def _say_causeless(case: Case, stop: Stop, skips: _Skips) -> str:
    one, true = stop.choice, skips.wrong[stop.choice.node]
    window = f", which does not reach {ends(one.turn)[0]} {number(one.far)}" if case.windowed else ""
    truth = "" if true is None else f"; it returned {number(one.value)}, the true value is {number(true)}"
    return f"{_after(case, stop)}{window}{truth}"
