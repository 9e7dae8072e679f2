"""Negamax on tic-tac-toe with a colour, whose wins count the more the sooner they come; to a depth or to the end."""

from __future__ import annotations

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def winner(board: str) -> int:
    for a, b, c in LINES:
        if board[a] != "." and board[a] == board[b] == board[c]:
            return 1 if board[a] == "X" else -1
    return 0


def evaluate(board: str) -> float:
    lines = ["".join(board[square] for square in line) for line in LINES]
    return sum(("O" not in line) - ("X" not in line) for line in lines) / 9


def negamax(board: str, depth: int, ply: int, color: int, alpha: float, beta: float) -> float:
    won = winner(board)
    if won:
        return color * won * (20 - ply)
    if "." not in board:
        return 0
    if depth == 0:
        return color * evaluate(board)
    best = -1000.0
    for square in range(9):
        if board[square] != ".":
            continue
        child = board[:square] + ("X" if color == 1 else "O") + board[square + 1 :]
        best = max(best, -negamax(child, depth - 1, ply + 1, -color, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def solve() -> float:
    return negamax("XO..X.O..", 9, 0, 1, -1000, 1000)


def solve_to_a_depth() -> float:
    return negamax("X...O....", 3, 0, 1, -1000, 1000)


def solve_in_passes() -> list[float]:
    return [negamax("XO..X.O..", depth, 0, 1, -1000, 1000) for depth in range(2, 4)]


def solve_for_o() -> float:
    return negamax("X...O...X", 6, 0, -1, -1000, 1000)
