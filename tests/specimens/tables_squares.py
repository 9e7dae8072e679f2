"""Two players claim the squares of a 2 by 3 board in turn; lines and corners give points. A class with a table.

The board is one list that is marked and cleaned; the search is fail-hard, and its table has a bound with each value.
"""

from __future__ import annotations

POINTS = {(0, 1, 2): 5, (3, 4, 5): 3, (0, 3): 4, (1, 4): 2, (2, 5): 6, (0, 4): 1, (1, 5): 3, (2, 4): 2, (1, 3): 1}


class Player:
    """A board and what is known of its positions."""

    def __init__(self) -> None:
        self.board = ["."] * 6
        self.table: dict[str, tuple[str, int]] = {}

    def score(self) -> int:
        """X's points less O's."""
        owned = {"X": 1, "O": -1}
        return sum(points * self.share(line, owned) for line, points in POINTS.items())

    def share(self, line: tuple[int, ...], owned: dict[str, int]) -> int:
        """Who has most of a line."""
        total = sum(owned[self.board[square]] for square in line)
        return (total > 0) - (total < 0)

    def from_table(self, alpha: int, beta: int) -> int | None:
        """A value that decides."""
        kind, value = self.table.get("".join(self.board), ("none", 0))
        if kind == "exact":
            return min(max(value, alpha), beta)
        if kind == "at least" and value >= beta:
            return beta
        if kind == "at most" and value <= alpha:
            return alpha
        return None

    def to_table(self, value: int, alpha: int, beta: int) -> int:
        """Keep a value with what it means."""
        kind = "at most" if value <= alpha else "at least" if value >= beta else "exact"
        self.table["".join(self.board)] = kind, value
        return value

    def max(self, alpha: int, beta: int) -> int:
        """X's turn."""
        known = self.from_table(alpha, beta)
        if known is not None:
            return known
        if "." not in self.board:
            return min(max(self.score(), alpha), beta)
        low = alpha
        for square in range(6):
            if self.board[square] == ".":
                self.board[square] = "X"
                low = max(low, self.min(low, beta))
                self.board[square] = "."
                if low >= beta:
                    return self.to_table(beta, alpha, beta)
        return self.to_table(low, alpha, beta)

    def min(self, alpha: int, beta: int) -> int:
        """O's turn."""
        known = self.from_table(alpha, beta)
        if known is not None:
            return known
        if "." not in self.board:
            return min(max(self.score(), alpha), beta)
        high = beta
        for square in range(6):
            if self.board[square] == ".":
                self.board[square] = "O"
                high = min(high, self.max(alpha, high))
                self.board[square] = "."
                if high <= alpha:
                    return self.to_table(alpha, alpha, beta)
        return self.to_table(high, alpha, beta)


def solve() -> int:
    """X's points less O's, with best play."""
    return Player().max(-99, 99)
