"""Connect three on four columns: columns are strings in a dict, one function with a flag, a depth that counts down."""

from __future__ import annotations

WIDTH, HEIGHT = 4, 3
Board = dict[int, str]


def available(board: Board) -> list[int]:
    return [column for column in range(WIDTH) if len(board[column]) < HEIGHT]


def at(board: Board, column: int, row: int) -> str:
    return board[column][row] if 0 <= column < WIDTH and 0 <= row < len(board[column]) else ""


def won(board: Board, piece: str) -> bool:
    for column in range(WIDTH):
        for row in range(HEIGHT):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if all(at(board, column + right * k, row + up * k) == piece for k in range(3)):
                    return True
    return False


def promise(board: Board, piece: str) -> int:
    other = "O" if piece == "X" else "X"
    mine = sum((2 - abs(2 * column - 3) // 2) * board[column].count(piece) for column in board)
    return mine - sum((2 - abs(2 * column - 3) // 2) * board[column].count(other) for column in board)


def drop(board: Board, column: int, piece: str) -> Board:
    after = dict(board)
    after[column] = after[column] + piece
    return after


def minimax(board: Board, depth: int, alpha: float, beta: float, maximizing_player: bool) -> tuple[int | None, float]:
    if won(board, "X"):
        return None, 100000
    if won(board, "O"):
        return None, -100000
    columns = available(board)
    if not columns:
        return None, 0
    if depth == 0:
        return None, promise(board, "X")
    choice = columns[0]
    if maximizing_player:
        value = float("-inf")
        for column in columns:
            score = minimax(drop(board, column, "X"), depth - 1, alpha, beta, False)[1]
            if score > value:
                value, choice = score, column
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return choice, value
    value = float("inf")
    for column in columns:
        score = minimax(drop(board, column, "O"), depth - 1, alpha, beta, True)[1]
        if score < value:
            value, choice = score, column
        beta = min(beta, value)
        if alpha >= beta:
            break
    return choice, value


def solve() -> tuple[int | None, float]:
    return minimax({0: "", 1: "X", 2: "O", 3: ""}, 5, float("-inf"), float("inf"), True)
