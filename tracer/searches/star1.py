"""Star1 (Ballard 1983): alpha-beta that cuts at chance nodes too, because all values lie between L and U.

At a chance node each outcome gets the window in which its value still matters, if all outcomes that are not searched
yet were worth L, or U. Where it lies at an end of that, the mean lies at or beyond an end of the node's own window, and
the outcomes that are left are pruned.

Contract: as `alphabeta`, fail-soft, with the mean where chance moves. A chance node that was cut returns the mean of
what is known: of L for the outcomes that are left where it is a lower bound, of U where it is an upper bound. The
window at the root is never wider than (L, U).
"""

from __future__ import annotations

from collections.abc import Sequence

from tracer.games.rules import CHANCE, MAX, Move, Rules, State
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL
from tracer.searches.chance_bounds import BOUNDS_OPTION, ChanceMean, parse_limits
from tracer.searches.contract import INFINITY, Record, Result, Search, WindowRule
from tracer.searches.pseudocode import parse

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
    enter, leave, prune, tell = record.enter, record.leave, record.prune, record.tell
    value_limits = parse_limits(bounds)

    def visit(
        state: State, last_move: Move | None, depth: float, alpha: float, beta: float, weight: float | None = None
    ) -> Result[Move]:
        turn = game.turn(state)
        node = enter(last_move, turn, alpha, beta)
        if weight is not None:
            tell(node, weight=weight)
        if (utility := game.utility(state)) is not None:
            leave(node, value_limits.check(utility), TERMINAL)
            return utility, None
        if depth == 0:
            evaluation = value_limits.check(game.evaluate(state))
            leave(node, evaluation, HORIZON)
            return evaluation, None
        if turn == CHANCE:
            return search_outcomes(state, node, depth, alpha, beta), None

        best, best_move, cutoff = -turn * INFINITY, None, False
        moves = game.moves(state, depth)
        for searched_count, move in enumerate(moves, 1):
            value, _ = visit(game.play(state, move), move, depth - 1, alpha, beta)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
            if best >= beta if turn == MAX else best <= alpha:
                prune(moves[searched_count:])
                cutoff = True
                break
            alpha, beta = (max(alpha, best), beta) if turn == MAX else (alpha, min(beta, best))
        leave(node, best, EXPANDED, cutoff)
        return best, best_move

    def search_outcomes(state: State, node: int, depth: float, alpha: float, beta: float) -> float:
        value_limits.need()
        outcomes = game.outcomes(state)
        mean = ChanceMean([probability for _, probability in outcomes], value_limits, alpha, beta)
        for index, (outcome, probability) in enumerate(outcomes):
            low_end, high_end = mean.outcome_ends(index)
            value, _ = visit(
                game.play(state, outcome), outcome, depth - 1, *mean.outcome_window((low_end, high_end)), probability
            )
            mean.low[index] = mean.high[index] = value
            if value >= high_end or value <= low_end:
                prune_outcomes(outcomes[index + 1 :])
                bound = mean.lower_bound() if value >= high_end else mean.upper_bound()
                leave(node, bound, EXPANDED, True)
                return bound
        leave(node, mean.value())
        return mean.value()

    def prune_outcomes(outcomes: Sequence[tuple[Move, float]]) -> None:
        first_node = prune([outcome for outcome, _ in outcomes])
        for index, (_, probability) in enumerate(outcomes):
            tell(first_node + index, weight=probability)

    return visit(root, None, depth, *value_limits.clip_window(window))


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
