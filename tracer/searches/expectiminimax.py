"""Expectiminimax (Michie 1966): minimax for games with chance, in which every node of the tree is visited.

Contract: as `minimax`; a chance node is worth the mean of its outcomes, each by its probability, added up in the order
of the game. It is a visited node, and takes a ply and a depth, as those of the players do.
"""

from __future__ import annotations

from tracer.games.rules import CHANCE, MAX, Move, Rules, State
from tracer.recording.status import HORIZON, TERMINAL
from tracer.searches.contract import INFINITY, Record, Result, Search
from tracer.searches.pseudocode import parse

CODE = parse("""
expectiminimax(s, depth):                   @ enter
  if s is terminal: return utility(s)       @ terminal
  if depth = 0: return evaluate(s)          @ horizon
  if chance is to move:
    best = 0
    for each outcome, with its probability:
      best += probability · its value
  else:
    best = −∞ if MAX is to move, else +∞
    for each move, with t = play(s, move):
      value = expectiminimax(t, depth−1)
      best = the better one of best and value
  return best                               @ return
""")
"""The search as a textbook prints it."""


def expectiminimax(game: Rules[State, Move], root: State, record: Record, *, depth: float = INFINITY) -> Result[Move]:
    """Search `root` to `depth` plies."""
    enter, leave, tell = record.enter, record.leave, record.tell

    def visit(state: State, last_move: Move | None, depth: float, weight: float | None = None) -> Result[Move]:
        turn = game.turn(state)
        node = enter(last_move, turn)
        if weight is not None:
            tell(node, weight=weight)
        if (utility := game.utility(state)) is not None:
            leave(node, utility, TERMINAL)
            return utility, None
        if depth == 0:
            evaluation = game.evaluate(state)
            leave(node, evaluation, HORIZON)
            return evaluation, None

        if turn == CHANCE:
            mean = 0.0
            for outcome, probability in game.outcomes(state):
                mean += probability * visit(game.play(state, outcome), outcome, depth - 1, probability)[0]
            leave(node, mean)
            return mean, None
        best, best_move = -turn * INFINITY, None
        for move in game.moves(state, depth):
            value, _ = visit(game.play(state, move), move, depth - 1)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
        leave(node, best)
        return best, best_move

    return visit(root, None, depth)


SEARCH = Search(
    name="expectiminimax",
    run=expectiminimax,
    summary="minimax with chance: every node, a mean where chance moves",
    code=CODE,
    exhaustive=True,
    family="with chance",
    chance=True,
)
