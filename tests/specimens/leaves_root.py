"""Tic-tac-toe with a function for the root that finds the best move, and one for all below it."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def score(board: str) -> float | None:
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else 0
    return None if "." in board else 0.5


def promise(board: str) -> float:
    return 0.5 + 0.03 * sum(board.count(mark) * sign for mark, sign in (("X", 1), ("O", -1))) + 0.1 * (board[4] == "X")


def played(board: str, square: int, mark: str) -> str:
    return board[:square] + mark + board[square + 1 :]


def search(board: str, depth: int, is_max: bool, alpha: float, beta: float) -> float:
    result = score(board)
    if result is not None:
        return result
    if depth <= 0:
        return promise(board)
    best = -1.0 if is_max else 2.0
    for square in range(9):
        if board[square] == ".":
            value = search(played(board, square, "X" if is_max else "O"), depth - 1, not is_max, alpha, beta)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
    return best


def best_move(board: str, depth: int) -> int:
    best, found = -1.0, -1
    for square in range(9):
        if board[square] == ".":
            value = search(played(board, square, "X"), depth - 1, False, best, 2.0)
            if value > best:
                best, found = value, square
    return found


def solve() -> int:
    return best_move("XO.......", 3)


def solve_late() -> int:
    return best_move("XO.OX....", 9)
