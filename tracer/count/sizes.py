"""How many nodes a full game tree has, counted by position within a budget: of one position, or of many paths."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from tracer.count.frontier import Frontier
from tracer.count.layers import Layers, TooMany
from tracer.count.paths import paths_of
from tracer.games.rules import AnyGame, key
from tracer.recording.columns import Array, Ints
from tracer.recording.recording import Recording

BUDGET = 300_000
"""Moves looked at before a count is given up for which somebody waits: a second or two."""
QUICK_BUDGET = 30_000
"""The same where nobody waits: some hundredths of a second."""
LONG_BUDGET = 6_000_000
"""The same where it is told how far the count is, or a picture is written: some ten seconds."""

Levels = list[int]
"""Nodes of a tree by ply: entry 0 is the root's, always 1."""
_ALONE: Levels = [1]
"""A position with nothing below it."""


class Sizes:
    """Counts full trees, each pair of position and remaining depth once."""

    def __init__(self, game: AnyGame, budget: int | Budget = BUDGET) -> None:
        self._game, self._key = game, key(game)
        self._spend = budget if isinstance(budget, Budget) else Budget(budget)
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


class Budget:
    """Moves that may be looked at: called with the moves of each position.

    Args:
        moves: so many.
        heard: called with those that were looked at, again and again; may raise.
    """

    def __init__(self, moves: int, heard: Callable[[int], None] = lambda _: None) -> None:
        self._moves, self._heard, self._spent = moves, heard, 0

    def __call__(self, moves: int) -> None:
        """Spend it.

        Raises:
            TooMany: nothing is left.
        """
        self._spent += moves
        self._heard(self._spent)
        if self._spent > self._moves:
            raise TooMany

    def again(self) -> Budget:
        """As much for another way to count."""
        return Budget(min(self._moves, BUDGET), self._heard)


def each(
    trace: Recording, part: Frontier, *, budget: int = BUDGET, cancelled: Callable[[], bool] = lambda: False
) -> Ints | None:
    """Nodes never visited at each of some paths: those of the full tree there, without those that were visited.

    Args:
        trace: what was recorded, with its game.
        part: the paths.
        budget: moves looked at before it is given up.
        cancelled: asked at each position; True gives it up.

    Returns:
        int64, one count a path; None where it was given up.
    """

    def heard(_: int) -> None:
        if cancelled():
            raise TooMany

    found = np.zeros(len(part), np.int64)
    try:
        for places, rows in blocks(trace, part, Budget(budget, heard)):
            found[places] = rows.sum(axis=1)
    except (TooMany, OverflowError):
        return None
    return found - part.visited


def by_branch(trace: Recording, part: Frontier, budget: int = BUDGET) -> dict[int, Levels]:
    """What each pruned branch spared, by ply from the branch down; entry 0 is 0 where a visit entered its path.

    Raises:
        TooMany: the budget is spent.
    """
    ply, found = paths_of(trace).ply, dict[int, Levels]()
    for places, rows in blocks(trace, part, Budget(budget)):
        for place, below in zip(places.tolist(), rows.tolist(), strict=True):
            due, node = int(part.due[place]), int(part.nodes[place])
            distance, levels = int(ply[node] - ply[due]), found.setdefault(due, [])
            levels.extend([0] * (distance + len(below) - len(levels)))
            for depth, nodes in enumerate(below):
                levels[distance + depth] += int(nodes) if depth or not part.visited[place] else 0
    for levels in found.values():
        while len(levels) > 1 and not levels[-1]:
            levels.pop()
    return found


def blocks(trace: Recording, part: Frontier, spend: Budget) -> Iterator[tuple[Ints, Array]]:
    """The places of some paths, each once, with a row for each: the nodes by ply of the full tree there.

    At the depth of the search nothing has to be counted, nor replayed. Without a depth a position that comes back at
    many plies has the same tree at each of them: where its plies are too many to be told apart, they are not.

    Raises:
        TooMany: the budget is spent.
    """
    flat = np.flatnonzero(part.left <= 0)
    if len(flat):
        yield flat, np.ones((len(flat), 1))
    last = trace.ply[part.nodes] + part.left
    last[flat] = -1
    for ply in np.unique(last[last >= 0]).tolist():
        places = np.flatnonzero(last == ply)
        try:
            found = list(_by_layer(trace, part.nodes[places], ply, spend))
        except TooMany:
            if ply != math.inf:
                raise
            yield from _by_position(trace, part, places, spend.again())
            continue
        yield from ((places[which], rows) for which, rows in found)


def _by_layer(trace: Recording, nodes: Ints, last: float, spend: Budget) -> Iterator[tuple[Ints, Array]]:
    layers, plies = Layers(trace.need_game(), last, spend), trace.ply[nodes]
    numbers = np.zeros(len(nodes), np.int64)
    for place, (node, state) in enumerate(states(trace, nodes.tolist())):
        spend(0)
        numbers[place] = layers.put(trace.ply.item(node), state)
    layers.descend()
    for ply, rows in layers.counted():
        which = np.flatnonzero(plies == ply)
        if len(which):
            yield which, rows[numbers[which]]


def _by_position(trace: Recording, part: Frontier, places: Ints, spend: Budget) -> Iterator[tuple[Ints, Array]]:
    sizes = Sizes(trace.need_game(), spend)
    for place, (_, state) in zip(places.tolist(), states(trace, part.nodes[places].tolist()), strict=True):
        spend(0)
        yield np.array([place]), np.array([sizes.levels(state, math.inf)], object)
