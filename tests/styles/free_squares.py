# dominoes on a set of free squares, which all calls share
free = {(r, c) for r in range(3) for c in range(3)}
def options(vert): return [((r, c), (r + vert, c + 1 - vert)) for r, c in sorted(free) if (r + vert, c + 1 - vert) in free]
def search(vert, d):
    ms = options(vert)
    if not ms: return -9
    if d == 0: return len(ms) - len(options(1 - vert))
    best = -99
    for m in ms:
        free.difference_update(m)
        best = max(best, -search(1 - vert, d - 1))
        free.update(m)
    return best
print(search(1, 3))
