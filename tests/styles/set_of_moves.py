# the free squares are a set that all calls share: what is taken out is put back
LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
board = list("XO..OX...")
free = {2, 3, 6, 7, 8}


def has(mark):
    return any(all(board[k] == mark for k in line) for line in LINES)


def alphabeta(alpha, beta, maximizing):
    if has("X"):
        return 1
    if has("O"):
        return -1
    if not free:
        return 0
    value = -2 if maximizing else 2
    for k in sorted(free):
        free.discard(k)
        board[k] = "X" if maximizing else "O"
        below = alphabeta(alpha, beta, not maximizing)
        board[k] = "."
        free.add(k)
        if maximizing:
            value = max(value, below)
            alpha = max(alpha, value)
        else:
            value = min(value, below)
            beta = min(beta, value)
        if beta <= alpha:
            break
    return value


print(alphabeta(-2, 2, True))
