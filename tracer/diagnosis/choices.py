"""A node as the player who chose there saw it: its moves, what each was worth, and the words for these."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tracer.diagnosis.case import Case
from tracer.games.rules import MAX
from tracer.searches.contract import clamp


class Choice(NamedTuple):
    """An expanded node whose visited children all returned. Values and window are MAX's view."""

    node: int
    turn: int
    value: float
    """What it returned."""
    alpha: float
    beta: float
    children: list[int]
    """The last visit of each move that was searched, in the order of time."""
    values: list[float]
    """What each of them returned."""

    @property
    def best(self) -> float:
        """Return the best of the children's values for the player to move."""
        return max(self.values) if self.turn == MAX else min(self.values)

    @property
    def worst(self) -> float:
        """Return the worst of the children's values for the player to move."""
        return min(self.values) if self.turn == MAX else max(self.values)

    @property
    def far(self) -> float:
        """Return the end of the window at which this player may stop: beta at MAX, alpha at MIN."""
        return self.beta if self.turn == MAX else self.alpha

    @property
    def near(self) -> float:
        """Return the other end, which the player's values raise: alpha at MAX, beta at MIN."""
        return self.alpha if self.turn == MAX else self.beta

    def returns(self, value: float) -> tuple[float, float]:
        """What a fail-soft and a fail-hard search return where this is the best value."""
        return value, clamp(value, (self.alpha, self.beta))

    def child(self, value: float) -> int | None:
        """Return the first child of this value."""
        return self.children[self.values.index(value)] if value in self.values else None


def choice(case: Case, node: int) -> Choice | None:
    """Return a node's choice; None where nobody chose among children that all returned."""
    calls = case.calls.get(case.turn[node])
    place = -1 if calls is None else int(np.searchsorted(calls.node, node))
    if calls is None or not place < len(calls) or calls.node[place] != node:
        return None
    mine = slice(int(calls.first[place]), int(calls.last[place]) + 1)
    values = (calls.turn * calls.returned[mine]).tolist()
    return Choice(
        node, calls.turn, case.value[node], case.alpha[node], case.beta[node], calls.child[mine].tolist(), values
    )
