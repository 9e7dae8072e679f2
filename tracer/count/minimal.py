"""The minimal tree (Knuth & Moore 1975): the fewest nodes that prove what a position is worth, whoever searches it.

A value is proved from below and from above. Where MAX moves, one move proves a value from below, and all moves prove it
from above; where MIN moves it is the other way round. The smallest proof of both has one best move, both ways proved,
and of each other move one way. On a perfectly ordered uniform tree alpha-beta visits just that.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from typing import Any, NamedTuple

from tracer.count.layers import TooMany
from tracer.count.sizes import BUDGET
from tracer.games.rules import CHANCE, AnyGame, key, to_python_number, utility


class Size(NamedTuple):
    """How large a tree is."""

    nodes: float
    leaves: float


ONE = Size(1, 1)
_NEVER = Size(inf, inf)
_Name = tuple[Hashable, float]


class _Node:
    """A position to a depth: its value, who moves, and what is below it."""

    __slots__ = ("below", "exact", "most", "turn", "value", "worth")

    def __init__(self, turn: int, below: list[_Node]) -> None:
        self.turn, self.below = turn, below
        self.value = 0.0
        self.worth = self.most = self.exact = _NEVER
        """The smallest trees that prove it to be the root's value or more, or less, or both."""


def minimal_tree(game: AnyGame, state: Any, depth: float = inf, budget: int = BUDGET) -> Size | None:
    """The smallest tree that proves the value of a position, as nodes and leaves; a path counts once. No recursion.

    Args:
        game: the game.
        state: the position.
        depth: plies to which it is searched.
        budget: moves to look at.

    Returns:
        None where chance moves, a leaf has no number, or the budget is spent.
    """
    try:
        nodes = _gathered(game, state, depth, budget)
    except TooMany:
        return None
    value = nodes[-1].value
    for node in nodes:
        _prove(node, value)
    return nodes[-1].exact


def _gathered(game: AnyGame, state: Any, depth: float, budget: int) -> list[_Node]:
    """All positions with their values, each after what is below it."""
    name_of = key(game)
    met: dict[_Name, _Node] = {}
    found: list[_Node] = []
    spent = 0
    stack: list[tuple[_Name, Any, list[tuple[_Name, Any]] | None]] = [((name_of(state), depth), state, None)]
    while stack:
        name, here, children = stack.pop()
        if children is not None:
            node = met[name]
            node.below = [met[child] for child, _ in children]
            best = max if node.turn > 0 else min
            node.value = best(child.value for child in node.below)
            found.append(node)
            continue
        if name in met:
            continue
        payoff, left = utility(game, here), name[1]
        turn = int(game.turn(here)) if payoff is None and left > 0 else 1
        if turn == CHANCE:
            raise TooMany
        node = met[name] = _Node(turn, [])
        if payoff is not None or left <= 0:
            node.value = to_python_number(game.evaluate(here)) if payoff is None else payoff  # type: ignore[attr-defined]
            found.append(node)
            continue
        moves = game.moves(here)
        spent += len(moves)
        if spent > budget:
            raise TooMany
        after = [game.play(here, move) for move in moves]
        below = [((name_of(child), left - 1), child) for child in after]
        stack.append((name, here, below))
        stack += [(child, position, None) for child, position in below if child not in met]
    return found


def _prove(node: _Node, value: float) -> None:
    """The smallest proofs of a node, from those of what is below it."""
    if not node.below:
        node.worth = ONE if node.value >= value else _NEVER
        node.most = ONE if node.value <= value else _NEVER
        node.exact = ONE if node.value == value else _NEVER
        return
    worths, mosts = [child.worth for child in node.below], [child.most for child in node.below]
    one, each = (worths, mosts) if node.turn > 0 else (mosts, worths)
    chosen, all_ = _with_root(min(one)), _with_root(_sum(each))
    node.worth, node.most = (chosen, all_) if node.turn > 0 else (all_, chosen)
    if node.value == value:
        both = (
            _less(_sum(each), proof, child.exact)
            for child, proof in zip(node.below, each, strict=True)
            if child.value == value
        )
        node.exact = _with_root(min(both))


def _with_root(below: Size) -> Size:
    return Size(below.nodes + 1, below.leaves)


def _sum(sizes: list[Size]) -> Size:
    return Size(sum(size.nodes for size in sizes), sum(size.leaves for size in sizes))


def _less(whole: Size, part: Size, instead: Size) -> Size:
    """A size with one part taken out and another put in its place."""
    return Size(whole.nodes - part.nodes + instead.nodes, whole.leaves - part.leaves + instead.leaves)
