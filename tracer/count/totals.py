"""How many nodes a search never visited, in all: counted where a budget allows it, else estimated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from tracer.count.estimate import BATCHES, QUANTILE, estimate
from tracer.count.frontier import Frontier
from tracer.count.layers import TooMany, summed
from tracer.count.sizes import LONG_BUDGET, Budget, blocks
from tracer.recording.columns import Ints
from tracer.recording.recording import Recording

OFTEN = 1 << 12
"""Moves between two calls of `progress`: some hundredths of a second."""


@dataclass(frozen=True)
class Total:
    """The number of nodes of some subtrees."""

    levels: tuple[float, ...]
    """Nodes by ply of the trace."""
    exact: bool
    standard_error: float = 0.0
    """Of the sum; 0 where it is exact."""

    @property
    def nodes(self) -> float:
        """All of them."""
        return sum(self.levels)

    @property
    def margin(self) -> float:
        """Nodes to either side of the sum: of 100 estimates about 95 have the truth within theirs; 0 where exact."""
        return QUANTILE * self.standard_error


def total(
    trace: Recording,
    part: Frontier,
    *,
    budget: int = LONG_BUDGET,
    batches: int = BATCHES,
    progress: Callable[[int], None] = lambda _: None,
) -> Total:
    """Nodes never visited at some paths, by ply: exact if the budget allows, else an estimate without bias.

    Args:
        trace: what was recorded, with its game.
        part: the paths.
        budget: moves looked at before they are estimated.
        batches: independent samples of an estimate.
        progress: called again and again with how many moves were looked at; may raise.
    """
    if not len(part):
        return Total((), True)
    spent = told = 0

    def heard(moves: int) -> None:
        nonlocal spent, told
        spent = moves
        told += 1
        if told % OFTEN == 0:
            progress(moves)

    try:
        return Total(tuple(_counted(trace, part, Budget(budget, heard))), True)
    except TooMany:
        levels, error = estimate(trace, part, batches, lambda moves: progress(spent + moves))
        return Total(tuple(levels), False, error)


def _counted(trace: Recording, part: Frontier, spend: Budget) -> list[float]:
    levels: list[float] = []
    for places, rows in blocks(trace, part, spend):
        plies: Ints = trace.ply[part.nodes[places]]
        for ply in np.unique(plies).tolist():
            below = summed(rows[plies == ply])
            below[0] -= int(np.count_nonzero(part.visited[places[plies == ply]]))
            levels.extend([0] * (ply + len(below) - len(levels)))
            for depth, nodes in enumerate(below):
                levels[ply + depth] += nodes
    while levels and not levels[-1]:
        levels.pop()
    return levels
