# nim, last stone wins.  memoize is from the python wiki
def memoize(f):
    known = {}
    def helper(*args):
        if args not in known:
            known[args] = f(*args)
        return known[args]
    return helper

def successors(piles):
    for i, n in enumerate(piles):
        for take in range(1, n + 1):
            yield tuple(sorted(piles[:i] + (n - take,) + piles[i + 1:]))

@memoize
def solve(piles, first):
    if not any(piles):
        return -1 if first else 1
    scores = [solve(p, not first) for p in successors(piles)]
    return max(scores) if first else min(scores)

print("first wins" if solve((1, 2, 3), True) == 1 else "second wins")
