"""Tic-tac-toe as a class that puts marks on a list of lists and takes them back, with one method for each player.

Nothing in this file knows that it may be recorded.
"""

from __future__ import annotations

Found = tuple[int, int | None, int | None]


class TicTacToe:
    """A board, and the two methods that search it."""

    def __init__(self) -> None:
        self.board = [[".", ".", "."], [".", ".", "."], [".", ".", "."]]

    def end(self) -> str | None:
        """The winner, a point for a draw, None while the game goes on."""
        rows = self.board
        columns = [[row[k] for row in rows] for k in range(3)]
        diagonals = [[rows[k][k] for k in range(3)], [rows[k][2 - k] for k in range(3)]]
        for line in (*rows, *columns, *diagonals):
            if line[0] != "." and line == [line[0]] * 3:
                return line[0]
        return None if any("." in row for row in rows) else "."

    def max(self, alpha: int, beta: int) -> Found:
        """X's best value, with the row and the column of the square that has it."""
        result = self.end()
        if result is not None:
            return {"X": 1, "O": -1, ".": 0}[result], None, None
        value, at_row, at_column = -2, None, None
        for row in range(3):
            for column in range(3):
                if self.board[row][column] != ".":
                    continue
                self.board[row][column] = "X"
                answer, _, _ = self.min(alpha, beta)
                self.board[row][column] = "."
                if answer > value:
                    value, at_row, at_column = answer, row, column
                if value >= beta:
                    return value, at_row, at_column
                alpha = max(alpha, value)
        return value, at_row, at_column

    def min(self, alpha: int, beta: int) -> Found:
        """O's best value, with the row and the column of the square that has it."""
        result = self.end()
        if result is not None:
            return {"X": 1, "O": -1, ".": 0}[result], None, None
        value, at_row, at_column = 2, None, None
        for row in range(3):
            for column in range(3):
                if self.board[row][column] != ".":
                    continue
                self.board[row][column] = "O"
                answer, _, _ = self.max(alpha, beta)
                self.board[row][column] = "."
                if answer < value:
                    value, at_row, at_column = answer, row, column
                if value <= alpha:
                    return value, at_row, at_column
                beta = min(beta, value)
        return value, at_row, at_column


if __name__ == "__main__":
    print("X plays", TicTacToe().max(-2, 2))
