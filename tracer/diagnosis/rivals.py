"""What explains the nodes that have not the best of their children's values.

A rival of the sound call is believed where it holds at nearly all nodes at which it could be told from that. Two rivals
may hold together, and each of the players may have its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

import numpy as np

from tracer.deciding.thresholds import FEW, SURE, TWICE
from tracer.diagnosis.call_columns import INFINITY, Calls
from tracer.diagnosis.finding import Disease
from tracer.diagnosis.sound_call import (
    CUT_TOO_EARLY,
    INITIALISED,
    OTHER_END,
    SWAPPED,
    VALUES,
    Call,
    given,
    joined,
    kept,
)
from tracer.games.rules import MAX, MIN
from tracer.recording.columns import Bools, Floats

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

    diseases: tuple[Disease, ...]
    call: Call
    natural: bool
    """Whether what the best value begins with goes without saying, as where nothing is ever better than it."""


class Explained(NamedTuple):
    """A wrong node, and what explains it."""

    disease: Disease
    node: int
    begun: float | None
    """What its player's best value begins with, MAX's view; None where that is not known."""
    beside: Disease | None = None
    """What it needs to explain the node; None for nothing."""


class _Player:
    """One player's nodes, and which of them are wrong."""

    def __init__(self, calls: Calls, wrong: Bools) -> None:
        self.calls = calls
        self.best = calls.best[calls.last] if len(calls) else calls.value
        self.sound = calls.gave(self.best)
        self.wrong: Bools = wrong & ~self.sound
        """By node: whether it has not even the best value, and so is wrong by itself."""
        self.left = self.wrong.copy()
        """By node: whether it is still to be explained."""

    def held(self, predicted: Floats) -> tuple[Bools, Bools]:
        """By node: whether a prediction can be told from the sound one, and whether it also came true."""
        apart = (predicted != self.best) & ~np.isnan(predicted)
        gave = self.calls.gave(predicted)
        told = apart & ~(gave & self.sound)
        return told, told & gave


class _Shown(NamedTuple):
    """What a suspect explains."""

    suspect: Suspect
    turns: tuple[int, ...]
    explained: dict[int, Bools]
    nodes: int
    held: float


def explain_values(calls: dict[int, Calls], wrong: Collection[int], size: int) -> Iterator[Explained]:
    """What explains the nodes that have not the best of their children's values, what explains most first.

    Args:
        calls: the calls of each player.
        wrong: the nodes that claim more than their children prove.
        size: how many nodes there are.
    """
    marked = np.zeros(size, bool)
    marked[list(wrong)] = True
    players = {turn: _Player(mine, marked[mine.node]) for turn, mine in calls.items() if len(mine)}
    while shown := [
        one
        for turns in _SIDES
        if all(turn in players for turn in turns)
        for suspect in _suspects([players[turn] for turn in turns])
        if (one := _shown(suspect, turns, players)) is not None
    ]:
        best = max(shown, key=lambda one: (one.nodes, -len(one.suspect.diseases), one.held))
        for turn in best.turns:
            if best.explained[turn].sum() >= SURE * players[turn].wrong.sum():
                players[turn].calls.kept = kept(players[turn].calls, best.suspect.call)
            yield from _attributed(players[turn], best.suspect, best.explained[turn])
            players[turn].left &= ~best.explained[turn]


def _suspects(players: list[_Player]) -> Iterator[Suspect]:
    """Each rival, and each two that exchange different parts."""
    above, below = (_commonest(players, where) for where in (np.greater, np.less))
    for diseases, call in joined(VALUES):
        for more in _additions(players, call) if call.more else (0.0,):
            added = call._replace(more=more)
            for begin in [*above, 0.0] if INITIALISED in diseases else [None]:
                yield Suspect(diseases, added._replace(begin=begin), natural=False)
            if INITIALISED not in diseases and (call.keep == "worst" or call.gives == "before"):
                for begin in (*below, *(above if call.keep == "worst" else ())):
                    yield _begun(Suspect(diseases, added._replace(begin=begin), natural=True), players)


