"""Minimax with a table: a position met again, with the same remaining depth, is not searched again.

Contract: as `minimax`. The table keeps one exact value for each position searched (with a depth limit, for each pair
of position and remaining depth, so that no value of another depth is ever used).
"""

from __future__ import annotations

from tracer.games.rules import Move, Rules, State
from tracer.searches.contract import INFINITY, Record, Result, Search, TableRule
from tracer.searches.minimax import minimax
from tracer.searches.pseudocode import parse
from tracer.searches.transposition_table import TranspositionTable

CODE = parse("""
minimax(s, depth):                          @ enter
  if the table has a value for s and depth:
    return that value                       @ table
  if s is terminal: return store(utility(s))   @ terminal
  if depth = 0: return store(evaluate(s))   @ horizon
  best = −∞ if MAX is to move, else +∞
  for each move in s:
    t = play(s, move)
    value = minimax(t, depth−1)
    if the mover prefers value to best:
      best = value
  return store(best)                        @ return
  (store puts a value into the table)
""")
"""The search as a textbook prints it; `store` puts a value into the table and gives it back."""


def minimax_memo(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    table: TranspositionTable[Move] | None = None,
) -> Result[Move]:
    """Search `root` to `depth` plies, with a table of your own if you want to look at it afterwards."""
    return minimax(game, root, record, depth=depth, table=TranspositionTable() if table is None else table)


SEARCH = Search(
    name="minimax-memo",
    run=minimax_memo,
    summary="minimax with a table of exact values",
    code=CODE,
    family="with a table",
    table=TableRule(),
)
