"""Negamax: minimax for players who alternate, in one form for both. One player's best is the negative of the other's.

Contract: inside the search every value is the mover's view; the recorder turns it to MAX's. The value returned is the
minimax value of the position, MAX's view, to the given depth; with it comes the first move that attains it.
"""

from __future__ import annotations

from tracer.games.rules import Move, Rules, State
from tracer.recording.status import HORIZON, TERMINAL
from tracer.searches.contract import INFINITY, Record, Result
from tracer.searches.pseudocode import parse

CODE = parse("""
negamax(s, depth):                          @ enter
  sign = +1 if MAX is to move, -1 if MIN is
  if s is terminal: return sign · utility(s)   @ terminal
  if depth = 0: return sign · evaluate(s)   @ horizon
  best = -∞
  for each move in s:
    t = play(s, move)
    value = -negamax(t, depth-1)
    best = max(best, value)
  return best                               @ return
""")
"""The search as a textbook prints it; every number is the view of the player to move."""


def negamax(game: Rules[State, Move], root: State, record: Record, *, depth: float = INFINITY) -> Result[Move]:
    """Search `root` to `depth` plies."""
    enter, leave = record.enter, record.leave

    def visit(state: State, last: Move | None, depth: float) -> Result[Move]:
        turn = game.turn(state)
        node = enter(last, turn)
        if (utility := game.utility(state)) is not None:
            leave(node, turn * utility, TERMINAL)
            return turn * utility, None
        if depth == 0:
            evaluation = turn * game.evaluate(state)
            leave(node, evaluation, HORIZON)
            return evaluation, None

        best, best_move = -INFINITY, None
        for move in game.moves(state, depth):
            value = -visit(game.play(state, move), move, depth - 1)[0]
            if value > best:
                best, best_move = value, move
        leave(node, best)
        return best, best_move

    value, best_move = visit(root, None, depth)
    return game.turn(root) * value, best_move
