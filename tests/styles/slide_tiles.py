# a row of tiles: slide left or right, then a tile falls into a free cell
def slide(row):
    t, out = [x for x in row if x], []
    while t:
        x = t.pop(0)
        if t and t[0] == x: x += t.pop(0)
        out.append(x)
    return out + [0] * (len(row) - len(out))

def right(row):
    return slide(row[::-1])[::-1]

def expectimax(row, depth, agent):
    if depth == 0:
        return sum(row) + 3 * row.count(0)
    if agent == 0:
        best = None
        for f in (slide, right):
            new = f(row)
            if new == row: continue
            v = expectimax(new, depth - 1, 1)
            if best is None or v > best: best = v
        return best if best is not None else -50
    free = [i for i, x in enumerate(row) if x == 0]
    s = 0
    for i in free:
        for tile, p in ((2, .9), (4, .1)):
            new = row[:]; new[i] = tile
            s += p * expectimax(new, depth - 1, 0) / len(free)
    return s

print(expectimax([2, 0, 0, 2, 0], 6, 0))
