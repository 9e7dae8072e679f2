from collections import namedtuple

Result = namedtuple("Result", "ply score move")
TARGET = 10


def solve(total, ply, maximizing):
    """Race to ten: add 1 or 2 (or 3 on an even total); who says ten wins."""
    if total == TARGET:
        return Result(ply, ply - 20 if maximizing else 20 - ply, None)
    best = None
    for add in (1, 2, 3) if total % 2 == 0 else (1, 2):
        if total + add > TARGET:
            continue
        below = solve(total + add, ply + 1, not maximizing)
        if best is None or (below.score > best.score) == maximizing and below.score != best.score:
            best = Result(ply, below.score, add)
    return best


print(solve(0, 0, True))
