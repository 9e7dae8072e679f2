"""Rules that end a game though there are moves, as insufficient material does in chess: not every search has them."""

from __future__ import annotations

import numpy as np

from tracer.diagnosis.case import Case
from tracer.diagnosis.claimed import may_be_drawn
from tracer.diagnosis.payoffs import is_spent
from tracer.games.rules import AnyGame, blame, optional
from tracer.recording.columns import Bools
from tracer.recording.status import HORIZON, PRUNED, TERMINAL


def game_of_search(case: Case) -> AnyGame | None:
    """Return the game as the search plays it, which goes on while there are moves; None where it ends by all rules.

    A search has no such rule where it never ends a line by one, and evaluates those positions or searches their moves.
    """
    if case.game is None or case.trace.header.ours or (play_on := optional(case.game, "playing_on")) is None:
        return None
    with blame(case.game):
        other: AnyGame = play_on()
        ended = zip(case.utilities, case.states, strict=True)
        drawn = [worth == 0 and other.utility(state) is None for worth, state in ended]
    here: Bools = np.array([*drawn, False])[case.place]
    return other if here.any() and _goes_on(case, here) and not _ends(case, here) else None


def _goes_on(case: Case, here: Bools) -> bool:
    """Whether moves are searched at some nodes, or their positions are worth what an evaluation gives."""
    columns = case.columns
    moved = np.flatnonzero((columns.status != PRUNED) & ~columns.stands)[1:]
    if here[columns.parent[moved]].any():
        return True
    leaves = np.flatnonzero(here & (columns.status != PRUNED) & (columns.value != 0)).tolist()
    worth = {abs(case.value[node]) for node in leaves}
    return len(worth) > 1 or any(case.status[node] == HORIZON or is_spent(case, node) for node in leaves)


def _ends(case: Case, here: Bools) -> bool:
    """Whether some of these nodes are leaves that are drawn by the position alone."""
    columns = case.columns
    leaves = here & (columns.status == TERMINAL) & (columns.value == 0)
    return any(
        node not in case.beyond and not is_spent(case, node) and not may_be_drawn(case, node)
        for node in np.flatnonzero(leaves).tolist()
    )
