"""Alpha-beta in negamax form (Knuth & Moore 1975, F2): one form for both players.

Contract: inside the search values and windows are the mover's view; where the turn changes, a child gets the window
negated and swapped, and its value is negated. The recorder turns all of it to MAX's view. What is returned, and
visited, is what `alphabeta` returns and visits.
"""

from __future__ import annotations

from math import nextafter

from tracer.games.rules import MAX, Move, Rules, State
from tracer.recording.status import EXPANDED, HORIZON, TERMINAL
from tracer.searches.contract import CUTOFF_TESTS, INFINITY, Record, Result, Search, WindowRule, clamp
from tracer.searches.pseudocode import parse

CODE = parse("""
negamax(s, depth, alpha, beta):             @ enter
  sign = +1 if MAX is to move, −1 if MIN is
  if s is terminal: return sign · utility(s)   @ terminal
  if depth = 0: return sign · evaluate(s)   @ horizon
  best = −∞
  for each move, with t = play(s, move):
    if the other player moves in t:
      value = −negamax(t, depth−1,
                       −beta, −alpha)
    else:
      value = negamax(t, depth−1, alpha, beta)
    best = max(best, value)
    if best ≥ beta: break                   @ cut at MAX, cut at MIN
    alpha = max(alpha, best)
  prune the moves that are left             @ prune
  return best                               @ return
""")
"""The search as a textbook prints it; every number is the view of the player to move."""


def negamax_alphabeta(
    game: Rules[State, Move],
    root: State,
    record: Record,
    *,
    depth: float = INFINITY,
    window: tuple[float, float] = (-INFINITY, INFINITY),
    fail: str = "soft",
    cut: str = ">=",
) -> Result[Move]:
    """Search `root` to `depth` plies with a window (given from MAX's view)."""
    return search_for_mover(game, root, record, depth, window, fail=fail, cut=cut)


def search_for_mover(
    game: Rules[State, Move],
    root: State,
    record: Record,
    depth: float,
    window: tuple[float, float],
    *,
    fail: str = "soft",
    cut: str = ">=",
    has_null_windows: bool = False,
) -> Result[Move]:
    """Alpha-beta whose numbers are the mover's view; with null windows after the first move, as `pvs`."""
    enter, leave, prune = record.enter, record.leave, record.prune
    turn_of, utility_of, play = game.turn, game.utility, game.play
    is_cutoff, is_fail_hard = CUTOFF_TESTS[cut], fail == "hard"

    def search_child(turn: int, child: State, move: Move, depth: float, alpha: float, beta: float) -> float:
        """What a move is worth to the player who makes it, from whose view the window is."""
        mover = turn_of(child)
        if mover == turn:
            return visit(child, mover, move, depth, alpha, beta)[0]
        return -visit(child, mover, move, depth, -beta, -alpha)[0]

    def visit(state: State, turn: int, last_move: Move | None, depth: float, alpha: float, beta: float) -> Result[Move]:
        window = alpha, beta
        node = enter(last_move, turn, alpha, beta)
        if (utility := utility_of(state)) is not None:
            value = clamp(turn * utility, window) if is_fail_hard else turn * utility
            leave(node, value, TERMINAL)
            return value, None
        if depth == 0:
            value = turn * game.evaluate(state)
            value = clamp(value, window) if is_fail_hard else value
            leave(node, value, HORIZON)
            return value, None

        best, best_move, cutoff = -INFINITY, None, False
        moves = game.moves(state, depth)
        for searched_count, move in enumerate(moves, 1):
            child, limit = play(state, move), beta
            if has_null_windows and searched_count > 1:
                limit = min(beta, nextafter(alpha, INFINITY))
            value = search_child(turn, child, move, depth - 1, alpha, limit)
            is_better = limit < beta and is_cutoff(value, limit) and not is_cutoff(value, beta)
            if is_better and depth > 1 and utility_of(child) is None:
                value = search_child(turn, child, move, depth - 1, value, beta)
            if value > best:
                best, best_move = value, move
            if is_cutoff(best, beta):
                prune(moves[searched_count:])
                cutoff = True
                break
            alpha = max(alpha, best)
        best = clamp(best, window) if is_fail_hard else best
        leave(node, best, EXPANDED, cutoff)
        return best, best_move

    turn, (alpha, beta) = game.turn(root), window
    value, best_move = visit(root, turn, None, depth, *((alpha, beta) if turn == MAX else (-beta, -alpha)))
    return turn * value, best_move


SEARCH = Search(
    name="negamax-alphabeta",
    run=negamax_alphabeta,
    summary="alpha-beta, one form for both players",
    code=CODE,
    family="alpha-beta",
    window=WindowRule(),
    view="mover",
)
