"""What a chess engine does: principal variation search in iterations, with everything that engines add, by choice.

Some of it keeps the value, which is then that of minimax to the depth: `table`, `hash`, `killers` and `history`, as in
`deepening`, and `aspiration`, a window of `ASPIRATION_WIDTH` around the value of the last iteration. The rest is
selective: it looks less deep, deeper or not at all at some moves, so the value may be another one.

- `null` (Beal 1989; Donninger 1993): in a null window, with more than R = 2 plies left and not right after another
  one, a null move is searched first, 1 + R plies less deep. Where its value reaches beta, no move is searched.
- `verify` (Tabibi & Netanyahu 2002 have it otherwise): that is believed only if a move, searched to the same depth,
  reaches beta too. Where none does, as in a zugzwang, the moves are searched as if there had been no null move.
- `lmr`, late move reductions: a quiet move after the first three, with three plies left or more and not in check, is
  scouted one ply less deep, and to its whole depth only where that is better than alpha.
- `futility` (Heinz 1998): with one ply left and not in check, a quiet move that is not the first is skipped where the
  evaluation and a `margin` do not exceed alpha.
- `quiescence`: at the horizon the player to move may stand pat, which is worth the evaluation; then noisy moves alone
  are searched, for at most `MAX_QUIESCENCE` plies more. The quiet ones are not tried, in check neither.
- `check-extension`: a move that gives check is searched one ply deeper.

Which moves are noisy, when a null move is legal, and so what is check, is said by the game's `noisy` and `null`.
Without them all moves are quiet, and there are no null moves and no checks.

Contract: as `pvs`, but a re-search has the whole window, for what a scout found need not hold. A value that a null
move, a verification or a reduced scout returned is used only where it says so above.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import nextafter
from typing import Generic

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.no_moves import NoMove, Null, Pass, Stand
from tracer.recording.status import EXACT, EXPANDED, HORIZON, TABLE, TERMINAL, Why, bound_of
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
from tracer.searches.deepening import MoveOrdering, iterate
from tracer.searches.pseudocode import parse
from tracer.searches.transposition_table import TranspositionTable
from tracer.text import window_text

SELECTIVE_SWITCHES = ("null", "verify", "lmr", "futility", "quiescence", "check-extension")
"""With these the value may be another one than minimax's."""
SWITCHES = (*SELECTIVE_SWITCHES, "table", "hash", "killers", "history", "aspiration")
NULL_REDUCTION = 2
"""Plies by which a null move and its verification are searched less deep."""
UNREDUCED_MOVES = 3
"""Moves that are not reduced."""
MIN_REDUCED_DEPTH = 3
"""Plies that are left at least where moves are reduced."""
MAX_QUIESCENCE = 8
"""Plies beyond the horizon at most: noisy moves of some games never end."""
ASPIRATION_WIDTH = 0.5
"""How far an iteration's window reaches beyond the value of the last one."""
DEPTH_RECORDED = (Why.PROBE, Why.REDUCED, Why.EXTENDED)
"""Visits that are told their depth, which does not follow from that of their parent."""

CODE = parse("""
engine(s): search to depth 1, 2, 3 …, each   @ driver: enter
  in a window around the last value         @ driver: return ? aspiration
  in the window of the whole search         @ driver: return ? not aspiration
search(s, depth, alpha, beta):              @ enter
  if the table decides: return that value   @ table ? table
  if s is terminal: return sign · utility(s)   @ terminal
  if depth = 0: stand pat, then noisy moves   @ horizon ? quiescence
  if depth = 0: return sign · evaluate(s)   @ horizon ? not quiescence
  else a null move, less deep: is it ≥ beta?  @ ? null
  for each move in order that is not futile:  @ ? futility
  for each move in order:                   @ ? not futility
    value = of a scout, less deep if late   @ ? lmr
    value = of a scout, after the first     @ ? not lmr
    if alpha < value < beta: search it again
    best = max(best, value)
    if best ≥ beta: break                   @ cut at MAX, cut at MIN
    alpha = max(alpha, best)
  prune the moves that are left             @ prune
  return store(best, exact or a bound)      @ return ? table
  return best                               @ return ? not table
""")
"""The search as a textbook prints it; every number is the view of the player to move."""

