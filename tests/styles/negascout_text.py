"""NegaScout with a transposition table keyed by the board's text."""

EXACT, LOWER, UPPER = 0, 1, 2
table = {}
WINS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(board):
    return any(board[a] != '.' and board[a] == board[b] == board[c] for a, b, c in WINS)


def negascout(board, player, depth, alpha, beta):
    key = ''.join(board) + player
    alpha0 = alpha
    entry = table.get(key)
    if entry is not None and entry[0] >= depth:
        _, kind, value = entry
        if kind == EXACT:
            return value
        if kind == LOWER:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            return value
    if won(board):
        return -(10 + depth)
    if '.' not in board or depth == 0:
        return 0
    other = 'O' if player == 'X' else 'X'
    best, b = -1000, beta
    for i, square in enumerate(board):
        if square != '.':
            continue
        child = board[:i] + [player] + board[i + 1:]
        score = -negascout(child, other, depth - 1, -b, -alpha)
        if alpha < score < beta and b != beta:
            score = -negascout(child, other, depth - 1, -beta, -score)
        best = max(best, score)
        alpha = max(alpha, score)
        if alpha >= beta:
            break
        b = alpha + 1
    if best <= alpha0:
        kind = UPPER
    elif best >= beta:
        kind = LOWER
    else:
        kind = EXACT
    table[key] = depth, kind, best
    return best


print(negascout(list('X...O....'), 'X', 7, -1000, 1000))
