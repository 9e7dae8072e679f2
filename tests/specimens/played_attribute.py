"""A player of Nim that keeps its move in an attribute, as it finds a better one at the root."""


def moves(heaps):
    for heap, count in enumerate(heaps):
        for left in range(count):
            yield (*heaps[:heap], left, *heaps[heap + 1 :])


class Player:
    def __init__(self):
        self.best_move = None

    def negamax(self, heaps, alpha, beta, ply):
        if not any(heaps):
            return -1
        best = -2
        for after in moves(heaps):
            value = -self.negamax(after, -beta, -alpha, ply + 1)
            if value > best:
                best = value
                if ply == 0:
                    self.best_move = after
            alpha = max(alpha, best)
            if alpha >= beta:
                return best
        return best

    def play(self, heaps):
        self.negamax(heaps, -2, 2, 0)
        return self.best_move


def solve():
    return Player().play((2, 1, 3, 1))
