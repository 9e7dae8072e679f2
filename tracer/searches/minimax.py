"""Plain minimax, after von Neumann (1928): every node of the tree is visited.

Contract: the value returned is the minimax value of the position, MAX's view, to the given depth; with it comes the
first move that attains it.
"""

from __future__ import annotations

from tracer.games.rules import CHANCE, MAX, Move, Rules, State
from tracer.recording.status import EXACT, EXPANDED, HORIZON, TABLE, TERMINAL
from tracer.searches.contract import INFINITY, Record, Result, Search
from tracer.searches.pseudocode import parse
from tracer.searches.transposition_table import TranspositionTable

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


def minimax(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    table: TranspositionTable[Move] | None = None,
) -> Result[Move]:
    """Search `root` to `depth` plies; with a table, as `minimax-memo`. It is `expectiminimax` where chance moves."""
    enter, leave, play = record.enter, record.leave, game.play
    turn_of, utility_of = game.turn, game.utility

    def visit(state: State, last_move: Move | None, depth: float, probability: float | None = None) -> Result[Move]:
        turn = turn_of(state)
        node = enter(last_move, turn)
        if probability is not None:
            record.tell(node, weight=probability)
        if table is not None and (entry := table.get(game.key(state), depth)) is not None:
            leave(node, entry.value, TABLE)
            return entry.value, entry.move
        best_move: Move | None = None
        if (utility := utility_of(state)) is not None:
            best, status = utility, TERMINAL
        elif depth == 0:
            best, status = game.evaluate(state), HORIZON
        elif turn == CHANCE:
            best, status = 0.0, EXPANDED
            for outcome, chance in game.outcomes(state):
                best += chance * visit(play(state, outcome), outcome, depth - 1, chance)[0]
        else:
            best, status = -turn * INFINITY, EXPANDED
            for move in game.moves(state, depth):
                value, _ = visit(play(state, move), move, depth - 1)
                if value > best if turn == MAX else value < best:
                    best, best_move = value, move
        if table is not None:
            table.put(game.key(state), depth, best, EXACT, best_move)
        leave(node, best, status)
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
