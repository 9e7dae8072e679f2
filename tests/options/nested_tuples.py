"""A function inside a function: tuples are the position, with who moves, and the window."""

import sys

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
ORDER = [int(square) for square in sys.argv[2]]


def utility(squares):
    for a, b, c in LINES:
        if squares[a] == squares[b] == squares[c] != ".":
            worth = 1 + sum(square == "." for square in squares)
            return worth if squares[a] == "X" else -worth
    return None if "." in squares else 0


def solve(squares):
    def visit(node, window, last=None):
        cells, side = node
        over = utility(cells)
        if over is not None:
            return over
        low, high = window
        best = -99 * side
        for k in ORDER:
            if cells[k] != ".":
                continue
            child = (*cells[:k], "X" if side > 0 else "O", *cells[k + 1 :])
            value = visit((child, -side), (low, high), k)
            if side > 0:
                best = max(best, value)
                low = max(low, best)
            else:
                best = min(best, value)
                high = min(high, best)
            if low >= high:
                break
        return best

    return visit((tuple(squares), 1), (-99, 99))


print(solve(sys.argv[1]))
