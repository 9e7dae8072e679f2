"""Three in a row; where no move is known to try first, the same position is searched two plies less deep for one."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
first_moves = {}


def won(squares, mark):
    return any(all(squares[i] == mark for i in line) for line in LINES)


def chances(squares, mark):
    return sum(all(squares[i] in (mark, ".") for i in line) for line in LINES)


def search(squares, mover, depth, alpha, beta):
    other = "o" if mover == "x" else "x"
    if won(squares, other):
        return -100 - depth
    free = [i for i in range(9) if squares[i] == "."]
    if not free:
        return 0
    if depth == 0:
        return chances(squares, mover) - chances(squares, other)
    if depth >= 3 and (squares, mover) not in first_moves:
        search(squares, mover, depth - 2, alpha, beta)
    hint = first_moves.get((squares, mover))
    best = -1000
    for i in sorted(free, key=lambda i: (i != hint, i)):
        value = -search(squares[:i] + mover + squares[i + 1 :], other, depth - 1, -beta, -alpha)
        if value > best:
            best = value
            first_moves[squares, mover] = i
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best


print(search("...xo....", "x", 6, -1000, 1000))
