"""Tic-tac-toe as a negamax whose memo takes a board and its reflections for one; earlier wins count more."""

from __future__ import annotations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SYMMETRIES = (
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (2, 1, 0, 5, 4, 3, 8, 7, 6),
    (6, 7, 8, 3, 4, 5, 0, 1, 2),
    (8, 7, 6, 5, 4, 3, 2, 1, 0),
    (0, 3, 6, 1, 4, 7, 2, 5, 8),
    (6, 3, 0, 7, 4, 1, 8, 5, 2),
    (2, 5, 8, 1, 4, 7, 0, 3, 6),
    (8, 5, 2, 7, 4, 1, 6, 3, 0),
)

memo: dict[str, tuple[int, str]] = {}


def canonical(board: str) -> str:
    """The first of a board's reflections."""
    return min("".join(board[square] for square in symmetry) for symmetry in SYMMETRIES)


def negamax(board: str, mark: str, alpha: int, beta: int) -> int:
    """What the player to move gets."""
    key, first = canonical(board), alpha
    if key in memo:
        value, flag = memo[key]
        if flag == "exact" or (flag == "lower" and value >= beta) or (flag == "upper" and value <= alpha):
            return value
    if any(board[a] == board[b] == board[c] != "." for a, b, c in LINES):
        return -1 - board.count(".")
    if "." not in board:
        return 0
    best = -99
    for square in range(9):
        if board[square] == ".":
            after = board[:square] + mark + board[square + 1 :]
            best = max(best, -negamax(after, "O" if mark == "X" else "X", -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    memo[key] = best, "upper" if best <= first else "lower" if best >= beta else "exact"
    return best


def solve() -> int:
    """What X gets after a first exchange."""
    memo.clear()
    return negamax("X...O....", "X", -99, 99)
