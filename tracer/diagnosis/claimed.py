"""Draws by the way to a position, which no position shows: a repetition within the line, or fifty moves in chess."""

from __future__ import annotations

import numpy as np

from tracer.diagnosis.case import Case
from tracer.diagnosis.payoffs import agrees
from tracer.games.rules import blame, optional
from tracer.recording.status import TERMINAL


def claimed_draws(case: Case) -> frozenset[int]:
    """Return the terminal leaves at which the game goes on by the position alone, but may be drawn by the way to it."""
    return case.once(_claimed)


def _claimed(case: Case) -> frozenset[int]:
    if case.game is None:
        return frozenset()
    columns = case.columns
    leaves = (columns.end == np.arange(len(case)) + 1) & (case.place >= 0) & np.isnan(case.payoffs)
    leaves &= columns.status == TERMINAL
    return frozenset(node for node in case.nodes(np.flatnonzero(leaves)) if may_be_drawn(case, node))


def may_be_drawn(case: Case, node: int) -> bool:
    """Return whether a leaf has a draw's value and the way to its position may have drawn the game.

    Draws count 0, or what the search has for either player where the rules draw the game.
    """
    value = case.columns.value
    drawn = {0.0, *np.abs(value[(case.payoffs == 0) & ~np.isnan(value)]).tolist()}
    if not any(agrees(case, node, sign * worth) for worth in drawn for sign in (1, -1)):
        return False
    return _repeats(case, node) or _is_claimable(case, node)


def _repeats(case: Case, node: int) -> bool:
    """Whether a position is that of a visit above it, from which other moves lead back to it."""
    above = case.parent[node]
    while above >= 0:
        if case.places[above] == case.places[node] and case.ply[above] < case.ply[node]:
            return True
        above = case.parent[above]
    return False


def _is_claimable(case: Case, node: int) -> bool:
    """Whether the game lets a player claim a draw at a position, by the line that leads to it."""
    game = case.game
    claim = None if game is None else optional(game, "claimable")
    line = [case.state(one) for one in case.trace.ancestry(node)]
    if game is None or claim is None or None in line:
        return False
    with blame(game):
        return claim(line) is not None
