board = ['X', 'O', '_',
         '_', 'O', 'X',
         '_', '_', '_']

def line(p):
    for a, b, c in ((0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)):
        if board[a] == board[b] == board[c] == p: return True
    return False

def minimax(isMax):
    if line('X'): return 10
    if line('O'): return -10
    if '_' not in board: return 0
    best = -1000 if isMax else 1000
    for i in range(9):
        if board[i] == '_':
            board[i] = 'X' if isMax else 'O'
            val = minimax(not isMax)
            board[i] = '_'
            if isMax: best = max(best, val)
            else: best = min(best, val)
    return best

print('The value is', minimax(True))
