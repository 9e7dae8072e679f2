# a whole game of subtraction, deeper and deeper at every move
def legal(heap):
    return [k for k in (1, 2, 3) if k <= heap]


def negamax(heap, depth, alpha, beta):
    if heap == 0:
        return -10 - depth
    if depth == 0:
        return heap % 3
    best = -99
    for k in legal(heap):
        best = max(best, -negamax(heap - k, depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def think(heap):
    value = 0
    for depth in range(1, 6):
        value = negamax(heap, depth, -99, 99)
    return value


heap = 11
while heap:
    print(heap, think(heap))
    heap -= heap % 4 or 1
