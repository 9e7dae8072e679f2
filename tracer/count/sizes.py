"""How many nodes a full game tree has: counted by position within a budget, else estimated by random probes."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from tracer.count.frontier import Frontier
from tracer.count.paths import paths_of
from tracer.errors import GameError, Signal
from tracer.games.rules import AnyGame, describe, key
from tracer.recording.columns import Ints
from tracer.recording.recording import Recording

BUDGET = 300_000
"""Positions looked at before an exact count is given up: a second or two."""
BATCH = 4_096
"""Paths between two calls of `progress`: some hundredths of a second."""
PROBES = 2_000
"""Random dives of an estimate."""

Levels = list[int]
"""Nodes of a tree by ply: entry 0 is the root's, always 1."""
_ALONE: Levels = [1]
"""A position with nothing below it."""


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


LONGEST_DIVE = 20_000
"""Plies after which a game is taken for one that does not end: more than a search can descend."""


class TooMany(Signal):
    """The budget is spent."""


class Sizes:
    """Counts full trees, each pair of position and remaining depth once."""

    def __init__(self, game: AnyGame, budget: int = BUDGET) -> None:
        self._game, self._key = game, key(game)
        self._budget = budget
        self._memo: dict[tuple[Hashable, float], Levels] = {}

    def levels(self, state: Any, depth: float) -> Levels:
        """Nodes by ply of the full tree below a position, itself included. No recursion.

        Raises:
            TooMany: the budget is spent.
        """
        if depth <= 0:
            return _ALONE
        wanted = (self._key(state), depth)
        if wanted in self._memo:
            return self._memo[wanted]
        if self._game.utility(state) is not None:
            return _ALONE
        children = self._children(state, depth)
        stack = [(wanted, children, iter(children))]
        while stack:
            name, children, waiting = stack[-1]
            for child_key, child in waiting:
                if child_key not in self._memo:
                    below = self._children(child, child_key[1])
                    stack.append((child_key, below, iter(below)))
                    break
            else:
                stack.pop()
                if name not in self._memo:
                    self._memo[name] = self._sum(children)
        return self._memo[wanted]

    def _children(self, state: Any, depth: float) -> list[tuple[tuple[Hashable, float], Any]]:
        """The positions one move below; at the last ply they are only counted."""
        game = self._game
        if depth <= 0 or game.utility(state) is not None:
            return []
        moves = game.moves(state)
        self._spend(len(moves))
        if depth <= 1:
            self._memo[self._key(state), depth] = [1, len(moves)] if moves else _ALONE
            return []
        after = [game.play(state, move) for move in moves]
        return [((self._key(child), depth - 1), child) for child in after]

    def _sum(self, children: Sequence[tuple[tuple[Hashable, float], Any]]) -> Levels:
        levels = [1]
        for child_key, _ in children:
            below = self._memo[child_key]
            levels.extend([0] * (len(below) + 1 - len(levels)))
            for ply, nodes in enumerate(below, 1):
                levels[ply] += nodes
        self._spend(len(levels) // 16)
        return levels

    def _spend(self, amount: int) -> None:
        self._budget -= amount
        if self._budget < 0:
            raise TooMany


def states(trace: Recording, nodes: Iterable[int]) -> Iterator[tuple[int, Any]]:
    """The position at each of some nodes, given in rising order: what two paths share is replayed once."""
    parent, end, played = trace.columns.parent, trace.columns.end, trace.state_after
    line: list[tuple[int, Any]] = [(0, trace.start())]
    last = line[0]
    for node in nodes:
        if not node:
            yield line[0]
            continue
        above = parent.item(node)
        if above != line[-1][0]:
            if above == last[0]:
                line.append(last)
            while line[-1][0] > above or end.item(line[-1][0]) <= above:
                line.pop()
            path = []
            while above != line[-1][0]:
                path.append(above)
                above = parent.item(above)
            for step in reversed(path):
                line.append((step, played(line[-1][1], step)))
        last = (node, played(line[-1][1], node))
        yield last


def each(
    trace: Recording, part: Frontier, *, budget: int = BUDGET, cancelled: Callable[[], bool] = lambda: False
) -> Ints | None:
    """Nodes never visited at each of some paths: those of the full tree there, without those that were visited.

    Args:
        trace: what was recorded, with its game.
        part: the paths.
        budget: positions looked at before it is given up.
        cancelled: asked at each path; True gives it up.

    Returns:
        int64, one count a path; None where it was given up.
    """
    found = np.zeros(len(part), np.int64)
    try:
        for place, below in _counted(trace, part, budget):
            if cancelled():
                return None
            found[place] = sum(below)
    except TooMany:
        return None
    return found - part.visited


def by_branch(trace: Recording, part: Frontier, budget: int = BUDGET) -> dict[int, Levels]:
    """What each pruned branch spared, by ply from the branch down; entry 0 is 0 where a visit entered its path.

    Raises:
        TooMany: the budget is spent.
    """
    ply, found = paths_of(trace).ply, dict[int, Levels]()
    for place, below in _counted(trace, part, budget):
        due, node = int(part.due[place]), int(part.nodes[place])
        distance, levels = int(ply[node] - ply[due]), found.setdefault(due, [])
        levels.extend([0] * (distance + len(below) - len(levels)))
        for depth, nodes in enumerate(below):
            levels[distance + depth] += nodes if depth or not part.visited[place] else 0
    return found


def _counted(trace: Recording, part: Frontier, budget: int) -> Iterator[tuple[int, Levels]]:
    """The places of some paths, ascending, with the nodes by ply of the full tree there.

    At the depth of the search nothing has to be counted, nor replayed.

    Raises:
        TooMany: the budget is spent.
    """
    sizes = Sizes(trace.need_game(), budget)
    deeper = np.flatnonzero(part.left > 0)
    replayed = states(trace, part.nodes[deeper].tolist())
    yield from ((place, _ALONE) for place in np.flatnonzero(part.left <= 0).tolist())
    for place, left, (_, state) in zip(deeper.tolist(), part.left[deeper].tolist(), replayed, strict=True):
        yield place, sizes.levels(state, left)


def total(
    trace: Recording,
    part: Frontier,
    *,
    budget: int = BUDGET,
    probes: int = PROBES,
    progress: Callable[[int], None] = lambda _: None,
) -> Total:
    """Nodes never visited at some paths, by ply.

    Exact if the budget allows, else an estimate without bias by random dives (Knuth 1975): each dive starts at a
    random one of the paths, picks random moves, and multiplies the numbers of moves on its way.

    Args:
        trace: what was recorded, with its game.
        part: the paths.
        budget: positions looked at before they are estimated.
        probes: dives of an estimate.
        progress: called every `BATCH` paths with the number of paths done; may raise.
    """
    if not len(part):
        return Total((), True)
    ply, visited = trace.columns.ply[part.nodes].tolist(), part.visited.tolist()
    levels: list[float] = [0] * (max(ply) + 1)
    try:
        for done, (place, below) in enumerate(_counted(trace, part, budget)):
            if done % BATCH == 0:
                progress(done)
            if below is not _ALONE:
                _add(levels, ply[place], below, 1, visited=visited[place])
            elif not visited[place]:
                levels[ply[place]] += 1
    except TooMany:
        return _estimate(trace, part, probes)
    return Total(tuple(levels), True)


def _add(levels: list[float], ply: int, below: Sequence[float], factor: float, *, visited: bool) -> None:
    levels.extend([0] * (ply + len(below) - len(levels)))
    for distance, count in enumerate(below):
        if distance or not visited:
            levels[ply + distance] += count * factor


def _estimate(trace: Recording, part: Frontier, probes: int) -> Total:
    luck = Random(f"{len(part)} {probes}")
    chosen = sorted(luck.choices(range(len(part)), k=probes))
    levels: list[float] = []
    sums = []
    replayed = states(trace, part.nodes[chosen].tolist())
    for place, (node, state) in zip(chosen, replayed, strict=True):
        dive, visited = _dive(trace.need_game(), state, float(part.left[place]), luck), bool(part.visited[place])
        _add(levels, int(trace.columns.ply[node]), dive, len(part) / probes, visited=visited)
        sums.append((sum(dive) - visited) * len(part))
    mean = sum(sums) / probes
    variance = sum((value - mean) ** 2 for value in sums) / max(1, probes - 1)
    return Total(tuple(levels), False, math.sqrt(variance / probes))


def _dive(game: AnyGame, state: Any, depth: float, luck: Random) -> list[float]:
    """One random dive: for each ply the product of the numbers of moves on the way.

    Raises:
        GameError: the game does not end.
    """
    levels = [1.0]
    while depth > 0 and game.utility(state) is None:
        if len(levels) > LONGEST_DIVE:
            raise GameError(f"{describe(game)} does not end within {LONGEST_DIVE:,} plies: its tree cannot be counted")
        moves = game.moves(state)
        levels.append(levels[-1] * len(moves))
        state = game.play(state, moves[luck.randrange(len(moves))])
        depth -= 1
    return levels
