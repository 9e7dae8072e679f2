"""Tic-tac-toe from a late position: a function for each player, inside a third, on copied strings."""

from __future__ import annotations

INFINITY = float("inf")
LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def utility(board: str) -> int:
    for line in LINES:
        marks = {board[int(square)] for square in line}
        if marks == {"X"}:
            return 1
        if marks == {"O"}:
            return -1
    return 0


def over(board: str) -> bool:
    return utility(board) != 0 or "." not in board


def actions(board: str) -> list[int]:
    return [square for square in range(9) if board[square] == "."]


def result(board: str, square: int, mark: str) -> str:
    return board[:square] + mark + board[square + 1 :]


def value_of(board: str) -> float:
    def max_value(board: str, alpha: float, beta: float) -> float:
        if over(board):
            return utility(board)
        best = -INFINITY
        for square in actions(board):
            value = min_value(result(board, square, "X"), alpha, beta)
            best = max(best, value)
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(board: str, alpha: float, beta: float) -> float:
        if over(board):
            return utility(board)
        best = INFINITY
        for square in actions(board):
            value = max_value(result(board, square, "O"), alpha, beta)
            best = min(best, value)
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    return max_value(board, -INFINITY, INFINITY)


def solve() -> float:
    return value_of("X...O....")
