"""Star1 for a race with dice, negamax style."""

LOW, HIGH = -20, 20
DICE = [(1, 0.25), (2, 0.5), (3, 0.25)]
END = 7


def evaluate(me, you):
    if you >= END:
        return LOW
    return max(LOW, min(HIGH, (me - you) * 2 + (1 if me % 3 == 0 else 0)))


def negamax(me, you, die, depth, alpha, beta):
    if you >= END or depth == 0:
        return evaluate(me, you)
    best = LOW - 1
    for steps in sorted({die, 2 * die, 1}):
        if me + steps > END + 1:
            continue
        score = -star1(you, me + steps, depth - 1, -beta, -alpha)
        if score > best:
            best = score
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    if best < LOW:
        best = -star1(you, me, depth - 1, -beta, -alpha)
    return best


def star1(me, you, depth, alpha, beta):
    if you >= END or depth == 0:
        return evaluate(me, you)
    total, rest = 0.0, 1.0
    for die, p in DICE:
        rest -= p
        low = max(LOW, (alpha - total - HIGH * rest) / p)
        high = min(HIGH, (beta - total - LOW * rest) / p)
        score = negamax(me, you, die, depth, low, high)
        total += p * score
        if score <= low:
            return total + HIGH * rest
        if score >= high:
            return total + LOW * rest
    return total


print(round(star1(0, 0, 5, LOW, HIGH), 4))
