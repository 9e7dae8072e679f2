"""What explains the nodes that have not the best of their children's values.

A rival of the sound call is believed where it holds at nearly all nodes at which it could be told from that. Two rivals
may hold together, and each of the players may have its own. Or the numbers are no values at all: those of moves, or
what a player gets who stops.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, SEVERAL, SURE, TINY, TWICE
from tracer.diagnosis.call_columns import INFINITY, Calls
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import Disease
from tracer.diagnosis.identity import positions
from tracer.diagnosis.passed_windows import passes_its_own
from tracer.diagnosis.sound_call import (
    CUT_TOO_EARLY,
    INITIALISED,
    OTHER_END,
    SWAPPED,
    VALUES,
    Call,
    Rival,
    given,
    joined,
    kept,
)
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import Bools, Floats, Ints
from tracer.recording.status import PRUNED

STAND_INS = frozenset(
    sign * (whole - less)
    for whole in (*(10**power for power in range(2, 19)), 2**15, 2**31, 2**63)
    for less in (0, 1)
    for sign in (1, -1)
) | {INFINITY, -INFINITY}
"""Numbers that people write where they mean infinity."""
_SIDES = ((MAX, MIN), (MAX,), (MIN,))
"""A fault may be in the moves of both players or of one."""


class Suspect(NamedTuple):
    """One rival, or two together, with the numbers that a best value begins with."""

    rivals: tuple[Rival, ...]
    call: Call
    natural: bool
    """Whether what the best value begins with goes without saying, as where nothing is ever better than it."""


class Explained(NamedTuple):
    """A wrong node, and what explains it."""

    disease: Disease
    call: Call
    """The sound call with the part exchanged that is the disease."""
    node: int
    begun: float | None
    """What its player's best value begins with, MAX's view; None where that is not known."""
    beside: Disease | None = None
    """What it needs to explain the node; None for nothing."""


class _Player:
    """One player's nodes, and which of them are wrong."""

    def __init__(self, calls: Calls, wrong: Bools) -> None:
        self.calls = calls
        self.wrong: Bools = wrong & calls.wrong
        """By node: whether it has not even the best value, and so is wrong by itself."""
        self.left = self.wrong.copy()
        """By node: whether it is still to be explained."""

    def held(self, predicted: Floats) -> tuple[Bools, Bools]:
        """Return by node whether a prediction can be told from the sound one, and whether it also came true."""
        apart, gave = (predicted != self.calls.most) & ~np.isnan(predicted), self.calls.gave(predicted)
        told = apart & ~(gave & ~self.calls.wrong)
        return told, told & gave


_Found = tuple[tuple[int, int, int, float], Suspect, dict[int, Bools]]
"""How well a suspect explains nodes, the suspect, and these nodes by player."""


def explain_values(calls: dict[int, Calls], wrong: Collection[int], size: int) -> Iterator[Explained]:
    """Yield what explains the nodes that have not the best of their children's values, what explains most first.

    Args:
        calls: the calls of each player.
        wrong: the nodes that claim more than their children prove.
        size: how many nodes there are.
    """
    marked = np.zeros(size, bool)
    marked[list(wrong)] = True
    players = {turn: _Player(mine, marked[mine.node]) for turn, mine in calls.items() if len(mine)}
    sides = [[players[turn] for turn in turns] for turns in _SIDES if all(turn in players for turn in turns)]
    while found := [
        one for side in sides for suspect in _suspects(side) if (one := _explained(suspect, side)) is not None
    ]:
        _, suspect, explained = max(found, key=itemgetter(0))
        for turn, nodes in explained.items():
            if nodes.sum() >= SURE * players[turn].wrong.sum():
                players[turn].calls.kept = kept(players[turn].calls, suspect.call)
            yield from _attributed(players[turn], suspect, nodes)
            players[turn].left &= ~nodes


def _suspects(players: list[_Player]) -> Iterator[Suspect]:
    """Yield each rival, and each two that exchange different parts."""
    above, below = (_commonest(players, where) for where in (np.greater, np.less))
    for rivals, call in joined(VALUES):
        begins_better = (INITIALISED, Call(begin=0.0)) in rivals
        for more in _additions(players, call) if call.more else (0.0,):
            added = call._replace(more=more)
            for begin in [*above, 0.0] if begins_better else [None]:
                yield Suspect(rivals, added._replace(begin=begin), natural=False)
            begins = {"worst": [*below, *above], "above": below}.get(call.keep, below if call.gives == "before" else [])
            for begin in begins if not begins_better else []:
                # A number among the real values is a disease of its own.
                natural = all((np.abs(one.calls.returned) <= abs(begin)).all() for one in players)
                named = rivals if natural else (*rivals, (INITIALISED, Call(begin=0.0)))
                yield Suspect(named, added._replace(begin=begin), natural)


