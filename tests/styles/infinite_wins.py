# a pawn race on a strip: a win is inf, a loss is -inf
INF = float("inf")


def minimax(white, black, depth, white_to_move):
    if white >= 5:
        return INF
    if black >= 5:
        return -INF
    if depth == 0:
        return white - black
    values = []
    if white_to_move:
        values.append(minimax(white + 1, black, depth - 1, False))
        if white + 2 <= 5 and white % 2 == 0:
            values.append(minimax(white + 2, black, depth - 1, False))
        return max(values)
    values.append(minimax(white, black + 1, depth - 1, True))
    if black + 2 <= 5 and black % 2 == 1:
        values.append(minimax(white, black + 2, depth - 1, True))
    return min(values)


print(minimax(0, 1, 7, True))
