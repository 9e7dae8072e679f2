"""Negamax on a line of pieces that step forward and capture; an object that makes moves and takes them back."""

from __future__ import annotations

Move = tuple[int, int]


class Position:
    """White goes right, Black goes left; who has no move, or no piece, has lost."""

    def __init__(self) -> None:
        self.cells = list("WW..BB.")
        self.mover = "W"

    def moves(self) -> list[Move]:
        step = 1 if self.mover == "W" else -1
        own = [square for square, piece in enumerate(self.cells) if piece == self.mover]
        steps = [(square, square + count * step) for square in own for count in (1, 2)]
        return [(a, b) for a, b in steps if 0 <= b < len(self.cells) and self.cells[b] != self.mover]

    def make(self, move: Move) -> str:
        square, target = move
        captured = self.cells[target]
        self.cells[target], self.cells[square] = self.mover, "."
        self.mover = "B" if self.mover == "W" else "W"
        return captured

    def unmake(self, move: Move, captured: str) -> None:
        square, target = move
        self.mover = "B" if self.mover == "W" else "W"
        self.cells[square] = self.mover
        self.cells[target] = captured


def negamax(position: Position, move: Move | None, alpha: float, beta: float) -> float:
    best = -100.0
    for step in position.moves():
        captured = position.make(step)
        value = -negamax(position, step, -beta, -alpha)
        position.unmake(step, captured)
        best = max(best, value)
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


def solve() -> float:
    return negamax(Position(), None, -100, 100)
