"""Two players take numbers in turn until three are left; some pairs are worth more. Minimax with a memo.

Nothing but the numbers that each has taken matters, not the order in which they came.
"""

from __future__ import annotations

NUMBERS = (8, 16, 24, 32, 40, 48, 56)
BONUS = {(8, 24): 5, (16, 40): -7, (32, 48): 4, (24, 56): 9, (40, 56): -6}

free = set(NUMBERS)
taken: list[int] = []


def score(mine: tuple[int, ...], yours: tuple[int, ...]) -> int:
    """What the first player has, less what the second has."""
    total = (sum(mine) - sum(yours)) // 8
    return total + sum(BONUS.get(pair, 0) * (1 if pair[0] in mine else -1) for pair in BONUS if pair[1] in mine)


def minimax(mine: tuple[int, ...], yours: tuple[int, ...], first: bool, memo: dict[object, int]) -> int:
    """The value for the first player; the tuples are sorted."""
    key = mine, yours
    if key in memo:
        return memo[key]
    if len(free) == 3:
        return score(mine, yours)
    values = []
    for number in sorted(free):
        free.remove(number)
        taken.append(number)
        if first:
            values.append(minimax(tuple(sorted((*mine, number))), yours, False, memo))
        else:
            values.append(minimax(mine, tuple(sorted((*yours, number))), True, memo))
        taken.pop()
        free.add(number)
    memo[key] = max(values) if first else min(values)
    return memo[key]


def solve() -> int:
    """The value of all the numbers."""
    free.clear()
    free.update(NUMBERS)
    return minimax((), (), True, {})
