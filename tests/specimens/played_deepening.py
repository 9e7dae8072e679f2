"""A deepening negamax of Nim that plays the best move of the last pass, and leaves a pass in its middle."""


class TimeError(Exception):
    pass


def moves(heaps):
    for heap, count in enumerate(heaps):
        for left in range(count):
            yield (*heaps[:heap], left, *heaps[heap + 1 :])


class Player:
    def __init__(self, most):
        self.visits, self.most = 0, most

    def negamax(self, heaps, depth, alpha, beta):
        self.visits += 1
        if self.visits > self.most:
            raise TimeError
        if not any(heaps):
            return -100 - depth
        if depth == 0:
            return heaps[0] ^ heaps[1] ^ heaps[2]
        best = -999
        for after in moves(heaps):
            best = max(best, -self.negamax(after, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                return best
        return best

    def root(self, heaps, depth, first):
        alpha, chosen = -999, first
        for after in sorted(moves(heaps), key=lambda after: after != first):
            try:
                value = -self.negamax(after, depth - 1, -999, -alpha)
            except TimeError:
                break
            if value > alpha:
                alpha, chosen = value, after
        return chosen

    def think(self, heaps, deepest):
        chosen = None
        for depth in range(1, deepest + 1):
            chosen = self.root(heaps, depth, chosen)
            if self.visits > self.most:
                break
        return chosen


def solve():
    return Player(150).think((3, 4, 5), 9)
