"""Alpha-beta for tic-tac-toe that returns the right value, and is wrong all the same.

Nothing in this file knows that it may be recorded: `plyscope run` records it, and `plyscope check` finds the mistake.
"""

from __future__ import annotations

board = [" "] * 9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(mark: str) -> bool:
    """Whether a player has three in a row."""
    return any(all(board[square] == mark for square in line) for line in LINES)


def alphabeta(is_max: bool, alpha: int, beta: int) -> int:
    """The value of the board: 1 for a win of X, -1 for one of O."""
    if won("X"):
        return 1
    if won("O"):
        return -1
    if " " not in board:
        return 0
    best = 0 if is_max else 2
    for square in range(9):
        if board[square] != " ":
            continue
        board[square] = "X" if is_max else "O"
        value = alphabeta(not is_max, alpha, beta)
        board[square] = " "
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best


if __name__ == "__main__":
    print("with best play:", alphabeta(True, -2, 2))
