"""Methods of a player over one board of rows; the window is two attributes of a tuple; a dictionary is returned."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Player:
    def __init__(self, squares):
        self.rows = [list(squares[first : first + 3]) for first in (0, 3, 6)]
        self.last = None

    def utility(self):
        squares = [square for row in self.rows for square in row]
        for a, b, c in LINES:
            if squares[a] == squares[b] == squares[c] != ".":
                return 1 if squares[a] == "X" else -1
        return None if "." in squares else 0

    def search(self, maximizing, window):
        over = self.utility()
        if over is not None:
            return {"value": over, "steps": 0}
        low, high = window
        found, steps = (-2 if maximizing else 2), 0
        for square in range(9):
            row, column = divmod(square, 3)
            if self.rows[row][column] != ".":
                continue
            self.rows[row][column], before, self.last = "XO"[not maximizing], self.last, square
            answer = self.search(not maximizing, (low, high))
            self.rows[row][column], self.last = ".", before
            steps += 1 + answer["steps"]
            if maximizing:
                found = max(found, answer["value"])
                low = max(low, found)
            else:
                found = min(found, answer["value"])
                high = min(high, found)
            if low >= high:
                break
        return {"value": found, "steps": steps}


print(Player(sys.argv[1]).search(True, (-2, 2)))
