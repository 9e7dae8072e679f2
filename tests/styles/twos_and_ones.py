# 1 = X (me), 2 = O (you), 0 = empty
import itertools

grid = [[1, 2, 0], [0, 2, 1], [0, 0, 0]]

def full(grid):
    return all(itertools.chain(*grid))

def three(grid, n):
    cols = list(zip(*grid))
    diag = [grid[i][i] for i in range(3)], [grid[i][2 - i] for i in range(3)]
    return any(list(l) == [n] * 3 for l in [*grid, *cols, *diag])

def score(grid, turn):
    if three(grid, 1): return 1
    if three(grid, 2): return -1
    if full(grid): return 0
    results = []
    for y, x in itertools.product(range(3), repeat=2):
        if not grid[y][x]:
            grid[y][x] = turn
            results.append(score(grid, 3 - turn))
            grid[y][x] = 0
    return max(results) if turn == 1 else min(results)

print(score(grid, 1))
