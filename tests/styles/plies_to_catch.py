"""How many plies it takes to catch a runner on a ring: one wants few, the other many; infinite if there is no way."""

FAR = float("inf")


def plies(hunter, runner, left, hunting):
    if hunter == runner:
        return 0
    if left == 0:
        return FAR
    if hunting:
        best = FAR
        for place in (hunter - 1, hunter + 1, hunter + 2):
            best = min(best, plies(place % 7, runner, left - 1, False))
    else:
        best = -FAR
        for place in (runner - 1, runner, runner + 1):
            best = max(best, plies(hunter, place % 7, left - 1, True))
    return best + 1


print(plies(0, 3, 6, True))