MoveResult = tuple[float, Move | None, bool]
"""A value, the move that has it, and whether it reaches beta."""


class Engine(Generic[State, Move]):
    """One search, from its first iteration to its last. Values and windows are those of the player to move."""

    def __init__(self, game: Rules[State, Move], record: Record, switches: frozenset[str], margin: float) -> None:
        self.game, self.record, self.switches, self.margin = game, record, switches, margin
        self.table: TranspositionTable[Move] = TranspositionTable()
        self.move_order = MoveOrdering(sorted(switches))
        self.horizons = 0
        """Horizons met so far."""
        self._cut_by_horizon: set[tuple[Hashable, float]] = set()
        """What the table has of positions below which a horizon was met."""

    def search_child(
        self,
        turn: int,
        next_state: State,
        move: Move | NoMove,
        ply: int,
        depth: float,
        alpha: float,
        beta: float,
        why: Why = Why.PLAIN,
    ) -> float:
        """What a move is worth to the player who makes it, from whose view the window is."""
        mover = self.game.turn(next_state)
        if mover == turn:
            return self.visit(next_state, mover, move, ply, depth, alpha, beta, why)[0]
        return -self.visit(next_state, mover, move, ply, depth, -beta, -alpha, why)[0]

    def visit(
        self,
        state: State,
        turn: int,
        last_move: Move | NoMove,
        ply: int,
        depth: float,
        alpha: float,
        beta: float,
        why: Why = Why.PLAIN,
    ) -> Result[Move]:
        """Search a position."""
        game, record, horizons_before = self.game, self.record, self.horizons
        node = record.enter(last_move, turn, alpha, beta)
        if isinstance(last_move, NoMove) or why in DEPTH_RECORDED:
            record.tell(node, depth=int(depth))
        if why:
            record.tell(node, why=why)
        key = game.key(state)
        entry = self.table.get(key, depth) if "table" in self.switches else None
        if entry is not None and entry.decides(alpha, beta, CUTOFF_TESTS[">="]):
            self.horizons += (key, depth) in self._cut_by_horizon
            record.leave(node, entry.value, TABLE)
            return entry.value, entry.move

        move: Move | None = None
        status, cutoff = EXPANDED, False
        if (utility := game.utility(state)) is not None:
            value, status = turn * utility, TERMINAL
        elif depth > 0:
            value, move, cutoff = self._search_moves(
                state, turn, key, ply, depth, alpha, beta, after_null=isinstance(last_move, Null)
            )
        elif "quiescence" in self.switches and depth > -MAX_QUIESCENCE:
            value, move, cutoff = self._search_noisy_moves(state, turn, ply, depth, alpha, beta)
        else:
            value, status = turn * game.evaluate(state), HORIZON
        self.horizons += depth <= 0 and status is not TERMINAL
        if "table" in self.switches:
            bound = (bound_of(value, alpha, beta) or EXACT) if status is EXPANDED else EXACT
            self.table.put(key, depth, value, bound, move)
            if self.horizons > horizons_before:
                self._cut_by_horizon.add((key, depth))
        record.leave(node, value, status, cutoff)
        return value, move

    def _search_moves(
        self,
        state: State,
        turn: int,
        key: Hashable,
        ply: int,
        depth: float,
        alpha: float,
        beta: float,
        *,
        after_null: bool,
    ) -> MoveResult[Move]:
        """Search the moves of a position, if no null move makes that needless."""
        game, learned = self.game, self.move_order
        moves = learned.order(game.moves(state, depth), key, turn, ply)
        horizons = self.horizons
        null_result = None if after_null else self._try_null_move(state, turn, moves, ply, depth, alpha, beta)
        self.horizons = horizons  # at some depth a null move always meets one
        if null_result:
            return null_result
        is_in_check = self._is_in_check(state)
        best_possible = (
            turn * game.evaluate(state) + self.margin if self._is_frontier(depth) and not is_in_check else INFINITY
        )
        best, best_move, futile_moves = -INFINITY, None, []
        for searched_count, move in enumerate(moves, 1):
            if best_move is not None and best_possible <= alpha and not self._is_noisy(state, move):
                futile_moves.append(move)
                continue
            next_state = game.play(state, move)
            value = self._scout_move(
                state, turn, searched_count, move, next_state, ply, depth, alpha, beta, is_in_check=is_in_check
            )
            if best_move is None or value > best:
                best, best_move = value, move
            if best >= beta:
                self.record.prune(moves[searched_count:])
                learned.add_cutoff(move, turn, ply, int(depth))
                break
            alpha = max(alpha, best)
        learned.add_best_move(key, best_move)
        self._record_skipped(futile_moves, Why.FUTILE)
        return best, best_move, best >= beta

    def _scout_move(
        self,
        state: State,
        turn: int,
        move_number: int,
        move: Move,
        next_state: State,
        ply: int,
        depth: float,
        alpha: float,
        beta: float,
        *,
        is_in_check: bool,
    ) -> float:
        """What one move is worth: the first one in the whole window, the others by a scout, late ones a reduced one."""
        is_terminal = self.game.utility(next_state) is not None
        is_extended = "check-extension" in self.switches and not is_terminal and self._is_in_check(next_state)
        next_depth, why = (depth, Why.EXTENDED) if is_extended else (depth - 1, Why.PLAIN)
        null_beta = beta if move_number == 1 else min(beta, nextafter(alpha, INFINITY))
        is_late = (
            "lmr" in self.switches
            and move_number > UNREDUCED_MOVES
            and depth >= MIN_REDUCED_DEPTH
            and not (is_in_check or is_extended or is_terminal)
        )
        if is_late and not self._is_noisy(state, move):
            value = self.search_child(turn, next_state, move, ply + 1, next_depth - 1, alpha, null_beta, Why.REDUCED)
            if value <= alpha:
                return value
        value = self.search_child(turn, next_state, move, ply + 1, next_depth, alpha, null_beta, why)
        is_leaf = is_terminal or (next_depth == 0 and "quiescence" not in self.switches)
        is_exact = (
            is_leaf and "table" not in self.switches
        )  # of what the table answers a scout does not know that it is exact
        if null_beta <= value < beta and not is_exact:
            value = self.search_child(turn, next_state, move, ply + 1, next_depth, alpha, beta, why)
        return value

    def _try_null_move(
        self, state: State, turn: int, moves: Sequence[Move], ply: int, depth: float, alpha: float, beta: float
    ) -> MoveResult[Move] | None:
        """A value that reaches beta though the player to move does nothing; None where that is not so."""
        game, record = self.game, self.record
        if (
            "null" not in self.switches
            or game.null is None
            or depth <= NULL_REDUCTION
            or beta > nextafter(alpha, INFINITY)
        ):
            return None
        next_state, null_depth = game.null(state), depth - 1 - NULL_REDUCTION
        if next_state is None:
            return None
        value = self.search_child(turn, next_state, Null(), ply + 1, null_depth, alpha, beta)
        if value < beta:
            return None
        if "verify" not in self.switches:
            record.prune(moves)
            return value, None, True
        for searched_count, move in enumerate(moves, 1):
            value = self.search_child(turn, game.play(state, move), move, ply + 1, null_depth, alpha, beta, Why.PROBE)
            if value >= beta:
                record.prune(moves[searched_count:])
                return value, move, True
        return None

    def _search_noisy_moves(
        self, state: State, turn: int, ply: int, depth: float, alpha: float, beta: float
    ) -> MoveResult[Move]:
        game, record = self.game, self.record
        moves = game.moves(state, 0)
        noisy_moves = [move for move in moves if self._is_noisy(state, move)]
        best, best_move = turn * game.evaluate(state), None
        stand_node = record.enter(Stand(), turn, alpha, beta)
        record.tell(stand_node, depth=int(depth))
        record.leave(stand_node, best, HORIZON)
        searched_count = 0
        while best < beta and searched_count < len(noisy_moves):
            alpha, move = max(alpha, best), noisy_moves[searched_count]
            searched_count += 1
            value = self.search_child(
                turn, game.play(state, move), move, ply + 1, depth - 1, alpha, beta, Why.QUIESCENCE
            )
            if value > best:
                best, best_move = value, move
        if best >= beta:
            record.prune(noisy_moves[searched_count:])
        self._record_skipped([move for move in moves if move not in noisy_moves], Why.QUIET)
        return best, best_move, best >= beta

    def _record_skipped(self, moves: Sequence[Move], why: Why) -> None:
        """Tell of moves that no cutoff skipped; they come last, though some were passed over earlier."""
        first_node = self.record.prune(moves)
        for node in range(first_node, first_node + len(moves)):
            self.record.tell(node, why=why)

    def _is_frontier(self, depth: float) -> bool:
        return "futility" in self.switches and depth == 1

    def _is_noisy(self, state: State, move: Move) -> bool:
        return self.game.noisy is not None and self.game.noisy(state, move)

    def _is_in_check(self, state: State) -> bool:
        return self.game.null is not None and self.game.null(state) is None


