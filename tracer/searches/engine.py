"""What a chess engine does: principal variation search in iterations, with everything that engines add, by choice.

Some of it keeps the value, which is then that of minimax to the depth: `table`, `hash`, `killers` and `history`, as in
`deepening`, and `aspiration`, a window of `ASPIRATION` around the value of the last iteration. The rest is selective:
it looks less deep, deeper or not at all at some moves, so the value may be another one.

- `null` (Beal 1989; Donninger 1993): in a null window, with more than R = 2 plies left and not right after another
  one, a null move is searched first, 1 + R plies less deep. Where its value reaches beta, no move is searched.
- `verify` (Tabibi & Netanyahu 2002 have it otherwise): that is believed only if a move, searched to the same depth,
  reaches beta too. Where none does, as in a zugzwang, the moves are searched as if there had been no null move.
- `lmr`, late move reductions: a quiet move after the first three, with three plies left or more and not in check, is
  scouted one ply less deep, and to its whole depth only where that is better than alpha.
- `futility` (Heinz 1998): with one ply left and not in check, a quiet move that is not the first is skipped where the
  evaluation and a `margin` do not exceed alpha.
- `quiescence`: at the horizon the player to move may stand pat, which is worth the evaluation; then noisy moves alone
  are searched, for at most `QUIESCENCE` plies more. The quiet ones are not tried, in check neither.
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
from tracer.searches.contract import INFINITY, TESTS, Option, Record, Result, Search, TableRule, WindowRule
from tracer.searches.deepening import Learned, iterate
from tracer.searches.pseudocode import parse
from tracer.searches.table import Table
from tracer.text import window_text

SELECTIVE = ("null", "verify", "lmr", "futility", "quiescence", "check-extension")
"""With these the value may be another one than minimax's."""
SWITCHES = (*SELECTIVE, "table", "hash", "killers", "history", "aspiration")
R = 2
"""Plies by which a null move and its verification are searched less deep."""
EARLY = 3
"""Moves that are not reduced."""
LEAST = 3
"""Plies that are left at least where moves are reduced."""
QUIESCENCE = 8
"""Plies beyond the horizon at most: noisy moves of some games never end."""
ASPIRATION = 0.5
"""How far an iteration's window reaches beyond the value of the last one."""
NOT_AS_DEEP = (Why.PROBE, Why.REDUCED, Why.EXTENDED)
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

Found = tuple[float, Move | None, bool]
"""A value, the move that has it, and whether it reaches beta."""


