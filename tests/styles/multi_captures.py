# 1-D jumping checkers with multi-captures: same player goes on jumping
N = 0
def jumps(b, p, frm=None):
    out = []
    for i in range(len(b)) if frm is None else [frm]:
        if b[i] != p: continue
        for d in (-1, 1):
            if 0 <= i + 2*d < len(b) and b[i+d] == -p and b[i+2*d] == 0: out.append((i, i + 2*d))
    return out
def steps(b, p): return [(i, i + p) for i in range(len(b)) if b[i] == p and 0 <= i + p < len(b) and b[i+p] == 0]
def mm(b, p, depth, frm=None):
    global N; N += 1
    js = jumps(b, p, frm)
    if frm is not None and not js: return mm(b, -p, depth - 1)
    ms = js or steps(b, p)
    if depth <= 0 or not ms: return sum(b) * 10 + sum(i * x for i, x in enumerate(b)) 
    res = []
    for f, t in ms:
        nb = b[:]; nb[f] = 0; nb[t] = p
        if js:
            nb[(f + t) // 2] = 0
            res.append(mm(nb, p, depth, t))
        else: res.append(mm(nb, -p, depth - 1))
    return max(res) if p == 1 else min(res)
print(mm([1, 1, 0, 1, -1, 0, 0, -1, 0, -1, -1], 1, 7), N)
