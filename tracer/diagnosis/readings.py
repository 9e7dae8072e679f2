"""Other readings of a recording: where most nodes contradict their children, the recording may be what is wrong.

A recording from outside guesses whose view values are, and what a node does with its children. Where another reading
makes nearly every node agree, and the one at hand does not, that is said, and nothing of the search is judged.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tracer.diagnosis.call_columns import Calls
from tracer.diagnosis.case import Case, in_time
from tracer.diagnosis.choices import choices
from tracer.diagnosis.finding import NOTE, WARNING, Disease, Symptom
from tracer.diagnosis.rivals import explain_values
from tracer.diagnosis.sound_call import WRONG
from tracer.diagnosis.values_shrunk import shrinks
from tracer.games.rules import Turn
from tracer.recording.columns import Bools, Floats
from tracer.recording.status import EXPANDED, OPEN
from tracer.text import number

OTHERWISE = Disease(
    "recorded-otherwise",
    WARNING,
    "The values contradict each other at many nodes, and hardly at any if the recording is read in another way.",
    "Record again as it says; then the search itself can be judged.",
)
NO_MINIMAX = Disease(
    "no-minimax",
    NOTE,
    "Most nodes have a value that no choice among their moves gives, and no known mistake explains it: values are "
    "summed or averaged, or there is more in them than a recording keeps. Nothing else is judged.",
    "Where a minimax is meant, look at what this node returns: the best of what its moves returned. Where moves earn "
    "points, add these in the call that returns the value, and say with --turn who moves.",
)
DISEASES: tuple[Disease, ...] = (OTHERWISE, NO_MINIMAX)
_CONTRADICTED, _AGREED = 0.2, 0.98
"""The part of the nodes that has to contradict the reading at hand, and the part that has to agree with the other."""
_FEW = 8
"""Nodes at which two readings can be told apart, at least."""
_MOSTLY = 0.5
"""Of the nodes that could tell, the part that has to speak for something, at least."""
_MANY = 40
"""Nodes at which a search of a known game must contradict its moves, before it is believed to be no minimax."""
_LEAST, _CLEARLY = 3, 0.9
"""Where nearly all nodes of a player that could tell speak for the other reading, fewer are enough. So many numbers are
more than chance."""
_ROUNDING, _DIGITS = 1e-9, 6
"""What is no difference between values, and to which digits numbers are the same."""


def examine(case: Case) -> Iterator[Symptom]:
    """The first node that contradicts its reading, where another one is right."""
    lost = _without_number(case)
    if len(lost) >= _FEW and len(lost) > _CONTRADICTED * len(case.visited):
        yield Symptom(OTHERWISE, lost[0], lambda: _say_lost(case, len(lost)))
        return
    players = [calls for calls in case.calls.values() if len(calls)]
    wrong = [_wrong(calls, calls.value, calls.best[calls.last]) for calls in players]
    yield from (
        _turned(case, players, wrong)
        or _both_players(case, players)
        or _chances(case, players, wrong)
        or _moves(case, players, wrong)
        or _carried(case, players, wrong)
        or _no_minimax(case, players)
    )


def _without_number(case: Case) -> list[int]:
    """The visits that ended without a number, as a call does that returns something else, while the search went on."""
    columns = case.columns
    lost = np.flatnonzero(columns.status == OPEN)
    lost = lost[lost > 0]
    above = columns.parent[lost]
    gone_on = (columns.status[above] != OPEN) | (columns.end[lost] < columns.end[above])
    found: list[int] = lost[gone_on].tolist()
    return found


def _turned(case: Case, players: list[Calls], wrong: list[Bools]) -> list[Symptom]:
    """The first wrong node, where values agree once those of one player have the other sign."""
    count, shown = sum(map(len, players)), sum(int(mine.sum()) for mine in wrong)
    if count < _FEW or shown <= _CONTRADICTED * count:
        return []
    turned, told = (sum(counts) for counts in zip(*(_turned_wrong(case, calls) for calls in players), strict=True))
    if turned > (1 - _AGREED) * count or told < _FEW:
        return []
    nodes = [node for calls, mine in zip(players, wrong, strict=True) for node in calls.node[mine].tolist()]
    first = _first(case, nodes)
    return [Symptom(OTHERWISE, first, lambda: _say_view(case, first, shown, count))]


def _chances(case: Case, players: list[Calls], wrong: list[Bools]) -> list[Symptom]:
    """The first node of a player who mostly chooses nothing, but has a mean of what the children returned."""
    found = []
    for calls, mine in zip(players, wrong, strict=True):
        inside, between = calls.inside
        mean = mine & between
        told = (calls.worst < calls.best)[calls.last].sum()
        clear = mean.sum() >= max(_LEAST, _CLEARLY * told) or mean.sum() >= max(_FEW, _CONTRADICTED * told)
        if clear and (mine & ~inside).sum() <= (1 - _AGREED) * len(calls):
            found.append((calls, mean))
    if not found or shrinks(list(choices(case))):
        return []
    nodes = [node for calls, mine in found for node in calls.node[mine].tolist()]
    return [Symptom(OTHERWISE, _first(case, nodes), lambda: _say_mean(case, _first(case, nodes), len(nodes)))]


def _both_players(case: Case, players: list[Calls]) -> list[Symptom]:
    """The first wrong node, where beside chance one player alone moves, and gets now the best, now the worst value.

    No search does that: the other player's nodes were taken for this one's, and where both are one function they can
    be. With a game the players are known.
    """
    by_chance = (case.columns.turn == 0) & (case.columns.status == EXPANDED)
    by_chance[list(case.trace.drivers)] = False
    if len(players) != 1 or case.game is not None or not by_chance.any():
        return []
    (calls,) = players
    best, worst = calls.best[calls.last], calls.worst[calls.last]
    told = worst < best
    right, turned = (told & (calls.value == value) for value in (best, worst))
    if min(int(right.sum()), int(turned.sum())) < _LEAST:
        return []
    first, count = _first(case, calls.node[turned].tolist()), int(turned.sum())
    return [Symptom(OTHERWISE, first, lambda: _say_both(case, first, count, int(told.sum())))]


def _say_both(case: Case, node: int, count: int, told: int) -> str:
    mover = Turn(case.turn[node]).name
    return (
        f"{mover} is said to move at each node but chance's, and here has {number(case.value[node])}, the worst of "
        f"what its moves returned, as at {count:,} of {told:,} nodes, and the best at others: the other player seems "
        "to move there. Say with --turn who moves where"
    )


def _moves(case: Case, players: list[Calls], wrong: list[Bools]) -> list[Symptom]:
    """The first node that seems to return its move instead of a value: each number goes with one move, and is no value.

    Labels tell moves apart by what stands before the sign of equality: the place.
    """
    by_number: dict[float, list[set[str]]] = {}
    first: list[int] = []
    for calls, mine in zip(players, wrong, strict=True):
        returned = calls.value if case.trace.header.notes.get("view") == "mover" else calls.turn * calls.value
        for node, value in zip(calls.node[mine].tolist(), returned[mine].tolist(), strict=True):
            if not value.is_integer() or value < 0:
                return []
            by_number.setdefault(value, []).append({case.trace.label(one).split("=")[0] for one in case.visits(node)})
            first.append(node)
    offered = {value: set.intersection(*moves) for value, moves in by_number.items()}
    known = sum(len(moves) > 1 for moves in by_number.values())
    if len(first) < _FEW or known < _LEAST or not all(offered.values()) or not _are_apart(offered):
        return []
    return [Symptom(OTHERWISE, _first(case, first), lambda: _say_moves(case, _first(case, first), len(first)))]


def _are_apart(offered: dict[float, set[str]]) -> bool:
    """Whether nearly each number has just one move that it can stand for, and each another one."""
    alone = [next(iter(moves)) for moves in offered.values() if len(moves) == 1]
    return len(alone) == len(set(alone)) and len(alone) >= max(_LEAST, _MOSTLY * len(offered))


def _carried(case: Case, players: list[Calls], wrong: list[Bools]) -> list[Symptom]:
    """The first wrong node, where windows are moved by what each move earns, and values are right with it.

    A search of such a game passes (gain - beta, gain - alpha) and returns gain - value. By how much the far end of a
    window is moved tells the gain of each move, and so what the node must have returned.
    """
    if not case.windowed:
        return []
    moved = other = 0
    shown: list[int] = []
    for calls, mine in zip(players, wrong, strict=True):
        (low, high), near, far = calls.given, calls.near[calls.owner], calls.far[calls.owner]
        with np.errstate(invalid="ignore"):  # from an open end nothing can be told
            gain, before = far - high, near - low
            together = np.abs(gain - before) <= _ROUNDING * (1 + np.abs(far))
            finite = np.isfinite(gain)
            best = calls.greatest(calls.returned + np.where(finite, gain, 0))[calls.last]
            slack = _ROUNDING * (1 + np.abs(best))
            right = np.abs(calls.value - np.clip(best, calls.near, calls.far)) <= slack
            right |= np.abs(calls.value - best) <= slack
        known = calls.begins & finite & np.isfinite(before)
        mirrored = (low == -far) & (high == -near)
        moved += int((known & together & (gain != 0) & ~mirrored).sum())
        other += int((known & (~together | (mirrored & (gain != 0)))).sum())
        told = mine & np.logical_and.reduceat(finite, calls.first)
        if (told & right).sum() >= _MOSTLY * told.sum():
            shown += calls.node[told & right].tolist()
    if len(shown) < _FEW or moved < _FEW or other > (1 - _CLEARLY) * (moved + other):
        return []
    first = _first(case, shown)
    return [Symptom(OTHERWISE, first, lambda: _say_carried(case, first, len(shown)))]


def _no_minimax(case: Case, players: list[Calls]) -> list[Symptom]:
    """The first node with a value that no choice gives, where most that could tell have one and nothing explains it.

    It is looked for where nothing but the moves can have given a value: no window, no table, no cache.
    """
    cut = case.windowed and not case.trace.header.never_cuts
    if cut or case.found or case.has_table or case.trace.header.answers_unseen:
        return []
    right = 0
    amounts, nodes = [np.empty(0)], list[int]()
    aside = [case.parent[one] for one in case.asides]  # such a visit may have given its parent the value
    for calls in players:
        best, worst = calls.best[calls.last], calls.worst[calls.last]
        with np.errstate(invalid="ignore"):  # of one infinity another leaves no number
            more = calls.value - best
        wrong = (np.abs(more) > _ROUNDING * (1 + np.abs(best))) & ~np.isin(calls.node, aside)
        right += int((~wrong & (worst < best)).sum())
        amounts.append(more[wrong])
        nodes += calls.node[wrong].tolist()
    told = len(nodes) + right
    clear = len(nodes) > _MOSTLY * told if len(nodes) >= _FEW else len(nodes) >= max(_LEAST, told)
    if case.game is not None:  # of which a minimax is expected
        count = sum(map(len, players))
        clear = count >= _MANY and len(nodes) > _MOSTLY * count
    if not clear or len(np.unique(np.round(np.concatenate(amounts), _DIGITS))) < _LEAST:
        return []
    named = any(one.disease is not WRONG for one in explain_values(case.calls, nodes, len(case)))
    if named or shrinks(list(choices(case))):
        return []
    return [Symptom(NO_MINIMAX, _first(case, nodes), lambda: _say_none(case, _first(case, nodes), len(nodes), told))]


def _first(case: Case, nodes: list[int]) -> int:
    """Of some nodes the one that returned first."""
    return in_time(case, np.array(nodes, np.int64))[0]


def _wrong(calls: Calls, value: Floats, best: Floats) -> Bools:
    """By node: whether a value is not the best of the children's, as it is or clamped to the window."""
    found: Bools = (value != best) & (value != np.clip(best, calls.near, calls.far))
    return found