class Engine(Generic[State, Move]):
    """One search, from its first iteration to its last. Values and windows are those of the player to move.

    Args:
        game: the rules.
        record: what is told of every visit.
        used: which of `SWITCHES` are on.
        margin: what a quiet move is trusted to win, for futility.
    """

    def __init__(self, game: Rules[State, Move], record: Record, used: frozenset[str], margin: float) -> None:
        self.game, self.record, self.used, self.margin = game, record, used, margin
        self.table: Table[Move] = Table()
        self.learned = Learned(sorted(used))
        self.horizons = 0
        """Horizons met so far."""
        self._short: set[tuple[Hashable, float]] = set()
        """What the table has of positions below which a horizon was met."""

    def ask(
        self,
        turn: int,
        after: State,
        move: Move | NoMove,
        ply: int,
        depth: float,
        alpha: float,
        beta: float,
        why: Why = Why.PLAIN,
    ) -> float:
        """What a move is worth to the player who makes it, from whose view the window is."""
        mover = self.game.turn(after)
        if mover == turn:
            return self.visit(after, mover, move, ply, depth, alpha, beta, why)[0]
        return -self.visit(after, mover, move, ply, depth, -beta, -alpha, why)[0]

    def visit(
        self,
        state: State,
        turn: int,
        last: Move | NoMove,
        ply: int,
        depth: float,
        alpha: float,
        beta: float,
        why: Why = Why.PLAIN,
    ) -> Result[Move]:
        """Search a position."""
        game, record, before = self.game, self.record, self.horizons
        node = record.enter(last, turn, alpha, beta)
        if isinstance(last, NoMove) or why in NOT_AS_DEEP:
            record.tell(node, depth=int(depth))
        if why:
            record.tell(node, why=why)
        key = game.key(state)
        stored = self.table.get(key, depth) if "table" in self.used else None
        if stored is not None and stored.decides(alpha, beta, TESTS[">="]):
            self.horizons += (key, depth) in self._short
            record.leave(node, stored.value, TABLE)
            return stored.value, stored.move

        move: Move | None = None
        status, cutoff = EXPANDED, False
        if (utility := game.utility(state)) is not None:
            value, status = turn * utility, TERMINAL
        elif depth > 0:
            value, move, cutoff = self._moves(state, turn, key, ply, depth, alpha, beta, passed=isinstance(last, Null))
        elif "quiescence" in self.used and depth > -QUIESCENCE:
            value, move, cutoff = self._noisy_moves(state, turn, ply, depth, alpha, beta)
        else:
            value, status = turn * game.evaluate(state), HORIZON
        self.horizons += depth <= 0 and status is not TERMINAL
        if "table" in self.used:
            bound = (bound_of(value, alpha, beta) or EXACT) if status is EXPANDED else EXACT
            self.table.put(key, depth, value, bound, move)
            if self.horizons > before:
                self._short.add((key, depth))
        record.leave(node, value, status, cutoff)
        return value, move

    def _moves(
        self, state: State, turn: int, key: Hashable, ply: int, depth: float, alpha: float, beta: float, *, passed: bool
    ) -> Found[Move]:
        """Search the moves of a position, if no null move makes that needless."""
        game, learned = self.game, self.learned
        moves = learned.order(game.moves(state, depth), key, turn, ply)
        horizons = self.horizons
        found = None if passed else self._null_move(state, turn, moves, ply, depth, alpha, beta)
        self.horizons = horizons  # at some depth a null move always meets one
        if found:
            return found
        checked = self._in_check(state)
        hopeless = turn * game.evaluate(state) + self.margin if self._is_frontier(depth) and not checked else INFINITY
        best, best_move, futile = -INFINITY, None, []
        for searched, move in enumerate(moves, 1):
            if best_move is not None and hopeless <= alpha and not self._is_noisy(state, move):
                futile.append(move)
                continue
            after = game.play(state, move)
            value = self._scouted(state, turn, searched, move, after, ply, depth, alpha, beta, checked=checked)
            if best_move is None or value > best:
                best, best_move = value, move
            if best >= beta:
                self.record.prune(moves[searched:])
                learned.cut(move, turn, ply, int(depth))
                break
            alpha = max(alpha, best)
        learned.searched(key, best_move)
        self._skip(futile, Why.FUTILE)
        return best, best_move, best >= beta

    def _scouted(
        self,
        state: State,
        turn: int,
        searched: int,
        move: Move,
        after: State,
        ply: int,
        depth: float,
        alpha: float,
        beta: float,
        *,
        checked: bool,
    ) -> float:
        """What one move is worth: the first one in the whole window, the others by a scout, late ones a reduced one."""
        over = self.game.utility(after) is not None
        deeper = "check-extension" in self.used and not over and self._in_check(after)
        to, why = (depth, Why.EXTENDED) if deeper else (depth - 1, Why.PLAIN)
        null = beta if searched == 1 else min(beta, nextafter(alpha, INFINITY))
        late = "lmr" in self.used and searched > EARLY and depth >= LEAST and not (checked or deeper or over)
        if late and not self._is_noisy(state, move):
            value = self.ask(turn, after, move, ply + 1, to - 1, alpha, null, Why.REDUCED)
            if value <= alpha:
                return value
        value = self.ask(turn, after, move, ply + 1, to, alpha, null, why)
        leaf = over or (to == 0 and "quiescence" not in self.used)
        exact = leaf and "table" not in self.used  # of what the table answers a scout does not know that it is exact
        if null <= value < beta and not exact:
            value = self.ask(turn, after, move, ply + 1, to, alpha, beta, why)
        return value

    def _null_move(
        self, state: State, turn: int, moves: Sequence[Move], ply: int, depth: float, alpha: float, beta: float
    ) -> Found[Move] | None:
        """A value that reaches beta though the player to move does nothing; None where that is not so."""
        game, record = self.game, self.record
        if "null" not in self.used or game.null is None or depth <= R or beta > nextafter(alpha, INFINITY):
            return None
        after, to = game.null(state), depth - 1 - R
        if after is None:
            return None
        value = self.ask(turn, after, Null(), ply + 1, to, alpha, beta)
        if value < beta:
            return None
        if "verify" not in self.used:
            record.prune(moves)
            return value, None, True
        for searched, move in enumerate(moves, 1):
            value = self.ask(turn, game.play(state, move), move, ply + 1, to, alpha, beta, Why.PROBE)
            if value >= beta:
                record.prune(moves[searched:])
                return value, move, True
        return None

    def _noisy_moves(self, state: State, turn: int, ply: int, depth: float, alpha: float, beta: float) -> Found[Move]:
        """Stand pat, and search the noisy moves."""
        game, record = self.game, self.record
        moves = game.moves(state, 0)
        noisy = [move for move in moves if self._is_noisy(state, move)]
        best, best_move = turn * game.evaluate(state), None
        stand = record.enter(Stand(), turn, alpha, beta)
        record.tell(stand, depth=int(depth))
        record.leave(stand, best, HORIZON)
        searched = 0
        while best < beta and searched < len(noisy):
            alpha, move = max(alpha, best), noisy[searched]
            searched += 1
            value = self.ask(turn, game.play(state, move), move, ply + 1, depth - 1, alpha, beta, Why.QUIESCENCE)
            if value > best:
                best, best_move = value, move
        if best >= beta:
            record.prune(noisy[searched:])
        self._skip([move for move in moves if move not in noisy], Why.QUIET)
        return best, best_move, best >= beta

    def _skip(self, moves: Sequence[Move], why: Why) -> None:
        """Tell of moves that no cutoff skipped; they come last, though some were passed over earlier."""
        first = self.record.prune(moves)
        for node in range(first, first + len(moves)):
            self.record.tell(node, why=why)

    def _is_frontier(self, depth: float) -> bool:
        return "futility" in self.used and depth == 1

    def _is_noisy(self, state: State, move: Move) -> bool:
        return self.game.noisy is not None and self.game.noisy(state, move)

    def _in_check(self, state: State) -> bool:
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
    used = frozenset(filter(None, with_.split(",")))
    search, turn = Engine(game, record, used, margin), game.turn(root)

    def ends(low: float, high: float) -> tuple[float, float]:
        """A window, from the view of the player to move."""
        return (low, high) if turn == MAX else (-high, -low)

    driver = record.enter(None, turn, *ends(*window))
    if (utility := game.utility(root)) is not None:
        record.leave(driver, turn * utility, TERMINAL)
        return utility, None
    if depth == 0 and "quiescence" not in used:
        evaluation = game.evaluate(root)
        record.leave(driver, turn * evaluation, HORIZON)
        return evaluation, None

    def iteration(to: int, between: tuple[float, float]) -> tuple[Result[Move], bool]:
        """Search to a depth; also whether no horizon cut it short."""
        search.horizons = 0
        label = f"depth {to}" + (f" in {window_text(*between)}" if between != window else "")
        value, move = search.visit(root, turn, Pass(label), 0, to, *ends(*between))
        return (turn * value, move), not search.horizons

    if depth == 0:
        (value, best_move), _ = iteration(0, window)
        record.leave(driver, turn * value, EXPANDED)
        return value, best_move
    value, best_move = iterate(iteration, depth, window, ASPIRATION if "aspiration" in used else 0.0)
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
    table=TableRule(wished=("with", "table")),
    drives=True,
    deepens=True,
    selective=SELECTIVE,
    own=(
        Option("with_", "", "what it does beside null windows and iterations", choices=SWITCHES, several=True),
        Option("margin", 2.0, "what futility trusts a quiet move to win", least=0.0),
    ),
)
