# a row of coins by null windows: each guess narrows what the first can get more than the second
INF = 10**6
coins = [3, 9, 1, 2, 8, 4, 7, 5]


def abm(lo, hi, acc, mine, alpha, beta, tt):
    key = (lo, hi, acc, mine)
    if key in tt:
        lower, upper = tt[key]
        if lower >= beta:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
    else:
        lower, upper = -INF, INF
    if lo > hi:
        g = acc
    elif mine:
        g, a = -INF, alpha
        for left, right, coin in ((lo + 1, hi, coins[lo]), (lo, hi - 1, coins[hi])):
            if g >= beta:
                break
            g = max(g, abm(left, right, acc + coin, False, a, beta, tt))
            a = max(a, g)
    else:
        g, b = INF, beta
        for left, right, coin in ((lo + 1, hi, coins[lo]), (lo, hi - 1, coins[hi])):
            if g <= alpha:
                break
            g = min(g, abm(left, right, acc - coin, True, alpha, b, tt))
            b = min(b, g)
    tt[key] = (lower if g <= alpha else g, upper if g >= beta else g)
    return g


def mtdf(guess):
    g, low, high, tt = guess, -INF, INF, {}
    while low < high:
        beta = g + 1 if g == low else g
        g = abm(0, len(coins) - 1, 0, True, beta - 1, beta, tt)
        if g < beta:
            high = g
        else:
            low = g
    return g


print(mtdf(0))
