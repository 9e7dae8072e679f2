"""Best values that begin with a number: it shows in the windows of later moves, though no move returned it."""

from __future__ import annotations

from collections.abc import Iterator

from tracer.diagnosis.case import INFINITY, Case
from tracer.games.rules import MAX, MIN

_ENOUGH = 2
"""Nodes at which it must be seen."""


def begun_in_windows(case: Case) -> dict[int, float]:
    """The number to which a player narrows its window after any first move that is worse for it; by the player."""
    found: dict[int, float] = {}
    for turn in (MAX, MIN):
        ends = list(_ends(case, turn))
        raised = {given for had, given in ends if given > had}
        begun = next(iter(raised), INFINITY)
        shown = sum(given > had for had, given in ends)
        if len(raised) == 1 and shown >= _ENOUGH and begun < INFINITY and all(given >= begun for _, given in ends):
            found[int(turn)] = turn * begun
    return found


def shown_in_windows(case: Case, turn: int) -> list[int]:
    """The nodes of a player whose second move got a better end than was found by then."""
    return [node for node, had, given in _second_moves(case, turn) if given > had]


def _ends(case: Case, turn: int) -> Iterator[tuple[float, float]]:
    """A player's own end, in its view, as its nodes had it before their second move, and as that move got it."""
    return ((had, given) for _, had, given in _second_moves(case, turn))


def _second_moves(case: Case, turn: int) -> Iterator[tuple[int, float, float]]:
    """The nodes of a player with these two ends."""
    if not case.windowed:
        return
    own, running = (case.alpha, case.running[0]) if turn == MAX else (case.beta, case.running[1])
    for node in case.expanded():
        visits = case.visits(node) if case.turn[node] == turn else []
        if len(visits) > 1 and visits[1] not in case.repeated and own[visits[0]] == own[node]:
            yield node, turn * running[visits[1]], turn * own[visits[1]]
