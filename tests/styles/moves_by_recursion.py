"""Nim without loops and without assignments to what is there, as translated from a functional language."""


def positions_after(heaps):
    return [heaps[:i] + (left,) + heaps[i + 1:] for i, heap in enumerate(heaps) for left in range(heap, -1, -1)]


def maximize(heaps, a, b):
    return -1 if not any(heaps) else best_of_max(heaps, positions_after(heaps), a, b, -9)


def best_of_max(heaps, rest, a, b, best):
    if not rest:
        return best
    if rest[0] == heaps:  # nothing was taken
        return best_of_max(heaps, rest[1:], a, b, best)
    value = max(best, minimize(rest[0], max(a, best), b))
    return value if value >= b else best_of_max(heaps, rest[1:], a, b, value)


def minimize(heaps, a, b):
    return 1 if not any(heaps) else best_of_min(heaps, positions_after(heaps), a, b, 9)


def best_of_min(heaps, rest, a, b, best):
    if not rest:
        return best
    if rest[0] == heaps:
        return best_of_min(heaps, rest[1:], a, b, best)
    value = min(best, maximize(rest[0], a, min(b, best)))
    return value if value <= a else best_of_min(heaps, rest[1:], a, b, value)


print(maximize((2, 3, 1), -9, 9))
