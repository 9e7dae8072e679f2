# coins in a row: each takes one from either end; how much more does the first get?
COINS = [3, 9, 1, 2, 8, 4, 7]
memo = {}


def best(lo, hi, lead, mine):
    if lo > hi:
        return lead
    key = (lo, hi, lead, mine)
    if key in memo:
        return memo[key]
    if mine:
        v = max(best(lo + 1, hi, lead + COINS[lo], False), best(lo, hi - 1, lead + COINS[hi], False))
    else:
        v = min(best(lo + 1, hi, lead - COINS[lo], True), best(lo, hi - 1, lead - COINS[hi], True))
    memo[key] = v
    return v


print(best(0, len(COINS) - 1, 0, True))
