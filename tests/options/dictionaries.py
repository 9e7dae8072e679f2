"""Dictionaries are the position, which is changed and changed back, the window and the scores of both players."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ORDER = [int(square) for square in sys.argv[2]]


def utility(squares):
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            worth = 1 + sum(square == "." for square in squares)
            return worth if squares[a] == "X" else -worth
    return None if "." in squares else 0


def evaluate(position, player, bounds, came_by=None):
    over = utility([position[k] for k in range(9)])
    if over is not None:
        return {"X": over, "O": -over}
    best = None
    for k in ORDER:
        if position[k] != ".":
            continue
        position[k] = player
        scores = evaluate(position, "O" if player == "X" else "X", dict(bounds), k)
        position[k] = "."
        if best is None or scores[player] > best[player]:
            best = scores
        if player == "X":
            bounds["low"] = max(bounds["low"], best["X"])
        else:
            bounds["high"] = min(bounds["high"], best["X"])
        if bounds["low"] >= bounds["high"]:
            break
    return best


print(evaluate(dict(enumerate(sys.argv[1])), "X", {"low": -99, "high": 99}))