def _additions(players: list[_Player], call: Call) -> list[float]:
    """Return the commonest number that wrong nodes have more than what they have kept."""
    counts = Counter[float]()
    for one in players:
        without = given(one.calls, call._replace(more=0.0))
        where = one.left & np.isfinite(one.calls.value) & np.isfinite(without) & (one.calls.value != without)
        counts.update((one.calls.value[where] - without[where]).tolist())
    return [more for more, _ in counts.most_common(1)]


def _commonest(players: list[_Player], side: np.ufunc) -> list[float]:
    """Return the commonest values of wrong nodes that are better, or worse, than all that their children returned."""
    counts = Counter[float]()
    for one in players:
        limit = one.calls.most if side is np.greater else one.calls.least
        counts.update(one.calls.value[one.left & side(one.calls.value, limit)].tolist())
    return [value for value, _ in counts.most_common(TWICE)]


def _explained(suspect: Suspect, players: list[_Player]) -> _Found | None:
    """Return what a suspect explains in the moves of some players; None where it is not to be believed."""
    told = held = affected = count = 0
    explained: dict[int, Bools] = {}
    for one in players:
        apart, came_true = one.held(given(one.calls, suspect.call))
        mine = explained[one.calls.turn] = came_true & one.left
        if not mine.any():
            return None
        told, held = told + int(apart.sum()), held + int(came_true.sum())
        affected, count = affected + int(one.left.sum()), count + int(mine.sum())
    if held < SURE * told or (count < SURE * affected and count < FEW):
        return None
    if count < 2 * len(suspect.rivals) and not _is_natural(suspect, players[0].calls, explained):
        return None
    # What begins better than all that is returned passes on nothing of that, as a rule.
    doubted = any(disease is INITIALISED for disease, _ in suspect.rivals) and any(
        passes_its_own(one.calls) for one in players
    )
    return (count, -len(suspect.rivals), -doubted, held / told), suspect, explained


def _is_natural(suspect: Suspect, calls: Calls, explained: dict[int, Bools]) -> bool:
    """Return whether a single node of a player is enough to believe a suspect."""
    if len(suspect.rivals) > 1:
        return False
    where = explained[calls.turn]
    value, several = calls.value[where][0], (calls.last > calls.first)[where][0]
    disease = suspect.rivals[0][0]
    if disease is OTHER_END:
        return False
    if disease is CUT_TOO_EARLY:
        return bool(several) or value in STAND_INS
    if disease is INITIALISED:
        return value == 0 or value in STAND_INS
    if disease is SWAPPED:
        worst = calls.least[where][0]
        return bool(value == np.clip(worst, calls.near[where][0], calls.far[where][0])) or value in (worst, *STAND_INS)
    return True


def _attributed(player: _Player, suspect: Suspect, explained: Bools) -> Iterator[Explained]:
    """Yield the nodes that are explained, each with the one rival that explains it alone, or with both."""
    calls, begin = player.calls, suspect.call.begin
    begun = None if begin is None else calls.turn * begin
    if len(suspect.rivals) == 1:
        yield from (Explained(*suspect.rivals[0], node, begun) for node in calls.node[explained].tolist())
        return
    alone = []
    for disease, rival in suspect.rivals:
        call = rival._replace(begin=begin) if disease is INITIALISED or suspect.natural else rival
        call = call._replace(more=suspect.call.more) if call.more else call
        alone.append(explained & player.held(given(calls, call))[1])
    together = explained & ~(alone[0] | alone[1])
    for one, (other, _), mine in zip(suspect.rivals, suspect.rivals[::-1], alone, strict=True):
        yield from (Explained(*one, node, begun) for node in calls.node[mine].tolist())
        yield from (Explained(*one, node, begun, other) for node in calls.node[together].tolist())


def returns_moves(case: Case, players: list[Calls]) -> bool:
    """Return whether the values that are no child's are numbers of moves, by all moves of a node or by its best one.

    Labels tell moves apart by what stands before the sign of equality: the place.
    """
    wrong = [(node, value) for node, value, is_wrong in _returns(case, players) if is_wrong]
    signs = {value > 0 for _, value in wrong if value}  # of a game whose MAX is the search's MIN all are negative
    if len(wrong) < FEW or len(signs) > 1 or not all(value.is_integer() for _, value in wrong):
        return False
    return _each_goes_with_one_move(case, wrong) or _each_is_the_best_move(case, players)


