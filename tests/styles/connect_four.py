ROWS, COLUMNS = 4, 4
EMPTY, AI, HUMAN = 0, 1, 2


def drop(board, column, piece):
    for row in range(ROWS):
        if board[row][column] == EMPTY:
            board[row][column] = piece
            return row
    return None


def windows():
    for r in range(ROWS):
        for c in range(COLUMNS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + k * dr, c + k * dc) for k in range(4)]
                if all(0 <= y < ROWS and 0 <= x < COLUMNS for y, x in cells):
                    yield cells


WINDOWS = list(windows())


def score(board):
    total = 0
    for cells in WINDOWS:
        pieces = [board[y][x] for y, x in cells]
        if HUMAN not in pieces:
            total += 10 ** pieces.count(AI)
        if AI not in pieces:
            total -= 10 ** pieces.count(HUMAN)
    return total


def four(board, piece):
    return any(all(board[y][x] == piece for y, x in cells) for cells in WINDOWS)


def minimax(board, depth, alpha, beta, maximizingPlayer):
    if four(board, AI):
        return (None, 100000)
    if four(board, HUMAN):
        return (None, -100000)
    valid = [c for c in range(COLUMNS) if board[ROWS - 1][c] == EMPTY]
    if depth == 0 or not valid:
        return (None, score(board))
    column = valid[0]
    value = -10**9 if maximizingPlayer else 10**9
    for col in valid:
        b_copy = [row[:] for row in board]
        drop(b_copy, col, AI if maximizingPlayer else HUMAN)
        new_score = minimax(b_copy, depth - 1, alpha, beta, not maximizingPlayer)[1]
        if maximizingPlayer:
            if new_score > value:
                value, column = new_score, col
            alpha = max(alpha, value)
        else:
            if new_score < value:
                value, column = new_score, col
            beta = min(beta, value)
        if alpha >= beta:
            break
    return column, value


print(minimax([[1, 2, 0, 0], [0] * 4, [0] * 4, [0] * 4], 5, -10**9, 10**9, True))
