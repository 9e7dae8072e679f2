"""Negamax on tic-tac-toe with a deque of moves, the centre first."""

from __future__ import annotations

from collections import deque

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
Board = tuple[str, ...]


def lost(board: Board) -> bool:
    return any(board[a] != "." and board[a] == board[b] == board[c] for a, b, c in LINES)


def moves(board: Board) -> deque[int]:
    free = [square for square in range(9) if board[square] == "."]
    if 4 in free:
        free.remove(4)
        free.insert(0, 4)
    return deque(free)


def negamax(board: Board, alpha: float, beta: float) -> float:
    if lost(board):
        return -1
    mark = "X" if board.count("X") == board.count("O") else "O"
    queue, best = moves(board), -2.0
    if not queue:
        return 0
    while queue:
        square = queue.popleft()
        value = -negamax((*board[:square], mark, *board[square + 1 :]), -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def solve() -> float:
    return negamax(tuple("XO..  .XO".replace(" ", ".")), -2, 2)
