board = [0] * 9
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(p):
    return any(all(board[i] == p for i in line) for line in LINES)


def search(depth, alpha, beta, player):
    if won(1): return 10 + depth
    if won(-1): return -10 - depth
    if 0 not in board or depth == 0: return 0
    v = -99 * player
    for i in range(9):
        if board[i] != 0: continue
        board[i] = player
        w = search(depth - 1, alpha, beta, -player)
        board[i] = 0
        if player == 1:
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if alpha >= beta: break
    return v


board[4] = 1; board[0] = -1; board[8] = 1
for d in range(1, 7):
    print(d, search(d, -99, 99, -1))
