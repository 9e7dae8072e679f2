"""Negamax with a root function that has an aspiration window of its own."""
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def line(board):
    return any(board[a] and board[a] == board[b] == board[c] for a, b, c in LINES)


def static(board, player):
    weights = (3, 2, 3, 2, 4, 2, 3, 2, 3)
    return player * sum(w * s for w, s in zip(weights, board))


def negamax(board, player, depth, alpha, beta):
    if line(board):
        return -100 - depth
    if 0 not in board:
        return 0
    if depth == 0:
        return static(board, player)
    best = -9999
    for square in range(9):
        if board[square]:
            continue
        board[square] = player
        score = -negamax(board, -player, depth - 1, -beta, -alpha)
        board[square] = 0
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best


def search_root(board, player, depth, alpha, beta):
    best, best_square = -9999, None
    for square in range(9):
        if board[square]:
            continue
        board[square] = player
        score = -negamax(board, -player, depth - 1, -beta, -alpha)
        board[square] = 0
        if score > best:
            best, best_square = score, square
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best, best_square


def think(board, player, most):
    guess, delta = 0, 1
    for depth in range(2, most + 1):
        alpha, beta = guess - delta, guess + delta
        while True:
            score, square = search_root(board, player, depth, alpha, beta)
            if score <= alpha:
                alpha -= 10 * delta
            elif score >= beta:
                beta += 10 * delta
            else:
                break
            if beta - alpha > 400:
                alpha, beta = -9999, 9999
        guess = score
        print(depth, score, square)
    return square


print(think([1, 0, 0, 0, -1, 0, 0, 0, 0], 1, 4))
