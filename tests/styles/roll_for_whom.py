"""A die is rolled by a function of its own, whose flag says for whom."""

GOAL = 6


def value(mine, theirs, pot, depth, maximizing):
    if maximizing and mine + pot >= GOAL:
        return 1.0
    if not maximizing and theirs + pot >= GOAL:
        return -1.0
    if depth == 0:
        return (mine - theirs) / (2 * GOAL)
    options = [roll(mine, theirs, pot, depth - 1, maximizing)]
    if pot:
        if maximizing:
            options.append(value(mine + pot, theirs, 0, depth - 1, False))
        else:
            options.append(value(mine, theirs + pot, 0, depth - 1, True))
    return max(options) if maximizing else min(options)


def roll(mine, theirs, pot, depth, maximizing):
    total = 0.0
    for face in range(1, 5):
        if face == 1:
            total += 0.25 * value(mine, theirs, 0, depth, not maximizing)
        else:
            total += 0.25 * value(mine, theirs, pot + face, depth, maximizing)
    return total


print(value(0, 0, 0, 5, True))
