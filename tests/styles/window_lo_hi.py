# alpha-beta, but I never remember which is alpha
def worth(path):
    x = 7
    for c in path:
        x = (x * 31 + ord(c)) % 97
    return x


def upper(path, lo, hi, n):
    """The one who wants much."""
    if n == 0:
        return worth(path)
    best = -1
    for c in "LMR":
        best = max(best, lower(path + c, lo, hi, n - 1))
        if best >= hi:
            return best
        lo = max(lo, best)
    return best


def lower(path, lo, hi, n):
    """The one who wants little."""
    if n == 0:
        return worth(path)
    best = 98
    for c in "LMR":
        best = min(best, upper(path + c, lo, hi, n - 1))
        if best <= lo:
            return best
        hi = min(hi, best)
    return best


print(upper("", -1, 98, 5))
