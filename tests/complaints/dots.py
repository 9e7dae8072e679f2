"""Dots and boxes, 2 x 2, edges as bits; who closes a box moves again; recursion with keywords."""

BOXES = [(0, 2, 6, 7), (1, 3, 7, 8), (2, 4, 9, 10), (3, 5, 10, 11)]
FULL = (1 << 12) - 1
MASKS = [sum(1 << e for e in box) for box in BOXES]


def closed(edges):
    return sum(1 for m in MASKS if edges & m == m)


def best(*, edges, diff, mine, alpha, beta):
    """diff: boxes of the first player minus those of the second; mine: whether the first player moves."""
    if edges == FULL:
        return diff
    value = -9 if mine else 9
    for e in range(12):
        bit = 1 << e
        if edges & bit:
            continue
        won = closed(edges | bit) - closed(edges)
        again = won > 0
        got = best(
            edges=edges | bit,
            diff=diff + (won if mine else -won),
            mine=mine if again else not mine,
            alpha=alpha,
            beta=beta,
        )
        if mine:
            value = max(value, got)
            alpha = max(alpha, value)
        else:
            value = min(value, got)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value


if __name__ == "__main__":
    print(best(edges=0b000010010100, diff=0, mine=True, alpha=-9, beta=9))
