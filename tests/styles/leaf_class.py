"""A tree whose leaves are of another class than its nodes: each has a method of one name."""


class Leaf:
    def __init__(self, score):
        self.score = score

    def solve(self, maximizing, alpha, beta):
        return self.score


class Branch:
    def __init__(self, children):
        self.children = children

    def solve(self, maximizing, alpha, beta):
        best = -99 if maximizing else 99
        for child in self.children:
            value = child.solve(not maximizing, alpha, beta)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


def build(depth, seed):
    if depth == 0:
        return Leaf(seed * 31 % 41 - 20)
    return Branch([build(depth - 1 - (i == 2 and depth > 1), seed * 3 + i) for i in range(3)])


print(build(4, 1).solve(True, -99, 99))
