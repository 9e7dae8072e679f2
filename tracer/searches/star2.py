"""Star2 (Ballard 1983; Hauk, Buro & Schaeffer 2004): Star1 that first probes one move below each outcome.

Where one player moves after every outcome of a chance node, one move of each position is searched first. Its value
bounds that of its outcome: from below where MAX moves, from above where MIN does. Often that is enough to cut, and if
not, the windows of the search that follows are smaller. That search meets the probed moves again, so a table keeps what
was found.

Contract: as `star1`. The table keeps, by position and remaining depth, between which numbers each value lies; leaves
are not kept. A leaf is searched where the others are probed, and not again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from tracer.games.rules import CHANCE, MAX, MIN, Move, Rules, State
from tracer.recording.status import EXPANDED, HORIZON, TABLE, TERMINAL, Why
from tracer.searches.contract import INFINITY, Record, Result, Search, TableRule, WindowRule
from tracer.searches.expecting import BOUNDS, Limits, Mean, limits
from tracer.searches.pseudocode import parse
from tracer.searches.table import Bounds

CODE = parse("""
star2(s, depth, alpha, beta):               @ enter
  if s is terminal: return utility(s)       @ terminal
  if depth = 0: return evaluate(s)          @ horizon
  if the table has a bound that decides:
    return that value                       @ table
  if chance moves, all outcomes within L … U:
    if one player moves after all: probe each
    search each, in the window that star1 has
    if a value ≥ its b or ≤ its a: break    @ cut at chance
  else for each move, in a probe the first:
    value = star2(t, depth−1, alpha, beta)
    best = the better one of best and value
    if at MAX, best ≥ beta: break           @ cut at MAX
    if at MIN, best ≤ alpha: break          @ cut at MIN
  prune what is left                        @ prune
  return store(best, or the mean)           @ return
""")
"""The search as a textbook prints it; `store` keeps a value as the bound that it is, and gives it back."""


def star2(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    bounds: str = "",
) -> Result[Move]:
    """Search `root` to `depth` plies with a window, where all values lie within bounds, `"L,U"`."""
    between = limits(bounds)
    return Probing(game, record, between).visit(root, None, depth, *between.window(window))


class Probing(Generic[State, Move]):
    """One search.

    Args:
        game: the rules.
        record: what is told of every visit.
        between: the least and the greatest value.
    """

    def __init__(self, game: Rules[State, Move], record: Record, between: Limits) -> None:
        self.game, self.record, self.between = game, record, between
        self.known = Bounds()

    def visit(
        self,
        state: State,
        last: Move | None,
        depth: float,
        alpha: float,
        beta: float,
        chance: float | None = None,
        probe: bool = False,
    ) -> Result[Move]:
        """Search a position; `chance` is the probability of the outcome that leads there."""
        game, leave, turn = self.game, self.record.leave, self.game.turn(state)
        node = self.record.enter(last, turn, alpha, beta)
        if chance is not None:
            self.record.tell(node, weight=chance, why=Why.PROBE if probe else None)
        if (utility := game.utility(state)) is not None:
            leave(node, self.between.check(utility), TERMINAL)
            return utility, None
        if depth == 0:
            evaluation = self.between.check(game.evaluate(state))
            leave(node, evaluation, HORIZON)
            return evaluation, None
        key = game.key(state)
        if (answer := self.known.answer(key, depth, alpha, beta)) is not None:
            leave(node, answer, TABLE)
            return answer, None
        if turn == CHANCE:
            value = self.expect(state, node, depth, alpha, beta)
            self.known.put(key, depth, *_proved(value, alpha, beta))
            return value, None
        best, best_move, left = self.choose(state, node, depth, alpha, beta, probe)
        low, high = _proved(best, alpha, beta)
        if left:
            low, high = (low, INFINITY) if turn == MAX else (-INFINITY, high)
        if low > -INFINITY or high < INFINITY:
            self.known.put(key, depth, low, high)
        return best, best_move

    def choose(
        self, state: State, node: int, depth: float, alpha: float, beta: float, probe: bool
    ) -> tuple[float, Move | None, bool]:
        """Search the moves of a player, in a probe one; the last of the three says whether moves are left."""
        turn = self.game.turn(state)
        best, best_move, cutoff, left = -turn * INFINITY, None, False, False
        moves = self.game.moves(state, depth)
        for searched, move in enumerate(moves, 1):
            value, _ = self.visit(self.game.play(state, move), move, depth - 1, alpha, beta)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
            cutoff = best >= beta if turn == MAX else best <= alpha
            if cutoff or probe:
                self.record.prune(moves[searched:])
                left = searched < len(moves)
                break
            alpha, beta = (max(alpha, best), beta) if turn == MAX else (alpha, min(beta, best))
        self.record.leave(node, best, EXPANDED, cutoff)
        return best, best_move, left

    def expect(self, state: State, node: int, depth: float, alpha: float, beta: float) -> float:
        """Search the outcomes of chance for their mean, or a bound of it."""
        self.between.need()
        outcomes = self.game.outcomes(state)
        after = [self.game.play(state, outcome) for outcome, _ in outcomes]
        mean, met = Mean([chance for _, chance in outcomes], self.between, alpha, beta), 0
        for place, probe in self.plan(after, depth):
            (outcome, chance), turn = outcomes[place], self.game.turn(after[place])
            a, b = mean.ends(place)
            low, high = mean.window((a, b))
            value, _ = self.visit(after[place], outcome, depth - 1, low, high, chance, probe)
            met = max(met, place + 1)
            is_least = not probe or (turn == MAX and value > low)
            is_most = not probe or (turn == MIN and value < high)
            mean.low[place] = value if is_least else mean.low[place]
            mean.high[place] = value if is_most else mean.high[place]
            if (is_least and value >= b) or (is_most and value <= a):
                self.skip(outcomes[met:])
                bound = mean.at_least() if value >= b else mean.at_most()
                self.record.leave(node, bound, EXPANDED, True)
                return bound
        self.record.leave(node, mean.value())
        return mean.value()

    def plan(self, after: Sequence[State], depth: float) -> list[tuple[int, bool]]:
        """Which outcome is searched when, by its place, and whether that is only a probe."""
        turns = {self.game.turn(state) for state in after}
        if len(turns) > 1 or CHANCE in turns:
            return [(place, False) for place in range(len(after))]
        inner = [depth > 1 and self.game.utility(state) is None for state in after]
        return [*enumerate(inner), *((place, False) for place, again in enumerate(inner) if again)]

    def skip(self, outcomes: Sequence[tuple[Move, float]]) -> None:
        """Prune outcomes."""
        first = self.record.prune([outcome for outcome, _ in outcomes])
        for place, (_, chance) in enumerate(outcomes):
            self.record.tell(first + place, weight=chance)


def _proved(value: float, alpha: float, beta: float) -> tuple[float, float]:
    """Between which numbers the true value lies, after what was returned for a window."""
    return (value if value > alpha else -INFINITY), (value if value < beta else INFINITY)


SEARCH = Search(
    name="star2",
    run=star2,
    summary="Star1 with a table, which first probes one move below each outcome",
    code=CODE,
    family="with chance",
    window=WindowRule(fails=("soft",), cuts=(">=",)),
    own=(BOUNDS,),
    table=TableRule(both_bounds=True, leaves=False),
    chance=True,
)
