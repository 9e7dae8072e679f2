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
ITERATIONS = Option("iterations", 1_000, "how many times it goes down from the root", least=1)
SEED = Option("seed", 0, "what its random moves follow from")
EXPLORE = Option("c", sqrt(2), "how much is given for what is little known; by default times the game's win", least=0.0)


class Visited(Generic[State, Move]):
    """A node of the tree."""

    __slots__ = ("born", "children", "depth", "move", "moves", "prior", "state", "total", "turn", "utility", "visits")

    def __init__(self, born: int, state: State, turn: int, move: Move | None, depth: int) -> None:
        self.born, self.state, self.turn, self.move, self.depth = born, state, turn, move, depth
        self.visits, self.total, self.prior = 0, 0.0, 1.0
        self.moves: Sequence[Move] = ()
        self.children: list[Visited[State, Move]] = []
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
    random = Random(seed)

    def worth(state: State, ply: int) -> float | None:
        """What a position is worth for good; None where the game goes on."""
        utility = game.utility(state)
        return game.evaluate(state) if utility is None and ply == depth else utility

    def make(state: State, parent: Visited[State, Move] | None, move: Move | None) -> Visited[State, Move]:
        turn, ply = game.turn(state), 0 if parent is None else parent.depth + 1
        node = Visited(record.add(None if parent is None else parent.born, move, turn), state, turn, move, ply)
        node.utility = worth(state, ply)
        if node.utility is None:
            node.moves = game.moves(state, depth - ply)
        else:
            record.leave(node.born, node.utility, HORIZON if game.utility(state) is None else TERMINAL)
        return node

    def select(node: Visited[State, Move]) -> list[Visited[State, Move]]:
        path = [node]
        while node.moves and len(node.children) == len(node.moves):
            known = log(node.visits)
            node = max(
                node.children,
                key=lambda child, turn=node.turn: (  # type: ignore[misc]
                    turn * child.total / child.visits + c * sqrt(known / child.visits)
                ),
            )
            path.append(node)
        return path

    def play_on(state: State, ply: int) -> float:
        while (value := worth(state, ply)) is None:
            moves = game.moves(state, depth - ply)
            state, ply = game.play(state, moves[random.randrange(len(moves))]), ply + 1
        return value

    top = make(root, None, None)
    for _ in range(iterations):
        record.iteration()
        path = select(top)
        node = path[-1]
        if node.moves:
            move = node.moves[len(node.children)]
            leaf = make(game.play(node.state, move), node, move)
            node.children.append(leaf)
            path.append(node := leaf)
        value = play_on(node.state, node.depth)
        for visited in path:
            visited.visits += 1
            visited.total += value
        record.update(node.born, value)
    return answer(top)


def answer(top: Visited[State, Move]) -> Result[Move]:
    """The mean at the root, and its most visited move, of several the first; no move where none was visited."""
    best = max(top.children, key=lambda child: child.visits, default=None)
    return top.total / top.visits, best.move if best is not None and best.visits else None


SEARCH = Search(
    name="uct",
    run=uct,
    summary="UCT: Monte Carlo tree search, by means of random games and how little is known of a move",
    code=CODE,
    family="Monte Carlo",
    own=(ITERATIONS, SEED, EXPLORE),
    best_first=True,
    values="means",
)
