# connect four on 4 x 5, deepening in the very function that has the loop over the moves
import time
ROWS, COLS = 4, 5
nodes = 0
class TimeUp(Exception): pass
def legal(grid): return [c for c in (2, 1, 3, 0, 4) if grid[0][c] == '.']
def drop(grid, c, p):
    for r in range(ROWS - 1, -1, -1):
        if grid[r][c] == '.':
            grid[r][c] = p
            return r
def four(grid, p):
    for r in range(ROWS):
        for c in range(COLS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                rr, cc = r + 3 * dr, c + 3 * dc
                if 0 <= rr < ROWS and 0 <= cc < COLS and all(grid[r + i * dr][c + i * dc] == p for i in range(4)):
                    return True
    return False
def evaluate(grid):
    s = 0
    w = [1, 2, 3, 2, 1]
    for row in grid:
        for c, x in enumerate(row):
            if x == 'X': s += w[c]
            elif x == 'O': s -= w[c]
    return s
def alphabeta(grid, depth, alpha, beta, maximizing, deadline):
    global nodes
    nodes += 1
    if time.time() > deadline:
        raise TimeUp
    if four(grid, 'X'): return 1000 + depth
    if four(grid, 'O'): return -1000 - depth
    ms = legal(grid)
    if not ms: return 0
    if depth == 0: return evaluate(grid)
    if maximizing:
        value = float('-inf')
        for c in ms:
            r = drop(grid, c, 'X')
            value = max(value, alphabeta(grid, depth - 1, alpha, beta, False, deadline))
            grid[r][c] = '.'
            alpha = max(alpha, value)
            if alpha >= beta: break
        return value
    value = float('inf')
    for c in ms:
        r = drop(grid, c, 'O')
        value = min(value, alphabeta(grid, depth - 1, alpha, beta, True, deadline))
        grid[r][c] = '.'
        beta = min(beta, value)
        if alpha >= beta: break
    return value
def think(grid, seconds, maxdepth):
    deadline = time.time() + seconds
    best = None
    for depth in range(1, maxdepth + 1):
        try:
            bestv, bm = float('-inf'), None
            alpha = float('-inf')
            for c in legal(grid):
                r = drop(grid, c, 'X')
                try:
                    v = alphabeta(grid, depth - 1, alpha, float('inf'), False, deadline)
                finally:
                    grid[r][c] = '.'
                if v > bestv:
                    bestv, bm = v, c
                alpha = max(alpha, v)
            best = (bm, bestv)
            print(depth, best)
        except TimeUp:
            break
    return best
if __name__ == '__main__':
    g = [['.'] * COLS for _ in range(ROWS)]
    print(think(g, 1000, 4))
