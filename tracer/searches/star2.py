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
from tracer.searches.chance_bounds import BOUNDS_OPTION, ChanceMean, ValueLimits, parse_limits
from tracer.searches.contract import INFINITY, Record, Result, Search, TableRule, WindowRule
from tracer.searches.pseudocode import parse
from tracer.searches.transposition_table import BoundsTable

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
    value_limits = parse_limits(bounds)
    search = ChanceSearch(game, record, value_limits, probes=True)
    return search.visit(root, None, depth, *value_limits.clip_window(window))


class ChanceSearch(Generic[State, Move]):
    """One search by Star2, or by Star1, which neither probes nor keeps a table."""

    def __init__(self, game: Rules[State, Move], record: Record, value_limits: ValueLimits, *, probes: bool) -> None:
        self.game, self.record, self.value_limits = game, record, value_limits
        self.table = BoundsTable() if probes else None

    def visit(
        self,
        state: State,
        last_move: Move | None,
        depth: float,
        alpha: float,
        beta: float,
        probability: float | None = None,
        is_probe: bool = False,
    ) -> Result[Move]:
        """Search a position; `probability` is the probability of the outcome that leads there."""
        game, leave, turn = self.game, self.record.leave, self.game.turn(state)
        node = self.record.enter(last_move, turn, alpha, beta)
        if probability is not None:
            self.record.tell(node, weight=probability, why=Why.PROBE if is_probe else None)
        if (utility := game.utility(state)) is not None:
            leave(node, self.value_limits.check(utility), TERMINAL)
            return utility, None
        if depth == 0:
            evaluation = self.value_limits.check(game.evaluate(state))
            leave(node, evaluation, HORIZON)
            return evaluation, None
        if (value_from_table := self._deciding_bound(state, depth, alpha, beta)) is not None:
            leave(node, value_from_table, TABLE)
            return value_from_table, None
        if turn == CHANCE:
            value, best_move, has_unsearched = self.search_outcomes(state, node, depth, alpha, beta), None, False
        else:
            value, best_move, has_unsearched = self.search_moves(state, node, depth, alpha, beta, is_probe)
        if self.table is not None:
            low, high = (value if value > alpha else -INFINITY), (value if value < beta else INFINITY)
            if has_unsearched:
                low, high = (low, INFINITY) if turn == MAX else (-INFINITY, high)
            if low > -INFINITY or high < INFINITY:
                self.table.put(game.key(state), depth, low, high)
        return value, best_move

    def _deciding_bound(self, state: State, depth: float, alpha: float, beta: float) -> float | None:
        return None if self.table is None else self.table.deciding_bound(self.game.key(state), depth, alpha, beta)

    def search_moves(
        self, state: State, node: int, depth: float, alpha: float, beta: float, is_probe: bool
    ) -> tuple[float, Move | None, bool]:
        """Search the moves of a player, in a probe one; the last of the three says whether moves are left."""
        turn = self.game.turn(state)
        best, best_move, cutoff, has_unsearched = -turn * INFINITY, None, False, False
        moves = self.game.moves(state, depth)
        for searched_count, move in enumerate(moves, 1):
            value, _ = self.visit(self.game.play(state, move), move, depth - 1, alpha, beta)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
            cutoff = best >= beta if turn == MAX else best <= alpha
            if cutoff or is_probe:
                self.record.prune(moves[searched_count:])
                has_unsearched = searched_count < len(moves)
                break
            alpha, beta = (max(alpha, best), beta) if turn == MAX else (alpha, min(beta, best))
        self.record.leave(node, best, EXPANDED, cutoff)
        return best, best_move, has_unsearched

    def search_outcomes(self, state: State, node: int, depth: float, alpha: float, beta: float) -> float:
        """Search the outcomes of chance for their mean, or a bound of it."""
        self.value_limits.need()
        outcomes = self.game.outcomes(state)
        next_states = [self.game.play(state, outcome) for outcome, _ in outcomes]
        mean, met_count = ChanceMean([probability for _, probability in outcomes], self.value_limits, alpha, beta), 0
        for index, is_probe in self.probe_order(next_states, depth):
            (outcome, probability), turn = outcomes[index], self.game.turn(next_states[index])
            low_end, high_end = mean.outcome_ends(index)
            low, high = mean.outcome_window((low_end, high_end))
            value, _ = self.visit(next_states[index], outcome, depth - 1, low, high, probability, is_probe)
            met_count = max(met_count, index + 1)
            is_lower_bound = not is_probe or (turn == MAX and value > low)
            is_upper_bound = not is_probe or (turn == MIN and value < high)
            mean.low[index] = value if is_lower_bound else mean.low[index]
            mean.high[index] = value if is_upper_bound else mean.high[index]
            if (is_lower_bound and value >= high_end) or (is_upper_bound and value <= low_end):
                self.prune_outcomes(outcomes[met_count:])
                bound = mean.lower_bound() if value >= high_end else mean.upper_bound()
                self.record.leave(node, bound, EXPANDED, True)
                return bound
        self.record.leave(node, mean.value())
        return mean.value()

    def probe_order(self, next_states: Sequence[State], depth: float) -> list[tuple[int, bool]]:
        """Which outcome is searched when, by its place, and whether that is only a probe."""
        turns = {self.game.turn(state) for state in next_states}
        if self.table is None or len(turns) > 1 or CHANCE in turns:
            return [(index, False) for index in range(len(next_states))]
        needs_probe = [depth > 1 and self.game.utility(state) is None for state in next_states]
        return [*enumerate(needs_probe), *((index, False) for index, is_probed in enumerate(needs_probe) if is_probed)]

    def prune_outcomes(self, outcomes: Sequence[tuple[Move, float]]) -> None:
        """Prune outcomes."""
        first_node = self.record.prune([outcome for outcome, _ in outcomes])
        for index, (_, probability) in enumerate(outcomes):
            self.record.tell(first_node + index, weight=probability)


SEARCH = Search(
    name="star2",
    run=star2,
    summary="Star1 with a table, which first probes one move below each outcome",
    code=CODE,
    family="with chance",
    window=WindowRule(fails=("soft",), cuts=(">=",)),
    own=(BOUNDS_OPTION,),
    table=TableRule(both_bounds=True, stores_leaves=False),
    chance=True,
)
