"""Taking counters from two heaps, deepening turn by turn with one table that keeps the deeper of two entries."""

from __future__ import annotations

HEAPS = (5, 4)
EXACT, LOWER, UPPER = "exact", "lower", "upper"


class Engine:
    """A table that outlives the iterations."""

    def __init__(self) -> None:
        self.table: dict[tuple[tuple[int, int], int], tuple[int, float, str]] = {}

    def moves(self, heaps: tuple[int, int]) -> list[tuple[int, int]]:
        """The heaps after each move: one or two counters from one heap."""
        left, right = heaps
        return [(left - n, right) for n in (1, 2) if left >= n] + [(left, right - n) for n in (2, 1) if right >= n]

    def evaluate(self, heaps: tuple[int, int], colour: int) -> float:
        """Who looks better; at the end, who took the last counter has lost."""
        if heaps == (0, 0):
            return 50 * colour
        return float((heaps[0] * 5 - heaps[1] * 3) * colour + heaps[0] * heaps[1] % 7)

    def negamax(self, state: tuple[int, int], colour: int, depth: int, alpha: float, beta: float) -> float:
        """The value for the player to move."""
        before = alpha
        entry = self.table.get((state, colour))
        if entry and entry[0] >= depth:
            _, value, bound = entry
            if bound == EXACT:
                return value
            if bound == LOWER:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                return value
        if depth == 0 or state == (0, 0):
            return colour * self.evaluate(state, colour)
        best = -1000.0
        for after in self.moves(state):
            best = max(best, -self.negamax(after, -colour, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        if not entry or entry[0] <= depth:
            bound = UPPER if best <= before else LOWER if best >= beta else EXACT
            self.table[state, colour] = depth, best, bound
        return best


def solve(deepest: int = 7) -> float:
    """The value after the deepest iteration."""
    engine = Engine()
    value = 0.0
    for depth in range(1, deepest + 1):
        value = engine.negamax(HEAPS, 1, depth, -1000, 1000)
    return value
