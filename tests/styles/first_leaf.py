"""Iterative deepening over nested lists; what a position is worth is what its first leaf says."""
import random

random.seed(4)


def grow(depth):
    return random.randint(-9, 9) if depth == 0 else [grow(depth - 1) for _ in range(3)]


def static(position):
    if isinstance(position, int):
        return position
    return static(position[0])


def minimax(position, depth, maximizing):
    if depth == 0 or isinstance(position, int):
        return static(position)
    values = [minimax(child, depth - 1, not maximizing) for child in position]
    return max(values) if maximizing else min(values)


tree = grow(5)
for depth in range(1, 6):
    print(depth, minimax(tree, depth, True))
