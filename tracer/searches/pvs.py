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
from tracer.searches.contract import INFINITY, TESTS, Record, Result, Search, WindowRule
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
    reaches = TESTS[cut]

    def ask(turn: int, after: State, move: Move, depth: float, alpha: float, beta: float) -> float:
        """What a move is worth to the player who makes it, from whose view the window is."""
        mover = game.turn(after)
        if mover == turn:
            return visit(after, mover, move, depth, alpha, beta)[0]
        return -visit(after, mover, move, depth, -beta, -alpha)[0]

    def visit(state: State, turn: int, last: Move | None, depth: float, alpha: float, beta: float) -> Result[Move]:
        node = enter(last, turn, alpha, beta)
        if (utility := game.utility(state)) is not None:
            leave(node, turn * utility, TERMINAL)
            return turn * utility, None
        if depth == 0:
            value = turn * game.evaluate(state)
            leave(node, value, HORIZON)
            return value, None

        best, best_move, cutoff = -INFINITY, None, False
        moves = game.moves(state, depth)
        for searched, move in enumerate(moves, 1):
            after = game.play(state, move)
            null = beta if searched == 1 else min(beta, nextafter(alpha, INFINITY))
            value = ask(turn, after, move, depth - 1, alpha, null)
            better = null < beta and reaches(value, null) and not reaches(value, beta)
            if better and depth > 1 and game.utility(after) is None:
                value = ask(turn, after, move, depth - 1, value, beta)
            if value > best:
                best, best_move = value, move
            if reaches(best, beta):
                prune(moves[searched:])
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
