import numpy as np


def check(board):
    sums = np.concatenate([board.sum(axis=0), board.sum(axis=1), [np.trace(board), np.trace(np.fliplr(board))]])
    if 3 in sums:
        return 1
    if -3 in sums:
        return -1
    if not (board == 0).any():
        return 0
    return None


def minimax(board, player):
    result = check(board)
    if result is not None:
        return result
    scores = []
    for r, c in np.argwhere(board == 0):
        board[r, c] = player
        scores.append(minimax(board, -player))
        board[r, c] = 0
    return max(scores) if player == 1 else min(scores)


board = np.array([[1, -1, 0], [0, -1, 1], [0, 0, 0]])
print(minimax(board, 1))
