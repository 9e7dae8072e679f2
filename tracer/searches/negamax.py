"""Negamax: minimax in one form for both players. One player's best is the negative of the other's.

Contract: inside the search every value is the mover's view; the recorder turns it to MAX's. The value returned is the
minimax value of the position, MAX's view, to the given depth; with it comes the first move that attains it. A value is
negated only where the turn changes: textbooks negate always, which is wrong for a game with extra turns.
"""

from __future__ import annotations

from tracer.games.rules import Move, Rules, State
from tracer.recording.status import HORIZON, TERMINAL
from tracer.searches.contract import INFINITY, Record, Result, Search
from tracer.searches.pseudocode import parse

CODE = parse("""
negamax(s, depth):                          @ enter
  sign = +1 if MAX is to move, −1 if MIN is
  if s is terminal: return sign · utility(s)   @ terminal
  if depth = 0: return sign · evaluate(s)   @ horizon
  best = −∞
  for each move, with t = play(s, move):
    value = negamax(t, depth−1)
    if the other player moves in t:
      value = −value
    best = max(best, value)
  return best                               @ return
""")
"""The search as a textbook prints it; every number is the view of the player to move."""


def negamax(game: Rules[State, Move], root: State, record: Record, *, depth: float = INFINITY) -> Result[Move]:
    """Search `root` to `depth` plies."""
    enter, leave = record.enter, record.leave

    def visit(state: State, turn: int, last_move: Move | None, depth: float) -> Result[Move]:
        node = enter(last_move, turn)
        if (utility := game.utility(state)) is not None:
            leave(node, turn * utility, TERMINAL)
            return turn * utility, None
        if depth == 0:
            evaluation = turn * game.evaluate(state)
            leave(node, evaluation, HORIZON)
            return evaluation, None

        best, best_move = -INFINITY, None
        for move in game.moves(state, depth):
            next_state = game.play(state, move)
            mover = game.turn(next_state)
            value, _ = visit(next_state, mover, move, depth - 1)
            value = value if mover == turn else -value
            if value > best:
                best, best_move = value, move
        leave(node, best)
        return best, best_move

    turn = game.turn(root)
    value, best_move = visit(root, turn, None, depth)
    return turn * value, best_move


SEARCH = Search(
    name="negamax",
    run=negamax,
    summary="every node, one form for both players",
    code=CODE,
    family="minimax",
    view="mover",
    exhaustive=True,
)
