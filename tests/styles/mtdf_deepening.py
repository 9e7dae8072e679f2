# MTD(f) for one depth after the other, with what the last one found as its guess
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
tt = {}

def winner(squares):
    for a, b, c in LINES:
        if squares[a] != '.' and squares[a] == squares[b] == squares[c]:
            return squares[a]

def heuristic(squares):
    return sum(1 if squares[i] == 'X' else -1 for i in (0, 2, 4, 6, 8) if squares[i] != '.')

def ab(squares, depth, alpha, beta, x):
    lower, upper = tt.get((squares, depth), (-1000, 1000))
    if lower >= beta: return lower
    if upper <= alpha: return upper
    w = winner(squares)
    if w: g = 100 if w == 'X' else -100
    elif '.' not in squares: g = 0
    elif depth == 0: g = heuristic(squares)
    elif x:
        g, a = -1000, alpha
        for i in range(9):
            if squares[i] == '.':
                g = max(g, ab(squares[:i] + 'X' + squares[i+1:], depth - 1, a, beta, False))
                a = max(a, g)
                if g >= beta: break
    else:
        g, b = 1000, beta
        for i in range(9):
            if squares[i] == '.':
                g = min(g, ab(squares[:i] + 'O' + squares[i+1:], depth - 1, alpha, b, True))
                b = min(b, g)
                if g <= alpha: break
    if g < beta: upper = g
    if g > alpha: lower = g
    tt[squares, depth] = lower, upper
    return g

def mtdf(squares, f, depth):
    g, lower, upper = f, -1000, 1000
    while lower < upper:
        beta = g + 1 if g == lower else g
        g = ab(squares, depth, beta - 1, beta, True)
        if g < beta: upper = g
        else: lower = g
    return g

def deepen(squares, most):
    g = 0
    for d in range(1, most + 1):
        g = mtdf(squares, g, d)
    return g

print(deepen('X.O.X.O..', 4))
