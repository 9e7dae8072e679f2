"""An engine for pawns that take sideways: scouts, second searches, null moves, captures beyond the horizon; fail-hard.

Each kind of call stands on a line of its own. The pawns of W go up, those of B down; who comes to the last row wins.
"""

from __future__ import annotations

INFINITY = 1000
WIDTH, ROWS = 4, 4
DEPTH = 5
Position = tuple[str, str]
START: Position = ("BBBB" + "." * 8 + "WWWW", "W")


def moves(position: Position) -> list[tuple[int, int]]:
    board, mover = position
    ahead, found = (-WIDTH if mover == "W" else WIDTH), []
    for square, pawn in enumerate(board):
        to = square + ahead
        if pawn != mover or not 0 <= to < WIDTH * ROWS:
            continue
        if board[to] == ".":
            found.append((square, to))
        if to % WIDTH and board[to - 1] != mover:
            found.append((square, to - 1))
        if (to + 1) % WIDTH and board[to + 1] != mover:
            found.append((square, to + 1))
    return found


def captures(position: Position) -> list[tuple[int, int]]:
    return [move for move in moves(position) if position[0][move[1]] not in (".", position[1])]


def play(position: Position, move: tuple[int, int]) -> Position:
    board = list(position[0])
    board[move[0]], board[move[1]] = ".", position[1]
    return "".join(board), other(position[1])


def other(mover: str) -> str:
    return "B" if mover == "W" else "W"


def over(position: Position) -> int | None:
    board = position[0]
    if "W" in board[:WIDTH] or "B" not in board:
        return 100
    return -100 if "B" in board[-WIDTH:] or "W" not in board else None


def evaluate(position: Position) -> int:
    pawns = {"W": [0, 0], "B": [0, 0]}
    for square, pawn in enumerate(position[0]):
        if pawn != ".":
            row = square // WIDTH
            pawns[pawn][0] += 1
            pawns[pawn][1] += ROWS - 1 - row if pawn == "W" else row
    return 2 * (pawns["W"][0] - pawns["B"][0]) + pawns["W"][1] - pawns["B"][1]


def quiesce(position: Position, alpha: int, beta: int) -> int:
    colour, result = (1 if position[1] == "W" else -1), over(position)
    if result is not None:
        return min(max(colour * result, alpha), beta)
    alpha = max(alpha, colour * evaluate(position))
    for move in captures(position):
        if alpha >= beta:
            break
        alpha = max(alpha, -quiesce(play(position, move), -beta, -alpha))
    return min(alpha, beta)


def search(position: Position, depth: int, alpha: int, beta: int, null: bool = True) -> int:
    colour, result = (1 if position[1] == "W" else -1), over(position)
    if result is not None:
        return min(max(colour * result, alpha), beta)
    if depth <= 0:
        return quiesce(position, alpha, beta)
    if null and depth >= 3 and beta < 100:
        value = -search((position[0], other(position[1])), depth - 3, -beta, -beta + 1, False)
        if value >= beta:
            return beta
    for number, move in enumerate(moves(position)):
        after = play(position, move)
        if not number:
            value = -search(after, depth - 1, -beta, -alpha)
        else:
            value = -search(after, depth - 1, -alpha - 1, -alpha)
            if alpha < value < beta:
                value = -search(after, depth - 1, -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            return beta
    return alpha


def solve() -> int:
    return search(START, DEPTH, -INFINITY, INFINITY)
