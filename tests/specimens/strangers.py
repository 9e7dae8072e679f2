"""Healthy searches in other people's manners, of numbers for positions: nothing is wrong with any of them."""

from __future__ import annotations

import math

GAMMA = 0.95


def worth(number: int) -> int:
    """What a position is worth, all the same at each call."""
    return (number * 2654435761 >> 4) % 61 - 30


def plain(i: int, d: int, maxi: bool) -> int:
    """A root of number 0, which its first child has as well."""
    if d == 6:
        return worth(i + 5)
    values = [plain(i * 4 + k, d + 1, not maxi) for k in range(4)]
    return max(values) if maxi else min(values)


def hard(i: int, d: int, alpha: float, beta: float, maxi: bool) -> float:
    """The same with a window, fail-hard."""
    if d == 6:
        return worth(i + 5)
    for k in range(4):
        if maxi:
            alpha = max(alpha, hard(i * 4 + k, d + 1, alpha, beta, False))
        else:
            beta = min(beta, hard(i * 4 + k, d + 1, alpha, beta, True))
        if alpha >= beta:
            break
    return alpha if maxi else beta


def verified(n: int, depth: int, alpha: int, beta: int, null: bool = True) -> int:
    """A null move, whose cutoff is verified by a search of the same position."""
    if depth <= 0:
        return worth(n)
    if null and depth >= 3 and worth(n) >= beta and -verified(-n, depth - 3, -beta, 1 - beta, False) >= beta:
        value = verified(n, depth - 3, beta - 1, beta, False)
        if value >= beta:
            return value
    best = -(10**9)
    for k in range(4):
        value = -verified(4 * n + k, depth - 1, -beta, -alpha)
        best, alpha = max(best, value), max(alpha, value)
        if alpha >= beta:
            break
    return best


def discounted(n: int, d: int, maxi: bool, alpha: float, beta: float) -> float:
    """Values that count less the later they are, and windows that are widened by as much."""
    if d == 0 or n % 9 == 5:
        return float(worth(n))
    best = -math.inf if maxi else math.inf
    for k in range(3):
        value = GAMMA * discounted(3 * n + k, d - 1, not maxi, alpha / GAMMA, beta / GAMMA)
        if maxi:
            best, alpha = max(best, value), max(alpha, value)
        else:
            best, beta = min(best, value), min(beta, value)
        if alpha >= beta:
            break
    return best


def weighted(n: int, depth: int, who: str) -> float:
    """An expectimax of three sides that are not equally likely, and that cost no depth."""
    if depth == 0:
        return float(worth(n))
    if who == "max":
        return max(weighted(3 * n + k, depth - 1, "chance") for k in range(3))
    return sum(p * weighted(3 * n + k + 7, depth, "max") for k, p in enumerate((0.5, 0.25, 0.25)))


def rewarded(n: int, depth: int, who: str) -> float:
    """The same, where each move also wins something at once, and chance has seldom the move."""
    if depth == 0:
        return float(worth(n))
    if who == "max":
        return max(worth(k) + rewarded(3 * n + k, depth - 1, "chance") for k in range(3))
    return sum(rewarded(2 * n + k, depth, "max") for k in range(2)) / 2
