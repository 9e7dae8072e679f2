"""Alpha-beta with a table of values and bounds (Greenblatt 1967; Marsland & Campbell 1982).

Contract: as `alphabeta`. What is stored says whether it is exact or a bound; a bound is used only where it decides,
that is where a lower bound reaches beta or an upper bound reaches alpha. With a depth limit, only values of the same
remaining depth are used.
"""

from __future__ import annotations

from tracer.games.rules import Move, Rules, State
from tracer.searches.alphabeta import alphabeta
from tracer.searches.contract import INFINITY, Record, Result, Search, TableRule, WindowRule
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
    table = TranspositionTable() if table is None else table
    return alphabeta(game, root, record, depth=depth, window=window, fail=fail, cut=cut, table=table)


SEARCH = Search(
    name="alphabeta-memo",
    run=alphabeta_memo,
    summary="alpha-beta with a table of values and bounds",
    code=CODE,
    family="with a table",
    window=WindowRule(),
    table=TableRule(),
)
