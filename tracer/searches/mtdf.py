"""MTD(f) (Plaat, Schaeffer, Pijls & de Bruin 1994): null windows alone, from a guess on, until both bounds meet.

Each pass asks on which side of a number the value lies, and a table keeps what was proved, so that the next pass need
not find it again. With the guess ∞ it is MT-SSS*, with −∞ MT-DUAL*. A table by `path` takes no position for another,
as if all were different: then the leaves are those of SSS*, in its order.

Contract: as `alphabeta`, fail-soft, for a window at the root: it ends as soon as a bound lies beyond it. A null window
is (the number before γ, γ), so nothing lies inside it. The move returned is that of the last pass in which the player
to move reached the value.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import nextafter

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.no_moves import Pass
from tracer.recording.status import EXPANDED, TABLE
from tracer.searches.contract import INFINITY, Option, Record, Result, Search, TableRule, WindowRule, find_leaf_value
from tracer.searches.pseudocode import parse
from tracer.searches.transposition_table import BoundsTable
from tracer.text import ends_text

CODE = parse("""
mtdf(s): test(s) with (γ⁻, γ), γ = guess, and  @ driver: enter
  then γ by what it returned, till bounds meet  @ driver: return
test(s, depth, alpha, beta):                @ enter
  if the table has a bound that decides:
    return that value                       @ table
  if s is terminal: return store(utility(s))   @ terminal
  if depth = 0: return store(evaluate(s))   @ horizon
  best = −∞ if MAX is to move, else +∞
  for each move, with t = play(s, move):
    value = test(t, depth−1, alpha, beta)
    best = the better one of best and value
    if at MAX, best ≥ beta: break           @ cut at MAX
    if at MIN, best ≤ alpha: break          @ cut at MIN
  prune the moves that are left             @ prune
  return store(best)                        @ return
""")
"""The search as a textbook prints it; `store` keeps a value as the bound that it is, and gives it back."""


def mtdf(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    guess: float = 0.0,
    table: str = "position",
) -> Result[Move]:
    """Search `root` to `depth` plies in passes that begin at a guess of its value."""
    enter, leave, prune = record.enter, record.leave, record.prune
    proved_bounds, by_path = BoundsTable(), table == "path"

    def test(
        state: State, path: Hashable, last_move: Move | Pass, depth: float, alpha: float, beta: float
    ) -> Result[Move]:
        turn = game.turn(state)
        node = enter(last_move, turn, alpha, beta)
        key = path if by_path else game.key(state)
        if (table_value := proved_bounds.deciding_bound(key, depth, alpha, beta)) is not None:
            leave(node, table_value, TABLE)
            return table_value, None
        if (leaf := find_leaf_value(game, state, depth)) is not None:
            proved_bounds.put(key, depth, leaf[0], leaf[0])
            leave(node, *leaf)
            return leaf[0], None

        best, best_move, cutoff = -turn * INFINITY, None, False
        moves = game.moves(state, depth)
        for searched_count, move in enumerate(moves, 1):
            child_path = (path, move) if by_path else None
            value, _ = test(game.play(state, move), child_path, move, depth - 1, alpha, beta)
            if value > best if turn == MAX else value < best:
                best, best_move = value, move
            if best >= beta if turn == MAX else best <= alpha:
                prune(moves[searched_count:])
                cutoff = True
                break
        proved_bounds.put(key, depth, *((best, INFINITY) if best >= beta else (-INFINITY, best)))
        leave(node, best, EXPANDED, cutoff)
        return best, best_move

    turn = game.turn(root)
    driver = enter(None, turn, *window)
    if (leaf := find_leaf_value(game, root, depth)) is not None:
        leave(driver, *leaf)
        return leaf[0], None
    (low, high), (floor, ceiling) = (-INFINITY, INFINITY), window
    value, best_move = min(max(guess, floor), ceiling), None
    while low < high and low < ceiling and floor < high:
        beta = min(nextafter(value, INFINITY) if value == low else value, ceiling)
        previous_value, alpha = value, nextafter(beta, -INFINITY)
        value, move = test(root, None, Pass(f"γ = {ends_text(alpha, beta)[1]}"), depth, alpha, beta)
        if value < beta:
            high = value
        else:
            low = value
        if (value >= beta) == (turn == MAX) or value != previous_value:
            best_move = move
    leave(driver, value, EXPANDED)
    return value, best_move


SEARCH = Search(
    name="mtdf",
    run=mtdf,
    summary="MTD(f): null windows around a guess, with a table, until both bounds meet",
    code=CODE,
    family="null windows",
    window=WindowRule(fails=("soft",), cuts=(">=",)),
    own=(
        Option(
            "guess",
            0.0,
            "the value with which it begins: a number, inf as in SSS*, or -inf as in DUAL*",
            may_be_infinite=True,
            form="N|inf|-inf",
        ),
        Option("table", "position", "what the table keeps values by", choices=("position", "path")),
    ),
    table=TableRule(both_bounds=True, path_option=("table", "path")),
    drives=True,
)
