"""A small random game in which positions are met on several ways, for searches of many kinds."""

from __future__ import annotations

from random import Random
from typing import Any

from tracer.games.rules import MAX, MIN, Turn

State = tuple[int, int, int]
"""The ply, a place, and who moves there: 1 or -1."""


class Lanes:
    """Each move leads to a place of the next ply.

    Args:
        seed: says where the moves lead and what the ends are worth.
        plies: the longest game.
        ends: the payoffs.
    """

    def __init__(self, seed: int, plies: int = 4, ends: tuple[float, ...] = (-9, -4, 0, 2, 7)) -> None:
        random = Random(seed)
        self._ways: dict[State, list[State]] = {}
        self._ends: dict[State, float] = {}
        self._worth: dict[State, float] = {}
        for ply in range(plies + 1):
            for place in range(5):
                for player in (1, -1):
                    state = ply, place, player
                    self._worth[state] = round(random.uniform(-0.9, 0.9), 2)
                    if ply == plies or (ply and random.random() < 0.1):
                        self._ends[state] = random.choice(ends)
                    else:
                        after = random.sample(range(5), random.randint(2, 3))
                        self._ways[state] = [(ply + 1, other, -player) for other in after]

    def start(self) -> State:
        return 0, 0, 1

    def turn(self, state: State) -> Turn:
        return MAX if state[2] > 0 else MIN

    def utility(self, state: State) -> float | None:
        return self._ends.get(state)

    def evaluate(self, state: State) -> float:
        return self._worth[state]

    def moves(self, state: State) -> list[int]:
        return [place for _, place, _ in self._ways[state]]

    def play(self, state: State, move: int) -> State:
        return next(after for after in self._ways[state] if after[1] == move)

    def adopt(self, value: Any) -> State | None:
        return value if isinstance(value, tuple) and len(value) == 3 else None
