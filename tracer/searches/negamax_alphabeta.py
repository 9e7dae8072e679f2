"""Alpha-beta in negamax form (Knuth & Moore 1975, F2): one form for both players.

Contract: inside the search values and windows are the mover's view; where the turn changes, a child gets the window
negated and swapped, and its value is negated. The recorder turns all of it to MAX's view. What is returned, and
visited, is what `alphabeta` returns and visits.
"""

from __future__ import annotations

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL
from tracer.searches.contract import CUTOFF_TESTS, INFINITY, Record, Result, Search, WindowRule, clamp
from tracer.searches.pseudocode import parse

CODE = parse("""
negamax(s, depth, alpha, beta):             @ enter
  sign = +1 if MAX is to move, −1 if MIN is
  if s is terminal: return sign · utility(s)   @ terminal
  if depth = 0: return sign · evaluate(s)   @ horizon
  best = −∞
  for each move, with t = play(s, move):
    if the other player moves in t:
      value = −negamax(t, depth−1,
                       −beta, −alpha)
    else:
      value = negamax(t, depth−1, alpha, beta)
    best = max(best, value)
    if best ≥ beta: break                   @ cut at MAX, cut at MIN
    alpha = max(alpha, best)
  prune the moves that are left             @ prune
  return best                               @ return
""")
"""The search as a textbook prints it; every number is the view of the player to move."""


def negamax_alphabeta(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    fail: str = "soft",
    cut: str = ">=",
) -> Result[Move]:
    """Search `root` to `depth` plies with a window (given from MAX's view)."""
    enter, leave, prune = record.enter, record.leave, record.prune
    is_cutoff, is_fail_hard = CUTOFF_TESTS[cut], fail == "hard"

    def visit(state: State, turn: int, last_move: Move | None, depth: float, alpha: float, beta: float) -> Result[Move]:
        window = alpha, beta
        node = enter(last_move, turn, alpha, beta)
        if (utility := game.utility(state)) is not None:
            value = clamp(turn * utility, window) if is_fail_hard else turn * utility
            leave(node, value, TERMINAL)
            return value, None
        if depth == 0:
            value = turn * game.evaluate(state)
            value = clamp(value, window) if is_fail_hard else value
            leave(node, value, HORIZON)
            return value, None

        best, best_move, cutoff = -INFINITY, None, False
        moves = game.moves(state, depth)
        for searched_count, move in enumerate(moves, 1):
            next_state = game.play(state, move)
            mover = game.turn(next_state)
            if mover == turn:
                value, _ = visit(next_state, mover, move, depth - 1, alpha, beta)
            else:
                value = -visit(next_state, mover, move, depth - 1, -beta, -alpha)[0]
            if value > best:
                best, best_move = value, move
            if is_cutoff(best, beta):
                prune(moves[searched_count:])
                cutoff = True
                break
            alpha = max(alpha, best)
        best = clamp(best, window) if is_fail_hard else best
        leave(node, best, EXPANDED, cutoff)
        return best, best_move

    turn, (alpha, beta) = game.turn(root), window
    value, best_move = visit(root, turn, None, depth, *((alpha, beta) if turn == MAX else (-beta, -alpha)))
    return turn * value, best_move


SEARCH = Search(
    name="negamax-alphabeta",
    run=negamax_alphabeta,
    summary="alpha-beta, one form for both players",
    code=CODE,
    family="alpha-beta",
    window=WindowRule(),
    view="mover",
)
