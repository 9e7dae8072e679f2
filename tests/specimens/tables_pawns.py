"""Iterative deepening with a table of depth and value, over the pawns of another file."""

from __future__ import annotations

from specimens.kinds_engine import INFINITY, START, Position, evaluate, moves, over, play

table: dict[Position, tuple[int, int]] = {}


def search(position: Position, depth: int) -> int:
    if position in table:
        stored, value = table[position]
        if stored >= depth and position != START:
            return value
    colour, result = (1 if position[1] == "W" else -1), over(position)
    if result is not None or depth == 0:
        return colour * (evaluate(position) if result is None else result)
    best = -INFINITY
    for move in moves(position):
        best = max(best, -search(play(position, move), depth - 1))
    table[position] = depth, best
    return best


def solve() -> int:
    value = 0
    for depth in (1, 2, 3, 4):
        value = search(START, depth)
    return value
