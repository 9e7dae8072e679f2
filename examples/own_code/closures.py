"""Alpha-beta on tic-tac-toe as two functions inside a third: the way textbooks write it.

Nothing in this file knows that it may be recorded.
"""

from __future__ import annotations

INFINITY = float("inf")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def winner(squares: str) -> str | None:
    """X or O where one has three in a row."""
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            return squares[a]
    return None


def utility(squares: str) -> int:
    """1 if X has won, −1 if O has, 0 for a draw."""
    return {"X": 1, "O": -1, None: 0}[winner(squares)]


def after(squares: str, square: int, mark: str) -> str:
    """The squares with one more mark."""
    return squares[:square] + mark + squares[square + 1 :]


def alpha_beta_search(squares: str = ".........") -> int | None:
    """The best square for X."""

    def over(state: str) -> bool:
        return winner(state) is not None or "." not in state

    def actions(state: str) -> list[int]:
        return [square for square in range(9) if state[square] == "."]

    def max_value(state: str, alpha: float, beta: float) -> float:
        if over(state):
            return utility(state)
        best = -INFINITY
        for square in actions(state):
            best = max(best, min_value(after(state, square, "X"), alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def min_value(state: str, alpha: float, beta: float) -> float:
        if over(state):
            return utility(state)
        best = INFINITY
        for square in actions(state):
            best = min(best, max_value(after(state, square, "O"), alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best

    best_score, best_square = -INFINITY, None
    for square in actions(squares):
        score = min_value(after(squares, square, "X"), best_score, INFINITY)
        if score > best_score:
            best_score, best_square = score, square
    return best_square


if __name__ == "__main__":
    print("X plays on square", alpha_beta_search())
