"""Expectimax to the end: place tiles on a 2x2 board until nothing moves or there is an 8."""


def left(row):
    tiles = [t for t in row if t]
    if len(tiles) == 2 and tiles[0] == tiles[1]:
        tiles = [tiles[0] * 2]
    return tuple(tiles + [0] * (2 - len(tiles)))


def slides(board):
    a, b, c, d = board
    found = []
    for name, rows, back in (
        ('left', ((a, b), (c, d)), lambda x: x[0] + x[1]),
        ('right', ((b, a), (d, c)), lambda x: x[0][::-1] + x[1][::-1]),
        ('up', ((a, c), (b, d)), lambda x: (x[0][0], x[1][0], x[0][1], x[1][1])),
        ('down', ((c, a), (d, b)), lambda x: (x[0][1], x[1][1], x[0][0], x[1][0])),
    ):
        after = back((left(rows[0]), left(rows[1])))
        if after != board:
            found.append((name, after))
    return found


def best_move(board):
    if 8 in board:
        return sum(board) + 20
    moves = slides(board)
    if not moves:
        return sum(board)
    return max(average(after) for _, after in moves)


def average(board):
    holes = [i for i, tile in enumerate(board) if tile == 0]
    total = 0
    for i in holes:
        for tile, p in ((2, 0.75), (4, 0.25)):
            total += p * best_move(board[:i] + (tile,) + board[i + 1:])
    return total / len(holes)


print(round(best_move((2, 4, 2, 0)), 5))