def engine(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    with_: str = "",
    margin: float = 2.0,
) -> Result[Move]:
    """Search `root` to one ply, to two, and so on to `depth`, each time with a window (given from MAX's view)."""
    switches = frozenset(filter(None, with_.split(",")))
    search, turn = Engine(game, record, switches, margin), game.turn(root)

    def mover_window(low: float, high: float) -> tuple[float, float]:
        return (low, high) if turn == MAX else (-high, -low)

    driver = record.enter(None, turn, *mover_window(*window))
    leaf = find_leaf_value(game, root, INFINITY if "quiescence" in switches else depth)
    if leaf is not None:
        record.leave(driver, turn * leaf[0], leaf[1])
        return leaf[0], None

    def search_to_depth(to_depth: int, pass_window: tuple[float, float]) -> tuple[Result[Move], bool]:
        """Search to a depth; also whether no horizon cut it short."""
        search.horizons = 0
        label = f"depth {to_depth}" + (f" in {window_text(*pass_window)}" if pass_window != window else "")
        value, move = search.visit(root, turn, Pass(label), 0, to_depth, *mover_window(*pass_window))
        return (turn * value, move), not search.horizons

    if depth == 0:
        (value, best_move), _ = search_to_depth(0, window)
        record.leave(driver, turn * value, EXPANDED)
        return value, best_move
    value, best_move = iterate(search_to_depth, depth, window, ASPIRATION_WIDTH if "aspiration" in switches else 0.0)
    record.leave(driver, turn * value, EXPANDED)
    return value, best_move


SEARCH = Search(
    name="engine",
    run=engine,
    summary="what chess engines do: null windows in iterations, null moves, reductions, quiescence …, by choice",
    code=CODE,
    family="selective",
    window=WindowRule(fails=("soft",), cuts=(">=",)),
    view="mover",
    table=TableRule(required_option=("with", "table")),
    drives=True,
    deepens=True,
    selective=SELECTIVE_SWITCHES,
    own=(
        Option("with_", "", "what it does beside null windows and iterations", choices=SWITCHES, allows_several=True),
        Option("margin", 2.0, "what futility trusts a quiet move to win", min_value=0.0),
    ),
)
