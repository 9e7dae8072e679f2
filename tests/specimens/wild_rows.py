"""Tic-tac-toe on a list of rows: two loops over the squares, and a depth that counts up."""

from __future__ import annotations

board = [["X", "O", "_"], ["_", "_", "_"], ["_", "_", "_"]]
WIN = 10


def has_moves(board: list[list[str]]) -> bool:
    return any("_" in row for row in board)


def evaluate(board: list[list[str]]) -> int:
    for row in range(3):
        if board[row][0] == board[row][1] == board[row][2] != "_":
            return WIN if board[row][0] == "X" else -WIN
    for column in range(3):
        if board[0][column] == board[1][column] == board[2][column] != "_":
            return WIN if board[0][column] == "X" else -WIN
    if board[0][0] == board[1][1] == board[2][2] != "_":
        return WIN if board[0][0] == "X" else -WIN
    if board[0][2] == board[1][1] == board[2][0] != "_":
        return WIN if board[0][2] == "X" else -WIN
    return 0


def minimax(board: list[list[str]], depth: int, is_max: bool, alpha: float, beta: float) -> float:
    score = evaluate(board)
    if score == WIN:
        return score - depth
    if score == -WIN:
        return score + depth
    if not has_moves(board):
        return 0
    best: float
    if is_max:
        best = -1000
        for row in range(3):
            for column in range(3):
                if board[row][column] == "_":
                    board[row][column] = "X"
                    value = minimax(board, depth + 1, not is_max, alpha, beta)
                    board[row][column] = "_"
                    best = max(best, value)
                    alpha = max(alpha, best)
                    if beta <= alpha:
                        return best
        return best
    best = 1000
    for row in range(3):
        for column in range(3):
            if board[row][column] == "_":
                board[row][column] = "O"
                value = minimax(board, depth + 1, not is_max, alpha, beta)
                board[row][column] = "_"
                best = min(best, value)
                beta = min(beta, best)
                if beta <= alpha:
                    return best
    return best


def solve() -> float:
    return minimax(board, 0, True, -1000, 1000)
