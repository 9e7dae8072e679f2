"""Minimax with a table: a position met again, with the same remaining depth, is not searched again.

Contract: as `minimax`. The table keeps one exact value for each position searched (with a depth limit, for each pair
of position and remaining depth, so that no value of another depth is ever used).
"""

from __future__ import annotations

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.status import EXACT, EXPANDED, HORIZON, TABLE, TERMINAL
from tracer.searches.contract import INFINITY, Record, Result, Search, TableRule
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
    enter, leave = record.enter, record.leave
    table = TranspositionTable() if table is None else table

    def visit(state: State, last_move: Move | None, depth: float) -> Result[Move]:
        turn = game.turn(state)
        node = enter(last_move, turn)
        key = game.key(state)
        if (entry := table.get(key, depth)) is not None:
            leave(node, entry.value, TABLE)
            return entry.value, entry.move
        if (utility := game.utility(state)) is not None:
            best, best_move, status = utility, None, TERMINAL
        elif depth == 0:
            best, best_move, status = game.evaluate(state), None, HORIZON
        else:
            best, best_move, status = -turn * INFINITY, None, EXPANDED
            for move in game.moves(state, depth):
                value, _ = visit(game.play(state, move), move, depth - 1)
                if value > best if turn == MAX else value < best:
                    best, best_move = value, move
        table.put(key, depth, best, EXACT, best_move)
        leave(node, best, status)
        return best, best_move

    return visit(root, None, depth)


SEARCH = Search(
    name="minimax-memo",
    run=minimax_memo,
    summary="minimax with a table of exact values",
    code=CODE,
    family="with a table",
    table=TableRule(),
)
