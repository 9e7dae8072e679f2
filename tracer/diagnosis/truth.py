"""The oracle: what positions are worth, by a memoised minimax of its own; what moves that were not visited are.

Draws by the way to a position, which no position shows, are its limit: a repetition within the line, or fifty moves.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import Any

import numpy as np

from tracer.deciding.thresholds import FEW
from tracer.diagnosis.case import Case
from tracer.diagnosis.finding import NOTE, Disease, Symptom
from tracer.diagnosis.payoffs import Evaluation, Payoff, agrees, best_known, evaluation, learn_payoff
from tracer.games.adapters.foreign_position import ForeignPosition
from tracer.games.rules import AnyGame, BuiltIn, blame, key, label, optional, utility
from tracer.recording.columns import NO_DEPTH
from tracer.recording.status import EXPANDED, PRUNED, TERMINAL

BUDGET = 300_000
"""Positions after which the oracle knows no more: a few seconds."""
PRICE = 10
"""What a position costs whose rules are those of another program, which take that many times as long or more."""
SPENT = Disease(
    "budget-spent",
    NOTE,
    "The true value of some positions was not computed, as that takes more positions than a check looks at: what the "
    "truth would show there is not judged.",
    "Check a recording to a smaller depth, or of a position nearer to the end of the game, where that matters.",
)
MAX_SELECTIVE_DEPTH = 2
"""Depths up to which searches leave out moves that promise little."""
NOT_COMPUTED = object()
"""Stands for a value that was not computed."""
_PositionKey = tuple[Hashable, int, int | None]
"""A position's key, its ply and the depth that is left there."""


class Minimax:
    """The minimax values of a game's positions, each computed once.

    Args:
        game: the game.
        payoff: what a payoff of the game counts at a ply, with a depth left.
        evaluate: what a position counts where no depth is left.
        budget: how many pairs of position and remaining depth may be looked at.
    """

    def __init__(self, game: AnyGame, payoff: Payoff, evaluate: Evaluation, budget: int) -> None:
        self._game, self._payoff, self._evaluate, self._remaining_budget = game, payoff, evaluate, budget
        self._value_by_name: dict[_PositionKey, float | None] = {}

    def value(self, state: Any, ply: int, remaining: int | None) -> Any:
        """Return the value of a position, None where none is known, or `NOT_COMPUTED` where the budget is spent.

        Without recursion, for games may be thousands of plies deep.
        """
        game, memo = self._game, self._value_by_name
        get_key, children = key(game), optional(game, "children")
        root_key = (get_key(state), ply, remaining)
        # A position stands here twice: before its children are known, and, with their names, once they are.
        stack: list[tuple[_PositionKey, Any, list[_PositionKey] | None]] = [(root_key, state, None)]
        while stack:
            position_key, position, child_keys = stack.pop()
            if position_key in memo:
                continue
            if child_keys is not None:
                memo[position_key] = best_known(int(game.turn(position)), [memo[child] for child in child_keys])
                continue
            if self._remaining_budget <= 0:
                return NOT_COMPUTED
            self._remaining_budget -= 1
            depth_left, payoff = position_key[2], utility(game, position)
            if payoff is not None:
                memo[position_key] = self._payoff(payoff, position_key[1], depth_left)
            elif depth_left is not None and depth_left <= 0:
                memo[position_key] = self._evaluate(position) if depth_left == 0 else None
            else:
                next_positions = (
                    children(position) if children else [game.play(position, move) for move in game.moves(position)]
                )
                next_ply, next_depth = position_key[1] + 1, None if depth_left is None else depth_left - 1
                next_keys = [(get_key(one), next_ply, next_depth) for one in next_positions]
                stack.append((position_key, position, next_keys))
                pairs = zip(next_keys, next_positions, strict=True)
                stack += [(child, one, None) for child, one in pairs if child not in memo]
        return memo[root_key]


