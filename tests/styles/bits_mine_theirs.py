# tic-tac-toe on two ints. bit k = square k. negamax, so "mine" is always the one to move
WINS = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124]
FULL = 0o777

def won(bits):
    return any(bits & w == w for w in WINS)

def negamax(mine, theirs, alpha, beta):
    if won(theirs):
        return -1
    free = FULL & ~(mine | theirs)
    if not free:
        return 0
    best = -2
    while free:
        bit = free & -free
        free ^= bit
        v = -negamax(theirs, mine | bit, -beta, -alpha)
        if v > best:
            best = v
        if v > alpha:
            alpha = v
        if alpha >= beta:
            break
    return best

#  X O .
#  . O X
#  . . .
print(negamax(0b000100001, 0b000010010, -2, 2))
