"""Alpha-beta with a quiescence search, over a game of heaps where taking three or more is a capture."""

calls = {'search': 0, 'quiesce': 0}


def evaluate(heaps, score, side):
    return side * (score + sum(h * h % 7 for h in heaps) - 8)


def moves(heaps):
    for i, heap in enumerate(heaps):
        for take in range(1, min(heap, 4) + 1):
            yield i, take


def play(heaps, score, side, move):
    i, take = move
    gain = side * (take * 3 if take >= 3 else 0)
    return heaps[:i] + (heaps[i] - take,) + heaps[i + 1:], score + gain, -side


def quiesce(heaps, score, side, alpha, beta):
    calls['quiesce'] += 1
    stand_pat = evaluate(heaps, score, side)
    if stand_pat >= beta:
        return stand_pat
    best = stand_pat
    alpha = max(alpha, stand_pat)
    for move in moves(heaps):
        if move[1] < 3:
            continue
        value = -quiesce(*play(heaps, score, side, move), -beta, -alpha)
        if value > best:
            best = value
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


def search(heaps, score, side, depth, alpha, beta):
    calls['search'] += 1
    if not any(heaps):
        return side * score * 100
    if depth == 0:
        return quiesce(heaps, score, side, alpha, beta)
    best = -10 ** 6
    for move in moves(heaps):
        value = -search(*play(heaps, score, side, move), depth - 1, -beta, -alpha)
        if value > best:
            best = value
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best


print(search((4, 3, 5), 0, 1, 3, -10 ** 6, 10 ** 6), calls)
