"""Two players choose numbers that are still there; the board is a list of what is used, with a method a player."""

from __future__ import annotations

NUMBERS = (5, -3, 8, 2, -6)
WEIGHTS = (3, 1, 4, 1, 5)


class Choosing:
    """Number after number is chosen; the k-th choice counts WEIGHTS[k] times for MAX."""

    def __init__(self) -> None:
        self.used = [False] * len(NUMBERS)
        self.total = 0

    def max(self, turn: int, alpha: float, beta: float) -> tuple[float, int | None]:
        if turn == len(NUMBERS):
            return self.total, None
        best, choice = -9999.0, None
        for k, number in enumerate(NUMBERS):
            if self.used[k]:
                continue
            self.used[k] = True
            self.total += WEIGHTS[turn] * number
            value, _ = self.min(turn + 1, alpha, beta)
            self.total -= WEIGHTS[turn] * number
            self.used[k] = False
            if value > best:
                best, choice = value, k
            if best >= beta:
                return best, choice
            if best > alpha:
                alpha = best
        return best, choice

    def min(self, turn: int, alpha: float, beta: float) -> tuple[float, int | None]:
        if turn == len(NUMBERS):
            return self.total, None
        best, choice = 9999.0, None
        for k, number in enumerate(NUMBERS):
            if self.used[k]:
                continue
            self.used[k] = True
            self.total += WEIGHTS[turn] * number
            value, _ = self.max(turn + 1, alpha, beta)
            self.total -= WEIGHTS[turn] * number
            self.used[k] = False
            if value < best:
                best, choice = value, k
            if best <= alpha:
                return best, choice
            if best < beta:
                beta = best
        return best, choice


def solve() -> float:
    return Choosing().max(0, -9999, 9999)[0]
