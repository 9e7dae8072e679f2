# CS 540 homework 4 -- minimax_decision returns the ACTION, the others return utilities
def minimax_decision(state):
    best_action, best_value = None, -1e9
    for action in actions(state):
        value = min_value(result(state, action))
        if value > best_value:
            best_action, best_value = action, value
    return best_action


def max_value(state):
    if terminal(state):
        return utility(state)
    v = -1e9
    for action in actions(state):
        v = max(v, min_value(result(state, action)))
    return v


def min_value(state):
    if terminal(state):
        return utility(state)
    v = 1e9
    for action in actions(state):
        v = min(v, max_value(result(state, action)))
    return v


def actions(state):
    return [k for k in (2, 3, 5) if k not in state]


def result(state, action):
    return state + (action,)


def terminal(state):
    return len(state) == 3


def utility(state):
    return (state[0] * 4 + state[1] * state[2]) % 11


print(minimax_decision(()))