class Truth:
    """The true values of the nodes of a search with its game."""

    def __init__(self, case: Case) -> None:
        self._case = case
        game: object = case.game
        quick = isinstance(game, BuiltIn) and not isinstance(case.get_state(0), ForeignPosition)
        self.budget = BUDGET // (1 if quick else PRICE)
        self.uncomputed_count = 0
        """Values that were asked for and not computed, as the budget was spent."""

    @cached_property
    def _minimax(self) -> Minimax:
        case = self._case
        assert case.game is not None
        return Minimax(case.game, learn_payoff(case), evaluation(case), self.budget)

    @cached_property
    def is_its_own(self) -> bool:
        """Return whether values depend on more than positions and depth: on left-out moves, or on repetitions."""
        return self._case.trace.selective or bool(self._case.once(claimed_draws))

    def get_node_value(self, node: int) -> float | None:
        """Return the value of a node's position at the depth that the search has left there; None if unknown."""
        case, state = self._case, self._case.get_state(node)
        if state is None:
            return None
        return self.get_position_value(state, case.ply[node], case.get_remaining_depth(node))

    def get_position_value(self, state: Any, ply: int, remaining: int | None) -> float | None:
        """Return the value of a position, MAX's view; None where the budget is spent, or an evaluation is not known.

        The ply is its distance from the root; where no depth remains as a number, there is no limit.

        Raises:
            GameError: the game misbehaved.
        """
        game = self._case.game
        if game is None or self.is_its_own:
            return None
        with blame(game):
            value: float | None = self._minimax.value(state, ply, remaining)
        if value is NOT_COMPUTED:
            self.uncomputed_count += 1
            return None
        return value


def get_truth(case: Case) -> Truth:
    """Return the oracle of a case, which all examiners share: each value is computed once."""
    return case.once(Truth)


def describe_uncomputed(case: Case) -> list[Symptom]:
    """Return a symptom that counts the values that were asked for and not computed, if there are any."""
    truth = case.known_answer(Truth)
    if truth is None or not truth.uncomputed_count:
        return []
    values = f"{truth.uncomputed_count:,} true value{'s were' if truth.uncomputed_count > 1 else ' was'} not computed"
    return [Symptom(SPENT, 0, lambda: f"{values}: that takes more than {truth.budget:,} positions")]


def are_accounted_for(case: Case, node: int) -> bool:
    """Return whether the true values of a node's unvisited moves explain its value.

    They may have been answered before they were called: by a table, or where the game ends after them.
    """
    unvisited_values = _get_missing_true_values(case, node, get_truth(case))
    if not unvisited_values:
        return False
    pruned_moves = {case.move[child] for child in case.children(node) if case.status[child] == PRUNED} | {None}
    child_limits = [limits for move, limits in case.claims_by_move(node).items() if move not in pruned_moves]
    child_limits += [(value, value) for value in unvisited_values]
    best = max if case.turn[node] > 0 else min
    low, high = best(low for low, _ in child_limits), best(high for _, high in child_limits)
    return case.claims[node][0] <= low and case.claims[node][1] >= high


def _get_missing_true_values(case: Case, node: int, truth: Truth) -> list[float] | None:
    """Return the true values after the moves of a node that were not visited; None where one is not known."""
    legal = case.get_legal_moves(node)
    if legal is None:
        return None
    children = case.visits(node) if ends_are_not_called(case) else case.children(node)
    missing = set(legal) - set(map(case.label, children))
    if not missing:
        return None
    remaining, next_positions = case.get_remaining_depth(node), positions_after(case, node, missing)
    remaining_below = None if remaining is None else remaining - 1
    values = [truth.get_position_value(position, case.ply[node] + 1, remaining_below) for position in next_positions]
    known_values = [value for value in values if value is not None]
    return known_values if len(known_values) == len(values) else None


def ends_are_not_called(case: Case) -> bool:
    """Return whether no call was made for a position in which the game is over."""
    return bool(np.isnan(case.payoffs[case.columns.status != PRUNED]).all())


def positions_after(case: Case, node: int, moves: set[str]) -> list[Any]:
    """Return the positions after some moves of a node, by their labels."""
    game, state = case.game, case.get_state(node)
    assert game is not None
    with blame(game):
        return [game.play(state, move) for move in game.moves(state) if label(game, move) in moves]


