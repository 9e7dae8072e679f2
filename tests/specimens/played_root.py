"""Subtraction with three heaps: a negamax for the values, and a function above it that chooses the move."""


def moves(heaps):
    return [(heap, size) for heap in range(len(heaps)) for size in range(1, heaps[heap] + 1)]


def after(heaps, move):
    heap, size = move
    return (*heaps[:heap], heaps[heap] - size, *heaps[heap + 1 :])


def negamax(heaps, alpha, beta):
    if not any(heaps):
        return -1
    for move in moves(heaps):
        value = -negamax(after(heaps, move), -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def choose(heaps):
    best, chosen = -2, None
    for move in moves(heaps):
        value = -negamax(after(heaps, move), -2, 2 if best == -2 else -best)
        if value > best:
            best, chosen = value, after(heaps, move)
    return chosen


def solve():
    return choose((1, 2, 2))


def solve_lost():
    return choose((0, 2, 2))
