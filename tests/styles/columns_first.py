import copy

WIDTH, HEIGHT = 7, 6


def new_grid():
    return [[' '] * HEIGHT for _ in range(WIDTH)]


def drop(grid, column, piece):
    grid = copy.deepcopy(grid)
    row = grid[column].index(' ')
    grid[column][row] = piece
    return grid


def has_won(grid, piece):
    for c in range(WIDTH):
        for r in range(HEIGHT):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(c + i * dc, r + i * dr) for i in range(4)]
                if all(0 <= x < WIDTH and 0 <= y < HEIGHT and grid[x][y] == piece for x, y in cells):
                    return True
    return False


def free(grid):
    return [c for c in (3, 2, 4, 1, 5, 0, 6) if ' ' in grid[c]]


def score(grid):
    value = 0
    for c in range(WIDTH):
        for r in range(HEIGHT):
            if grid[c][r] == 'R':
                value += 3 - abs(3 - c) + (r == 0)
            elif grid[c][r] == 'Y':
                value -= 3 - abs(3 - c) + (r == 0)
    return value


def minimax(grid, depth, alpha, beta, maximizing):
    if has_won(grid, 'R'):
        return 1000 + depth
    if has_won(grid, 'Y'):
        return -1000 - depth
    columns = free(grid)
    if depth == 0 or not columns:
        return score(grid)
    if maximizing:
        best = -10000
        for column in columns:
            best = max(best, minimax(drop(grid, column, 'R'), depth - 1, alpha, beta, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = 10000
    for column in columns:
        best = min(best, minimax(drop(grid, column, 'Y'), depth - 1, alpha, beta, True))
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best


start = new_grid()
for column, piece in ((3, 'R'), (3, 'Y'), (2, 'R'), (4, 'Y')):
    start = drop(start, column, piece)
print(minimax(start, 4, -10000, 10000, True))
