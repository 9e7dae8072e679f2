"""Tic-tac-toe with a copy of the board for each move: a list of lists that is handed on."""

from __future__ import annotations

Board = list[list[str]]


def copied(board: Board) -> Board:
    return [row[:] for row in board]


def winner(board: Board) -> str | None:
    columns = [[row[k] for row in board] for k in range(3)]
    diagonals = [[board[k][k] for k in range(3)], [board[k][2 - k] for k in range(3)]]
    return next((line[0] for line in (*board, *columns, *diagonals) if line[0] != "." and len(set(line)) == 1), None)


def after(board: Board, row: int, column: int, mark: str) -> Board:
    new = copied(board)
    new[row][column] = mark
    return new


def minimax(board: Board, mark: str, alpha: float, beta: float) -> float:
    won = winner(board)
    if won is not None:
        return 1 if won == "X" else -1
    free = [(row, column) for row in range(3) for column in range(3) if board[row][column] == "."]
    if not free:
        return 0
    best = -2.0 if mark == "X" else 2.0
    for row, column in free:
        value = minimax(after(board, row, column, mark), "O" if mark == "X" else "X", alpha, beta)
        if mark == "X":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def solve() -> float:
    return minimax([["X", "O", "."], [".", "X", "."], ["O", ".", "."]], "X", -2, 2)
