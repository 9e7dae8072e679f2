import numpy as np
N = 0
def slide(row):
    r = [x for x in row if x]; out = []; i = 0
    while i < len(r):
        if i + 1 < len(r) and r[i] == r[i+1]: out.append(r[i] * 2); i += 2
        else: out.append(r[i]); i += 1
    return out + [0] * (len(row) - len(out))
def move(b, d):
    g = np.rot90(b, d); g = np.array([slide(list(map(int, r))) for r in g]); return np.rot90(g, -d)
def score(b): return int((b == 0).sum()) * 10 + int(b.max())
def expectimax(b, depth, chance):
    global N; N += 1
    if depth == 0: return score(b)
    if chance:
        cells = np.argwhere(b == 0)
        if len(cells) == 0: return score(b)
        t = 0
        for r, c in cells:
            for v, p in ((2, .9), (4, .1)):
                nb = b.copy(); nb[r, c] = v
                t += p * expectimax(nb, depth - 1, False)
        return t / len(cells)
    best = None
    for d in range(4):
        nb = move(b, d)
        if np.array_equal(nb, b): continue
        v = expectimax(nb, depth - 1, True)
        if best is None or v > best: best = v
    return score(b) if best is None else best
B = np.array([[2, 4, 8], [0, 2, 4], [2, 8, 2]])
print(expectimax(B, 4, False), N)
