def moves(s):
    return [pit for pit in ((0, 1, 2) if s[8] == 0 else (4, 5, 6)) if s[pit]]
def sow(s, pit):
    pits = list(s[:8])
    n, pits[pit], at = pits[pit], 0, pit
    own, other = (3, 7) if s[8] == 0 else (7, 3)
    while n:
        at = (at + 1) % 8
        if at != other:
            pits[at] += 1
            n -= 1
    return (*pits, s[8] if at == own else 1 - s[8])
def minimax(s, depth, alpha, beta):
    if depth == 0 or not moves(s):
        return s[3] - s[7]
    if s[8] == 0:
        best = -99
        for pit in moves(s):
            best = max(best, minimax(sow(s, pit), depth - 1, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = 99
    for pit in moves(s):
        best = min(best, minimax(sow(s, pit), depth - 1, alpha, beta))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best
print(minimax((2, 2, 1, 0, 2, 2, 1, 0, 0), 6, -99, 99))
