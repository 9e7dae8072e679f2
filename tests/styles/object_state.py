# Kalah-like sowing game, immutable states in a dataclass
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Position:
    state: tuple = (2, 2, 0, 2, 2, 0)  # pits, store, pits, store
    south: bool = True

    def pits(self):
        return [p for p in ((0, 1) if self.south else (3, 4)) if self.state[p]]

    def sow(self, pit):
        seeds = list(self.state)
        hand, seeds[pit] = seeds[pit], 0
        while hand:
            pit = (pit + 1) % 6
            seeds[pit] += 1
            hand -= 1
        return replace(self, state=tuple(seeds), south=not self.south)


def minimax(pos, depth):
    if depth == 0 or not pos.pits():
        return pos.state[2] - pos.state[5]
    scores = [minimax(pos.sow(pit), depth - 1) for pit in pos.pits()]
    return max(scores) if pos.south else min(scores)


print(minimax(Position(), 7))
