"""Sound searches with what engines have besides alpha-beta, each as one function of (state, depth, alpha, beta)."""

from __future__ import annotations

from typing import Any

INFINITY = float("inf")
game: Any = None
remembered: dict[Any, float] = {}
left = [0]


def worth(state: Any, depth: int) -> float | None:
    """The value of a leaf for its mover; None where the search goes on."""
    result = game.utility(state)
    if result is None and depth <= 0:
        result = game.evaluate(state)
    return None if result is None else state[2] * result


def reductions(state: Any, depth: int, alpha: float, beta: float) -> float:
    leaf = worth(state, depth)
    if leaf is not None:
        return leaf
    best = value = -INFINITY
    for number, move in enumerate(game.moves(state)):
        after, low = game.play(state, move), max(alpha, best)
        if number and depth >= 2:
            value = -reductions(after, depth - 2, -low - 0.001, -low)
        if not number or depth < 2 or value > low:
            value = -reductions(after, depth - 1, -beta, -low)
        best = max(best, value)
        if best >= beta:
            break
    return best


def probes(state: Any, depth: int, alpha: float, beta: float) -> float:
    value = worth(state, depth)
    if value is not None:
        return value
    if depth == 3:
        bound = beta + 0.4
        if probes(state, 1, bound - 0.001, bound) >= bound:
            return beta
        bound = alpha - 0.4
        if probes(state, 1, bound, bound + 0.001) <= bound:
            return alpha
    best = -INFINITY
    for move in game.moves(state):
        best = max(best, -probes(game.play(state, move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def shallower_first(state: Any, depth: int, alpha: float, beta: float) -> float:
    value = worth(state, depth)
    if value is not None:
        return value
    if depth >= 3:
        shallower_first(state, depth - 2, alpha, beta)
    best = -INFINITY
    for move in sorted(game.moves(state), key=lambda move: state[2] * game.evaluate(game.play(state, move))):
        best = max(best, -shallower_first(game.play(state, move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def several_cuts(state: Any, depth: int, alpha: float, beta: float, may_cut: bool = True) -> float:
    value = worth(state, depth)
    if value is not None:
        return value
    if may_cut and depth >= 3:
        shown = [
            -several_cuts(game.play(state, move), depth - 2, -beta, -beta + 1, False) for move in game.moves(state)
        ]
        if sum(value >= beta for value in shown) >= 2:
            return beta
    best = -INFINITY
    for move in game.moves(state):
        best = max(best, -several_cuts(game.play(state, move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def static_cuts(state: Any, depth: int, alpha: float, beta: float) -> float:
    value = worth(state, depth)
    if value is not None:
        return value
    if depth == 1 and state[2] * game.evaluate(state) - 0.3 >= beta:
        return float(state[2] * game.evaluate(state) - 0.3)
    best = -INFINITY
    for move in game.moves(state):
        best = max(best, -static_cuts(game.play(state, move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def discounts(state: Any, depth: int, alpha: float, beta: float) -> float:
    value = worth(state, depth)
    if value is not None:
        return value
    return 0.9 * max(-discounts(game.play(state, move), depth - 1, alpha, beta) for move in game.moves(state))


def asked_before(state: Any, depth: int, alpha: float, beta: float) -> float:
    value = worth(state, depth)
    if value is not None:
        return value
    best = -INFINITY
    for move in game.moves(state):
        after = game.play(state, move)
        if (after, depth) not in remembered:
            remembered[after, depth] = -asked_before(after, depth - 1, -INFINITY, INFINITY)
        best = max(best, remembered[after, depth])
    return best


def ends_at_once(state: Any, depth: int, alpha: float, beta: float) -> float:
    best = -INFINITY
    for move in game.moves(state):
        after = game.play(state, move)
        value = worth(after, depth - 1)
        value = -ends_at_once(after, depth - 1, -beta, -max(alpha, best)) if value is None else -value
        best = max(best, value)
        if best >= beta:
            break
    return best


def later_wins_count_less(state: Any, depth: int, alpha: float, beta: float) -> float:
    result = game.utility(state)
    if result is not None:
        return float(state[2] * ((result > 0) - (result < 0)) * (100 - state[0]))
    if depth <= 0:
        return float(state[2] * game.evaluate(state))
    alpha, beta = max(alpha, state[0] - 100), min(beta, 99 - state[0])
    if alpha >= beta:
        return alpha
    best = -INFINITY
    for move in game.moves(state):
        best = max(best, -later_wins_count_less(game.play(state, move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def interrupted(state: Any, depth: int, alpha: float, beta: float) -> float:
    left[0] -= 1
    if left[0] < 0:
        raise TimeoutError
    value = worth(state, depth)
    if value is not None:
        return value
    best = -INFINITY
    for move in game.moves(state):
        best = max(best, -interrupted(game.play(state, move), depth - 1, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
