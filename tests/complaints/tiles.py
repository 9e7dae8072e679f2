"""2048 on four tiles in a row: slide left or right, then a 2 comes nine times in ten, and a 4 else."""


def slide(row):
    tiles, merged = [tile for tile in row if tile], []
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile:
            tile += tiles.pop(0)
        merged.append(tile)
    return tuple(merged + [0] * (len(row) - len(merged)))


def moves(row):
    ways = {"left": slide(row), "right": slide(row[::-1])[::-1]}
    return {way: moved for way, moved in ways.items() if moved != row}


def player(row, depth):
    choices = moves(row)
    if depth == 0 or not choices:
        return sum(tile * tile for tile in row)
    return max(nature(moved, depth - 1) for moved in choices.values())


def nature(row, depth):
    empty = [place for place, tile in enumerate(row) if tile == 0]
    expected = 0.0
    for place in empty:
        for tile, chance in ((2, 0.9), (4, 0.1)):
            expected += chance / len(empty) * player((*row[:place], tile, *row[place + 1 :]), depth)
    return expected


if __name__ == "__main__":
    print(player((2, 0, 2, 4), 3))
