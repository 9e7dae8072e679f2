"""Pig: players roll as often as they like, and a one loses the pot. Two functions that call each other."""

from __future__ import annotations

import random

dice = random.Random(3)


class Pig:
    def __init__(self, scores: tuple[int, int], pot: int, turn: int) -> None:
        self.scores, self.pot, self.turn = scores, pot, turn

    def hold(self) -> Pig:
        mine = self.scores[self.turn] + self.pot
        scores = (mine, self.scores[1]) if self.turn == 0 else (self.scores[0], mine)
        return Pig(scores, 0, 1 - self.turn)

    def roll(self, eyes: int) -> Pig:
        if eyes == 1:
            return Pig(self.scores, 0, 1 - self.turn)
        return Pig(self.scores, self.pot + eyes, self.turn)


def evaluate(pig: Pig) -> float:
    lead = pig.scores[0] - pig.scores[1]
    return lead + pig.pot if pig.turn == 0 else lead - pig.pot


def chance_value(pig: Pig, depth: int) -> float:
    total = 0.0
    for eyes in range(1, 5):
        total += value(pig.roll(eyes), depth - 1) / 4
    return total


def value(pig: Pig, depth: int) -> float:
    if depth <= 0 or max(pig.scores) >= 10:
        return evaluate(pig)
    options = [chance_value(pig, depth - 1)]
    if pig.pot:
        options.append(value(pig.hold(), depth - 1))
    return max(options) if pig.turn == 0 else min(options)


def solve() -> float:
    return value(Pig((4, 5), 3, 0), 6)
