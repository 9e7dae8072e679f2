"""Moves that were skipped although no value had reached the end of the window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any

import numpy as np

from tracer.deciding.thresholds import FEW, SAMPLE, SURE, TWICE
from tracer.diagnosis.call_columns import LEFT, Calls
from tracer.diagnosis.case import INFINITY, Case, Choice, in_time
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.first_moves import nodes_left_inside
from tracer.diagnosis.sound_call import TESTS, WRONG_BOUND, Test, compared, stops
from tracer.diagnosis.truth import Truth, are_near_horizon, oracle
from tracer.diagnosis.wording import far_end, near_end, some, symptoms
from tracer.games.rules import MAX
from tracer.recording.selective_moves import is_partial_probe
from tracer.recording.status import PRUNED
from tracer.text import number

CAUSELESS = Disease(
    "cut-without-cause",
    ERROR,
    "A node leaves its moves although no value has reached an end of its window, and its value is wrong for that; or, "
    "where the rules are not known, the text of the search ends the loop over the moves after the first.",
    "Only a cutoff may skip moves: value ≥ beta at MAX, value ≤ alpha at MIN. Look for a return or break inside the "
    "loop, and for moves that are left out.",
)

_UNEXPLAINED: tuple[Test | None, set[int]] = None, set()
_FLIPPED = {"≥": "≤", ">": "<", "≤": "≥", "<": ">"}


def skipped_in_vain(case: Case) -> Iterator[Symptom]:
    """Yield the nodes that left moves without a cause, by the wrong test if one explains them."""
    if case.broken:
        return
    skips = _Skips(case)
    vain = skips.vain
    if not any(vain.values()):
        return
    found = list(_harmful(case, skips, vain))
    yield from found
    if not found and not case.blamed:
        firsts = _only_firsts(case, [node for nodes in vain.values() for node in nodes])
        said = f"{_AFTER}: so at all {{count}} nodes with several moves below the root, each searched one alone"
        yield from symptoms(CAUSELESS, case, firsts, said, count=len(firsts), **_after(case))


def _harmful(case: Case, skips: _Skips, vain: dict[int, list[int]]) -> Iterator[Symptom]:
    """Yield the nodes that left moves and have a wrong value for it."""
    for turn, nodes in vain.items():
        harm = skips.harm(nodes) if nodes else None
        if harm is False and not case.blamed:
            continue
        if harm is None and are_near_horizon(case, nodes):
            continue
        test, ended = _explaining(case.calls[turn], nodes) if nodes and case.windowed else _UNEXPLAINED
        if case.blamed and (len(nodes) < TWICE or _as_the_other_player(case.calls[turn], nodes)):
            continue
        for node in nodes:
            if test is not None and node in ended:
                how = partial(_say_wrong_bound, case, test)
                said = f"{_AFTER}, {{how}} {{node:far}} {{node:limit}}"
                yield from symptoms(WRONG_BOUND, case, [node], said, how=how, **_after(case))
            elif test is None and node in skips.wrong and (not case.blamed or skips.are_to_blame(node)):
                true = skips.wrong[node]
                said = _AFTER + (", which does not reach {node:far} {node:limit}" if case.windowed else "")
                said += "" if true is None else f"; it returned {{node:value}}, the true value is {number(true)}"
                yield from symptoms(CAUSELESS, case, [node], said, **_after(case))


def left_inside_by_wrong_test(case: Case) -> Iterator[Symptom]:
    """Yield the nodes that returned inside their loop by a wrong test, unless the rules are known, which tell more."""
    if not case.windowed or case.game is not None or case.blamed:
        return
    inside = nodes_left_inside(case)
    for calls in case.calls.values():
        vain = inside[calls.node] & (np.maximum(calls.near, calls.value) < calls.far) & (calls.most < calls.far)
        nodes = [*in_time(case, calls.node[vain])]
        test, ended = _explaining(calls, nodes) if len(nodes) >= TWICE else _UNEXPLAINED
        for node in nodes:
            if test is not None and node in ended:
                how = partial(_say_wrong_bound, case, test)
                said = (
                    "{node:mover} left its loop over the moves at line {line} after {last:valued}, {how} {node:far} "
                    "{node:limit}; so did {count} nodes"
                )
                facts = {**_after(case), "line": case.trace.left_at(node), "count": f"{len(nodes):,}"}
                yield from symptoms(WRONG_BOUND, case, [node], said, how=how, **facts)


def by_themselves(case: Case) -> bool:
    """Whether moves were left for reasons that lie in their own node: a wrong test, or values that are right anyway."""
    skips = _Skips(case)
    short = [(turn, nodes) for turn, nodes in skips.vain.items() if nodes]
    if all(skips.harm(nodes) is False for _, nodes in short):
        return True
    return all(_explaining(case.calls[turn], nodes)[0] is not None for turn, nodes in short)


class _Skips:
    """The nodes of a case that left moves although no value had reached the far end."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self.wrong: dict[int, float | None] = {}
        """Nodes that left moves and are wrong for it, with the true value if it is known."""

    @cached_property
    def vain(self) -> dict[int, list[int]]:
        """Return these nodes, by the player who moves there, in the order of time."""
        found: dict[int, list[int]] = {}
        for turn, calls in self._case.calls.items():
            inside = (np.maximum(calls.near, calls.value) < calls.far) & (calls.most < calls.far)
            nodes = in_time(self._case, calls.node[inside & (calls.left == LEFT)])
            found[turn] = [node for node in nodes if node not in self._case.broken and self._left_moves(node)]
        return found

    def _left_moves(self, node: int) -> bool:
        """Return whether a node left moves for no reason that a sound search may have."""
        case = self._case
        one = case.choice(node)
        if one is None or is_partial_probe(case.trace.columns, node):
            return False
        left = [child for child in case.children(node) if case.status[child] == PRUNED]
        if left and all(case.trace.skips[child] for child in left):
            return False  # they were left out on purpose
        low, high = case.table_limits(node)
        far = high if one.turn > 0 else -low
        if one.turn * one.best >= far or one.turn * one.value >= far:
            return False
        on_purpose = not case.cutoff[node] and self._chooses_moves(node)
        return not on_purpose and (case.windowed or not self._enough(one))

    def _chooses_moves(self, node: int) -> bool:
        """Return whether a node may leave moves on purpose, unannounced: beyond the horizon, or anywhere."""
        remaining = self._case.remaining(node)
        if remaining is not None and remaining <= 0:
            return True  # the depth was spent, as in a search of captures alone
        return self._truth is not None and self._truth.is_its_own and bool(self._case.missing_moves(node))

    def _enough(self, one: Choice) -> bool:
        """Return whether a search without a window, or with one that is not seen, may stop here.

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

    def _refused_above(self, one: Choice) -> bool:
        """Return whether the other player has found, above, what is no better for this one."""
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
            best[parent] = max(best[parent], case.turn[parent] * case.value[node])
        return before

    def harm(self, vain: list[int]) -> bool | None:
        """Whether what was skipped matters: not where all values are right all the same; None where nobody knows."""
        harm: bool | None = None
        for node in vain[:SAMPLE]:
            true = None if self._truth is None else self._truth.value(node)
            low, high = self._case.claims[node]
            if true is None and self._case.missing_moves(node) and not self._case.cutoff[node]:
                continue
            if true is None or not low <= true <= high:  # where it is not known, the branches were said to be pruned
                self.wrong[node] = true
                harm = True
            harm = harm or False
        return harm

    def are_to_blame(self, node: int) -> bool:
        """Return whether the moves that were left account for a wrong value: those that were searched are right."""
        case, true = self._case, self.wrong[node]
        if true is None or self._truth is None or case.turn[node] * case.value[node] >= case.turn[node] * true:
            return False
        visits = [(case.claims[child], self._truth.value(child)) for child in case.visits(node)]
        return all(right is not None and low <= right <= high for (low, high), right in visits)

    @cached_property
    def _truth(self) -> Truth | None:
        return None if self._case.game is None else oracle(self._case)


def _only_firsts(case: Case, vain: list[int]) -> list[int]:
    """Return the nodes below the root that have several moves, if each searched the first of its list alone.

    A search that looks at what seems best, and at nothing else, has another move than the first here and there. And one
    that stops for a reason has searched all moves somewhere on the way to its first leaf.

    Args:
        case: the search, with its game.
        vain: the nodes that left moves for no reason that is known.
    """
    if len(vain) < FEW or case.game is None or case.trace.header.answers_from_elsewhere or case.trace.selective:
        return []
    found, places, several = [], {0, -1}, set[bool]()
    for node in case.expanded():
        legal = list(dict.fromkeys(case.legal(node) or ()))
        if not node or len(legal) < 2 or node in case.beyond:
            continue
        searched = {case.label(child) for child in case.visits(node)}
        places = {place for place in places if searched == {legal[place]}}
        if not places or case.cutoff[node]:
            return []
        several.add(case.turn[node] == MAX)
        found.append(node)
    return found if len(several) == 2 else []


def _explaining(calls: Calls, vain: list[int]) -> tuple[Test | None, set[int]]:
    """Return the wrong test that explains nearly all nodes that left moves, and the nodes that it ends.

    Hardly any node goes on where it holds.
    """
    most, best = 0, _UNEXPLAINED
    for test in (call.test for _, call in TESTS):
        early, last = stops(calls, test)
        ended = calls.node[last & ~early]
        explained = int(np.isin(ended, vain).sum())
        fits = explained >= SURE * len(vain) and early.sum() <= (1 - SURE) * (early | last).sum()
        if fits and explained > most:
            most, best = explained, (test, set(ended.tolist()))
    return best


def _as_the_other_player(calls: Calls, vain: list[int]) -> bool:
    """Return whether a player who keeps the worst value stops as the other one should: then it is one mistake."""
    if (calls.kept != calls.worst).any():
        return False  # what it begins with is its own
    tests = (call.test for _, call in TESTS if call.test.sign in "≤<" and call.test.end != "far")
    ended = (calls.node[last & ~early] for early, last in (stops(calls, test) for test in tests))
    return any(np.isin(nodes, vain).sum() >= SURE * len(vain) for nodes in ended)


_AFTER = "{node:mover} left {left} unsearched after {last:valued}"


def _after(case: Case) -> dict[str, Any]:
    """Return the fields of `_AFTER`: the moves that a node left, and the last child that it searched."""

    def left(node: int) -> str:
        pruned = [case.trace.label(child) for child in case.children(node) if case.status[child] == PRUNED]
        return some(pruned or case.missing_moves(node))

    def last(node: int) -> int:
        calls = case.calls[case.turn[node]]
        return int(calls.child[calls.last[np.searchsorted(calls.node, node)]])

    return {"left": left, "last": last}


def _say_wrong_bound(case: Case, test: Test, node: int) -> str:
    """Return by what test a node left its loop, with the numbers that it compared."""
    turn, calls = case.turn[node], case.calls[case.turn[node]]
    sign, reach = (test.sign, "≥") if turn == MAX else (_FLIPPED[test.sign], "≤")
    last = calls.last[np.searchsorted(calls.node, node)]
    value, end = (turn * float(numbers[last]) for numbers in compared(calls, test))
    held = f"{near_end(turn)} raised to" if test.compared == "raised" else "the best value"
    what = "which is" if value == turn * calls.returned[last] else f"with {held} {number(value)}, which is"
    name = (near_end if test.end in ("near", "narrowed") else far_end)(turn)
    less = (" - 1" if turn == MAX else " + 1") if test.end == "almost" else ""
    return f"{what} {sign} {name}{less} {number(end)} but not {reach}"
