"""A negamax over a list that it changes and changes back; a pair of the value and the move is returned."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def utility(things):
    for a, b, c in LINES:
        if things[a] == things[b] == things[c] != ".":
            return 1 if things[a] == "X" else -1
    return None if "." in things else 0


def best(things, side, low, high, last=None):
    over = utility(things)
    if over is not None:
        return side * over, None
    found, choice = -2, None
    for square in range(9):
        if things[square] != ".":
            continue
        things[square] = "X" if side > 0 else "O"
        value = -best(things, -side, -high, -low, square)[0]
        things[square] = "."
        if value > found:
            found, choice = value, square
        low = max(low, found)
        if low >= high:
            break
    return found, choice


print(best(list(sys.argv[1]), 1, -2, 2))
