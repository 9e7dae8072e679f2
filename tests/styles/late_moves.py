"""Negamax with late move reductions and mate scores: three in a row on 3x4, -MATE + ply."""
ROWS, COLS = 3, 4
MATE = 10000
LINES = [
    [(r + k * dr) * COLS + c + k * dc for k in range(3)]
    for r in range(ROWS) for c in range(COLS) for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
    if 0 <= r + 2 * dr < ROWS and 0 <= c + 2 * dc < COLS
]


def lost(board, side):
    return any(all(board[i] == -side for i in line) for line in LINES)


def evaluate(board, side):
    score = 0
    for line in LINES:
        stones = [board[i] for i in line]
        if -1 not in stones:
            score += sum(stones)
        if 1 not in stones:
            score += sum(stones)
    return side * score


def search(board, side, depth, ply, alpha, beta):
    if lost(board, side):
        return -MATE + ply
    moves = [i for i in range(ROWS * COLS) if not board[i]]
    if not moves:
        return 0
    if depth <= 0:
        return evaluate(board, side)
    best = -MATE * 2
    for n, move in enumerate(moves):
        board[move] = side
        if n >= 3 and depth >= 3:
            score = -search(board, -side, depth - 2, ply + 1, -alpha - 1, -alpha)
            if score > alpha:
                score = -search(board, -side, depth - 1, ply + 1, -beta, -alpha)
        else:
            score = -search(board, -side, depth - 1, ply + 1, -beta, -alpha)
        board[move] = 0
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


print(search([0] * 5 + [1, 0, 0, 0, 0, -1, 0], 1, 5, 0, -MATE * 2, MATE * 2))
