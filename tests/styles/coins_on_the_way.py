# two walk with dice, and coins lie on the way
SQUARES = [0, 2, -1, 3, 0, -2, 4, 1, -3, 5, 0, 2]
LAST = len(SQUARES) - 1
def step(pos, n):
    return min(pos + n, LAST)
def player_node(a, b, diff, depth, first):
    if depth == 0 or a == LAST or b == LAST:
        return diff
    values = []
    for extra in (0, 1, 2):
        values.append(chance_node(a, b, diff, depth, first, extra))
    return max(values) if first else min(values)
def chance_node(a, b, diff, depth, first, extra):
    total = 0.0
    for roll, p in ((1, 0.5), (2, 0.25), (3, 0.25)):
        if first:
            na = step(a, roll + extra)
            total += p * player_node(na, b, diff + SQUARES[na] - extra, depth - 1, False)
        else:
            nb = step(b, roll + extra)
            total += p * player_node(a, nb, diff - SQUARES[nb] + extra, depth - 1, True)
    return total
print(player_node(0, 1, 0, 3, True))
