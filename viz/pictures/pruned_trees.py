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
from viz.pictures.labels import Move, Value

BUDGET = 100_000
"""Positions looked at to count what is not drawn; beyond them it is not counted."""


@dataclass(eq=False)
class Unvisited:
    """A position below a pruned branch, while it is searched only for drawing."""

    state: Any
    plies_left: float
    """To the horizon of the search."""
    label: str = ""
    """The move that leads here."""
    below: list[Unvisited] = field(default_factory=list)
    left_out: int | None = 0
    """Nodes of the full tree below it that are not drawn; None where there are too many to be counted."""
    utility: float | None = None
    """Of a position where the game is over. MAX's view."""

    @property
    def lines(self) -> list[str]:
        """What stands in it."""
        move = Move(clean(self.label, MOVE_LIMIT))
        return [move] if self.utility is None else [move, Value(number(self.utility))]

    @property
    def stub(self) -> list[str]:
        """What is said of what is not drawn below it."""
        if self.left_out == 0:
            return []
        return ["+ more" if self.left_out is None else f"+{self.left_out:,}", "never visited"]


def pruned_trees(trace: Trace, nodes: Iterable[int], plies: int, budget: int) -> dict[int, Unvisited]:
    """The game tree below some pruned branches, ply by ply, so that each shows its first moves before any shows more.

    Args:
        trace: what was recorded, with its game.
        nodes: ids of pruned branches, ascending.
        plies: how deep below each.
        budget: positions at most, over all branches.

    Returns:
        The position of each branch, by its id.

    Raises:
        PlyscopeError: the trace has no game.
        GameError: the game misbehaved.
    """
    game = trace.need_game()
    sizes = Sizes(game, BUDGET)
    found = {}
    for node, state in states(trace, nodes):
        found[node] = Unvisited(state, plies_left(trace, node))
    front = list(found.values())
    with blame(game):
        for _ in range(plies):
            deeper: list[Unvisited] = []
            for above in front:
                deeper += _moves(game, above, budget - len(deeper))
            front, budget = deeper, budget - len(deeper)
        for last in _all(found.values()):
            if not last.below:
                last.left_out = _count(sizes, last)
    return found


def _moves(game: AnyGame, above: Unvisited, budget: int) -> list[Unvisited]:
    """The positions one move below, all or none of them."""
    if above.plies_left <= 0 or game.utility(above.state) is not None:
        return []
    moves = game.moves(above.state)
    if len(moves) > budget:
        return []
    for move in moves:
        state = game.play(above.state, move)
        payoff = utility(game, state)
        above.below.append(Unvisited(state, above.plies_left - 1, label(game, move), utility=payoff))
    return above.below


def _all(tops: Iterable[Unvisited]) -> list[Unvisited]:
    found = list(tops)
    for one in found:
        found.extend(one.below)
    return found


def _count(sizes: Sizes, last: Unvisited) -> int | None:
    try:
        return sum(sizes.levels(last.state, last.plies_left)) - 1
    except TooMany:
        return None
