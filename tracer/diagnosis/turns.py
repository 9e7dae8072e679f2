"""Players who are not to move: by the rules, or because the other player never does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from tracer.diagnosis.case import Case
from tracer.diagnosis.choices import choice
from tracer.diagnosis.finding import ERROR, Disease, Symptom
from tracer.diagnosis.payoffs import is_turned
from tracer.diagnosis.steps import where
from tracer.games.rules import Turn
from tracer.recording.status import EXPANDED, OPEN

WRONG_TURN = Disease(
    "wrong-turn",
    ERROR,
    "The search takes the wrong player to be the one who moves.",
    "Hand the other player on at each move, and begin with the player who is to move at the root.",
)
_FEW = 3
"""Nodes at which both players' moves would show."""


def wrong_turns(case: Case) -> Iterator[Symptom]:
    """Each node at which the player is wrong first: at its parent, if it has one, it was right."""
    if case.game is None:
        return
    states = case.walk(case.states)
    players = np.array([0 if state is None else int(case.game.turn(state)) for state in states] + [0])
    by_rules, columns = players[case.place], case.columns
    moving = np.isin(columns.status, (EXPANDED, OPEN)) & (columns.turn != 0) & (by_rules != 0) & (case.legal_counts > 0)
    nodes = np.flatnonzero(moving & (by_rules != columns.turn)).tolist()
    wrong = set(nodes)
    if not wrong or is_turned(case):
        return
    for node in nodes:
        if case.parent[node] not in wrong:
            yield Symptom(WRONG_TURN, node, partial(_say_turn, case, node), call=node)


def knows_one_player(case: Case) -> bool:
    """Whether, without a game, one player moves at each node of a search of several plies."""
    if case.game is not None:
        return False
    turns = {case.turn[node] for node in case.visited}
    deep = sum(case.ply[node] > 1 for node in case.expanded())
    return len(turns) == 1 and 0 not in turns and deep >= _FEW


def never_turns(case: Case) -> Iterator[Symptom]:
    """Each node below another of the same player, where no game tells the players and the other one never moves."""
    if not knows_one_player(case):
        return
    nodes = [one for one in map(partial(choice, case), case.expanded()) if one is not None]
    taken = (one.best == one.value for one in nodes if one.best != one.worst)
    turned = (-one.worst in one.returns(one.value) for one in nodes if one.best != -one.worst)
    if not (all(taken) or all(turned)):
        return  # the recording took the wrong thing for the player
    for node in case.expanded():
        if case.ply[node] == 1:
            yield Symptom(WRONG_TURN, node, partial(_say_never, case, node), call=node)


def _say_never(case: Case, node: int) -> str:
    mine, other = Turn(case.turn[node]), Turn(-case.turn[node])
    return (
        f"{mine.name} moves here, at the root, and at each of the {len(case.visited):,} nodes: {other.name} never does"
    )


def _say_turn(case: Case, node: int) -> str:
    assert case.game is not None
    mine, right = Turn(case.turn[node]).name, Turn(case.game.turn(case.state(node))).name
    return f"the search lets {mine} move at {where(case, node)}, but by the rules it is {right} who is to move"
