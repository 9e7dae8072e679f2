"""Principal variation search, or NegaScout (Marsland & Campbell 1982; Reinefeld 1983): the first move is the best one.

It is searched with the whole window, and of each other move it is only asked, with a null window, whether it is
better: a scout. Where it is, and no cutoff follows, it is searched again from the value that the scout found.
In iterations, with killers and the rest, it is `engine`.

Contract: as `negamax_alphabeta`, fail-soft. A null window is (a, the next number above a), so nothing lies inside it,
whatever the values are. The value of a scouted leaf is exact, so that a leaf is never searched again.
"""

from __future__ import annotations

from tracer.games.rules import Move, Rules, State
from tracer.searches.contract import INFINITY, Record, Result, Search, WindowRule
from tracer.searches.negamax_alphabeta import search_for_mover
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
    return search_for_mover(game, root, record, depth, window, cut=cut, has_null_windows=True)


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
