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


LEAF_SIZE = Size(1, 1)
_NO_PROOF = Size(inf, inf)
_Name = tuple[Hashable, float]


class _Node:
    """A position to a depth: its value, who moves, and what is below it."""

    __slots__ = ("children", "exact_proof", "proof_from_above", "proof_from_below", "turn", "value")

    def __init__(self, turn: int, below: list[_Node]) -> None:
        self.turn, self.children = turn, below
        self.value = 0.0
        self.proof_from_below = self.proof_from_above = self.exact_proof = _NO_PROOF
        """The smallest trees that prove it to be the root's value or more, or less, or both."""


def minimal_tree(game: AnyGame, state: Any, depth: float = inf, budget: int = BUDGET) -> Size | None:
    """The smallest tree that proves the value of a position, as nodes and leaves; a path counts once. No recursion.

    None where chance moves, a leaf has no number, or the budget of moves looked at is spent.
    """
    try:
        nodes = _collect_nodes(game, state, depth, budget)
    except TooMany:
        return None
    value = nodes[-1].value
    for node in nodes:
        _find_proof_sizes(node, value)
    return nodes[-1].exact_proof


def _collect_nodes(game: AnyGame, state: Any, depth: float, budget: int) -> list[_Node]:
    """All positions with their values, each after what is below it."""
    key_of = key(game)
    node_by_name: dict[_Name, _Node] = {}
    nodes: list[_Node] = []
    spent = 0
    stack: list[tuple[_Name, Any, list[tuple[_Name, Any]] | None]] = [((key_of(state), depth), state, None)]
    while stack:
        name, here, children = stack.pop()
        if children is not None:
            node = node_by_name[name]
            node.children = [node_by_name[child] for child, _ in children]
            best = max if node.turn > 0 else min
            node.value = best(child.value for child in node.children)
            nodes.append(node)
            continue
        if name in node_by_name:
            continue
        payoff, depth_left = utility(game, here), name[1]
        turn = int(game.turn(here)) if payoff is None and depth_left > 0 else 1
        if turn == CHANCE:
            raise TooMany
        node = node_by_name[name] = _Node(turn, [])
        if payoff is not None or depth_left <= 0:
            node.value = to_python_number(game.evaluate(here)) if payoff is None else payoff  # type: ignore[attr-defined]
            nodes.append(node)
            continue
        moves = game.moves(here)
        spent += len(moves)
        if spent > budget:
            raise TooMany
        child_positions = [game.play(here, move) for move in moves]
        named_children = [((key_of(child), depth_left - 1), child) for child in child_positions]
        stack.append((name, here, named_children))
        stack += [(child, position, None) for child, position in named_children if child not in node_by_name]
    return nodes


def _find_proof_sizes(node: _Node, value: float) -> None:
    """The smallest proofs of a node, from those of what is below it."""
    if not node.children:
        node.proof_from_below = LEAF_SIZE if node.value >= value else _NO_PROOF
        node.proof_from_above = LEAF_SIZE if node.value <= value else _NO_PROOF
        node.exact_proof = LEAF_SIZE if node.value == value else _NO_PROOF
        return
    proofs_from_below = [child.proof_from_below for child in node.children]
    proofs_from_above = [child.proof_from_above for child in node.children]
    one_child_proofs, all_children_proofs = (
        (proofs_from_below, proofs_from_above) if node.turn > 0 else (proofs_from_above, proofs_from_below)
    )
    one_proof, all_proof = _add_root(min(one_child_proofs)), _add_root(_sum_sizes(all_children_proofs))
    node.proof_from_below, node.proof_from_above = (one_proof, all_proof) if node.turn > 0 else (all_proof, one_proof)
    if node.value == value:
        exact_proofs = (
            _replace_part(_sum_sizes(all_children_proofs), proof, child.exact_proof)
            for child, proof in zip(node.children, all_children_proofs, strict=True)
            if child.value == value
        )
        node.exact_proof = _add_root(min(exact_proofs))


def _add_root(below: Size) -> Size:
    return Size(below.nodes + 1, below.leaves)


def _sum_sizes(sizes: list[Size]) -> Size:
    return Size(sum(size.nodes for size in sizes), sum(size.leaves for size in sizes))


def _replace_part(total: Size, removed: Size, added: Size) -> Size:
    return Size(total.nodes - removed.nodes + added.nodes, total.leaves - removed.leaves + added.leaves)
