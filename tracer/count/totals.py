"""How many nodes a search never visited, in all: counted where a budget allows it, else estimated."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
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
        if np.count_nonzero(part.is_open) > budget:  # to play to each of them would take longer
            raise TooMany
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
        plies = part.ply[places]
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
    game, limit = trace.need_game(), part.limit
    sample_size = max(MIN_SAMPLE_SIZE, scale_move_budget(game, MAX_SAMPLE_SIZE))
    expansion, rng = make_expansion(game, with_draw_rules=True), Random(f"{len(part)} {SAMPLE_COUNT}")
    levels: list[float] = np.bincount(part.ply, ~part.visited).tolist()
    sampled_totals, max_unseen_nodes, is_exact = np.zeros(SAMPLE_COUNT), 0.0, True

    if part.is_open.any():
        is_open = part.is_open
        plies = np.unique(part.ply[is_open]).tolist()
        nodes_by_ply = {ply: part.nodes[is_open & (part.ply == ply)] for ply in plies}
        sample_starts = [_draw_starts(trace, nodes_by_ply, sample_size, rng) for _ in range(SAMPLE_COUNT)]
        is_complete = all(weight <= 1 for starts in sample_starts for sample in starts.values() for _, weight in sample)
        first = min(sample_starts[0])
        for ply, level in sample_plies(
            expansion, sample_starts, limit, spend, rng, sample_size=sample_size, is_exact=is_complete
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


def _draw_starts(trace: Recording, nodes_by_ply: dict[int, Ints], size: int, luck: Random) -> dict[int, WeightedSample]:
    """Some of the paths of each ply, with their positions: all where they are not too many."""
    most = min(size, max(8, MOST_STARTS // len(nodes_by_ply)))
    starts = dict[int, tuple[int, float]]()
    for ply, nodes in nodes_by_ply.items():
        for place, weight in _draw_evenly(len(nodes), most, luck):
            node = nodes.item(place)
            starts[node] = ply, starts.get(node, (ply, 0.0))[1] + weight
    found = dict[int, WeightedSample]()
    for node, state in states(trace, sorted(starts)):
        ply, weight = starts[node]
        found.setdefault(ply, []).append((state, weight))
    return found


def _draw_evenly(count: int, size: int, luck: Random) -> Iterator[tuple[int, float]]:
    """Places among so many with how many each stands for: all where they are not too many, else one in each share.

    >>> [place for place, _ in _draw_evenly(100, 4, Random(1))]
    [3, 46, 69, 81]
    """
    share = max(count / size, 1.0)
    for number in range(min(count, size)):
        place = number if share == 1 else math.ceil(share * (number + luck.random())) - 1
        yield min(max(place, 0), count - 1), share
