"""Chess-like null moves without a chess library: gobbling pebbles, pass is a null move tried first."""


def moves(stones):
    return [i for i in range(len(stones)) if stones[i]]


def value(stones, mine, yours):
    return mine - yours + sum(stones[::2]) % 3


def search(stones, mine, yours, depth, alpha, beta, allow_null=True):
    options = moves(stones)
    if not options:
        return 100 * (mine - yours)
    if depth <= 0:
        return value(stones, mine, yours)
    if allow_null and depth > 2:
        score = -search(stones, yours, mine, depth - 3, -beta, -beta + 1, False)
        if score >= beta:
            return score
    best = -10000
    for i in options:
        after = stones[:i] + (0,) + stones[i + 1:]
        score = -search(after, yours, mine + stones[i], depth - 1, -beta, -alpha)
        if score > best:
            best = score
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


print(search((3, 1, 4, 1, 5, 2), 0, 0, 5, -10000, 10000))