def _returns(case: Case, players: list[Calls]) -> Iterator[tuple[int, float, bool]]:
    """Yield the nodes with what the function returned there, in its own view, and whether that is no child's value."""
    for calls in players:
        returned = calls.value if case.trace.header.notes.get("view") == "mover" else calls.turn * calls.value
        yield from zip(calls.node.tolist(), returned.tolist(), calls.wrong.tolist(), strict=True)


def _place(case: Case, node: int) -> str:
    return case.trace.label(node).split("=")[0]


def _each_goes_with_one_move(case: Case, wrong: list[tuple[int, float]]) -> bool:
    """Return whether each number is returned only where one and the same move is to be had."""
    by_number: dict[float, list[set[str]]] = {}
    for node, value in wrong:
        by_number.setdefault(value, []).append({_place(case, child) for child in case.visits(node)})
    offered = [set.intersection(*moves) for moves in by_number.values()]
    known = sum(len(moves) > 1 for moves in by_number.values())
    alone = [next(iter(moves)) for moves in offered if len(moves) == 1]
    apart = len(alone) == len(set(alone)) and len(alone) >= max(FEW, len(offered) / 2)
    return sum(map(len, by_number.values())) >= SEVERAL and known >= FEW and all(offered) and apart


def _each_is_the_best_move(case: Case, players: list[Calls]) -> bool:
    """Return whether the place of the best move, or a coordinate, determines at nearly all nodes the value."""
    told: list[tuple[list[str], float]] = []
    for node, returned, _ in _returns(case, players):
        made = case.choice(node)
        if made is not None and made.values.count(made.best) == 1:
            place = _place(case, made.children[made.values.index(made.best)])
            told.append(([place, *re.findall(r"\d+", place)], returned))
    for which in range(max((len(keys) for keys, _ in told), default=0)):
        numbers: dict[str, list[float]] = {}
        for keys, value in told:
            if which < len(keys):
                numbers.setdefault(keys[which], []).append(value)
        usual = {name: max(values, key=values.count) for name, values in numbers.items()}
        agreed = sum(values.count(usual[name]) for name, values in numbers.items())
        apart = len(usual) == len(set(usual.values())) >= FEW
        if apart and agreed >= max(SURE * len(told), SEVERAL + len(usual)):
            return True
    return False


NONE: Ints = np.empty(0, np.int64)
"""No nodes."""


def nodes_of_stopping(case: Case) -> Ints:
    """Return the nodes that are worth more than their moves, and a position always as much.

    Nowhere may one of these positions be worth less, and a leaf of it is worth just that. It has to be so at all nodes
    without their best child's value, and to show at several: by a leaf, or by moves that are worth now more, now less.
    """
    if case.windowed or case.has_table or case.trace.header.answers_unseen or case.game is not None:
        return NONE
    columns = case.columns
    visits = 1 + np.flatnonzero(columns.status[1:] != PRUNED)
    above = columns.parent[visits]
    best = np.full(len(case), -np.inf)
    with np.errstate(invalid="ignore"):  # a call may have no value, and of one infinity another leaves no number
        np.maximum.at(best, above, columns.turn[above] * columns.value[visits])
        more = np.where(columns.judged, columns.turn * columns.value - best, 0.0)
    nodes = np.flatnonzero(np.abs(more) > TINY * (1 + np.abs(best)))
    if len(nodes) < SEVERAL or not (more[nodes] > 0).all():
        return NONE
    places, judged = positions(case), np.flatnonzero(columns.judged).tolist()
    stops = {places[node]: case.value[node] for node in nodes.tolist()}
    beside: dict[int, set[float]] = {}
    for node in nodes.tolist():
        beside.setdefault(places[node], set()).add(best.item(node))
    leaves = {places[leaf]: case.value[leaf] for leaf in case.leaves() if places[leaf] in stops}
    if -1 in stops or any(stops[place] != worth for place, worth in leaves.items()):
        return NONE
    least = all(
        case.turn[node] * (case.value[node] - stops.get(places[node], case.value[node])) >= 0 for node in judged
    )
    shown = {stops[place] for place, bests in beside.items() if place in leaves or len(bests) > 1}
    alike = all(case.value[node] == stops[places[node]] for node in nodes.tolist())
    return nodes if least and alike and len(shown) >= FEW else NONE
