# AND-OR: solves tic tac toe as "can X force a win"
n = 0
WINS = [7, 56, 448, 73, 146, 292, 273, 84]
def has(b): return any(b & w == w for w in WINS)
def x_wins(x, o):
    global n; n += 1
    if has(o): return False
    free = ~(x | o) & 511
    if not free: return False
    for i in range(9):
        if free >> i & 1 and (has(x | 1 << i) or o_fails(x | 1 << i, o)): return True
    return False
def o_fails(x, o):
    global n; n += 1
    free = ~(x | o) & 511
    if not free: return False
    return all(x_wins(x, o | 1 << i) for i in range(9) if free >> i & 1)
print(x_wins(0b1, 0b10), n)
