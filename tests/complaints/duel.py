"""A duel with a loaded die: functions for MAX, MIN and chance; a dictionary of chances."""

CHANCES = {0: 0.25, 2: 0.5, 3: 0.25}
LIMIT = 6


def actions(state):
    return ("bold", "safe", "steal")


def result(state, action, face, player):
    a, b = state
    me, you = (a, b) if player == 0 else (b, a)
    if action == "bold":
        me += 2 * face - 1
    elif action == "safe":
        me += 1
    else:
        me, you = me + face // 2, you - face
    return (me, you) if player == 0 else (you, me)


def utility(state):
    return state[0] - state[1]


def max_value(state, depth):
    if depth == LIMIT:
        return utility(state)
    v = float("-inf")
    for action in actions(state):
        v = max(v, exp_value(state, action, 0, depth))
    return v


def min_value(state, depth):
    if depth == LIMIT:
        return utility(state)
    v = float("inf")
    for action in actions(state):
        v = min(v, exp_value(state, action, 1, depth))
    return v


def exp_value(state, action, player, depth):
    v = 0
    for face, p in CHANCES.items():
        nxt = result(state, action, face, player)
        if player == 0:
            v += p * min_value(nxt, depth + 1)
        else:
            v += p * max_value(nxt, depth + 1)
    return v


if __name__ == "__main__":
    LIMIT = 4
    print(max_value((0, 0), 0))
