"""Domineering: the board is the set of the free squares, and a function of its own tries a move."""
free = {(r, c) for r in range(3) for c in range(4)} - {(0, 0)}
def placements(vertical):
    return [((r, c), (r + 1, c) if vertical else (r, c + 1)) for r, c in sorted(free) if ((r + 1, c) if vertical else (r, c + 1)) in free]
def try_move(move, vertical, depth):
    free.difference_update(move)
    score = -best_reply(not vertical, depth - 1)
    free.update(move)
    return score
def best_reply(vertical, depth):
    options = placements(vertical)
    if not options:
        return -50
    if depth == 0:
        return len(options) - len(placements(not vertical))
    return max(try_move(m, vertical, depth) for m in options)
print(best_reply(True, 4))
