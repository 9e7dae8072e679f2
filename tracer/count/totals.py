"""How many nodes a search never visited, in all: counted where a budget allows it, else estimated."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np

from tracer.count.frontier import Frontier
from tracer.count.layers import MAX_PLIES, TooMany, make_endless_game_error, sum_columns
from tracer.count.sizes import LONG_BUDGET, Budget, blocks, states
from tracer.count.tree_size_estimate import (
    MARGIN_FACTOR,
    MAX_SAMPLE_SIZE,
    MIN_SAMPLE_SIZE,
    SAMPLE_COUNT,
    WeightedSample,
    make_expansion,
    resample,
    sample_plies,
)
from tracer.games.rules import scale_move_budget
from tracer.recording.columns import Ints
from tracer.recording.recording import Recording

OFTEN = 1 << 12
"""Moves between two calls of `progress`: some hundredths of a second."""
MOST_STARTS = 4_096
"""Paths at which a sample begins at all plies together, about."""


@dataclass(frozen=True)
class Total:
    """The number of nodes of some subtrees."""

    levels: tuple[float, ...]
    """Nodes by ply of the trace."""
    exact: bool
    standard_error: float = 0.0
    """Of the sum; 0 where it is exact."""
    margin: float = 0.0
    """Nodes to either side of the sum: of 100 estimates about 95 have the truth within theirs; 0 where it is exact."""

    @property
    def nodes(self) -> float:
        """All of them."""
        return sum(self.levels)


def total(
    trace: Recording,
    part: Frontier,
    *,
    budget: int = LONG_BUDGET,
    progress: Callable[[int], None] = lambda _: None,
) -> Total | None:
    """Nodes never visited at some paths, by ply: exact if the budget allows, else an estimate without bias.

    None where that would take long, too, as where lines of chess have no last ply.
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
        return Total(tuple(_count_by_ply(trace, part, Budget(budget, heard))), True)
    except TooMany:
        pass
    most = scale_move_budget(trace.need_game(), LONG_BUDGET)
    try:
        return _estimate_total(trace, part, Budget(most, lambda moves: progress(spent + moves)))
    except TooMany:
        return None


def _count_by_ply(trace: Recording, part: Frontier, spend: Budget) -> list[float]:
    levels: list[float] = []
    for places, rows in blocks(trace, part, spend):
        plies: Ints = trace.ply[part.nodes[places]]
        for ply in np.unique(plies).tolist():
            below = sum_columns(rows[plies == ply])
            below[0] -= int(np.count_nonzero(part.visited[places[plies == ply]]))
            levels.extend([0] * (ply + len(below) - len(levels)))
            for depth, nodes in enumerate(below):
                levels[ply + depth] += nodes
    while levels and not levels[-1]:
        levels.pop()
    return levels


def _estimate_total(trace: Recording, part: Frontier, spend: Budget) -> Total:
    """What samples say that begin at some of the paths of each ply. The same at every call."""
    game, plies = trace.need_game(), trace.ply[part.nodes]
    sample_size = max(MIN_SAMPLE_SIZE, scale_move_budget(game, MAX_SAMPLE_SIZE))
    expansion, rng = make_expansion(game, with_draw_rules=True), Random(f"{len(part)} {SAMPLE_COUNT}")
    levels: list[float] = np.bincount(plies, ~part.visited).tolist()
    sampled_totals, max_unseen_nodes, is_exact = np.zeros(SAMPLE_COUNT), 0.0, True

    last_plies = plies + part.left
    for end in np.unique(last_plies[part.left > 0]).tolist():
        nodes = part.nodes[(last_plies == end) & (part.left > 0)]
        sample_starts = [_draw_starts(trace, nodes, sample_size, rng) for _ in range(SAMPLE_COUNT)]
        is_complete = all(weight <= 1 for starts in sample_starts for sample in starts.values() for _, weight in sample)
        first = min(sample_starts[0])
        for ply, level in sample_plies(
            expansion, sample_starts, end, spend, rng, sample_size=sample_size, is_exact=is_complete
        ):
            if ply - first > MAX_PLIES:
                raise make_endless_game_error(game)
            levels += [0.0] * (ply + 1 - len(levels))
            levels[ply] += level.nodes
            sampled_totals += level.samples
            max_unseen_nodes += level.max_unseen_nodes
            is_exact = is_exact and level.is_exact
    if is_exact:  # nothing was left out
        return Total(tuple(levels), True)
    error = float(sampled_totals.std(ddof=1)) / math.sqrt(SAMPLE_COUNT)
    return Total(tuple(levels), False, error, max(MARGIN_FACTOR * error, max_unseen_nodes))


def _draw_starts(trace: Recording, nodes: Ints, size: int, luck: Random) -> dict[int, WeightedSample]:
    """Some of the paths of each ply, with their positions: all where they are not too many."""
    plies: Ints = trace.ply[nodes]
    kinds = np.unique(plies).tolist()
    most = min(size, max(8, MOST_STARTS // len(kinds)))
    weights = defaultdict[int, float](float)
    for ply in kinds:
        there = nodes[plies == ply].tolist()
        for place, weight in resample([1.0] * len(there), most, luck):
            weights[there[place]] += weight
    found = dict[int, WeightedSample]()
    for node, state in states(trace, sorted(weights)):
        found.setdefault(trace.ply.item(node), []).append((state, weights[node]))
    return found
