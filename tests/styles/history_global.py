# everything global, like an old C program
board = [0] * 9
side = 1
ply = 0
best_move = -1
history = {}
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

def makemove(m):
    global side, ply
    board[m] = side
    side = -side
    ply += 1

def takeback(m):
    global side, ply
    board[m] = 0
    side = -side
    ply -= 1

def attacked():
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] == -side:
            return True
    return False

def search(alpha, beta, depth):
    global best_move
    if attacked():
        return ply - 100
    moves = [m for m in range(9) if board[m] == 0]
    if not moves or depth == 0:
        return 0
    moves.sort(key=lambda m: -history.get((side, m), 0))
    for m in moves:
        makemove(m)
        x = -search(-beta, -alpha, depth - 1)
        takeback(m)
        if x > alpha:
            history[side, m] = history.get((side, m), 0) + depth
            if x >= beta:
                return beta
            alpha = x
            if ply == 0:
                best_move = m
    return alpha

def think():
    for d in range(1, 5):
        score = search(-1000, 1000, d)
        print(d, score, best_move)

board[0] = 1
board[4] = -1
think()
