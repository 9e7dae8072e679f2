"""Connect three on 4x3 with a generator of children."""
W, H = 4, 3

def children(cols, who):
    for c in (1, 2, 0, 3):
        if len(cols[c]) < H:
            yield c, cols[:c] + (cols[c] + who,) + cols[c + 1:]

def cell(cols, x, y):
    return cols[x][y] if 0 <= x < W and 0 <= y < len(cols[x]) else "."

def winner(cols):
    for x in range(W):
        for y in range(H):
            p = cell(cols, x, y)
            if p != ".":
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if cell(cols, x + dx, y + dy) == p == cell(cols, x + 2 * dx, y + 2 * dy):
                        return p
    return None

def ab(cols, who, left, lo, hi):
    w = winner(cols)
    if w:
        return 50 + left if w == "R" else -50 - left
    if left == 0 or all(len(c) == H for c in cols):
        return len(cols[1]) - len(cols[0])
    other = "Y" if who == "R" else "R"
    result = -1000 if who == "R" else 1000
    for c, nxt in children(cols, who):
        v = ab(nxt, other, left - 1, lo, hi)
        if who == "R":
            result = max(result, v)
            lo = max(lo, v)
        else:
            result = min(result, v)
            hi = min(hi, v)
        if lo >= hi:
            break
    return result

print(ab(("", "", "", ""), "R", 5, -1000, 1000))
