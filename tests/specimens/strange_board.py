"""Tic-tac-toe on one list as a negamax and as a minimax in one function, as beginners write them."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board: list[str]) -> int | None:
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else -1
    return None if "." in board else 0


def negamax(board: list[str], player: str, alpha: int, beta: int) -> int:
    result = winner(board)
    if result is not None:
        return result if player == "X" else -result
    best = -99
    free = [k for k in range(9) if board[k] == "."]
    for k in free:
        board[k] = player
        value = -negamax(board, "O" if player == "X" else "X", -beta, -alpha)
        board[k] = "."
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def minimax(board: list[str], depth: int, alpha: int, beta: int, maximizing: bool) -> int:
    result = winner(board)
    if result is not None:
        return 10 * result
    if depth <= 0:
        return 0
    best = -99 if maximizing else 99
    for k in range(9):
        if board[k] == ".":
            board[k] = "X" if maximizing else "O"
            value = minimax(board, depth - 1, alpha, beta, not maximizing)
            board[k] = "."
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                return best
    return best


def solve_negamax() -> int:
    return negamax(list("XO......."), "X", -99, 99)


def solve_minimax() -> int:
    return minimax(list("XO......."), 7, -99, 99, True)
