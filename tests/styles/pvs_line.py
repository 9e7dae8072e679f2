"""PVS that returns the score and the line."""


def children(n):
    return [3 * n + 1, 3 * n + 2, 3 * n + 3]


def static(n):
    return (n * 7919 % 101) - 50


def pvs(n, depth, alpha, beta, color):
    if depth == 0:
        return color * static(n), []
    line = []
    for i, child in enumerate(children(n)):
        if i == 0:
            score, rest = pvs(child, depth - 1, -beta, -alpha, -color)
            score = -score
        else:
            score, rest = pvs(child, depth - 1, -alpha - 1, -alpha, -color)
            score = -score
            if alpha < score < beta:
                score, rest = pvs(child, depth - 1, -beta, -score, -color)
                score = -score
        if score > alpha:
            alpha, line = score, [child] + rest
        if alpha >= beta:
            break
    return alpha, line


print(pvs(0, 5, -1000, 1000, 1))
