# tic-tac-toe, the board a dictionary: the robot's move in the middle of a game
board = {1: 'X', 2: ' ', 3: 'O', 4: ' ', 5: 'O', 6: ' ', 7: ' ', 8: 'X', 9: ' '}
bot, player = 'O', 'X'
def check_win(mark):
    wins = [(1,2,3),(4,5,6),(7,8,9),(1,4,7),(2,5,8),(3,6,9),(1,5,9),(3,5,7)]
    return any(board[a] == board[b] == board[c] == mark for a, b, c in wins)
def check_draw():
    return all(board[k] != ' ' for k in board)
def minimax(board, depth, is_maximizing):
    if check_win(bot):
        return 100
    if check_win(player):
        return -100
    if check_draw():
        return 0
    if is_maximizing:
        best_score = -1000
        for key in board.keys():
            if board[key] == ' ':
                board[key] = bot
                score = minimax(board, depth + 1, False)
                board[key] = ' '
                if score > best_score:
                    best_score = score
        return best_score
    else:
        best_score = 800
        for key in board.keys():
            if board[key] == ' ':
                board[key] = player
                score = minimax(board, depth + 1, True)
                board[key] = ' '
                if score < best_score:
                    best_score = score
        return best_score
print(minimax(board, 0, False))
