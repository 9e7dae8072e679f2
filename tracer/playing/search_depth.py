"""How deep a search looks that was told no depth: to the end of the game where it can, else as deep as is quick."""

from __future__ import annotations

from typing import Any

from tracer.count.layers import TooMany
from tracer.count.sizes import Sizes
from tracer.errors import PlyscopeError
from tracer.games.game_variants import has_evaluation
from tracer.games.rules import CHANCE, AnyGame, blame, describe, optional
from tracer.searches.contract import Search, TableRule

MAX_COUNTED_MOVES = 20_000
"""Moves looked at to learn how many nodes there are."""
MAX_FULL_TREE_NODES = 1_000_000
"""Nodes of a tree that is searched to its end: a second or so."""
MAX_CUTTING_LEAVES, MAX_EXHAUSTIVE_LEAVES = 150_000, 30_000
"""Leaves of a tree whose depth is chosen, of a search that cuts and of one that does not: a second or so."""
MAX_CHANCE_POSITIONS = 200
"""Positions in which chance is looked for."""
MAX_CHOSEN_DEPTH = 60
"""Plies that are chosen at most."""


def choose_depth(
    game: AnyGame, state: Any, search: Search, wished_depth: int | None, *, has_evaluate_option: bool
) -> int | None:
    """The depth of a search that was told none, in a position; None is to the end of the game.

    It follows from the position alone, not from the machine.

    Raises:
        PlyscopeError: the game is too large, and nothing evaluates its positions.
    """
    if search.values != "minimax" or _is_fully_searchable(game, state, search):
        return None
    if not (has_evaluate_option or search.deepens or has_evaluation(game)):
        raise PlyscopeError(
            f"{describe(game)} is too large to be searched to its end, and has no evaluation for a depth: say one, "
            f"as in {search.name}:depth=4,evaluate=rollouts:20, or play against uct"
        )
    if wished_depth is not None:
        return wished_depth
    is_cutting = search.windowed and not search.chance
    with blame(game):
        branching = _branching_factor(game, state)
    depth, leaves, max_leaves = 1, branching, MAX_CUTTING_LEAVES if is_cutting else MAX_EXHAUSTIVE_LEAVES
    while depth < MAX_CHOSEN_DEPTH and leaves * branching <= max_leaves:
        depth, leaves = depth + 1, leaves * branching
    return depth


def meets_chance(game: AnyGame, state: Any) -> bool:
    """Whether chance moves somewhere in the first positions of a game that has outcomes."""
    if optional(game, "outcomes") is None:
        return False
    with blame(game):
        states, looked_count = [state], 0
        for state_now in states:  # which grows meanwhile
            if game.utility(state_now) is not None:
                continue
            if game.turn(state_now) == CHANCE:
                return True
            if (looked_count := looked_count + 1) > MAX_CHANCE_POSITIONS:
                return False
            states += [game.play(state_now, move) for move in game.moves(state_now)]
    return False


def _branching_factor(game: AnyGame, state: Any) -> int:
    """Moves of a position and, where chance decides next, what may come of it: at least 2."""
    moves = game.moves(state)
    next_state = game.play(state, moves[0])
    outcome_count = (
        len(game.moves(next_state)) if game.utility(next_state) is None and game.turn(next_state) == CHANCE else 1
    )
    return max(len(moves), outcome_count, 2)


def _is_fully_searchable(game: AnyGame, state: Any, search: Search) -> bool:
    try:
        with blame(game):
            nodes = sum(Sizes(game, MAX_COUNTED_MOVES).levels(state, float("inf")))
    except TooMany:
        return False
    has_table = search.table is True or (isinstance(search.table, TableRule) and search.table.required_option is None)
    return has_table or nodes <= MAX_FULL_TREE_NODES
