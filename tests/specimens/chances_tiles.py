"""A row of tiles that slide and merge: one board that moves change and put back, and methods for player and chance."""

from __future__ import annotations

import random

luck = random.Random(5)


class Row:
    def __init__(self, tiles: list[int]) -> None:
        self.tiles = tiles

    def slide(self, left: bool) -> list[int]:
        kept = [tile for tile in (self.tiles if left else self.tiles[::-1]) if tile]
        merged: list[int] = []
        while kept:
            tile = kept.pop(0)
            if kept and kept[0] == tile:
                tile += kept.pop(0)
            merged.append(tile)
        merged += [0] * (len(self.tiles) - len(merged))
        return merged if left else merged[::-1]


class Player:
    def __init__(self, row: Row) -> None:
        self.row = row

    def max_value(self, depth: int) -> float:
        before, best = self.row.tiles, float("-inf")
        for left in (True, False):
            after = self.row.slide(left)
            if depth and after != before:
                self.row.tiles = after
                best = max(best, self.chance_value(depth - 1))
                self.row.tiles = before
        if best == float("-inf"):
            return sum(tile * tile for tile in before) + 10.0 * before.count(0)
        return best

    def chance_value(self, depth: int) -> float:
        row, total = self.row, 0.0
        empty = [place for place, tile in enumerate(row.tiles) if tile == 0]
        places = empty
        for place in places:
            for tile, chance in ((2, 0.9), (4, 0.1)):
                where = place
                row.tiles = [*row.tiles[:where], tile, *row.tiles[where + 1 :]]
                total += chance / len(places) * self.max_value(depth)
                row.tiles = [*row.tiles[:where], 0, *row.tiles[where + 1 :]]
        return total


def solve() -> float:
    return Player(Row([2, 0, 2, 0, 4])).max_value(4)
