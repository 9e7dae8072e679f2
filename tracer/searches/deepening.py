"""Iterative deepening (Slate & Atkin 1977): alpha-beta to depth 1, 2, 3 …, with what was learned on the way.

What is learned is by choice, each on its own: a `table` of values and bounds (a value holds only at exactly the same
remaining depth, so that every iteration has the value of minimax to its depth); the `hash` move, the best one of the
last visit that searched the position, at any depth; `killers`, two moves that cut at this ply before; and `history`,
how often a player's move has cut, deeper visits counting more (Schaeffer 1983). The order of moves is hash move,
killers, history, and where all that is equal, the game's own. With `aspiration`, an iteration begins with a window
around the value of the last one; where that fails, the failing side is opened and the depth searched again.

Contract: as `alphabeta`, fail-soft, to the depth of the last iteration. Without a depth the last one is the first that
no horizon has cut short.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.no_moves import Pass
from tracer.recording.status import EXACT, EXPANDED, HORIZON, TABLE, TERMINAL, bound_of
from tracer.searches.contract import (
    CUTOFF_TESTS,
    INFINITY,
    Option,
    Record,
    Result,
    Search,
    TableRule,
    WindowRule,
    find_leaf_value,
)
from tracer.searches.pseudocode import parse
from tracer.searches.transposition_table import TranspositionTable
from tracer.text import window_text

HEURISTICS = ("table", "hash", "killers", "history")
MAX_KILLERS = 2
"""Killer moves kept of a ply."""

CODE = parse("""
deepening(s): alphabeta to depth 1, 2, 3 …,  @ driver: enter
  each with a window around the last value  @ driver: return ? aspiration
  each with the window of the whole search  @ driver: return ? not aspiration
alphabeta(s, depth, alpha, beta):           @ enter
  if the table has s at depth, and it decides:  @ ? table
    return that value                       @ table ? table
  if s is terminal: return store(utility(s))   @ terminal ? table
  if depth = 0: return store(evaluate(s))   @ horizon ? table
  if s is terminal: return utility(s)       @ terminal ? not table
  if depth = 0: return evaluate(s)          @ horizon ? not table
  best = −∞ if MAX is to move, else +∞
  for each move in order, t = play(s, move):
    value = alphabeta(t, depth−1, alpha, beta)
    best = the better one of best and value
    if at MAX, best ≥ beta: break           @ cut at MAX
    if at MIN, best ≤ alpha: break          @ cut at MIN
    narrow alpha at MAX, beta at MIN
  prune the moves that are left             @ prune
  return store(best, exact or a bound)      @ return ? table
  return best                               @ return ? not table
""")
"""The search as a textbook prints it; the order is hash move, killers, history, the game's own."""


class MoveOrdering:
    """What makes the order of moves, and lives through all iterations."""

    def __init__(self, heuristics: Sequence[str]) -> None:
        self._heuristics = frozenset(heuristics)
        self._best_moves: dict[Hashable, Hashable] = {}
        self._killers: defaultdict[int, list[Hashable]] = defaultdict(list)
        self._history: defaultdict[tuple[int, Hashable], float] = defaultdict(float)

    def order(self, moves: Sequence[Move], key: Hashable, turn: int, ply: int) -> Sequence[Move]:
        """The moves, those first that promise most."""
        promising: list[Hashable] = []
        if "hash" in self._heuristics and key in self._best_moves:
            promising.append(self._best_moves[key])
        if "killers" in self._heuristics:
            promising += self._killers[ply]
        if not promising and "history" not in self._heuristics:
            return moves
        ranks = {move: rank for rank, move in reversed(list(enumerate(promising)))}
        scores = self._history
        return sorted(moves, key=lambda move: (ranks.get(move, len(promising)), -scores.get((turn, move), 0)))

    def add_best_move(self, key: Hashable, move: Hashable) -> None:
        """Keep the best move of a visit."""
        self._best_moves[key] = move

    def add_cutoff(self, move: Hashable, turn: int, ply: int, depth: int) -> None:
        """Keep the move of a cutoff."""
        killers = self._killers[ply]
        if move not in killers[:1]:
            self._killers[ply] = [move, *(killer for killer in killers if killer != move)][:MAX_KILLERS]
        if "history" in self._heuristics:
            self._history[turn, move] += depth**2


