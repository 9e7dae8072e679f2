"""Tic-tac-toe on a list of squares; the squares to try are taken from a list of those that are free."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def score(board: list[str]) -> int | None:
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else -1
    return None if "." in board else 0


def minimax(board: list[str], maximizing: bool, alpha: float, beta: float) -> float:
    result = score(board)
    if result is not None:
        return result
    mark = "X" if board.count("X") == board.count("O") else "O"
    squares = [square for square in range(9) if board[square] == "."]
    best = -2.0 if maximizing else 2.0
    for square in list(squares):
        squares.remove(square)
        board[square] = mark
        value = minimax(board, not maximizing, alpha, beta)
        board[square] = "."
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def solve() -> float:
    return minimax(list("XO..X..O."), True, -2, 2)
