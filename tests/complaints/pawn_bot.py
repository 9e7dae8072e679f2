"""A race of pawns on a line; a dictionary of functions takes the greatest or the least."""


class Bot:
    def __init__(self, cells):
        self.cells = list(cells)

    def moves(self, side):
        step = 1 if side == "L" else -1
        for i, c in enumerate(self.cells):
            if c != side:
                continue
            for k in (1, 2):
                j = i + k * step
                if 0 <= j < len(self.cells) and self.cells[j] == "." and (k == 1 or self.cells[i + step] != "."):
                    yield i, j
                if k == 1 and not (0 <= j < len(self.cells) and self.cells[j] == "."):
                    continue

    def apply(self, i, j):
        self.cells[i], self.cells[j] = self.cells[j], self.cells[i]

    def value(self, side, depth, lo, hi):
        options = list(self.moves(side))
        if depth == 0 or not options:
            bonus = 0 if depth == 0 else (-5 if side == "L" else 5)
            return (
                bonus
                + sum(i for i, c in enumerate(self.cells) if c == "L")
                - sum(len(self.cells) - 1 - i for i, c in enumerate(self.cells) if c == "R")
            )
        pick = {"L": max, "R": min}[side]
        best = None
        for i, j in options:
            self.apply(i, j)
            v = self.value("R" if side == "L" else "L", depth - 1, lo, hi)
            self.apply(j, i)
            best = v if best is None else pick(best, v)
            if side == "L":
                lo = max(lo, best)
            else:
                hi = min(hi, best)
            if lo >= hi:
                break
        return best


if __name__ == "__main__":
    print(Bot("LL.L...R.RR").value("L", 9, -1000, 1000))
