"""Misère nim: whoever takes the last stone loses."""
from functools import cache


@cache
def win(piles):
    if not any(piles):
        return True
    return any(
        not win(tuple(sorted(piles[:i] + (pile - take,) + piles[i + 1:])))
        for i, pile in enumerate(piles)
        for take in range(1, pile + 1)
    )


print(win((1, 2, 4)))