def _turned_wrong(case: Case, calls: Calls) -> tuple[int, int]:
    """How many nodes are wrong if what each node of MIN returned has the other sign; at how many there is a choice.

    Windows are not read.
    """
    returned = np.where(case.columns.turn[calls.child] < 0, -1.0, 1.0) * calls.returned
    best, worst = calls.greatest(returned)[calls.last], -calls.greatest(-returned)[calls.last]
    return int((calls.turn * calls.value != best).sum()), int((worst < best).sum())


def _say_lost(case: Case, count: int) -> str:
    return (
        f"{count:,} of {len(case.visited):,} visits, this one first, ended without a number while the search went on: "
        "calls of a function that belongs to no search. Name the search's functions with --attach"
    )


def _say_view(case: Case, node: int, wrong: int, count: int) -> str:
    return (
        f"{wrong:,} of {count:,} nodes, here with {number(case.value[node])}, contradict their children's values, and "
        "hardly one does if the values are read in the other view: --view mover, or --view max if that was said"
    )


def _say_moves(case: Case, node: int, count: int) -> str:
    values = ", ".join(number(case.value[child]) for child in case.visits(node)[:4])
    return (
        f"{number(case.value[node])} is no value that the moves returned here, {values}, and so at {count:,} nodes, "
        "where each number goes with one move: the move seems to be returned where its value is taken. Return the "
        "value, or both, and say with --value where it is"
    )


