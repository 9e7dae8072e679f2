"""A game of captures on a row: a negamax with a quiescence search that stands pat, from a driver."""

START = (2, 1, 0, 3, 0, 0, -3, 0, -1, -2)
SIZE = len(START)


def moves(row, side):
    out = []
    for i, v in enumerate(row):
        if v * side > 0:
            for step in range(1, abs(v) + 1):
                for d in (1, -1):
                    j = i + d * step
                    if 0 <= j < SIZE and row[j] * side <= 0:
                        out.append((i, j))
    return out


def make(row, move):
    i, j = move
    new = list(row)
    new[j] = new[i]
    new[i] = 0
    return tuple(new)


def material(row, side):
    return side * sum(row) * 10 + side * sum(
        (i if v > 0 else SIZE - 1 - i) * (1 if v > 0 else -1) for i, v in enumerate(row) if v
    )


def over(row):
    return not any(v > 0 for v in row) or not any(v < 0 for v in row)


def quiesce(row, side, alpha, beta):
    stand = material(row, side)
    if stand >= beta:
        return stand
    best = stand
    alpha = max(alpha, stand)
    for m in moves(row, side):
        if row[m[1]] == 0:
            continue
        v = -quiesce(make(row, m), -side, -beta, -alpha)
        if v > best:
            best = v
        if v > alpha:
            alpha = v
        if alpha >= beta:
            break
    return best


def negamax(row, side, depth, alpha, beta):
    if over(row):
        return -1000 if not any(v * side > 0 for v in row) else 1000
    if depth == 0:
        return quiesce(row, side, alpha, beta)
    best = -100000
    for m in sorted(moves(row, side), key=lambda m: -abs(row[m[1]])):
        v = -negamax(make(row, m), -side, depth - 1, -beta, -alpha)
        if v > best:
            best = v
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best


def root(row, depth):
    best, pick = -100000, None
    for m in moves(row, 1):
        v = -negamax(make(row, m), -1, depth - 1, -100000, -best)
        if v > best:
            best, pick = v, m
    return pick, best


def solve():
    """The best move and its value."""
    return root(START, 3)
