import copy
import math

PLAYER_X = 'X'
PLAYER_O = 'O'
EMPTY = ' '


def winner(board):
    for i in range(3):
        if board[i][0] == board[i][1] == board[i][2] != EMPTY:
            return board[i][0]
        if board[0][i] == board[1][i] == board[2][i] != EMPTY:
            return board[0][i]
    if board[1][1] != EMPTY and (board[0][0] == board[1][1] == board[2][2] or board[0][2] == board[1][1] == board[2][0]):
        return board[1][1]
    return None


def possible_moves(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] == EMPTY]


def minimax(board, depth, alpha, beta, maximizingPlayer):
    champ = winner(board)
    if champ == PLAYER_X:
        return 10 - depth
    if champ == PLAYER_O:
        return depth - 10
    if not possible_moves(board):
        return 0
    if maximizingPlayer:
        maxEval = -math.inf
        for (i, j) in possible_moves(board):
            newBoard = copy.deepcopy(board)
            newBoard[i][j] = PLAYER_X
            evaluation = minimax(newBoard, depth + 1, alpha, beta, False)
            maxEval = max(maxEval, evaluation)
            alpha = max(alpha, evaluation)
            if beta <= alpha:
                break
        return maxEval
    minEval = math.inf
    for (i, j) in possible_moves(board):
        newBoard = copy.deepcopy(board)
        newBoard[i][j] = PLAYER_O
        evaluation = minimax(newBoard, depth + 1, alpha, beta, True)
        minEval = min(minEval, evaluation)
        beta = min(beta, evaluation)
        if beta <= alpha:
            break
    return minEval


print(minimax([['X', 'O', ' '], [' ', 'O', 'X'], [' ', ' ', ' ']], 0, -math.inf, math.inf, True))
