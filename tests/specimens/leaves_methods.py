"""Tic-tac-toe to a depth, as a class with a method for each player and an evaluation of open lines."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Engine:
    def __init__(self, squares: str) -> None:
        self.board = list(squares)

    def row(self, mark: str) -> bool:
        return any(all(self.board[square] == mark for square in line) for line in LINES)

    def over(self) -> bool:
        return self.row("X") or self.row("O") or "." not in self.board

    def utility(self) -> float:
        if self.row("X"):
            return 100
        if self.row("O"):
            return -100
        return 0

    def evaluate(self) -> float:
        """How many lines are open to X alone, less those open to O alone, and three for the centre."""
        lines = [[self.board[square] for square in line] for line in LINES]
        open_lines = sum(("O" not in line) - ("X" not in line) for line in lines)
        return open_lines + {"X": 3, "O": -3, ".": 0}[self.board[4]]

    def max_value(self, depth: int, alpha: float, beta: float) -> float:
        if self.over():
            return self.utility()
        if depth == 0:
            return self.evaluate()
        best = -1000.0
        for square in range(9):
            if self.board[square] != ".":
                continue
            self.board[square] = "X"
            best = max(best, self.min_value(depth - 1, alpha, beta))
            self.board[square] = "."
            if best >= beta:
                break
            alpha = max(alpha, best)
        return best

    def min_value(self, depth: int, alpha: float, beta: float) -> float:
        if self.over():
            return 1 * self.utility()
        if depth == 0:
            return 1 * self.evaluate()
        best = 1000.0
        for square in range(9):
            if self.board[square] != ".":
                continue
            self.board[square] = "O"
            best = min(best, self.max_value(depth - 1, alpha, beta))
            self.board[square] = "."
            if best <= alpha:
                break
            beta = min(beta, best)
        return best


def solve() -> float:
    return Engine("X...O....").max_value(4, -1000, 1000)


def solve_late() -> float:
    return Engine("XOX.O....").max_value(9, -1000, 1000)
