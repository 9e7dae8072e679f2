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
from tracer.diagnosis.payoffs import Evaluation, Payoff, agrees, evaluation, payoff
from tracer.games.adapters.foreign_position import ForeignPosition
from tracer.games.rules import MAX, MIN, AnyGame, BuiltIn, blame, key, label, optional, utility
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
SELECTIVE = 2
"""Depths up to which searches leave out moves that promise little."""
ABSENT = object()
"""Stands for a value that was not computed."""
_Name = tuple[Hashable, int, int | None]
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
        self._game, self._payoff, self._evaluate, self._left = game, payoff, evaluate, budget
        self._memo: dict[_Name, float | None] = {}

    def value(self, state: Any, ply: int, remaining: int | None) -> Any:
        """Return the value of a position, None where none is known, or `ABSENT` where the budget is spent.

        Without recursion, for games may be thousands of plies deep.
        """
        game, memo = self._game, self._memo
        keyed, children = key(game), optional(game, "children")
        wanted = (keyed(state), ply, remaining)
        # A position stands here twice: before its children are known, and, with their names, once they are.
        waiting: list[tuple[_Name, Any, list[_Name] | None]] = [(wanted, state, None)]
        while waiting:
            name, place, below = waiting.pop()
            if name in memo:
                continue
            if below is not None:
                memo[name] = _best(int(game.turn(place)), [memo[child] for child in below])
                continue
            if self._left <= 0:
                return ABSENT
            self._left -= 1
            left, worth = name[2], utility(game, place)
            if worth is not None:
                memo[name] = self._payoff(worth, name[1], left)
            elif left is not None and left <= 0:
                memo[name] = self._evaluate(place) if left == 0 else None
            else:
                after = children(place) if children else [game.play(place, move) for move in game.moves(place)]
                names = [(keyed(one), name[1] + 1, None if left is None else left - 1) for one in after]
                waiting.append((name, place, names))
                waiting += [(child, one, None) for child, one in zip(names, after, strict=True) if child not in memo]
        return memo[wanted]


class Truth:
    """The true values of the nodes of a search with its game."""

    def __init__(self, case: Case) -> None:
        self._case = case
        game: object = case.game
        quick = isinstance(game, BuiltIn) and not isinstance(case.get_state(0), ForeignPosition)
        self.budget = BUDGET // (1 if quick else PRICE)
        self.unknown = 0
        """Values that were asked for and not computed, as the budget was spent."""

    @cached_property
    def _minimax(self) -> Minimax:
        case = self._case
        assert case.game is not None
        return Minimax(case.game, payoff(case), evaluation(case), self.budget)

    @cached_property
    def is_its_own(self) -> bool:
        """Return whether values depend on more than positions and depth: on left-out moves, or on repetitions."""
        return self._case.trace.selective or bool(self._case.once(claimed_draws))

    def value(self, node: int) -> float | None:
        """Return the value of a node's position at the depth that the search has left there; None if unknown."""
        state = self._case.get_state(node)
        return None if state is None else self.of(state, self._case.ply[node], self._case.get_remaining_depth(node))

    def of(self, state: Any, ply: int, remaining: int | None) -> float | None:
        """Return the value of a position, MAX's view; None where the budget is spent, or an evaluation is not known.

        The ply is its distance from the root; where no depth remains as a number, there is no limit.

        Raises:
            GameError: the game misbehaved.
        """
        game = self._case.game
        if game is None or self.is_its_own:
            return None
        with blame(game):
            found: float | None = self._minimax.value(state, ply, remaining)
        if found is ABSENT:
            self.unknown += 1
            return None
        return found


def _best(turn: int, values: list[float | None]) -> float | None:
    """Return the best for the player to move; None at a chance node, or where one is not known."""
    known = [value for value in values if value is not None]
    if len(known) < len(values) or turn not in (MAX, MIN):
        return None
    return max(known) if turn == MAX else min(known)


def oracle(case: Case) -> Truth:
    """Return the oracle of a case, which all examiners share: each value is computed once."""
    return case.once(Truth)


