from enum import Enum
N = 4
class Disc(Enum):
    BLACK = "b"
    WHITE = "w"
    @property
    def foe(self):
        return Disc.WHITE if self is Disc.BLACK else Disc.BLACK

DIRS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]

def flips(discs, disc, r, c):
    if (r, c) in discs:
        return []
    out = []
    for a, b in DIRS:
        line, y, x = [], r + a, c + b
        while discs.get((y, x)) is disc.foe:
            line.append((y, x))
            y, x = y + a, x + b
        if line and discs.get((y, x)) is disc:
            out += line
    return out

def options(discs, disc):
    return [(r, c) for r in range(N) for c in range(N) if flips(discs, disc, r, c)]

def place(discs, disc, sq):
    nxt = dict(discs)
    for f in flips(discs, disc, *sq):
        nxt[f] = disc
    nxt[sq] = disc
    return nxt

def count(discs):
    return sum(1 if d is Disc.BLACK else -1 for d in discs.values())

def explore(discs, disc, depth, alpha, beta):
    opts = options(discs, disc)
    if depth == 0:
        return count(discs), None
    if not opts:
        if not options(discs, disc.foe):
            return 100 * count(discs), None
        return explore(discs, disc.foe, depth - 1, alpha, beta)[0], None
    pick = None
    if disc is Disc.BLACK:
        val = -10000
        for sq in opts:
            got, _ = explore(place(discs, disc, sq), disc.foe, depth - 1, alpha, beta)
            if got > val:
                val, pick = got, sq
            alpha = max(alpha, val)
            if alpha >= beta:
                break
    else:
        val = 10000
        for sq in opts:
            got, _ = explore(place(discs, disc, sq), disc.foe, depth - 1, alpha, beta)
            if got < val:
                val, pick = got, sq
            beta = min(beta, val)
            if alpha >= beta:
                break
    return val, pick

start = {(1, 1): Disc.WHITE, (2, 2): Disc.WHITE, (1, 2): Disc.BLACK, (2, 1): Disc.BLACK}
print(explore(start, Disc.BLACK, 6, -10000, 10000))
