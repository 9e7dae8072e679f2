"""A search that is not in the registry: principal variation search, fail-soft and cutting on `>=` alone.

Its own option is the width of the window with which it asks whether a move is better than the best so far.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL
from tracer.searches.contract import INFINITY, Option, Record, Result, Search, WindowRule
from tracer.searches.pseudocode import parse
from tracer.searches.registry import SEARCHES

CODE = parse("""
scout(s, depth, alpha, beta):               @ enter
  if s is terminal: return utility(s)       @ terminal
  if depth = 0: return evaluate(s)          @ horizon
  best = −∞ if MAX is to move, else +∞
  for each move, with t = play(s, move):
    search t, after the first move with a
      window of this width beside best
    if the value lies inside (alpha, beta):
      search t again with (alpha, beta)
    best = the better one of best and value
    if at MAX, best ≥ beta: break           @ cut at MAX
    if at MIN, best ≤ alpha: break          @ cut at MIN
    narrow alpha at MAX, beta at MIN
  prune the moves that are left             @ prune
  return best                               @ return
""")


def scout(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    width: float = 1.0,
) -> Result[Move]:
    enter, leave, prune = record.enter, record.leave, record.prune

    def visit(state: State, last: Move | None, depth: float, alpha: float, beta: float) -> Result[Move]:
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
            after = game.play(state, move)
            narrow = (alpha, min(beta, alpha + width)) if turn == MAX else (max(alpha, beta - width), beta)
            ends = (alpha, beta) if searched == 1 or not narrow[0] < narrow[1] else narrow
            value, _ = visit(after, move, depth - 1, *ends)
            if ends != (alpha, beta) and alpha < value < beta and not ends[0] < value < ends[1]:
                value, _ = visit(after, move, depth - 1, alpha, beta)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
            if best >= beta if turn == MAX else best <= alpha:
                prune(moves[searched:])
                cutoff = True
                break
            alpha, beta = (max(alpha, best), beta) if turn == MAX else (alpha, min(beta, best))
        leave(node, best, EXPANDED, cutoff)
        return best, best_move

    return visit(root, None, depth, *window)


SEARCH = Search(
    name="unlisted-scout",
    run=scout,
    summary="alpha-beta that only asks whether a move is better, and searches it again where it is",
    code=CODE,
    family="null windows",
    window=WindowRule(fails=("soft",), cuts=(">=",)),
    own=(Option("width", 1.0, "the width of the window of a question", min_value=0.001),),
)


@contextmanager
def registered() -> Iterator[None]:
    """The registry with it, for as long as a test lasts."""
    SEARCHES[SEARCH.name] = SEARCH
    try:
        yield
    finally:
        del SEARCHES[SEARCH.name]
