"""Proof-number search (Allis 1994): can MAX reach the goal? The leaf is looked at by which that is answered soonest.

A node's proof number is the least number of leaves below it that must be proved to prove it, its disproof number the
same of disproving it. The most-proving leaf is reached from the root by the first child with the least proof number
where MAX moves, with the least disproof number where MIN does.

Contract: the value is 1 where MAX can reach the goal, −1 where he cannot, and so of every node that was answered; the
others stay open. Every position is a node of its own: no position is taken for another.
"""

from __future__ import annotations

from typing import Generic

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.log import PROOF
from tracer.recording.status import EXPANDED
from tracer.searches.contract import INFINITY, Result, Search, TreeRecord, find_leaf_value
from tracer.searches.proof_goals import (
    DISPROVED,
    GOAL_OPTION,
    PROVED,
    PROVED_VALUES,
    UNKNOWN,
    ProofNumbers,
    combine_proof_numbers,
    goal_test,
)
from tracer.searches.pseudocode import parse

CODE = parse("""
pns(s): the root has pn = 1, dn = 1         @ begin
  while its pn and dn are not 0:
    node = root
    while node has children:                @ select
      MAX: its first child of least pn
      MIN: its first child of least dn
    expand node; each child has pn, dn =    @ expand
      0, ∞ if it is over and the goal reached
      ∞, 0 if it is over and it is not
      1, 1 otherwise
    up to the root:                         @ back up
      MAX: pn = min of pn, dn = sum of dn
      MIN: pn = sum of pn, dn = min of dn
  return whether its pn is 0                @ return
""")
"""The search as a textbook prints it."""


class ProofNode(Generic[State, Move]):
    """A node that has come to be."""

    __slots__ = ("born", "children", "depth", "move", "numbers", "parent", "state", "turn")

    def __init__(
        self, born: int, state: State, turn: int, parent: ProofNode[State, Move] | None, move: Move | None
    ) -> None:
        self.born, self.state, self.turn, self.parent, self.move = born, state, turn, parent, move
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.numbers: ProofNumbers = UNKNOWN
        self.children: list[ProofNode[State, Move]] = []


def pns(
    game: Rules[State, Move], root: State, record: TreeRecord, *, depth: float = INFINITY, goal: str = "win"
) -> Result[Move]:
    """Ask of `root` whether MAX reaches the goal within `depth` plies; what is not over by then is evaluated."""
    is_reached = goal_test(goal)

    def add_node(state: State, parent: ProofNode[State, Move] | None, move: Move | None) -> ProofNode[State, Move]:
        turn = game.turn(state)
        node = ProofNode(record.add(None if parent is None else parent.born, move, turn), state, turn, parent, move)
        if (leaf := find_leaf_value(game, state, depth - node.depth)) is not None:
            node.numbers = PROVED if is_reached(leaf[0]) else DISPROVED
            record.leave(node.born, PROVED_VALUES[node.numbers], leaf[1])
        record.update(node.born, *node.numbers, PROOF)
        return node

    def select(node: ProofNode[State, Move]) -> ProofNode[State, Move]:
        while node.children:
            number_index = 0 if node.turn == MAX else 1
            node = min(node.children, key=lambda child: child.numbers[number_index])
        return node

    root_node = add_node(root, None, None)
    while 0 not in root_node.numbers:
        record.iteration()
        node: ProofNode[State, Move] | None = select(root_node)
        assert node is not None
        node.children = [
            add_node(game.play(node.state, move), node, move) for move in game.moves(node.state, depth - node.depth)
        ]
        while node is not None:
            numbers = combine_proof_numbers(node.turn, (child.numbers for child in node.children))
            if numbers == node.numbers:
                break
            node.numbers = numbers
            record.update(node.born, *numbers, PROOF)
            if numbers in PROVED_VALUES:
                record.leave(node.born, PROVED_VALUES[numbers], EXPANDED)
            node = node.parent
    number_index = 0 if root_node.turn == MAX else 1
    best_move = (
        min(root_node.children, key=lambda child: child.numbers[number_index]).move if root_node.children else None
    )
    return PROVED_VALUES[root_node.numbers], best_move


SEARCH = Search(
    name="pns",
    run=pns,
    summary="proof-number search: whether MAX can reach the goal, by the leaf that decides most",
    code=CODE,
    family="proof numbers",
    own=(GOAL_OPTION,),
    best_first=True,
    values="proofs",
)
