"""Alpha-beta with a table of values and bounds (Greenblatt 1967; Marsland & Campbell 1982).

Contract: as `alphabeta`. What is stored says whether it is exact or a bound; a bound is used only where it decides,
that is where a lower bound reaches beta or an upper bound reaches alpha. With a depth limit, only values of the same
remaining depth are used.
"""

from __future__ import annotations

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.status import EXACT, EXPANDED, HORIZON, TABLE, TERMINAL, Bound, bound_of
from tracer.searches.contract import CUTOFF_TESTS, INFINITY, Record, Result, Search, TableRule, WindowRule, clamp
from tracer.searches.pseudocode import parse
from tracer.searches.transposition_table import TranspositionTable

CODE = parse("""
alphabeta(s, depth, alpha, beta):           @ enter
  if the table has s at depth, and its value
    is exact or a bound that decides:
    return that value                       @ table
  if s is terminal: return store(utility(s))   @ terminal
  if depth = 0: return store(evaluate(s))   @ horizon
  best = −∞ if MAX is to move, else +∞
  for each move, with t = play(s, move):
    value = alphabeta(t, depth−1, alpha, beta)
    best = the better one of best and value
    if at MAX, best ≥ beta: break           @ cut at MAX
    if at MIN, best ≤ alpha: break          @ cut at MIN
    at MAX, alpha = max(alpha, best)
    at MIN, beta = min(beta, best)
  prune the moves that are left             @ prune
  return store(best, exact or a bound)      @ return
""")
"""The search as a textbook prints it; `store` puts a value into the table and gives it back."""


def alphabeta_memo(
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
    """Search `root` to `depth` plies with a window, with a table of your own if you want to look at it afterwards."""
    enter, leave, prune = record.enter, record.leave, record.prune
    is_cutoff, is_fail_hard = CUTOFF_TESTS[cut], fail == "hard"
    table = TranspositionTable() if table is None else table

    def visit(state: State, last_move: Move | None, depth: float, alpha: float, beta: float) -> Result[Move]:
        turn, window = game.turn(state), (alpha, beta)
        node = enter(last_move, turn, alpha, beta)
        key = game.key(state)
        entry = table.get(key, depth)
        if entry is not None and entry.decides(alpha, beta, is_cutoff):
            value = clamp(entry.value, window) if is_fail_hard else entry.value
            leave(node, value, TABLE)
            return value, entry.move

        bound: Bound | None = EXACT
        cutoff = False
        if (utility := game.utility(state)) is not None:
            best, best_move, status = utility, None, TERMINAL
        elif depth == 0:
            best, best_move, status = game.evaluate(state), None, HORIZON
        else:
            best, best_move, status = -turn * INFINITY, None, EXPANDED
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
            bound = bound_of(best, *window, hard=is_fail_hard, cut=cut)
        if bound is not None:
            table.put(key, depth, best, bound, best_move)
        best = clamp(best, window) if is_fail_hard else best
        leave(node, best, status, cutoff)
        return best, best_move

    return visit(root, None, depth, *window)


SEARCH = Search(
    name="alphabeta-memo",
    run=alphabeta_memo,
    summary="alpha-beta with a table of values and bounds",
    code=CODE,
    family="with a table",
    window=WindowRule(),
    table=TableRule(),
)
