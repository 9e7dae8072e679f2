"""Pig to 8 as a negamax: a player may roll again. Each value is that of the player to move."""
GOAL = 8
FACES = (1, 2, 3)


def best(state, depth):
    """state: (scores of both, whose turn, points so far)"""
    scores, player, points = state
    if scores[1 - player] >= GOAL:
        return -1.0
    if depth == 0:
        return (scores[player] + points - scores[1 - player]) / 20
    held = list(scores)
    held[player] += points
    hold = -best((tuple(held), 1 - player, 0), depth - 1)
    return max(hold, roll(state, depth - 1))


def roll(state, depth):
    scores, player, points = state
    if depth == 0:
        return (scores[player] + points - scores[1 - player]) / 20
    total = 0
    for face in FACES:
        if face == 1:
            total -= best((scores, 1 - player, 0), depth - 1)
        else:
            total += best((scores, player, points + face), depth - 1)
    return total / len(FACES)


print(round(best(((3, 2), 0, 0), 6), 4))
