# othello on 4 x 4: who cannot move passes, and two passes end the game
LEFT, RIGHT = 0xEEEE, 0x7777
SHIFTS = [
    lambda b: b << 1 & LEFT, lambda b: b >> 1 & RIGHT, lambda b: b << 4 & 0xFFFF, lambda b: b >> 4,
    lambda b: b << 5 & LEFT, lambda b: b << 3 & 0xFFFF & RIGHT, lambda b: b >> 5 & RIGHT, lambda b: b >> 3 & LEFT,
]


def flips(me, op, m):
    out = 0
    for shift in SHIFTS:
        line, x = 0, shift(m)
        while x & op:
            line |= x
            x = shift(x)
        if x & me:
            out |= line
    return out


def gen(me, op):
    for sq in range(16):
        m = 1 << sq
        if not m & (me | op) and flips(me, op, m):
            yield m | flips(me, op, m)


def search(me, op, mine, passed):
    best = None
    for m in gen(me, op):
        v = -search(op & ~m, me | m, not mine, False)
        if best is None or v > best:
            best = v
    if best is not None:
        return best
    if passed:
        return bin(me).count("1") - bin(op).count("1")
    return -search(op, me, not mine, True)


print(search(0x4C0, 0x22E, True, False))