def do_missing_moves_end_game(case: Case, node: int) -> bool:
    """Return whether all moves of a node that were not visited end the game."""
    game = case.game
    if game is None:
        return False
    next_positions = positions_after(case, node, set(case.get_missing_moves(node)))
    with blame(game):
        return all(game.utility(position) is not None for position in next_positions)


def has_missing_win(case: Case, node: int) -> bool:
    """Return whether a move of a node that was not visited wins at once."""
    game, visited = case.game, {case.label(child) for child in case.visits(node)}
    if game is None:
        return False
    next_positions = positions_after(case, node, set(case.get_legal_moves(node) or ()) - visited)
    with blame(game):
        return any(case.turn[node] * (game.utility(position) or 0) > 0 for position in next_positions)


def searches_fixed_width(case: Case, lacking_nodes: list[int]) -> bool:
    """Return whether a search looks at a fixed number of moves at most, whatever the number of legal ones."""
    widths = {len({case.move[child] for child in case.visits(node)}) for node in lacking_nodes}
    if len(widths) != 1 or 1 in widths or len(lacking_nodes) < FEW:
        return False
    width = widths.pop()
    legal_counts = {len(case.get_legal_moves(node) or []) for node in lacking_nodes}
    expanded = [node for node in case.nodes_in_return_order if case.status[node] == EXPANDED]
    max_width = max(len({case.move[child] for child in case.visits(node)}) for node in expanded)
    return max_width == width and (len(legal_counts) > 1 or min(legal_counts) > 2 * width)


def are_near_horizon(case: Case, nodes: list[int]) -> bool:
    """Return whether nodes that left moves have a ply or two left, and others more: unpromising moves are left."""
    if case.depth is None or not nodes:
        return False
    depths = [case.depth[node] for node in nodes]
    is_near = NO_DEPTH not in depths and max(depths) <= MAX_SELECTIVE_DEPTH
    return is_near and any(case.depth[node] > max(depths) for node in case.iter_choice_nodes())


def claimed_draws(case: Case) -> frozenset[int]:
    """Return the terminal leaves at which the game goes on by the position alone, but may be drawn by the way to it."""
    return frozenset(node for node in unfinished_leaves(case, TERMINAL) if may_be_drawn(case, node))


def unfinished_leaves(case: Case, *statuses: int) -> list[int]:
    """Return the leaves of these statuses at which the game goes on by the position alone."""
    columns = case.columns
    leaves = (columns.end == np.arange(len(case)) + 1) & (case.position_id_column >= 0) & np.isnan(case.payoffs)
    return np.flatnonzero(leaves & np.isin(columns.status, statuses)).tolist()


def may_be_drawn(case: Case, node: int) -> bool:
    """Return whether a leaf has a draw's value and the way to its position may have drawn the game.

    Draws count 0, or what the search has for either player where the rules draw the game.
    """
    value = case.columns.value
    draw_values = {0.0, *np.abs(value[(case.payoffs == 0) & ~np.isnan(value)]).tolist()}
    if not any(agrees(case, node, sign * draw_value) for draw_value in draw_values for sign in (1, -1)):
        return False
    return _is_repetition(case, node) or _is_claimable(case, node)


def _is_repetition(case: Case, node: int) -> bool:
    """Return whether a position is that of a visit above it, from which other moves lead back to it."""
    ancestor = case.parent[node]
    while ancestor >= 0:
        if case.position_ids[ancestor] == case.position_ids[node] and case.ply[ancestor] < case.ply[node]:
            return True
        ancestor = case.parent[ancestor]
    return False


def _is_claimable(case: Case, node: int) -> bool:
    """Return whether the game lets a player claim a draw at a position, by the line that leads to it."""
    game = case.game
    claim = None if game is None else optional(game, "claimable")
    line = [case.get_state(one) for one in case.trace.ancestry(node)]
    if game is None or claim is None or None in line:
        return False
    with blame(game):
        return claim(line) is not None
