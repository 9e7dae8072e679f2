class Minimax:
    """A search that is called as a function: Minimax(rules)(state)."""

    def __init__(self, successors, utility):
        self.successors, self.utility = successors, utility
        self.visited = 0

    def __call__(self, state, maximize=True):
        self.visited += 1
        below = self.successors(state)
        if not below:
            return self.utility(state)
        return (max if maximize else min)(self(s, not maximize) for s in below)


def successors(state):
    a, b = state
    return [(a - 1, b + 2), (a - 2, b + 1)] if a > 1 else []


def utility(state):
    a, b = state
    return (3 * a + 5 * b) % 7


search = Minimax(successors, utility)
print(search((8, 0)), search.visited)
