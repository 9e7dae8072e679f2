"""Scout (Pearl 1980): two procedures, one that finds a value and one that tests whether a position is worth more.

The first move is evaluated, and each other one tested against the best value so far; where the test says that it is
better, it is evaluated as well, as if nothing were known of it. Only tests have a window, a null one, and cut.

Contract: the value returned is the minimax value of the position to the given depth. A null window is (a, the next
number above a), so nothing lies inside it, whatever the values are.
"""

from __future__ import annotations

from math import nextafter

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.status import EXPANDED
from tracer.searches.alphabeta import make_visit
from tracer.searches.contract import INFINITY, Record, Result, Search, WindowRule, find_leaf_value
from tracer.searches.pseudocode import parse

CODE = parse("""
eval(s, depth), test(s, depth, alpha, beta):   @ enter
  if s is terminal: return utility(s)       @ terminal
  if depth = 0: return evaluate(s)          @ horizon
  best = −∞ if MAX is to move, else +∞
  for each move, with t = play(s, move):
    in eval, for the first move:
      best = eval(t, depth−1)
    in eval, for each other move:
      if test(t, depth−1, best, best⁺) beats
        best: best = eval(t, depth−1)
    in test: best = the better of best and
      test(t, depth−1, alpha, beta)
      if at MAX, best ≥ beta: break         @ cut at MAX
      if at MIN, best ≤ alpha: break        @ cut at MIN
  prune the moves that are left             @ prune
  return best                               @ return
""")
"""The search as a textbook prints it; best⁺ is the number after best, and at MIN the window is (best⁻, best)."""


def scout(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
) -> Result[Move]:
    """Search `root` to `depth` plies; a window at the root is that of every evaluation."""
    enter, leave, prune, test = record.enter, record.leave, record.prune, make_visit(game, record)

    def evaluate(state: State, last_move: Move | None, depth: float) -> Result[Move]:
        turn, (alpha, beta) = game.turn(state), window
        node = enter(last_move, turn, alpha, beta)
        if (leaf := find_leaf_value(game, state, depth)) is not None:
            leave(node, *leaf)
            return leaf[0], None
        best, best_move, cutoff = -turn * INFINITY, None, False
        moves = game.moves(state, depth)
        for searched_count, move in enumerate(moves, 1):
            next_state = game.play(state, move)
            value = value_if_not_better(turn, best, next_state, move, depth - 1) if searched_count > 1 else None
            if value is None:
                value, _ = evaluate(next_state, move, depth - 1)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
            if best >= beta if turn == MAX else best <= alpha:
                prune(moves[searched_count:])
                cutoff = True
                break
        leave(node, best, EXPANDED, cutoff)
        return best, best_move

    def value_if_not_better(turn: int, best: float, next_state: State, move: Move, depth: float) -> float | None:
        """None where a test says that a move is better, and not so much that it is cut; else what the test returned."""
        tested_value = max(best, window[0]) if turn == MAX else min(best, window[1])
        next_value = nextafter(tested_value, turn * INFINITY)
        value, _ = test(next_state, move, depth, min(tested_value, next_value), max(tested_value, next_value))
        return None if window[0] < value < window[1] and turn * value > turn * tested_value else value

    return evaluate(root, None, depth)


SEARCH = Search(
    name="scout",
    run=scout,
    summary="Pearl's Scout: a move is evaluated only after a test says that it is better",
    code=CODE,
    family="null windows",
    window=WindowRule(fails=("soft",), cuts=(">=",), narrows=False),
)
