"""A race by two functions for the players and one for the die: the outcomes are weighed."""

import sys

LONG = int(sys.argv[1])


def first(mine, yours, left):
    if left == 0:
        return mine - yours
    return max(toss(mine + bonus, yours, left - 1, True) for bonus in (0, 1))


def second(mine, yours, left):
    if left == 0:
        return mine - yours
    return min(toss(mine, yours + bonus, left - 1, False) for bonus in (0, 1))


def toss(mine, yours, left, again):
    total = 0
    for eyes, weight in ((1, 0.5), (2, 0.25), (6, 0.25)):
        value = second(mine + eyes, yours, left) if again else first(mine, yours + eyes, left)
        total += weight * value
    return total


print(first(0, 0, LONG))
