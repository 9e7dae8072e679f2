INF = 10 ** 6

def negamax(node, depth, parent_best):
    # parent_best: what the player above already has, from HIS side
    if depth == 0:
        return (node * 2654435761 % 4093) % 41 - 20
    best = -INF
    for k in range(3):
        best = max(best, -negamax(node * 3 + k, depth - 1, best))
        if -best <= parent_best:
            return best
    return best

print(negamax(1, 5, -INF))
