"""Negamax with two dice of three sides: six different rolls."""
PAIRS = [(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a <= b]


def static(me, you):
    return 3 * me - 2 * you + me * you % 5


def search(me, you, dice, depth):
    if you >= 11:
        return -100
    if depth == 0:
        return static(me, you)
    if dice is None:
        return sum(search(me, you, pair, depth - 1) * (1 if pair[0] == pair[1] else 2) / 9 for pair in PAIRS)
    options = {sum(dice), max(dice), dice[0]}
    return max(-search(you, me + step, None, depth - 1) for step in sorted(options))


print(round(search(0, 0, None, 5), 4))
