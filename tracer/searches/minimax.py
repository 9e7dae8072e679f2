"""Plain minimax, after von Neumann (1928): every node of the tree is visited.

Contract: the value returned is the minimax value of the position, MAX's view, to the given depth; with it comes the
first move that attains it.
"""

from __future__ import annotations

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.status import HORIZON, TERMINAL
from tracer.searches.contract import INFINITY, Record, Result, Search
from tracer.searches.pseudocode import parse

CODE = parse("""
minimax(s, depth):                          @ enter
  if s is terminal: return utility(s)       @ terminal
  if depth = 0: return evaluate(s)          @ horizon
  if MAX is to move:
    best = −∞
    for each move, with t = play(s, move):
      value = minimax(t, depth−1)
      best = max(best, value)
  else:
    best = +∞
    for each move, with t = play(s, move):
      value = minimax(t, depth−1)
      best = min(best, value)
  return best                               @ return
""")
"""The search as a textbook prints it."""


def minimax(game: Rules[State, Move], root: State, record: Record, *, depth: float = INFINITY) -> Result[Move]:
    """Search `root` to `depth` plies."""
    enter, leave = record.enter, record.leave

    def visit(state: State, last_move: Move | None, depth: float) -> Result[Move]:
        turn = game.turn(state)
        node = enter(last_move, turn)
        if (utility := game.utility(state)) is not None:
            leave(node, utility, TERMINAL)
            return utility, None
        if depth == 0:
            evaluation = game.evaluate(state)
            leave(node, evaluation, HORIZON)
            return evaluation, None

        best, best_move = -turn * INFINITY, None
        for move in game.moves(state, depth):
            value, _ = visit(game.play(state, move), move, depth - 1)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
        leave(node, best)
        return best, best_move

    return visit(root, None, depth)


SEARCH = Search(
    name="minimax",
    run=minimax,
    summary="every node, in MAX/MIN form",
    code=CODE,
    exhaustive=True,
    family="minimax",
)
