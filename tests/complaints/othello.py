"""Othello on 4x4: alpha-beta for each move of the side to move, and the best of these is played."""

SIZE, WAYS = 4, [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if y or x]


def flips(disks, me, square):
    if square in disks:
        return []
    turned = []
    for y, x in WAYS:
        run, at = [], (square[0] + y, square[1] + x)
        while disks.get(at) == -me:
            run, at = [*run, at], (at[0] + y, at[1] + x)
        turned += run if disks.get(at) == me else []
    return turned


def options(disks, me):
    squares = [(row, column) for row in range(SIZE) for column in range(SIZE)]
    return [square for square in squares if flips(disks, me, square)]


def place(disks, me, square):
    return {**disks, **dict.fromkeys([square, *flips(disks, me, square)], me)}


def alphabeta(disks, me, depth, alpha, beta):
    legal = options(disks, me)
    if depth == 0 or not (legal or options(disks, -me)):
        return me * sum(disks.values())
    if not legal:
        return -alphabeta(disks, -me, depth - 1, -beta, -alpha)
    for square in legal:
        alpha = max(alpha, -alphabeta(place(disks, me, square), -me, depth - 1, -beta, -alpha))
        if alpha >= beta:
            return beta
    return alpha


def play(disks, me, depth):
    top, answer = -100, None
    for square in options(disks, me):
        worth = -alphabeta(place(disks, me, square), -me, depth - 1, -100, -top)
        if worth > top:
            top, answer = worth, square
    return answer


if __name__ == "__main__":
    print(play({(1, 1): 1, (1, 2): -1, (2, 1): -1, (2, 2): 1}, -1, 5))
