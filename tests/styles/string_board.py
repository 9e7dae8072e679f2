def wins(b, p):
    return any(all(b[k] == p for k in w) for w in ("012", "345", "678", "036", "147", "258", "048", "246") for w in [map(int, w)])

def minimax(b, p, a=-9, z=9):
    if wins(b, "x"): return 1
    if wins(b, "o"): return -1
    if "-" not in b: return 0
    v = -9 if p == "x" else 9
    for i, c in enumerate(b):
        if c != "-": continue
        w = minimax(b[:i] + p + b[i + 1:], "o" if p == "x" else "x", a, z)
        if p == "x":
            v = max(v, w); a = max(a, v)
        else:
            v = min(v, w); z = min(z, v)
        if a >= z: break
    return v

print(minimax("xo--ox---", "x"))
