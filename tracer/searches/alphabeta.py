"""Alpha-beta in MAX/MIN form (Knuth & Moore 1975): a move is refuted as soon as it cannot matter.

Contract, with v the minimax value of the position to the given depth and the window (alpha, beta), all MAX's view:

- fail-soft: a value inside the window is v; a value ≥ beta is a lower bound of v, a value ≤ alpha an upper bound;
- fail-hard: the same, with every value clamped to the window;
- the test `>` cuts only where a value lies beyond the window, so both its ends still count as inside.

The move returned is the first that attains the value. Below alpha it is only the least bad one seen.
"""

from __future__ import annotations

from collections.abc import Callable

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.no_moves import Pass
from tracer.recording.status import EXACT, EXPANDED, HORIZON, TABLE, TERMINAL, bound_of
from tracer.searches.contract import CUTOFF_TESTS, INFINITY, Record, Result, Search, WindowRule, clamp
from tracer.searches.pseudocode import parse
from tracer.searches.transposition_table import TranspositionTable

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
    table: TranspositionTable[Move] | None = None,
) -> Result[Move]:
    """Search `root` to `depth` plies with a window; with a table, as `alphabeta-memo`."""
    return make_visit(game, record, fail=fail, cut=cut, table=table)(root, None, depth, *window)


def make_visit(
    game: Rules[State, Move],
    record: Record,
    *,
    fail: str = "soft",
    cut: str = ">=",
    table: TranspositionTable[Move] | None = None,
) -> Callable[[State, Move | Pass | None, float, float, float], Result[Move]]:
    """What searches a position below a move, to a depth with a window."""
    enter, leave, prune = record.enter, record.leave, record.prune
    turn_of, utility_of, play = game.turn, game.utility, game.play
    is_cutoff, is_fail_hard = CUTOFF_TESTS[cut], fail == "hard"

    def visit(state: State, last_move: Move | Pass | None, depth: float, alpha: float, beta: float) -> Result[Move]:
        turn, window = turn_of(state), (alpha, beta)
        node = enter(last_move, turn, alpha, beta)
        entry = None if table is None else table.get(game.key(state), depth)
        if entry is not None and entry.decides(alpha, beta, is_cutoff):
            value = clamp(entry.value, window) if is_fail_hard else entry.value
            leave(node, value, TABLE)
            return value, entry.move

        best_move, cutoff = None, False
        if (utility := utility_of(state)) is not None:
            best, status = utility, TERMINAL
        elif depth == 0:
            best, status = game.evaluate(state), HORIZON
        else:
            best, status = -turn * INFINITY, EXPANDED
            moves = game.moves(state, depth)
            for searched_count, move in enumerate(moves, 1):
                value, _ = visit(play(state, move), move, depth - 1, alpha, beta)
                if value > best if turn == MAX else value < best:
                    best, best_move = value, move
                if is_cutoff(best, beta) if turn == MAX else is_cutoff(alpha, best):
                    prune(moves[searched_count:])
                    cutoff = True
                    break
                alpha, beta = (max(alpha, best), beta) if turn == MAX else (alpha, min(beta, best))
        returned_value = clamp(best, window) if is_fail_hard else best
        if table is not None:
            if status is EXPANDED:
                best, bound = returned_value, bound_of(returned_value, *window, hard=is_fail_hard, cut=cut)
            else:
                bound = EXACT
            if bound is not None:
                table.put(game.key(state), depth, best, bound, best_move)
        leave(node, returned_value, status, cutoff)
        return returned_value, best_move

    return visit


SEARCH = Search(
    name="alphabeta",
    run=alphabeta,
    summary="alpha-beta in MAX/MIN form",
    code=CODE,
    window=WindowRule(),
    family="alpha-beta",
)
