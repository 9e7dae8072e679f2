"""Principal variation search, or NegaScout (Marsland & Campbell 1982; Reinefeld 1983): the first move is the best one.

It is searched with the whole window, and of each other move it is only asked, with a null window, whether it is
better: a scout. Where it is, and no cutoff follows, it is searched again from the value that the scout found.
In iterations, with killers and the rest, it is `engine`.

Contract: as `negamax_alphabeta`, fail-soft. A null window is (a, the next number above a), so nothing lies inside it,
whatever the values are. The value of a scouted leaf is exact, so that a leaf is never searched again.
"""

from __future__ import annotations

from math import nextafter

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL
from tracer.searches.contract import CUTOFF_TESTS, INFINITY, Record, Result, Search, WindowRule
from tracer.searches.pseudocode import parse

CODE = parse("""
pvs(s, depth, alpha, beta):                 @ enter
  if s is terminal: return sign · utility(s)   @ terminal
  if depth = 0: return sign · evaluate(s)   @ horizon
  best = −∞
  for each move, with t = play(s, move):
    null = beta for the first, else
           min(beta, the number after alpha)
    value = −pvs(t, depth−1, −null, −alpha)
    if null ≤ value < beta, and t is no leaf:
      value = −pvs(t, depth−1, −beta, −value)
    best = max(best, value)
    if best ≥ beta: break                   @ cut at MAX, cut at MIN
    alpha = max(alpha, best)
  prune the moves that are left             @ prune
  return best                               @ return
""")
"""The search as a textbook prints it; every number is the view of the player to move."""


def pvs(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    cut: str = ">=",
) -> Result[Move]:
    """Search `root` to `depth` plies with a window (given from MAX's view)."""
    enter, leave, prune = record.enter, record.leave, record.prune
    is_cutoff = CUTOFF_TESTS[cut]

    def search_child(turn: int, next_state: State, move: Move, depth: float, alpha: float, beta: float) -> float:
        """What a move is worth to the player who makes it, from whose view the window is."""
        mover = game.turn(next_state)
        if mover == turn:
            return visit(next_state, mover, move, depth, alpha, beta)[0]
        return -visit(next_state, mover, move, depth, -beta, -alpha)[0]

    def visit(state: State, turn: int, last_move: Move | None, depth: float, alpha: float, beta: float) -> Result[Move]:
        node = enter(last_move, turn, alpha, beta)
        if (utility := game.utility(state)) is not None:
            leave(node, turn * utility, TERMINAL)
            return turn * utility, None
        if depth == 0:
            value = turn * game.evaluate(state)
            leave(node, value, HORIZON)
            return value, None

        best, best_move, cutoff = -INFINITY, None, False
        moves = game.moves(state, depth)
        for searched_count, move in enumerate(moves, 1):
            next_state = game.play(state, move)
            null_beta = beta if searched_count == 1 else min(beta, nextafter(alpha, INFINITY))
            value = search_child(turn, next_state, move, depth - 1, alpha, null_beta)
            needs_re_search = null_beta < beta and is_cutoff(value, null_beta) and not is_cutoff(value, beta)
            if needs_re_search and depth > 1 and game.utility(next_state) is None:
                value = search_child(turn, next_state, move, depth - 1, value, beta)
            if value > best:
                best, best_move = value, move
            if is_cutoff(best, beta):
                prune(moves[searched_count:])
                cutoff = True
                break
            alpha = max(alpha, best)
        leave(node, best, EXPANDED, cutoff)
        return best, best_move

    turn, (alpha, beta) = game.turn(root), window
    value, best_move = visit(root, turn, None, depth, *((alpha, beta) if turn == MAX else (-beta, -alpha)))
    return turn * value, best_move


SEARCH = Search(
    name="pvs",
    run=pvs,
    summary="principal variation search, or NegaScout: null windows after the first move",
    code=CODE,
    family="null windows",
    aliases=("negascout",),
    window=WindowRule(fails=("soft",)),
    view="mover",
)
