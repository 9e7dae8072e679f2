"""Tic-tac-toe as a class that puts marks on a list of lists and takes them back; a method a player gives a tuple."""

from __future__ import annotations

from collections.abc import Iterator

Found = tuple[int, tuple[int, int] | None]


class Game:
    def __init__(self) -> None:
        self.board = [["X", ".", "."], [".", "O", "."], [".", ".", "."]]

    def lines(self) -> Iterator[list[str]]:
        rows = self.board
        yield from rows
        for k in range(3):
            yield [row[k] for row in rows]
        yield [rows[k][k] for k in range(3)]
        yield [rows[k][2 - k] for k in range(3)]

    def score(self) -> int | None:
        for line in self.lines():
            if line == ["X", "X", "X"]:
                return 10
            if line == ["O", "O", "O"]:
                return -10
        return None if any("." in row for row in self.board) else 0

    def max(self, alpha: int, beta: int) -> Found:
        score = self.score()
        if score is not None:
            return score, None
        best: int = -1000
        move = None
        for i in range(3):
            for j in range(3):
                if self.board[i][j] == ".":
                    self.board[i][j] = "X"
                    value, _ = self.min(alpha, beta)
                    self.board[i][j] = "."
                    if value > best:
                        best, move = value, (i, j)
                    if best >= beta:
                        return best, move
                    if best > alpha:
                        alpha = best
        return best, move

    def min(self, alpha: int, beta: int) -> Found:
        score = self.score()
        if score is not None:
            return score, None
        best: int = 1000
        move = None
        for i in range(3):
            for j in range(3):
                if self.board[i][j] == ".":
                    self.board[i][j] = "O"
                    value, _ = self.max(alpha, beta)
                    self.board[i][j] = "."
                    if value < best:
                        best, move = value, (i, j)
                    if best <= alpha:
                        return best, move
                    if best < beta:
                        beta = best
        return best, move


def solve() -> Found:
    return Game().max(-1000, 1000)
