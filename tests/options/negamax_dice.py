"""A race by one function that negates: the value is the view of the mover, or of who rolls."""

import sys


def search(mine, yours, roll, side, left):
    if left == 0:
        return 3 * mine - 2 * yours
    if roll is None:
        return sum(search(mine, yours, eyes, side, left - 1) for eyes in (1, 2, 5)) / 3
    best = -999
    for step in (roll, roll - 1, 2 * roll):
        best = max(best, -search(yours, mine + step, None, -side, left - 1))
    return best


print(search(0, 0, None, 1, int(sys.argv[1])))
