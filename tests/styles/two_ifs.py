"""A kalah with an if for each player, one after the other; a player moves until a move ends in the own store."""


def sow(pits, who, pit):
    pits, place = list(pits), who * 4 + pit
    stones, pits[place] = pits[place], 0
    while stones:
        place = (place + 1) % 8
        if place != (3 if who == 1 else 7):
            pits[place] += 1
            stones -= 1
    return tuple(pits), (1 - who if place == who * 4 + 3 else who)


def minimax(pits, who, depth, alpha=-float("inf"), beta=float("inf")):
    legal = [pit for pit in range(3) if pits[who * 4 + pit]]
    if depth == 0 or not legal:
        return pits[3] - pits[7], None
    choice = legal[0]
    for pit in legal:
        after, mover = sow(pits, who, pit)
        value, _ = minimax(after, mover, depth - 1, alpha, beta)
        if who == 0 and value > alpha:
            alpha, choice = value, pit
        if who == 1 and value < beta:
            beta, choice = value, pit
        if alpha >= beta:
            break
    return (alpha if who == 0 else beta), choice


print(minimax((2, 2, 2, 0, 2, 2, 2, 0), 0, 6))
