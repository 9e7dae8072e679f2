"""Negamax with alpha-beta and a memo of values, each with a flag: exact, or only a bound.

Nothing in this file knows that it may be recorded.
"""

from __future__ import annotations

INFINITY = float("inf")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

Memo = dict[tuple[str, ...], tuple[float, str]]


def lost(board: tuple[str, ...]) -> bool:
    """Whether the player who has just moved has three in a row."""
    return any(board[a] == board[b] == board[c] != " " for a, b, c in LINES)


def negamax(board: tuple[str, ...], mark: str, alpha: float, beta: float, memo: Memo) -> tuple[float, str]:
    """What the player to move gets, and whether that is exact, at least or at most."""
    if board in memo:
        value, flag = memo[board]
        if flag == "exact" or (flag == "at least" and value >= beta) or (flag == "at most" and value <= alpha):
            return memo[board]
    if lost(board):
        return -1, "exact"
    if " " not in board:
        return 0, "exact"
    other = "O" if mark == "X" else "X"
    best, low = -INFINITY, alpha
    for square in range(9):
        if board[square] != " ":
            continue
        answer, _ = negamax((*board[:square], mark, *board[square + 1 :]), other, -beta, -low, memo)
        best = max(best, -answer)
        if best >= beta:
            break
        low = max(low, best)
    memo[board] = best, "at most" if best <= alpha else "at least" if best >= beta else "exact"
    return memo[board]


def solve() -> float:
    """The value of the empty board for X, who begins."""
    return negamax((" ",) * 9, "X", -INFINITY, INFINITY, {})[0]


if __name__ == "__main__":
    print("with best play:", solve())
