"""Alpha-beta for tic-tac-toe as a first program has it: one function, and the board a variable of the module.

Nothing in this file knows that it may be recorded.
"""

from __future__ import annotations

board = [0, 0, 0, 0, 0, 0, 0, 0, 0]
LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]


def score() -> int | None:
    """1 or −1 for three in a row, 0 for a full board, None while the game goes on."""
    for line in LINES:
        total = board[line[0]] + board[line[1]] + board[line[2]]
        if abs(total) == 3:
            return total // 3
    return 0 if 0 not in board else None


def minimax(depth: int, is_maximizing: bool, alpha: float, beta: float) -> float:
    """The value of the board, searched no deeper than depth."""
    result = score()
    if result is not None or depth == 0:
        return result or 0
    best = -1000.0 if is_maximizing else 1000.0
    for square in range(9):
        if board[square] == 0:
            board[square] = 1 if is_maximizing else -1
            value = minimax(depth - 1, not is_maximizing, alpha, beta)
            board[square] = 0
            if is_maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
    return best


if __name__ == "__main__":
    print("with best play:", minimax(9, True, -1000, 1000))
