"""Connect four on five columns: a negamax over stacks of 1 and −1, with a table, from a driver."""

W, H, N = 5, 4, 4


class Board:
    def __init__(self):
        self.cols = [[] for _ in range(W)]
        self.side = 1
        self.count = 0

    def moves(self):
        return [c for c in (2, 1, 3, 0, 4) if len(self.cols[c]) < H]

    def push(self, c):
        self.cols[c].append(self.side)
        self.side = -self.side
        self.count += 1

    def pop(self, c):
        self.cols[c].pop()
        self.side = -self.side
        self.count -= 1

    def at(self, x, y):
        if 0 <= x < W and 0 <= y < len(self.cols[x]):
            return self.cols[x][y]
        return 0

    def won(self, c):
        y = len(self.cols[c]) - 1
        p = self.cols[c][y]
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            n = 1
            for s in (1, -1):
                x2, y2 = c + s * dx, y + s * dy
                while self.at(x2, y2) == p:
                    n += 1
                    x2 += s * dx
                    y2 += s * dy
            if n >= N:
                return True
        return False

    def key(self):
        return (tuple(map(tuple, self.cols)), self.side)

    def score(self):
        s = 0
        for x, col in enumerate(self.cols):
            for p in col:
                s += p * (3 - abs(2 - x))
        return s * self.side


table = {}


def search(b, depth, alpha, beta, last):
    if last is not None and b.won(last):
        return -1000 - depth
    if b.count == W * H:
        return 0
    if depth == 0:
        return b.score()
    a0 = alpha
    k = b.key()
    if k in table:
        d, v, flag = table[k]
        if d >= depth:
            if flag == 0:
                return v
            if flag == 1 and v >= beta:
                return v
            if flag == 2 and v <= alpha:
                return v
    best = -(10**6)
    for m in b.moves():
        b.push(m)
        v = -search(b, depth - 1, -beta, -alpha, m)
        b.pop(m)
        if v > best:
            best = v
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    flag = 1 if best >= beta else 2 if best <= a0 else 0
    table[k] = (depth, best, flag)
    return best


def best_move(b, depth):
    best, move = -(10**6), None
    for m in b.moves():
        b.push(m)
        v = -search(b, depth - 1, -(10**6), -best, m)
        b.pop(m)
        if v > best:
            best, move = v, m
    return move, best


def solve():
    """The best move and its value."""
    table.clear()
    return best_move(Board(), 7)
