"""Tic-tac-toe as a class that makes and unmakes moves on a list of lists; a method for each player."""

from __future__ import annotations


class TicTacToe:
    def __init__(self) -> None:
        self.board = [["X", ".", "."], [".", "O", "."], [".", ".", "."]]

    def winner(self) -> str | None:
        rows = self.board
        lines = [*rows, *([row[k] for row in rows] for k in range(3))]
        lines += [[rows[k][k] for k in range(3)], [rows[k][2 - k] for k in range(3)]]
        for line in lines:
            if line[0] != "." and line.count(line[0]) == 3:
                return line[0]
        return None

    def full(self) -> bool:
        return not any("." in row for row in self.board)

    def max(self, alpha: float, beta: float) -> float:
        winner = self.winner()
        if winner or self.full():
            return {"X": 1, "O": -1, None: 0}[winner]
        best = -float("inf")
        for row in range(3):
            for column in range(3):
                if self.board[row][column] == ".":
                    self.board[row][column] = "X"
                    best = max(best, self.min(alpha, beta))
                    self.board[row][column] = "."  # X takes back
                    if best >= beta:
                        return best
                    alpha = max(alpha, best)
        return best

    def min(self, alpha: float, beta: float) -> float:
        winner = self.winner()
        if winner or self.full():
            return {"X": 1, "O": -1, None: 0}[winner]
        best = float("inf")
        for row in range(3):
            for column in range(3):
                if self.board[row][column] == ".":
                    self.board[row][column] = "O"
                    best = min(best, self.max(alpha, beta))
                    self.board[row][column] = "."  # O takes back
                    if best <= alpha:
                        return best
                    beta = min(beta, best)
        return best


def solve() -> float:
    return TicTacToe().max(-float("inf"), float("inf"))
