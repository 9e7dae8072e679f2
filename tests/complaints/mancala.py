"""Kalah with three pits a side; a last seed in one's own store moves again."""

from copy import deepcopy


class Kalah:
    def __init__(self):
        self.north, self.south, self.store, self.player = [3, 2, 1], [1, 2, 2], {"N": 0, "S": 0}, "N"

    def pits(self):
        return self.north if self.player == "N" else self.south

    def sow(self, pit):
        other = "S" if self.player == "N" else "N"
        seeds, self.pits()[pit] = self.pits()[pit], 0
        side, place = self.player, pit + 1
        while seeds:
            row = self.north if side == "N" else self.south
            if place < 3:
                row[place] += 1
            elif side == self.player:
                self.store[side] += 1
            seeds -= not (place >= 3 and side != self.player)
            last, place = (side, place), place + 1
            if place > 3:
                side, place = ("S" if side == "N" else "N"), 0
        if last != (self.player, 3):
            self.player = other


def search(game, plies):
    choices = [pit for pit in range(3) if game.pits()[pit]]
    if plies == 0 or not choices:
        return game.store["S"] - game.store["N"]
    results = []
    for pit in choices:
        child = deepcopy(game)
        child.sow(pit)
        results.append(search(child, plies - 1))
    return max(results) if game.player == "S" else min(results)


def best_pit(game, plies=6):
    ratings = {}
    for pit in range(3):
        if game.pits()[pit]:
            child = deepcopy(game)
            child.sow(pit)
            ratings[pit] = search(child, plies - 1)
    choose = max if game.player == "S" else min
    return choose(ratings, key=ratings.get)


if __name__ == "__main__":
    print("north should play pit", best_pit(Kalah()))
