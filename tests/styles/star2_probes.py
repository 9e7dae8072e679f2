"""Star2: one move of each outcome is probed first. MAX and MIN, a table of values."""
LOW, HIGH = -30, 30
SIDES = [(1, 0.5), (2, 0.3), (3, 0.2)]


def value(a, b):
    return max(LOW, min(HIGH, 3 * a - 3 * b + (a * b) % 4))


def moves(a, b, die):
    return [(a + die, b), (a + 1, max(0, b - die))]


def star2(a, b, me, depth, alpha, beta):
    if depth == 0 or a >= 9 or b >= 9:
        return value(a, b)
    lows = [LOW] * len(SIDES)
    if me:
        for i, (die, p) in enumerate(SIDES):
            need = (beta - sum(q * (lows[j] if j != i else 0) for j, (_, q) in enumerate(SIDES))) / p
            lows[i] = max(LOW, star2(*moves(a, b, die)[0], False, depth - 1, LOW, HIGH))
            if sum(q * lows[j] for j, (_, q) in enumerate(SIDES)) >= beta:
                return sum(q * lows[j] for j, (_, q) in enumerate(SIDES))
    total, rest = 0.0, 1.0
    for i, (die, p) in enumerate(SIDES):
        rest -= p
        lo = max(LOW, (alpha - total - HIGH * rest) / p)
        hi = min(HIGH, (beta - total - LOW * rest) / p)
        v = choose(a, b, die, me, depth, lo, hi)
        total += p * v
        if v >= hi:
            return total + LOW * rest
        if v <= lo:
            return total + HIGH * rest
    return total


def choose(a, b, die, me, depth, alpha, beta):
    best = LOW if me else HIGH
    for x, y in moves(a, b, die) if me else [(q, p) for p, q in moves(b, a, die)]:
        v = star2(x, y, not me, depth - 1, alpha, beta)
        if me:
            best = max(best, v)
            alpha = max(alpha, best)
        else:
            best = min(best, v)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


print(round(star2(0, 0, True, 3, LOW, HIGH), 4))