def _begun(suspect: Suspect, players: list[_Player]) -> Suspect:
    """A suspect whose best value begins with a number; where that lies among the real values, that is a disease too."""
    begin = suspect.call.begin
    assert begin is not None
    if all((np.abs(one.calls.returned) <= abs(begin)).all() for one in players):
        return suspect
    return Suspect((*suspect.diseases, INITIALISED), suspect.call, natural=False)


def _additions(players: list[_Player], call: Call) -> list[float]:
    """The commonest number that wrong nodes have more than what they have kept."""
    counts = Counter[float]()
    for one in players:
        without = given(one.calls, call._replace(more=0.0))
        where = one.left & np.isfinite(one.calls.value) & np.isfinite(without) & (one.calls.value != without)
        counts.update((one.calls.value[where] - without[where]).tolist())
    return [more for more, _ in counts.most_common(1)]


def _commonest(players: list[_Player], side: np.ufunc) -> list[float]:
    """The commonest values of wrong nodes that are better, or worse, than all that their children returned."""
    counts = Counter[float]()
    for one in players:
        limit = one.best if side is np.greater else one.calls.worst[one.calls.last]
        counts.update(one.calls.value[one.left & side(one.calls.value, limit)].tolist())
    return [value for value, _ in counts.most_common(TWICE)]


def _shown(suspect: Suspect, turns: tuple[int, ...], players: dict[int, _Player]) -> _Shown | None:
    """What a suspect explains in the moves of some players; None where it is not to be believed."""
    told = held = affected = 0
    explained: dict[int, Bools] = {}
    for turn in turns:
        one = players[turn]
        apart, came_true = one.held(given(one.calls, suspect.call))
        told += int(apart.sum())
        held += int(came_true.sum())
        affected += int(one.left.sum())
        explained[turn] = came_true & one.left
    count = sum(int(mine.sum()) for mine in explained.values())
    if not count or held < SURE * told or (count < SURE * affected and count < FEW):
        return None
    if any(not mine.any() for mine in explained.values()):
        return None
    if count < 2 * len(suspect.diseases) and not _is_natural(suspect, explained, players):
        return None
    return _Shown(suspect, turns, explained, count, held / told)


def _is_natural(suspect: Suspect, explained: dict[int, Bools], players: dict[int, _Player]) -> bool:
    """Whether a single node is enough to believe it."""
    if len(suspect.diseases) > 1:
        return False
    (turn, where) = next((turn, mine) for turn, mine in explained.items() if mine.any())
    calls = players[turn].calls
    value, several = calls.value[where][0], (calls.last > calls.first)[where][0]
    disease = suspect.diseases[0]
    if disease is OTHER_END:
        return False
    if disease is CUT_TOO_EARLY:
        return bool(several) or value in STAND_INS
    if disease is INITIALISED:
        return value == 0 or value in STAND_INS
    if disease is SWAPPED:
        worst = calls.worst[calls.last][where][0]
        return bool(value == np.clip(worst, calls.near[where][0], calls.far[where][0])) or value in (worst, *STAND_INS)
    return True


def _attributed(player: _Player, suspect: Suspect, explained: Bools) -> Iterator[Explained]:
    """The nodes that are explained, each with the one rival that explains it alone, or with both."""
    calls, begin = player.calls, suspect.call.begin
    begun = None if begin is None else calls.turn * begin
    if len(suspect.diseases) == 1:
        yield from (Explained(suspect.diseases[0], node, begun) for node in calls.node[explained].tolist())
        return
    alone = []
    for disease in suspect.diseases:
        call = dict(VALUES)[disease]
        call = call._replace(begin=begin) if disease is INITIALISED or suspect.natural else call
        call = call._replace(more=suspect.call.more) if call.more else call
        alone.append(explained & player.held(given(calls, call))[1])
    together = explained & ~(alone[0] | alone[1])
    for disease, other, mine in zip(suspect.diseases, suspect.diseases[::-1], alone, strict=True):
        yield from (Explained(disease, node, begun) for node in calls.node[mine].tolist())
        yield from (Explained(disease, node, begun, other) for node in calls.node[together].tolist())
