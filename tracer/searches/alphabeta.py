"""Alpha-beta in MAX/MIN form (Knuth & Moore 1975): a move is refuted as soon as it cannot matter.

Contract, with v the minimax value of the position to the given depth and the window (alpha, beta), all MAX's view:

- fail-soft: a value inside the window is v; a value ≥ beta is a lower bound of v, a value ≤ alpha an upper bound;
- fail-hard: the same, with every value clamped to the window;
- the test `>` cuts only where a value lies beyond the window, so both its ends still count as inside.

The move returned is the first that attains the value. Below alpha it is only the least bad one seen.
"""

from __future__ import annotations

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL
from tracer.searches.contract import CUTOFF_TESTS, INFINITY, Record, Result, Search, WindowRule, clamp
from tracer.searches.pseudocode import parse

CODE = parse("""
alphabeta(s, depth, alpha, beta):           @ enter
  if s is terminal: return utility(s)       @ terminal
  if depth = 0: return evaluate(s)          @ horizon
  best = −∞ if MAX is to move, else +∞
  for each move, with t = play(s, move):
    value = alphabeta(t, depth−1, alpha, beta)
    if MAX is to move:
      best = max(best, value)
      if best ≥ beta: break                 @ cut at MAX
      alpha = max(alpha, best)
    else:
      best = min(best, value)
      if best ≤ alpha: break                @ cut at MIN
      beta = min(beta, best)
  prune the moves that are left             @ prune
  return best                               @ return
""")
"""The search as a textbook prints it."""


def alphabeta(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    fail: str = "soft",
    cut: str = ">=",
) -> Result[Move]:
    """Search `root` to `depth` plies with a window."""
    enter, leave, prune = record.enter, record.leave, record.prune
    is_cutoff, is_fail_hard = CUTOFF_TESTS[cut], fail == "hard"

    def visit(state: State, last_move: Move | None, depth: float, alpha: float, beta: float) -> Result[Move]:
        turn, window = game.turn(state), (alpha, beta)
        node = enter(last_move, turn, alpha, beta)
        if (utility := game.utility(state)) is not None:
            utility = clamp(utility, window) if is_fail_hard else utility
            leave(node, utility, TERMINAL)
            return utility, None
        if depth == 0:
            evaluation = clamp(game.evaluate(state), window) if is_fail_hard else game.evaluate(state)
            leave(node, evaluation, HORIZON)
            return evaluation, None

        best, best_move, cutoff = -turn * INFINITY, None, False
        moves = game.moves(state, depth)
        for searched_count, move in enumerate(moves, 1):
            value, _ = visit(game.play(state, move), move, depth - 1, alpha, beta)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
            if is_cutoff(best, beta) if turn == MAX else is_cutoff(alpha, best):
                prune(moves[searched_count:])
                cutoff = True
                break
            alpha, beta = (max(alpha, best), beta) if turn == MAX else (alpha, min(beta, best))
        best = clamp(best, window) if is_fail_hard else best
        leave(node, best, EXPANDED, cutoff)
        return best, best_move

    return visit(root, None, depth, *window)


SEARCH = Search(
    name="alphabeta",
    run=alphabeta,
    summary="alpha-beta in MAX/MIN form",
    code=CODE,
    window=WindowRule(),
    family="alpha-beta",
)
