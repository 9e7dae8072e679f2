"""A row of numbers from which two players take the left or the right one: MTD(f) with a table of two bounds each."""

from __future__ import annotations

ROW = (3, 9, 1, 7, 5, 8, 2, 6)
INFINITY = 10_000


class Solver:
    """The row, and for each stretch of it and score a lower and an upper bound."""

    def __init__(self) -> None:
        self.bounds: dict[tuple[int, int, int], tuple[int, int]] = {}

    def memory(self, left: int, right: int, score: int, alpha: int, beta: int) -> int:
        """The value, or a bound of it beyond the window: fail-soft."""
        key = left, right, score
        lower, upper = self.bounds.get(key, (-INFINITY, INFINITY))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        if left > right:
            return score
        first = (right - left) % 2 == 1
        best, low, high = (-INFINITY if first else INFINITY), alpha, beta
        for taken, after in ((left, (left + 1, right)), (right, (left, right - 1))):
            gain = ROW[taken] if first else -ROW[taken]
            value = self.memory(*after, score + gain, low, high)
            if first:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        if best <= alpha:
            upper = best
        elif best >= beta:
            lower = best
        else:
            lower = upper = best
        self.bounds[key] = lower, upper
        return best

    def mtdf(self, guess: int = 0) -> int:
        """The value of the whole row, closed in from both sides."""
        lower, upper = -INFINITY, INFINITY
        while lower < upper:
            beta = max(guess, lower + 1)
            guess = self.memory(0, len(ROW) - 1, 0, beta - 1, beta)
            if guess < beta:
                upper = guess
            else:
                lower = guess
        return guess


def solve() -> int:
    """What who begins gets more."""
    return Solver().mtdf()
