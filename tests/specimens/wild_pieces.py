"""Breakthrough on four columns: an iterative deepening over a scout search, which undoes its moves."""

W = 4


class Game:
    def __init__(self):
        self.board = [0] * 16
        for x in range(W):
            self.board[x] = 1
            self.board[12 + x] = -1
        self.turn = 1
        self.history = []
        self.made = 0
        self.good = {}

    def moves(self):
        out = []
        for sq in range(16):
            if self.board[sq] == self.turn:
                y, x = divmod(sq, W)
                y2 = y + self.turn
                if 0 <= y2 < W:
                    for dx in (-1, 0, 1):
                        x2 = x + dx
                        if 0 <= x2 < W:
                            to = y2 * W + x2
                            t = self.board[to]
                            if t == 0 or (t == -self.turn and dx):
                                out.append((sq, to))
        return out

    def do(self, m):
        f, t = m
        self.history.append(self.board[t])
        self.board[t] = self.board[f]
        self.board[f] = 0
        self.turn = -self.turn

    def undo(self, m):
        f, t = m
        self.turn = -self.turn
        self.board[f] = self.board[t]
        self.board[t] = self.history.pop()

    def lost(self):
        goal = range(12, 16) if self.turn == -1 else range(4)
        return any(self.board[s] == -self.turn for s in goal) or self.turn not in self.board

    def evaluate(self):
        s = 0
        for sq, p in enumerate(self.board):
            y = sq // W
            if p == 1:
                s += 10 + y * y
            elif p == -1:
                s -= 10 + (3 - y) ** 2
        return s * self.turn


history = {}
killers = {}


def pvs(g, depth, alpha, beta, ply):
    if g.lost():
        return -9000 + ply
    if depth == 0:
        return g.evaluate()
    moves = g.moves()
    if not moves:
        return 0
    k = killers.get(ply)
    moves.sort(key=lambda m: (m != k, -history.get(m, 0)))
    best = -99999
    first = True
    for m in moves:
        g.do(m)
        if first:
            v = -pvs(g, depth - 1, -beta, -alpha, ply + 1)
        else:
            v = -pvs(g, depth - 1, -alpha - 1, -alpha, ply + 1)
            if alpha < v < beta:
                v = -pvs(g, depth - 1, -beta, -v, ply + 1)
        g.undo(m)
        first = False
        if v > best:
            best = v
            if v > alpha:
                alpha = v
        if alpha >= beta:
            killers[ply] = m
            history[m] = history.get(m, 0) + depth * depth
            break
    return best


def think(g, maxdepth):
    choice = None
    value = 0
    for d in range(1, maxdepth + 1):
        alpha = -99999
        choice = None
        for m in g.moves():
            g.do(m)
            v = -pvs(g, d - 1, -99999, -alpha, 1)
            g.undo(m)
            if choice is None or v > alpha:
                alpha, choice = v, m
        value = alpha
    return choice, value


def solve():
    """The best move and its value."""
    history.clear()
    killers.clear()
    return think(Game(), 4)
