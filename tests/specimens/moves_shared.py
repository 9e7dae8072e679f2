"""Tic-tac-toe as a class whose free squares stand in one list: taken out by a move, put back behind."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Player:
    def __init__(self, squares: str) -> None:
        self.board = list(squares)
        self.free = [square for square in range(9) if squares[square] == "."]

    def won(self, mark: str) -> bool:
        return any(all(self.board[square] == mark for square in line) for line in LINES)

    def max_value(self) -> int:
        if self.won("O"):
            return -1
        if not self.free:
            return 0
        best = -2
        for square in list(self.free):
            self.free.remove(square)
            self.board[square] = "X"
            best = max(best, self.min_value())
            self.board[square] = "."
            self.free.append(square)
        return best

    def min_value(self) -> int:
        if self.won("X"):
            return 1
        if not self.free:
            return 0
        best = 2
        for square in tuple(self.free):
            self.free.remove(square)
            self.board[square] = "O"
            best = min(best, self.max_value())
            self.board[square] = "."
            self.free.append(square)
        return best


def solve() -> int:
    return Player("XO.OX....").max_value()
