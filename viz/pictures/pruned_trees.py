"""What a cutoff spared, to be drawn in grey: the game tree below a pruned branch, which the search never visited."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tracer.count.frontier import plies_left
from tracer.count.layers import TooMany
from tracer.count.sizes import Sizes, states
from tracer.games.rules import AnyGame, blame, label, utility
from tracer.text import MOVE_LIMIT, clean, number
from tracer.tracing import Trace
from viz.pictures.boxes import MoveText, ValueText

MAX_COUNTED_POSITIONS = 100_000
"""Positions looked at to count what is not drawn; beyond them it is not counted."""


@dataclass(eq=False)
class UnvisitedPosition:
    """A position below a pruned branch, while it is searched only for drawing."""

    state: Any
    plies_left: float
    """To the horizon of the search."""
    move_label: str = ""
    """The move that leads here."""
    children: list[UnvisitedPosition] = field(default_factory=list)
    left_out_count: int | None = 0
    """Nodes of the full tree below it that are not drawn; None where there are too many to be counted."""
    utility: float | None = None
    """Of a position where the game is over. MAX's view."""

    @property
    def lines(self) -> list[str]:
        """What stands in it."""
        move = MoveText(clean(self.move_label, MOVE_LIMIT))
        return [move] if self.utility is None else [move, ValueText(number(self.utility))]

    @property
    def stub_lines(self) -> list[str]:
        """What is said of what is not drawn below it."""
        if self.left_out_count == 0:
            return []
        return ["+ more" if self.left_out_count is None else f"+{self.left_out_count:,}", "never visited"]


def grow_pruned_trees(trace: Trace, nodes: Iterable[int], max_plies: int, budget: int) -> dict[int, UnvisitedPosition]:
    """The game tree below some pruned branches, ply by ply, so that each shows its first moves before any shows more.

    `nodes` ascend; the budget is of positions over all branches.

    Returns:
        The position of each branch, by its id.

    Raises:
        PlyscopeError: the trace has no game.
        GameError: the game misbehaved.
    """
    game = trace.need_game()
    sizes = Sizes(game, MAX_COUNTED_POSITIONS)
    roots_by_branch = {}
    for node, state in states(trace, nodes):
        roots_by_branch[node] = UnvisitedPosition(state, plies_left(trace, node))
    frontier = list(roots_by_branch.values())
    with blame(game):
        for _ in range(max_plies):
            next_frontier: list[UnvisitedPosition] = []
            for parent in frontier:
                next_frontier += _add_children(game, parent, budget - len(next_frontier))
            frontier, budget = next_frontier, budget - len(next_frontier)
        positions = list(roots_by_branch.values())
        for position in positions:
            positions.extend(position.children)
            if not position.children:
                try:
                    position.left_out_count = sum(sizes.levels(position.state, position.plies_left)) - 1
                except TooMany:
                    position.left_out_count = None
    return roots_by_branch


def _add_children(game: AnyGame, parent: UnvisitedPosition, budget: int) -> list[UnvisitedPosition]:
    """The positions one move below, all or none of them."""
    if parent.plies_left <= 0 or game.utility(parent.state) is not None:
        return []
    moves = game.moves(parent.state)
    if len(moves) > budget:
        return []
    for move in moves:
        state = game.play(parent.state, move)
        payoff = utility(game, state)
        parent.children.append(UnvisitedPosition(state, parent.plies_left - 1, label(game, move), utility=payoff))
    return parent.children
