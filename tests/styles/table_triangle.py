"""A counter falls down a triangle of numbers, left or right; the last row is what the first player gets."""

ROWS = 7
BOTTOM = [5, -3, 8, 1, -7, 6, 2]
EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"
table = {}


def search(cell, alpha, beta):
    row, place = cell
    if row == ROWS - 1:
        return BOTTOM[place]
    low, high = alpha, beta
    if cell in table:
        kind, value = table[cell]
        if kind == EXACT:
            return value
        if kind == AT_LEAST and value >= beta:
            return value
        if kind == AT_MOST and value <= alpha:
            return value
    first_player = row % 2 == 0
    best = -100 if first_player else 100
    for below in ((row + 1, place), (row + 1, place + 1)):
        value = search(below, alpha, beta)
        if first_player:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    table[cell] = (AT_MOST if best <= low else AT_LEAST if best >= high else EXACT), best
    return best


print(search((0, 0), -100, 100))
