MAX_DEPTH = 4


def evaluate(s):
    return sum((i + 1) * d for i, d in enumerate(s)) * 13 % 31


def minimax(state, depth, maximizing):
    if depth == MAX_DEPTH:
        return evaluate(state)
    best = None
    for digit in (1, 4, 6):
        value = minimax(state + [digit], depth + 1, not maximizing)
        if best is None or (maximizing and value > best) or (not maximizing and value < best):
            best = value
    return best


print(minimax([], 0, True))
