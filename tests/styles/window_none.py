def max_value(hand, table, alpha=None, beta=None):
    """Cards: each player adds a card to the table; an open end of the window is None."""
    if not hand:
        return count(table)
    best = None
    for card in hand:
        value = min_value(hand - {card}, table + (card,), alpha, beta)
        if best is None or value > best:
            best = value
        if beta is not None and best >= beta:
            return best
        if alpha is None or best > alpha:
            alpha = best
    return best


def min_value(hand, table, alpha=None, beta=None):
    if not hand:
        return count(table)
    best = None
    for card in hand:
        value = max_value(hand - {card}, table + (card,), alpha, beta)
        if best is None or value < best:
            best = value
        if alpha is not None and best <= alpha:
            return best
        if beta is None or best < beta:
            beta = best
    return best


def count(table):
    points = 0
    for k, card in enumerate(table):
        points = (points * 3 + card * (k + 1)) % 19
    return points


print(max_value(frozenset({1, 2, 3, 4, 5}), ()))
