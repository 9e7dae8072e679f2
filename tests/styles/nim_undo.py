class Nim:
    def __init__(self, heaps):
        self.heaps = list(heaps)
        self.history = []
        self.to_play = 0

    def legal(self):
        return [(i, k) for i, h in enumerate(self.heaps) for k in range(1, h + 1)]

    def make(self, m):
        i, k = m
        self.heaps[i] -= k
        self.history.append(m)
        self.to_play ^= 1

    def unmake(self):
        i, k = self.history.pop()
        self.heaps[i] += k
        self.to_play ^= 1


class Engine:
    def __init__(self, game):
        self.game = game
        self.best = None
        self.visits = 0

    def solve(self, ply=0):
        self.visits += 1
        moves = self.game.legal()
        if not moves:
            return -1  # the player before took the last one
        top = -2
        for m in moves:
            self.game.make(m)
            v = -self.solve(ply + 1)
            self.game.unmake()
            if v > top:
                top = v
                if ply == 0:
                    self.best = m
        return top


e = Engine(Nim([1, 2, 2]))
print(e.solve(), e.best, e.visits)
