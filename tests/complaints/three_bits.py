"""Three in a row on 4 x 4 with bitboards: a table of upper bounds beside a bound by the stones."""

W, H = 4, 4
H1 = H + 1
FULL = W * H
table = {}


def three(p):
    return any(p & (p >> s) & (p >> 2 * s) for s in (1, H1, H1 - 1, H1 + 1))


def can(mask, c):
    return not mask >> (c * H1 + H - 1) & 1


def drop(mask, c):
    return mask | (mask + (1 << c * H1))


def solve(pos, mask, n, alpha, beta):
    if n == FULL:
        return 0
    for c in range(W):
        if can(mask, c) and three(pos | (drop(mask, c) ^ mask)):
            return (FULL + 1 - n) // 2
    best_possible = table.get((pos, mask), (FULL - 1 - n) // 2)
    if beta > best_possible:
        beta = best_possible
        if alpha >= beta:
            return beta
    for c in (1, 2, 0, 3):
        if can(mask, c):
            score = -solve(pos ^ mask, drop(mask, c), n + 1, -beta, -alpha)
            if score >= beta:
                return score
            alpha = max(alpha, score)
    table[pos, mask] = alpha
    return alpha


if __name__ == "__main__":
    print(solve(0, 0, 0, -8, 8))