def deepening(  # noqa: PLR0915  # two procedures that share what was learned
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    cut: str = ">=",
    with_: str = "",
    aspiration: float = 0.0,
) -> Result[Move]:
    """Search `root` to one ply, to two, and so on to `depth`, each time with a window."""
    enter, leave, prune = record.enter, record.leave, record.prune
    is_cutoff, heuristics = CUTOFF_TESTS[cut], with_.split(",")
    table: TranspositionTable[Move] = TranspositionTable()
    move_order, horizons = MoveOrdering(heuristics), 0
    cut_by_horizon: set[tuple[Hashable, int]] = set()
    """What the table has of positions below which a horizon was met."""

    def visit(
        state: State, last_move: Move | Pass | None, ply: int, depth: int, alpha: float, beta: float
    ) -> Result[Move]:
        nonlocal horizons
        turn, window, horizons_before = game.turn(state), (alpha, beta), horizons
        node = enter(last_move, turn, alpha, beta)
        if isinstance(last_move, Pass):
            record.tell(node, depth=depth)
        key = game.key(state)
        entry = table.get(key, depth) if "table" in heuristics else None
        if entry is not None and entry.decides(alpha, beta, is_cutoff):
            horizons += (key, depth) in cut_by_horizon
            leave(node, entry.value, TABLE)
            return entry.value, entry.move

        cutoff = False
        if (utility := game.utility(state)) is not None:
            best, best_move, status, bound = utility, None, TERMINAL, EXACT
        elif depth == 0:
            best, best_move, status, bound = game.evaluate(state), None, HORIZON, EXACT
            horizons += 1
        else:
            best, best_move, status = -turn * INFINITY, None, EXPANDED
            moves = move_order.order(game.moves(state, depth), key, turn, ply)
            for searched_count, move in enumerate(moves, 1):
                value, _ = visit(game.play(state, move), move, ply + 1, depth - 1, alpha, beta)
                if value > best if turn == MAX else value < best:
                    best, best_move = value, move
                if is_cutoff(best, beta) if turn == MAX else is_cutoff(alpha, best):
                    prune(moves[searched_count:])
                    move_order.add_cutoff(move, turn, ply, depth)
                    cutoff = True
                    break
                alpha, beta = (max(alpha, best), beta) if turn == MAX else (alpha, min(beta, best))
            move_order.add_best_move(key, best_move)
            bound = bound_of(best, *window, cut=cut) or EXACT
        if "table" in heuristics:
            table.put(key, depth, best, bound, best_move)
            if horizons > horizons_before:
                cut_by_horizon.add((key, depth))
        leave(node, best, status, cutoff)
        return best, best_move

    driver = enter(None, game.turn(root), *window)
    if (leaf := find_leaf_value(game, root, depth)) is not None:
        leave(driver, *leaf)
        return leaf[0], None

    def search(to_depth: int, pass_window: tuple[float, float]) -> tuple[Result[Move], bool]:
        """Search to a depth; also whether no horizon cut it short."""
        nonlocal horizons
        horizons = 0
        label = f"depth {to_depth}" + (f" in {window_text(*pass_window)}" if pass_window != window else "")
        return visit(root, Pass(label), 0, to_depth, *pass_window), not horizons

    value, best_move = iterate(search, depth, window, aspiration)
    leave(driver, value, EXPANDED)
    return value, best_move


def iterate(
    search: Callable[[int, tuple[float, float]], tuple[Result[Move], bool]],
    depth: float,
    window: tuple[float, float],
    aspiration: float,
) -> Result[Move]:
    """What the last iteration returns: the one to `depth`, or the first one that no horizon cuts short."""
    result: Result[Move] = (0.0, None)
    to_depth, is_complete, pass_window = 0, False, window
    while to_depth < depth and not is_complete:
        to_depth, is_inside = to_depth + 1, False
        while not is_inside:
            result, is_complete = search(to_depth, pass_window)
            (low, high), value = pass_window, result[0]
            pass_window = (window[0] if value <= low else low, window[1] if value >= high else high)
            is_inside = pass_window == (low, high)
        low, high = (max(result[0] - aspiration, window[0]), min(result[0] + aspiration, window[1]))
        pass_window = (low, high) if aspiration and low < high else window
    return result


SEARCH = Search(
    name="deepening",
    run=deepening,
    summary="iterative deepening: alpha-beta to depth 1, 2, 3 …, with what the last one has learned",
    code=CODE,
    family="iterations",
    window=WindowRule(fails=("soft",)),
    table=TableRule(required_option=("with", "table")),
    drives=True,
    deepens=True,
    own=(
        Option("with_", "", "what iterations learn from one another", choices=HEURISTICS, allows_several=True),
        Option(
            "aspiration",
            0.0,
            "how far an iteration's window reaches beyond the last value; 0 is all",
            min_value=0.0,
            form="D",
        ),
    ),
)
