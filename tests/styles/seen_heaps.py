# misere nim: who takes the last counter loses
seen = {}


def smaller(heaps):
    for i, n in enumerate(heaps):
        for k in range(1, n + 1):
            yield tuple(sorted(heaps[:i] + (n - k,) + heaps[i + 1:]))


def wins(heaps, mine):
    if sum(heaps) == 0:
        return True
    if heaps in seen:
        return seen[heaps]
    result = any(not wins(rest, not mine) for rest in smaller(heaps))
    seen[heaps] = result
    return result


print(wins((1, 3, 4), True))
