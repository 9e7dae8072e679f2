# Kakelvloer: on a 2x4 grid the players place 1x2 tiles by turns; the score is the sum of the covered numbers
NUMBERS = ((3, 1, 4, 1), (5, 9, 2, 6))


class Level:
    def __init__(self, grid=None):
        self.grid = grid or [[False] * 4 for _ in range(2)]

    def spots(self):
        for r in range(2):
            for c in range(3):
                if not self.grid[r][c] and not self.grid[r][c + 1]:
                    yield r, c

    def tile(self, r, c):
        grid = [list(row) for row in self.grid]
        grid[r][c] = grid[r][c + 1] = True
        return Level(grid)


def go(level, points, me):
    values = []
    for r, c in level.spots():
        gain = NUMBERS[r][c] * NUMBERS[r][c + 1]
        values.append(go(level.tile(r, c), points + gain if me else points - gain, not me))
    if not values:
        return points
    return max(values) if me else min(values)


if __name__ == "__main__":
    print(go(Level(), 0, True))
