# the tic-tac-toe of a well known course
import copy
X, O, EMPTY = "X", "O", None
def player(board):
    xs = sum(row.count(X) for row in board)
    os = sum(row.count(O) for row in board)
    return O if xs > os else X
def actions(board):
    return [(i, j) for i in range(3) for j in range(3) if board[i][j] is EMPTY]
def result(board, action):
    i, j = action
    new = copy.deepcopy(board)
    new[i][j] = player(board)
    return new
def winner(board):
    for p in (X, O):
        for k in range(3):
            if all(board[k][j] == p for j in range(3)) or all(board[i][k] == p for i in range(3)):
                return p
        if all(board[i][i] == p for i in range(3)) or all(board[i][2 - i] == p for i in range(3)):
            return p
    return None
def terminal(board):
    return winner(board) is not None or not actions(board)
def utility(board):
    w = winner(board)
    return 1 if w == X else -1 if w == O else 0
def max_value(board):
    if terminal(board):
        return utility(board)
    v = float("-inf")
    for action in actions(board):
        v = max(v, min_value(result(board, action)))
    return v
def min_value(board):
    if terminal(board):
        return utility(board)
    v = float("inf")
    for action in actions(board):
        v = min(v, max_value(result(board, action)))
    return v
def minimax(board):
    if terminal(board):
        return None
    best_action = None
    if player(board) == X:
        best = float("-inf")
        for action in actions(board):
            value = min_value(result(board, action))
            if value > best:
                best, best_action = value, action
    else:
        best = float("inf")
        for action in actions(board):
            value = max_value(result(board, action))
            if value < best:
                best, best_action = value, action
    return best_action
start = [[X, O, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, X]]
print(minimax(start))
