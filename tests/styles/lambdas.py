def moves(state):
    return [state + m for m in ("+1", "*2", "-3")] if len(state) < 9 else []


def value(state):
    total = 3
    for k in range(0, len(state), 2):
        n = int(state[k + 1])
        total = total + n if state[k] == "+" else total * n if state[k] == "*" else total - n
    return total


def minimax(state, ours):
    nxt = moves(state)
    if not nxt:
        return value(state)
    return max(map(lambda s: minimax(s, False), nxt)) if ours else min(map(lambda s: minimax(s, True), nxt))


def choose(state):
    return max(moves(state), key=lambda s: minimax(s, False))


print(choose(""))
