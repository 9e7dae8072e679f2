"""Tic-tac-toe on a NumPy board from the middle of a game, with two functions."""

import numpy as np

CROSS, NOUGHT = 1, -1


def winner(board):
    sums = np.concatenate([board.sum(axis=0), board.sum(axis=1), [np.trace(board), np.trace(np.fliplr(board))]])
    if 3 in sums:
        return CROSS
    if -3 in sums:
        return NOUGHT
    return 0


def terminal(board):
    return winner(board) != 0 or not (board == 0).any()


def utility(board):
    return winner(board)


def max_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = -np.inf
    for r, c in np.argwhere(board == 0):
        board[r, c] = CROSS
        v = max(v, min_value(board, alpha, beta))
        board[r, c] = 0
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(board, alpha, beta):
    if terminal(board):
        return utility(board)
    v = np.inf
    for r, c in np.argwhere(board == 0):
        board[r, c] = NOUGHT
        v = min(v, max_value(board, alpha, beta))
        board[r, c] = 0
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def best_move(board):
    best_score, move = -np.inf, None
    alpha = -np.inf
    for r, c in np.argwhere(board == 0):
        board[r, c] = CROSS
        score = min_value(board, alpha, np.inf)
        board[r, c] = 0
        if score > best_score:
            best_score, move = score, (int(r), int(c))
        alpha = max(alpha, best_score)
    return move, best_score


if __name__ == "__main__":
    b = np.zeros((3, 3), dtype=int)
    b[0, 1] = CROSS
    b[0, 0] = NOUGHT
    print(best_move(b))
