G = {1: [2, 3], 2: [4, 5], 3: [5, 6], 4: [7], 5: [7, 8], 6: [8], 7: [9], 8: [9, 10], 9: [], 10: []}
P = {9: 4, 10: -7}

def go(pos, flag):
    nxt = G[pos]
    if not nxt:
        return P[pos]
    rs = [go(q, not flag) for q in nxt]
    return max(rs) if flag else min(rs)

print(go(1, True))
