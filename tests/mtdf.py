"""A driver that is not in the registry: MTD(f) (Plaat 1995), null-window alpha-beta that closes in from both sides.

Its visits of the root are passes below one node that has the window of the whole search.
"""

from __future__ import annotations

import math

from tracer.games.rules import MAX, Rules, State
from tracer.recording.passes import Pass
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL
from tracer.searches.contract import INFINITY, Option, Record, Result, Search, WindowRule
from tracer.searches.pseudocode import parse

CODE = parse("""
mtdf(s): test(s, γ-, γ) until both ends meet
test(s, depth, alpha, beta):                @ enter
  if s is terminal: return utility(s)       @ terminal
  if depth = 0: return evaluate(s)          @ horizon
  best = −∞ if MAX is to move, else +∞
  for each move, with t = play(s, move):
    value = test(t, depth-1, alpha, beta)
    best = the better one of best and value
    if at MAX, best ≥ beta: break           @ cut at MAX
    if at MIN, best ≤ alpha: break          @ cut at MIN
    narrow alpha at MAX, beta at MIN
  prune the moves that are left             @ prune
  return best                               @ return
""")


def mtdf(
    game: Rules[State, object],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    guess: float = 0.0,
) -> Result[object]:
    enter, leave, prune = record.enter, record.leave, record.prune

    def visit(state: State, last: object, depth: float, alpha: float, beta: float) -> Result[object]:
        turn = game.turn(state)
        node = enter(last, turn, alpha, beta)
        if (utility := game.utility(state)) is not None:
            leave(node, utility, TERMINAL)
            return utility, None
        if depth == 0:
            evaluation = game.evaluate(state)
            leave(node, evaluation, HORIZON)
            return evaluation, None
        best, best_move, cutoff = -turn * INFINITY, None, False
        moves = game.moves(state, depth)
        for searched, move in enumerate(moves, 1):
            value, _ = visit(game.play(state, move), move, depth - 1, alpha, beta)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
            if best >= beta if turn == MAX else best <= alpha:
                prune(moves[searched:])
                cutoff = True
                break
            alpha, beta = (max(alpha, best), beta) if turn == MAX else (alpha, min(beta, best))
        leave(node, best, EXPANDED, cutoff)
        return best, best_move

    turn = game.turn(root)
    driver = enter(None, turn, *window)
    (low, high), (floor, ceiling) = (-INFINITY, INFINITY), window
    value, move, proves = min(max(guess, floor), ceiling), None, False
    # Only a pass in which the player to move reaches a value proves a move; the last one has to.
    while (low < high and low < ceiling and floor < high) or (low == high and not proves):
        from_above = value == low if low < high else turn != MAX
        beta = min(math.nextafter(value, INFINITY) if from_above else value, ceiling)
        value, move = visit(root, Pass(f"beta {beta:g}"), depth, math.nextafter(beta, -INFINITY), beta)
        low, high = (value, high) if value >= beta else (low, value)
        proves = (value >= beta) == (turn == MAX)
    leave(driver, value, EXPANDED)
    return value, move


SEARCH = Search(
    name="unlisted-mtdf",
    run=mtdf,
    summary="null-window alpha-beta, again and again, until both ends meet",
    code=CODE,
    family="null windows",
    window=WindowRule(fails=("soft",), cuts=(">=",)),
    own=(Option("guess", 0.0, "where it begins"),),
)
