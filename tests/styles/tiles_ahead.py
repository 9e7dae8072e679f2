"""Expectimax for 2048 on 3x3: the player slides, the computer puts a 2 or a 4."""


def slide_row(row):
    tiles = [t for t in row if t]
    merged, gained, i = [], 0, 0
    while i < len(tiles):
        if i + 1 < len(tiles) and tiles[i] == tiles[i + 1]:
            merged.append(2 * tiles[i])
            gained += 2 * tiles[i]
            i += 2
        else:
            merged.append(tiles[i])
            i += 1
    return merged + [0] * (len(row) - len(merged)), gained


def slide(grid, direction):
    n = len(grid)
    if direction in ('up', 'down'):
        grid = [list(column) for column in zip(*grid)]
    if direction in ('right', 'down'):
        grid = [row[::-1] for row in grid]
    grid = [slide_row(row)[0] for row in grid]
    if direction in ('right', 'down'):
        grid = [row[::-1] for row in grid]
    if direction in ('up', 'down'):
        grid = [list(column) for column in zip(*grid)]
    return grid


def heuristic(grid):
    empty = sum(row.count(0) for row in grid)
    return empty * 10 + max(map(max, grid)) + 3 * grid[0][0]


def expectimax(grid, depth, player):
    if depth == 0:
        return heuristic(grid)
    if player:
        best = None
        for direction in ('left', 'up', 'right', 'down'):
            moved = slide(grid, direction)
            if moved != grid:
                value = expectimax(moved, depth - 1, False)
                if best is None or value > best:
                    best = value
        return heuristic(grid) if best is None else best
    total = 0.0
    empty = [(r, c) for r in range(len(grid)) for c in range(len(grid)) if not grid[r][c]]
    for r, c in empty:
        for tile, chance in ((2, 0.9), (4, 0.1)):
            grid[r][c] = tile
            total += chance / len(empty) * expectimax(grid, depth - 1, True)
            grid[r][c] = 0
    return total


print(round(expectimax([[2, 4, 2], [0, 2, 0], [2, 0, 0]], 3, True), 4))
