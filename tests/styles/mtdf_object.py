"""MTD(f) whose table is an object with methods, and entries with bounds."""
from collections import namedtuple

Entry = namedtuple("Entry", "low high depth")
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Cells:
    def __init__(self):
        self.d = {}

    def find(self, position):
        return self.d.get(position)

    def put(self, position, entry):
        self.d[position] = entry


class Solver:
    def __init__(self):
        self.tt = Cells()

    def ab(self, cells, me, depth, alpha, beta):
        position = tuple(cells), me
        entry = self.tt.find(position)
        if entry is not None and entry.depth == depth:
            if entry.low >= beta:
                return entry.low
            if entry.high <= alpha:
                return entry.high
            alpha, beta = max(alpha, entry.low), min(beta, entry.high)
        if any(cells[a] == -me and cells[a] == cells[b] == cells[c] for a, b, c in WINS):
            best = -10
        elif depth == 0 or all(cells):
            best = 0
        else:
            best, a = -99, alpha
            for i in range(9):
                if not cells[i]:
                    cells[i] = me
                    best = max(best, -self.ab(cells, -me, depth - 1, -beta, -a))
                    cells[i] = 0
                    a = max(a, best)
                    if best >= beta:
                        break
        low, high = (best, best) if alpha < best < beta else (-99, best) if best <= alpha else (best, 99)
        self.tt.put(position, Entry(low, high, depth))
        return best

    def mtdf(self, cells, me, depth, guess):
        low, high, g = -99, 99, guess
        while low < high:
            beta = g + 1 if g == low else g
            g = self.ab(cells, me, depth, beta - 1, beta)
            if g < beta:
                high = g
            else:
                low = g
        return g


solver = Solver()
g = 0
for depth in range(2, 7):
    g = solver.mtdf([1, 0, 0, 0, -1, 0, 0, 0, 0], 1, depth, g)
print(g)
