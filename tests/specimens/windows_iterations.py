"""Iterative deepening in the function that chooses the move: it tries all moves at each depth, the last best first."""

from __future__ import annotations

Position = tuple[int, ...]
SEED = 4


def looks(position: Position) -> int:
    number = SEED
    for move in position:
        number = (29 * number + 11 * move + 3) % 991
    return number % 19 - 9


def alphabeta(position: Position, depth: int, alpha: int, beta: int, maximizing: bool) -> int:
    if depth == 0:
        return looks(position)
    for move in range(3):
        value = alphabeta((*position, move), depth - 1, alpha, beta, not maximizing)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if maximizing else beta


def choose(position: Position) -> int:
    moves = [0, 1, 2]
    for depth in (1, 2, 3, 4):
        best = -99
        for move in list(moves):
            value = alphabeta((*position, move), depth, best, 99, False)
            if value > best:
                best = value
                moves.remove(move)
                moves.insert(0, move)
    return moves[0]


def solve() -> int:
    return choose(())
