"""PUCT as in AlphaGo Zero (Silver et al. 2017): Monte Carlo tree search with priors of moves and an evaluation.

An iteration goes down from the root to a node without children, adds all of them, each with the prior that the game
gives its move, and counts the evaluation of the node for every node on the way: no game is played out.

Contract: as `uct`. A child that was never visited has the mean 0. `Game.priors(state)` gives a number from 0 to 1 for
each move of `Game.moves(state)`; where a game has none, all moves are as likely.
"""

from __future__ import annotations

from math import sqrt

from tracer.games.rules import Move, Rules, State
from tracer.recording.status import HORIZON, TERMINAL
from tracer.searches.contract import INFINITY, Option, Result, Search, TreeRecord
from tracer.searches.pseudocode import parse
from tracer.searches.uct import ITERATIONS_OPTION, VisitedNode, most_visited_move

CODE = parse("""
puct(s): the tree is s alone                @ begin
  repeat, as often as asked:
    node = root
    while node has children:                @ select
      node = its child of highest
        ±Q + c · P · √N(node) / (1 + N(child))
    if node is not over:                    @ expand
      it gets all its children, with P
    value = evaluate(node), or its utility  @ simulate
    for node and every node above:          @ back up
      N = N + 1, W = W + value; Q = W / N
  return Q(root), most visited child        @ return
""")
"""The search as a textbook prints it."""
EXPLORATION_OPTION = Option("c", 1.5, "how much is given for the prior of what is little known", min_value=0.0)


def puct(
    game: Rules[State, Move],
    root: State,
    record: TreeRecord,
    *,
    depth: float = INFINITY,
    iterations: int = 1_000,
    c: float = 1.5,
) -> Result[Move]:
    """Grow a tree from `root`, no deeper than `depth` plies."""

    def add_node(
        state: State, parent: VisitedNode[State, Move] | None, move: Move | None, prior: float
    ) -> VisitedNode[State, Move]:
        turn, ply = game.turn(state), 0 if parent is None else parent.depth + 1
        born = record.add(None, None, turn) if parent is None else record.add(parent.born, move, turn, prior)
        node = VisitedNode(born, state, turn, move, ply)
        node.utility, node.prior = game.utility(state), prior
        return node

    def expand(node: VisitedNode[State, Move]) -> None:
        node.moves = game.moves(node.state, depth - node.depth)
        for move, prior in zip(node.moves, game.priors(node.state, node.moves), strict=True):
            node.children.append(add_node(game.play(node.state, move), node, move, prior))

    def select(node: VisitedNode[State, Move]) -> list[VisitedNode[State, Move]]:
        path = [node]
        while node.children:
            sqrt_visits, best_child, best_score = sqrt(node.visits), node, -INFINITY
            for child in node.children:
                mean = child.total / child.visits if child.visits else 0.0
                score = node.turn * mean + c * child.prior * sqrt_visits / (1 + child.visits)
                if score > best_score:
                    best_child, best_score = child, score
            path.append(node := best_child)
        return path

    root_node = add_node(root, None, None, 1.0)
    for _ in range(iterations):
        record.iteration()
        path = select(root_node)
        node = path[-1]
        value = game.evaluate(node.state) if node.utility is None else node.utility
        if node.utility is None and node.depth < depth:
            expand(node)
        else:
            record.leave(node.born, value, HORIZON if node.utility is None else TERMINAL)
        for path_node in path:
            path_node.visits += 1
            path_node.total += value
        record.update(node.born, value)
    return most_visited_move(root_node)


SEARCH = Search(
    name="puct",
    run=puct,
    summary="PUCT: Monte Carlo tree search by priors of moves and evaluations, without random games",
    code=CODE,
    family="Monte Carlo",
    own=(ITERATIONS_OPTION, EXPLORATION_OPTION),
    deepens=True,
    best_first=True,
    values="means",
)
