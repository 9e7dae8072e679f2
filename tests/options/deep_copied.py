"""One function that copies a board for each move; a dictionary of the value and the move is returned."""

import copy
import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ORDER = [int(square) for square in sys.argv[2]]


def utility(squares):
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            worth = 1 + sum(square == "." for square in squares)
            return worth if squares[a] == "X" else -worth
    return None if "." in squares else 0


class Board:
    def __init__(self, squares):
        self.cells = list(squares)
        self.player = 1
        self.last = None

    def play(self, k):
        self.cells[k] = "X" if self.player == 1 else "O"
        self.player = -self.player
        self.last = k

    def moves(self):
        return [] if utility(self.cells) is not None else [k for k in ORDER if self.cells[k] == "."]

    def __str__(self):
        return "".join(self.cells)


def minimax(board, depth, low, high, maximizing):
    over = utility(board.cells)
    if over is not None:
        return {"score": over, "move": None}
    best = {"score": -99 if maximizing else 99, "move": None}
    for k in board.moves():
        child = copy.deepcopy(board)
        child.play(k)
        found = minimax(child, depth - 1, low, high, not maximizing)
        if maximizing:
            if found["score"] > best["score"]:
                best = {"score": found["score"], "move": k}
            low = max(low, best["score"])
        else:
            if found["score"] < best["score"]:
                best = {"score": found["score"], "move": k}
            high = min(high, best["score"])
        if low >= high:
            break
    return best


print(minimax(Board(sys.argv[1]), sys.argv[1].count("."), -99, 99, True))