def _say_carried(case: Case, node: int, count: int) -> str:
    values = ", ".join(number(case.value[child]) for child in case.visits(node)[:4])
    return (
        f"{number(case.value[node])} is what the moves returned here, {values}, and what each move earns by itself, by "
        f"which its window is moved, too; so at {count:,} nodes. A recording keeps none of these, so values and "
        "windows cannot be compared. Carry the points down and count them where the game ends"
    )


def _say_none(case: Case, node: int, wrong: int, told: int) -> str:
    visits, mover = case.visits(node), Turn(case.turn[node]).name
    values = ", ".join(number(case.value[child]) for child in visits[:4]) + (" …" if len(visits) > 4 else "")
    return (
        f"{number(case.value[node])} is not {mover}'s best of what the moves returned here, {values}, and so at "
        f"{wrong:,} of {told:,} nodes that could tell, by many numbers: no minimax, but perhaps a sum or a mean, or "
        "moves earn points that a recording does not keep. It was not judged"
    )


def _say_mean(case: Case, node: int, count: int) -> str:
    values = ", ".join(number(case.value[child]) for child in case.visits(node)[:4])
    return (
        f"{number(case.value[node])} is a mean of what the moves returned here, {values}, and no choice that "
        f"{Turn(case.turn[node]).name} makes: so at {count:,} nodes, as chance has. Say with --turn who moves where"
    )
