"""How deep a search looks that was told no depth: to the end of the game where it can, else as deep as is quick."""

from __future__ import annotations

from typing import Any

from tracer.count.layers import TooMany
from tracer.count.sizes import Sizes
from tracer.errors import PlyscopeError
from tracer.games.preferring import evaluates
from tracer.games.rules import CHANCE, AnyGame, blame, describe, optional
from tracer.searches.contract import Search, TableRule

QUICK_COUNT = 20_000
"""Moves looked at to learn how many nodes there are."""
WHOLE = 1_000_000
"""Nodes of a tree that is searched to its end: a second or so."""
CUTTING, EXHAUSTIVE = 150_000, 30_000
"""Leaves of a tree whose depth is chosen, of a search that cuts and of one that does not: a second or so."""
LOOKED = 200
"""Positions in which chance is looked for."""
DEEPEST = 60
"""Plies that are chosen at most."""


def depth_for(game: AnyGame, state: Any, search: Search, wished: int | None, *, evaluated: bool) -> int | None:
    """The depth of a search that was told none, in a position; None is to the end of the game.

    It follows from the position alone, not from the machine.

    Args:
        game: the rules.
        state: the position.
        search: the search.
        wished: the depth where the game is too large; None is what takes a second or so.
        evaluated: whether an evaluation was asked for.

    Raises:
        PlyscopeError: the game is too large, and nothing evaluates its positions.
    """
    if search.values != "minimax" or _is_small(game, state, search):
        return None
    if not (evaluated or search.deepens or evaluates(game)):
        raise PlyscopeError(
            f"{describe(game)} is too large to be searched to its end, and has no evaluation for a depth: say one, "
            f"as in {search.name}:depth=4,evaluate=rollouts:20, or play against uct"
        )
    if wished is not None:
        return wished
    cuts = search.windowed and not search.chance
    with blame(game):
        wide = _width(game, state)
    depth, leaves, most = 1, wide, CUTTING if cuts else EXHAUSTIVE
    while depth < DEEPEST and leaves * wide <= most:
        depth, leaves = depth + 1, leaves * wide
    return depth


def meets_chance(game: AnyGame, state: Any) -> bool:
    """Whether chance moves somewhere in the first positions of a game that has outcomes."""
    if optional(game, "outcomes") is None:
        return False
    with blame(game):
        waiting, looked = [state], 0
        for found in waiting:  # which grows meanwhile
            if game.utility(found) is not None:
                continue
            if game.turn(found) == CHANCE:
                return True
            if (looked := looked + 1) > LOOKED:
                return False
            waiting += [game.play(found, move) for move in game.moves(found)]
    return False


def _width(game: AnyGame, state: Any) -> int:
    """Moves of a position and, where chance decides next, what may come of it: at least 2."""
    moves = game.moves(state)
    after = game.play(state, moves[0])
    dice = len(game.moves(after)) if game.utility(after) is None and game.turn(after) == CHANCE else 1
    return max(len(moves), dice, 2)


def _is_small(game: AnyGame, state: Any, search: Search) -> bool:
    """Whether all of the tree can be searched."""
    try:
        with blame(game):
            nodes = sum(Sizes(game, QUICK_COUNT).levels(state, float("inf")))
    except TooMany:
        return False
    tabled = search.table is True or (isinstance(search.table, TableRule) and search.table.wished is None)
    return tabled or nodes <= WHOLE
