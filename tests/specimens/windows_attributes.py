"""A negamax as a class with the window in two attributes, which are turned for each call and put back after it."""

from __future__ import annotations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Solver:
    """Tic-tac-toe on a list that is written and wiped; a win counts the more the sooner it comes."""

    def __init__(self) -> None:
        self.board = [".", ".", ".", "O", ".", ".", "X", "O", "X"]
        self.alpha, self.beta = -1000, 1000

    def lost(self) -> bool:
        """Whether three of one kind are in a row."""
        return any(self.board[a] == self.board[b] == self.board[c] != "." for a, b, c in LINES)

    def negamax(self, mark: str) -> int:
        """The value for the player to move."""
        empty = [square for square in range(9) if self.board[square] == "."]
        if self.lost():
            return -10 - len(empty)
        if not empty:
            return 0
        kept, best = (self.alpha, self.beta), -1000
        for square in empty:
            self.board[square] = mark
            self.alpha, self.beta = -self.beta, -self.alpha
            value = -self.negamax("O" if mark == "X" else "X")
            self.alpha, self.beta = -self.beta, -self.alpha
            self.board[square] = "."
            best = max(best, value)
            self.alpha = max(self.alpha, best)
            if self.alpha >= self.beta:
                break
        self.alpha, self.beta = kept
        return best


def solve() -> int:
    return Solver().negamax("X")
