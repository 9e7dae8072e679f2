from dataclasses import dataclass, replace

@dataclass(frozen=True)
class State:
    left: tuple
    mine: int = 0
    yours: int = 0
    first: bool = True

    def actions(self):
        return sorted({0, len(self.left) - 1}) if self.left else []

    def after(self, k):
        coin, rest = self.left[k], self.left[:k] + self.left[k + 1:]
        if self.first:
            return replace(self, left=rest, mine=self.mine + coin, first=False)
        return replace(self, left=rest, yours=self.yours + coin, first=True)

class Searcher:
    def __init__(self):
        self.seen = 0
        self.line = []

    def run(self, state, most):
        order = state.actions()
        for depth in range(1, most + 1):
            best = float("-inf")
            scored = []
            for a in order:
                v = self.minimum(state.after(a), depth - 1, best, float("inf"))
                scored.append((v, a))
                best = max(best, v)
            order = [a for v, a in sorted(scored, key=lambda p: -p[0])]
            self.line.append((depth, best, order[0]))
        return self.line[-1]

    def maximum(self, state, depth, alpha, beta):
        self.seen += 1
        if depth == 0 or not state.left:
            return state.mine - state.yours
        v = float("-inf")
        for a in state.actions():
            v = max(v, self.minimum(state.after(a), depth - 1, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def minimum(self, state, depth, alpha, beta):
        self.seen += 1
        if depth == 0 or not state.left:
            return state.mine - state.yours
        v = float("inf")
        for a in state.actions():
            v = min(v, self.maximum(state.after(a), depth - 1, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
        return v

s = Searcher()
print(s.run(State((8, 15, 3, 7, 9, 2)), 5), s.seen)