def uncomputed(case: Case) -> list[Symptom]:
    """Return a symptom that counts the values that were asked for and not computed, if there are any."""
    truth = case.known_answer(Truth)
    if truth is None or not truth.unknown:
        return []
    values = f"{truth.unknown:,} true value{'s were' if truth.unknown > 1 else ' was'} not computed"
    return [Symptom(SPENT, 0, lambda: f"{values}: that takes more than {truth.budget:,} positions")]


def are_accounted_for(case: Case, node: int) -> bool:
    """Return whether the true values of a node's unvisited moves explain its value.

    They may have been answered before they were called: by a table, or where the game ends after them.
    """
    unseen = _true_values(case, node, oracle(case))
    if not unseen:
        return False
    pruned = {case.move[child] for child in case.children(node) if case.status[child] == PRUNED}
    known = [limits for move, limits in case.claims_by_move(node).items() if move is not None and move not in pruned]
    known += [(value, value) for value in unseen]
    best = max if case.turn[node] > 0 else min
    low, high = best(low for low, _ in known), best(high for _, high in known)
    return case.claims[node][0] <= low and case.claims[node][1] >= high


def _true_values(case: Case, node: int, truth: Truth) -> list[float] | None:
    """Return the true values after the moves of a node that were not visited; None where one is not known."""
    legal = case.get_legal_moves(node)
    if legal is None:
        return None
    inline = ends_are_not_called(case)
    gone = set(legal) - {case.trace.label(one) for one in (case.visits(node) if inline else case.children(node))}
    if not gone:
        return None
    remaining, after = case.get_remaining_depth(node), positions_after(case, node, gone)
    left = None if remaining is None else remaining - 1
    values = [truth.of(one, case.ply[node] + 1, left) for one in after]
    found = [value for value in values if value is not None]
    return found if len(found) == len(values) else None


def ends_are_not_called(case: Case) -> bool:
    """Return whether no call was made for a position in which the game is over."""
    return not any(
        case.position_ids[node] >= 0 and case.payoff_by_position[case.position_ids[node]] is not None
        for node in case.visited
    )


def positions_after(case: Case, node: int, moves: set[str]) -> list[Any]:
    """Return the positions after some moves of a node, by their labels."""
    game, state = case.game, case.get_state(node)
    assert game is not None
    with blame(game):
        return [game.play(state, move) for move in game.moves(state) if label(game, move) in moves]


def end_the_game(case: Case, node: int) -> bool:
    """Return whether all moves of a node that were not visited end the game."""
    game = case.game
    if game is None:
        return False
    after = positions_after(case, node, set(case.get_missing_moves(node)))
    with blame(game):
        return all(game.utility(one) is not None for one in after)


def is_beam(case: Case, lacking: list[int]) -> bool:
    """Return whether a search looks at a fixed number of moves at most, whatever the number of legal ones."""
    widths = {len({case.move[child] for child in case.visits(node)}) for node in lacking}
    if len(widths) != 1 or 1 in widths or len(lacking) < FEW:
        return False
    width = widths.pop()
    legal = {len(case.get_legal_moves(node) or []) for node in lacking}
    expanded = [node for node in case.nodes_in_return_order if case.status[node] == EXPANDED]
    most = max(len({case.move[child] for child in case.visits(node)}) for node in expanded)
    return most == width and (len(legal) > 1 or min(legal) > 2 * width)


def are_near_horizon(case: Case, nodes: list[int]) -> bool:
    """Return whether nodes that left moves have a ply or two left, and others more: unpromising moves are left."""
    if case.depth is None or not nodes:
        return False
    most = max(case.depth[node] for node in nodes)
    told = all(case.depth[node] != NO_DEPTH for node in nodes)
    return told and most <= SELECTIVE and any(case.depth[node] > most for node in case.iter_choice_nodes())


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
    drawn = {0.0, *np.abs(value[(case.payoffs == 0) & ~np.isnan(value)]).tolist()}
    if not any(agrees(case, node, sign * worth) for worth in drawn for sign in (1, -1)):
        return False
    return _repeats(case, node) or _is_claimable(case, node)


def _repeats(case: Case, node: int) -> bool:
    """Return whether a position is that of a visit above it, from which other moves lead back to it."""
    above = case.parent[node]
    while above >= 0:
        if case.position_ids[above] == case.position_ids[node] and case.ply[above] < case.ply[node]:
            return True
        above = case.parent[above]
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
