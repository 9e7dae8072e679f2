"""Ludo for two on one short track: negamax with dice, one function for everything.

The value is always that of the player whose turn it is.
"""

GOAL = 6
SIDES = (1, 2, 3)


class Ludo:
    def __init__(self, mine=(0, 0), yours=(0, 0), roll=None):
        self.mine, self.yours, self.roll = mine, yours, roll

    def with_roll(self, roll):
        return Ludo(self.mine, self.yours, roll)

    def moves(self):
        found = []
        for i, place in enumerate(self.mine):
            if place + self.roll <= GOAL:
                found.append(i)
        return found

    def play(self, i):
        mine, yours = list(self.mine), list(self.yours)
        if i is not None:
            mine[i] += self.roll
            for j, place in enumerate(yours):
                if place and place + mine[i] == GOAL:
                    yours[j] = 0
        return Ludo(tuple(yours), tuple(mine))

    def over(self):
        return sum(self.yours) >= 2 * GOAL - 1

    def score(self):
        return 10 * (sum(self.mine) - sum(self.yours)) + max(self.mine) - max(self.yours)


def negamax(state, depth):
    if state.over():
        return -1000
    if depth == 0:
        return state.score()
    if state.roll is None:
        total = 0
        for roll in SIDES:
            total += negamax(state.with_roll(roll), depth - 1)
        return total / len(SIDES)
    moves = state.moves()
    if not moves:
        return -negamax(state.play(None), depth - 1)
    best = -10000
    for move in moves:
        score = -negamax(state.play(move), depth - 1)
        if score > best:
            best = score
    return best


print("%.3f" % negamax(Ludo(), 5))
