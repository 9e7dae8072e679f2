"""A race with a die of three sides: expectiminimax with the kind of node as a word."""

GOAL = 8
FACES = (1, 2, 3)


class State:
    def __init__(self, runners, player, roll=None):
        self.runners, self.player, self.roll = runners, player, roll

    def over(self):
        return max(self.runners) >= GOAL

    def value(self):
        a, b = self.runners
        if a >= GOAL:
            return 100.0
        if b >= GOAL:
            return -100.0
        return float(a - b)

    def options(self):
        """Walk the whole roll, or one field alone."""
        for steps in {self.roll, 1}:
            runners = list(self.runners)
            runners[self.player] += steps
            if runners[0] == runners[1] != 0:
                runners[1 - self.player] = 0
            yield State(tuple(runners), 1 - self.player)


def expectiminimax(state, kind, depth):
    if state.over() or depth == 0:
        return state.value()
    if kind == "chance":
        total = 0
        for face in FACES:
            rolled = State(state.runners, state.player, face)
            total += expectiminimax(rolled, "max" if state.player == 0 else "min", depth - 1) / len(FACES)
        return total
    if kind == "max":
        return max(expectiminimax(s, "chance", depth - 1) for s in state.options())
    return min(expectiminimax(s, "chance", depth - 1) for s in state.options())


if __name__ == "__main__":
    print(round(expectiminimax(State((0, 0), 0), "chance", 10), 4))
