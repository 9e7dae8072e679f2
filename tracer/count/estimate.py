"""How many nodes lie below some paths, estimated from samples: many lines of play go down together.

A lone random dive (Knuth 1975) multiplies the numbers of moves on its way. Few dives have nearly all the weight, so
their mean is mostly too small, and so is the error that they show. Here a crowd goes down ply by ply. It looks at all
moves at its positions, and of these so many are played as the crowd is large, evenly spread over the weights; what was
left out hands its weight on. This has no bias, it spends most where most nodes are, and no line of play is lost where
the others end (the idea of stratified sampling: Chen 1992). Crowds that know nothing of each other tell the error.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate
from random import Random
from typing import Any

import numpy as np

from tracer.count.frontier import Frontier
from tracer.count.layers import LONGEST, does_not_end
from tracer.count.sizes import states
from tracer.games.rules import AnyGame
from tracer.recording.columns import Ints
from tracer.recording.recording import Recording

BATCHES = 20
"""Crowds."""
QUANTILE = 2.093
"""Standard errors to either side that hold the truth 95 times in 100, for the mean of 20 crowds (Student 1908)."""
CROWD = 256
"""Positions of a crowd at one ply, and paths of one ply at which it begins, at most."""
MOST_STARTS = 4_096
"""Paths at which it begins at all plies together, about."""

Crowd = list[tuple[Any, float]]
"""Positions with their weights: how many nodes each stands for."""


def estimate(
    trace: Recording, part: Frontier, batches: int, progress: Callable[[int], None]
) -> tuple[list[float], float]:
    """Nodes never visited at some paths by ply, and the standard error of their sum. The same at every call.

    Args:
        trace: what was recorded, with its game.
        part: the paths.
        batches: crowds.
        progress: called again and again with how many moves were looked at; may raise.

    Raises:
        GameError: the game does not end.
    """
    plies, looked = trace.ply[part.nodes], 0
    known = np.bincount(plies, ~part.visited).tolist()
    luck, found = Random(f"{len(part)} {batches}"), list[list[float]]()

    def heard(moves: int) -> None:
        nonlocal looked
        looked += moves
        progress(looked)

    last = plies + part.left
    groups = [np.flatnonzero((last == ply) & (part.left > 0)) for ply in np.unique(last)]
    for _ in range(batches):
        levels = defaultdict[int, float](float)
        for ply, places in zip(np.unique(last).tolist(), groups, strict=True):
            starts = _starts(trace, part.nodes[places], plies[places], luck)
            _descend(trace.need_game(), starts, ply, luck, levels, heard)
        deepest = max([len(known) - 1, *levels])
        found.append([levels[ply] for ply in range(deepest + 1)])
    return _mean(known, found)


def _mean(known: list[float], found: Sequence[list[float]]) -> tuple[list[float], float]:
    levels = [0.0] * max(map(len, found))
    for one in found:
        for ply, nodes in enumerate(one):
            levels[ply] += nodes / len(found)
    for ply, nodes in enumerate(known):
        levels[ply] += nodes
    sums = [sum(one) for one in found]
    middle = sum(sums) / len(sums)
    variance = sum((one - middle) ** 2 for one in sums) / max(1, len(sums) - 1)
    return levels, math.sqrt(variance / len(sums))


def _starts(trace: Recording, nodes: Ints, plies: Ints, luck: Random) -> dict[int, Crowd]:
    """Paths of each ply at even distances, for those beside each other are alike."""
    kinds = np.unique(plies).tolist()
    most = min(CROWD, max(8, MOST_STARTS // max(1, len(kinds))))
    chosen, weights = list[int](), dict[int, float]()
    for ply in kinds:
        there = nodes[plies == ply]
        step = max(1.0, len(there) / most)
        first = luck.random() * step if step > 1 else 0.0
        places = np.minimum((first + step * np.arange(min(most, len(there)))).astype(np.int64), len(there) - 1)
        chosen += there[places].tolist()
        weights[ply] = step
    found = dict[int, Crowd]()
    for node, state in states(trace, sorted(chosen)):
        ply = trace.ply.item(node)
        found.setdefault(ply, []).append((state, weights[ply]))
    return found


def _descend(
    game: AnyGame,
    starts: dict[int, Crowd],
    last: float,
    luck: Random,
    levels: defaultdict[int, float],
    heard: Callable[[int], None],
) -> None:
    """Add to the levels what lies below the starts."""
    if not starts:
        return
    ply = first = min(starts)
    crowd: Crowd = []
    while crowd or any(other >= ply for other in starts):
        if ply - first > LONGEST:
            raise does_not_end(game)
        crowd = crowd + starts.get(ply, [])
        moves = list[tuple[Any, Any, float]]()
        for state, weight in crowd:
            if game.utility(state) is None:
                moves += [(state, move, weight) for move in game.moves(state)]
        heard(len(moves))
        ply += 1
        levels[ply] += sum(weight for _, _, weight in moves)
        crowd = [] if ply >= last else [(game.play(state, move), weight) for state, move, weight in _thin(moves, luck)]


def _thin(moves: list[tuple[Any, Any, float]], luck: Random) -> list[tuple[Any, Any, float]]:
    """As many as a crowd has, spread evenly over the weights: each stands for as many nodes as every other."""
    if len(moves) <= CROWD:
        return moves
    sums = list(accumulate(weight for _, _, weight in moves))
    share = sums[-1] / CROWD
    return [(*moves[place][:2], share) for place in _evenly(sums, share, luck)]


def _evenly(sums: list[float], share: float, luck: Random) -> list[int]:
    """Places at even distances in weights that were summed up, the first of them at random."""
    first = luck.random() * share
    return [min(bisect_left(sums, first + share * number), len(sums) - 1) for number in range(CROWD)]
