"""Star1 (Ballard 1983): alpha-beta that cuts at chance nodes too, because all values lie between L and U.

At a chance node each outcome gets the window in which its value still matters, if all outcomes that are not searched
yet were worth L, or U. Where it lies at an end of that, the mean lies at or beyond an end of the node's own window, and
the outcomes that are left are pruned.

Contract: as `alphabeta`, fail-soft, with the mean where chance moves. A chance node that was cut returns the mean of
what is known: of L for the outcomes that are left where it is a lower bound, of U where it is an upper bound. The
window at the root is never wider than (L, U).
"""

from __future__ import annotations

from tracer.games.rules import Move, Rules, State
from tracer.searches.chance_bounds import BOUNDS_OPTION, parse_limits
from tracer.searches.contract import INFINITY, Record, Result, Search, WindowRule
from tracer.searches.pseudocode import parse
from tracer.searches.star2 import ChanceSearch

CODE = parse("""
star1(s, depth, alpha, beta):               @ enter
  if s is terminal: return utility(s)       @ terminal
  if depth = 0: return evaluate(s)          @ horizon
  if chance moves, all outcomes within L … U:
    for each outcome with probability p:
      a = (alpha − highs of the others) / p
      b = (beta − lows of the others) / p
      value = star1(t, depth−1, a, b)
      if value ≥ b or ≤ a: break            @ cut at chance
  else for each move, with t = play(s, move):
    value = star1(t, depth−1, alpha, beta)
    best = the better one of best and value
    if at MAX, best ≥ beta: break           @ cut at MAX
    if at MIN, best ≤ alpha: break          @ cut at MIN
  prune what is left                        @ prune
  return best, or the mean                  @ return
""")
"""The search as a textbook prints it."""


def star1(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    bounds: str = "",
) -> Result[Move]:
    """Search `root` to `depth` plies with a window, where all values lie within bounds, `"L,U"`."""
    value_limits = parse_limits(bounds)
    search = ChanceSearch(game, record, value_limits, probes=False)
    return search.visit(root, None, depth, *value_limits.clip_window(window))


SEARCH = Search(
    name="star1",
    run=star1,
    summary="alpha-beta with chance, which cuts among outcomes by the least and the greatest value",
    code=CODE,
    family="with chance",
    window=WindowRule(fails=("soft",), cuts=(">=",)),
    own=(BOUNDS_OPTION,),
    chance=True,
)
