"""A small backgammon: three points each, two dice faces, hits send a stone back. MAX, MIN and dice by the kind."""

FACES = [(1, 4 / 9), (2, 4 / 9), (3, 1 / 9)]


def winner(state):
    a, b = state
    return 1 if a >= 9 else -1 if b >= 9 else 0


def advance(state, who, die, hop):
    a, b = state
    if who > 0:
        a += die + hop
        if a + b == 8:
            b = 0
    else:
        b += die + hop
        if a + b == 8:
            a = 0
    return a, b


def roll(state, who, depth):
    if winner(state):
        return 100 * winner(state)
    if depth == 0:
        return state[0] - state[1]
    expectation = 0
    for die, p in FACES:
        expectation += p * move(state, who, die, depth)
    return expectation


def move(state, who, die, depth):
    values = [roll(advance(state, who, die, hop), -who, depth - 1) for hop in (0, 1)]
    return max(values) if who > 0 else min(values)


print("%.4f" % roll((0, 0), 1, 4))
