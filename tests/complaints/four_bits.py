"""Connect Four on 5 x 4 with bitboards, null windows, and a table of upper bounds."""

WIDTH, HEIGHT = 5, 4
H1 = HEIGHT + 1
BOTTOM = [1 << (c * H1) for c in range(WIDTH)]
TOP = [1 << (HEIGHT - 1 + c * H1) for c in range(WIDTH)]
COLUMN = [((1 << HEIGHT) - 1) << (c * H1) for c in range(WIDTH)]
ORDER = sorted(range(WIDTH), key=lambda c: abs(c - WIDTH // 2))
MIN_SCORE = -(WIDTH * HEIGHT) // 2 + 3


def alignment(pos):
    for shift in (1, H1, H1 - 1, H1 + 1):
        m = pos & (pos >> shift)
        if m & (m >> (2 * shift)):
            return True
    return False


class Solver:
    def __init__(self):
        self.trans = {}

    def negamax(self, current, mask, moves, alpha, beta):
        if moves == WIDTH * HEIGHT:
            return 0
        for c in range(WIDTH):
            if not mask & TOP[c]:
                new = (mask + BOTTOM[c]) & COLUMN[c]
                if alignment(current | new):
                    return (WIDTH * HEIGHT + 1 - moves) // 2
        upper = (WIDTH * HEIGHT - 1 - moves) // 2
        key = current + mask
        if key in self.trans:
            upper = self.trans[key]
        if beta > upper:
            beta = upper
            if alpha >= beta:
                return beta
        for c in ORDER:
            if mask & TOP[c]:
                continue
            score = -self.negamax(current ^ mask, mask | (mask + BOTTOM[c]), moves + 1, -beta, -alpha)
            if score >= beta:
                return score
            if score > alpha:
                alpha = score
        self.trans[key] = alpha
        return alpha

    def solve(self, current, mask, moves):
        lo, hi = -(WIDTH * HEIGHT - moves) // 2, (WIDTH * HEIGHT + 1 - moves) // 2
        while lo < hi:
            med = lo + (hi - lo) // 2
            if med <= 0 and lo // 2 < med:
                med = lo // 2
            elif med >= 0 and hi // 2 > med:
                med = hi // 2
            r = self.negamax(current, mask, moves, med, med + 1)
            if r <= med:
                hi = r
            else:
                lo = r
        return lo


def play(columns):
    current = mask = 0
    for c in columns:
        current ^= mask
        mask |= mask + BOTTOM[c]
    return current, mask, len(columns)


if __name__ == "__main__":
    print(Solver().solve(*play([2, 2, 2, 1, 3, 2])))
