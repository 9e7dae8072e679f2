"""UCT (Kocsis & Szepesvári 2006): Monte Carlo tree search that goes where the mean is high, or little is known.

An iteration goes down from the root to a node with an untried move, in the order of moves, adds the node that it leads
to, plays from there to the end at random, and counts the result for every node on its way.

Contract: a node's value is the mean Q = W / N of the N results that were counted for it, MAX's view: an estimate, and
no bound of anything. The move is the most visited one, of several the first. The same seed gives the same tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import Generic

from tracer.games.rules import Move, Rules, State
from tracer.recording.status import HORIZON, TERMINAL
from tracer.searches.contract import INFINITY, Option, Result, Search, TreeRecord
from tracer.searches.pseudocode import parse

CODE = parse("""
uct(s): the tree is s alone                 @ begin
  repeat, as often as asked:
    node = root
    while every move of node was tried:     @ select
      node = its child of highest
        ±Q + c · √(ln N(node) / N(child))
    if node is not over:                    @ expand
      node = the child by its next move
    play on at random to the end: value     @ simulate
    for node and every node above:          @ back up
      N = N + 1, W = W + value; Q = W / N
  return Q(root), most visited child        @ return
""")
"""The search as a textbook prints it."""
ITERATIONS_OPTION = Option("iterations", 1_000, "how many times it goes down from the root", min_value=1)
SEED_OPTION = Option("seed", 0, "what its random moves follow from")
EXPLORATION_OPTION = Option(
    "c", sqrt(2), "how much is given for what is little known; by default times the game's win", min_value=0.0
)


class VisitedNode(Generic[State, Move]):
    """A node of the tree."""

    __slots__ = ("born", "children", "depth", "move", "moves", "prior", "state", "total", "turn", "utility", "visits")

    def __init__(self, born: int, state: State, turn: int, move: Move | None, depth: int) -> None:
        self.born, self.state, self.turn, self.move, self.depth = born, state, turn, move, depth
        self.visits, self.total, self.prior = 0, 0.0, 1.0
        self.moves: Sequence[Move] = ()
        self.children: list[VisitedNode[State, Move]] = []
        self.utility: float | None = None
        """What it is worth for good: its utility, or its evaluation at the horizon."""


def uct(
    game: Rules[State, Move],
    root: State,
    record: TreeRecord,
    *,
    depth: float = INFINITY,
    iterations: int = 1_000,
    seed: int = 0,
    c: float = sqrt(2),
) -> Result[Move]:
    """Grow a tree from `root`; random games end after `depth` plies from there, and are evaluated."""
    rng = Random(seed)

    def final_value(state: State, ply: int) -> float | None:
        """What a position is worth for good; None where the game goes on."""
        utility = game.utility(state)
        return game.evaluate(state) if utility is None and ply == depth else utility

    def add_node(state: State, parent: VisitedNode[State, Move] | None, move: Move | None) -> VisitedNode[State, Move]:
        turn, ply = game.turn(state), 0 if parent is None else parent.depth + 1
        node = VisitedNode(record.add(None if parent is None else parent.born, move, turn), state, turn, move, ply)
        node.utility = final_value(state, ply)
        if node.utility is None:
            node.moves = game.moves(state, depth - ply)
        else:
            record.leave(node.born, node.utility, HORIZON if game.utility(state) is None else TERMINAL)
        return node

    def select(node: VisitedNode[State, Move]) -> list[VisitedNode[State, Move]]:
        path = [node]
        while node.moves and len(node.children) == len(node.moves):
            log_visits = log(node.visits)
            node = max(
                node.children,
                key=lambda child, turn=node.turn: (  # type: ignore[misc]
                    turn * child.total / child.visits + c * sqrt(log_visits / child.visits)
                ),
            )
            path.append(node)
        return path

    def play_random_game(state: State, ply: int) -> float:
        while (value := final_value(state, ply)) is None:
            moves = game.moves(state, depth - ply)
            state, ply = game.play(state, moves[rng.randrange(len(moves))]), ply + 1
        return value

    root_node = add_node(root, None, None)
    for _ in range(iterations):
        record.iteration()
        path = select(root_node)
        node = path[-1]
        if node.moves:
            move = node.moves[len(node.children)]
            leaf = add_node(game.play(node.state, move), node, move)
            node.children.append(leaf)
            path.append(node := leaf)
        value = play_random_game(node.state, node.depth)
        for path_node in path:
            path_node.visits += 1
            path_node.total += value
        record.update(node.born, value)
    return most_visited_move(root_node)


def most_visited_move(root: VisitedNode[State, Move]) -> Result[Move]:
    """The mean at the root, and its most visited move, of several the first; no move where none was visited."""
    most_visited = max(root.children, key=lambda child: child.visits, default=None)
    return root.total / root.visits, most_visited.move if most_visited is not None and most_visited.visits else None


SEARCH = Search(
    name="uct",
    run=uct,
    summary="UCT: Monte Carlo tree search, by means of random games and how little is known of a move",
    code=CODE,
    family="Monte Carlo",
    own=(ITERATIONS_OPTION, SEED_OPTION, EXPLORATION_OPTION),
    best_first=True,
    values="means",
)
