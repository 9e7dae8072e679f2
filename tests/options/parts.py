"""A board that has a text of its own beside the number of the player: a position of two variables; no window."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Board:
    def __init__(self, squares):
        self.squares = list(squares)

    def __str__(self):
        return "\n".join("".join(self.squares[first : first + 3]) for first in (0, 3, 6))

    def utility(self):
        for a, b, c in LINES:
            if self.squares[a] == self.squares[b] == self.squares[c] != ".":
                return 1 if self.squares[a] == "X" else -1
        return None if "." in self.squares else 0


def visit(board, player, low, high, last=None):
    over = board.utility()
    if over is not None:
        return [over]
    best = (-2, 2)[player]
    for square in range(9):
        if board.squares[square] != ".":
            continue
        board.squares[square] = "XO"[player]
        value = visit(board, 1 - player, low, high, square)[0]
        board.squares[square] = "."
        if player:
            best = min(best, value)
            high = min(high, best)
        else:
            best = max(best, value)
            low = max(low, best)
        if low >= high:
            break
    return [best]


print(visit(Board(sys.argv[1]), 0, -2, 2))
