"""How many nodes a full game tree has, counted by position within a budget: of one position, or of many paths."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from tracer.count.frontier import Frontier, plies_left
from tracer.count.layers import Layers, TooMany
from tracer.count.path_pieces import find_searched_paths
from tracer.count.paths import paths_of
from tracer.errors import PlyscopeError
from tracer.games.rules import AnyGame, blame, key, labels, scale_move_budget
from tracer.games.tree import TreeGame
from tracer.recording.columns import Array, Ints
from tracer.recording.no_moves import is_partial_probe, mask_skips
from tracer.recording.recording import Recording
from tracer.recording.status import PRUNED

BUDGET = 300_000
"""Moves of the quickest games looked at before a count is given up for which somebody waits: a second or two."""
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
        self._spend = budget if isinstance(budget, Budget) else Budget(scale_move_budget(game, budget))
        self._memo: dict[tuple[Hashable, float], Levels] = {}

    def levels(self, state: Any, depth: float) -> Levels:
        """Nodes by ply of the full tree below a position, itself included. No recursion."""
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
    """Moves that may be looked at: called with the moves of each position."""

    def __init__(self, moves: int, heard: Callable[[int], None] = lambda _: None) -> None:
        self._moves, self._heard, self._spent = moves, heard, 0

    def __call__(self, moves: int) -> None:
        """Spend it."""
        self._spent += moves
        self._heard(self._spent)
        if self._spent > self._moves:
            raise TooMany

    def again(self) -> Budget:
        """Return a fresh budget of the same size, at most `BUDGET`, for a second way of counting."""
        return Budget(min(self._moves, BUDGET), self._heard)


def each(
    trace: Recording, part: Frontier, *, budget: int = BUDGET, cancelled: Callable[[], bool] = lambda: False
) -> Ints | None:
    """Nodes never visited at each of some paths: those of the full tree there, without those that were visited.

    `cancelled` is asked at each position. None where the count was given up.
    """

    def heard(_: int) -> None:
        if cancelled():
            raise TooMany

    found = np.zeros(len(part), np.int64)
    try:
        for places, rows in blocks(trace, part, Budget(scale_move_budget(trace.need_game(), budget), heard)):
            found[places] = rows.sum(axis=1)
    except (TooMany, OverflowError):
        return None
    return found - part.visited


def by_branch(trace: Recording, part: Frontier, budget: int = BUDGET) -> dict[int, Levels]:
    """What each pruned branch spared, by ply from the branch down; entry 0 is 0 where a visit entered its path."""
    ply, found = paths_of(trace).ply, dict[int, Levels]()
    for places, rows in blocks(trace, part, Budget(scale_move_budget(trace.need_game(), budget))):
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
    """
    is_open = part.is_open
    if not is_open.all():
        yield np.flatnonzero(~is_open), np.ones((np.count_nonzero(~is_open), 1))
    places = np.flatnonzero(is_open)
    if not len(places):
        return
    try:
        found = list(_by_layer(trace, part.filter(places), spend))
    except TooMany:
        if part.limit != math.inf:
            raise
        yield from _by_position(trace, part, places, spend.again())
    else:
        yield from ((places[which], rows) for which, rows in found)


def _by_layer(trace: Recording, part: Frontier, spend: Budget) -> Iterator[tuple[Ints, Array]]:
    layers = Layers(trace.need_game(), part.limit, spend)
    numbers = np.zeros(len(part), np.int64)
    for place, (ply, (_, state)) in enumerate(zip(part.ply.tolist(), states(trace, part.nodes.tolist()), strict=True)):
        spend(0)
        numbers[place] = layers.put(ply, state)
    layers.descend()
    for ply, rows in layers.counted():
        which = np.flatnonzero(part.ply == ply)
        if len(which):
            yield which, rows[numbers[which]]


def _by_position(trace: Recording, part: Frontier, places: Ints, spend: Budget) -> Iterator[tuple[Ints, Array]]:
    sizes = Sizes(trace.need_game(), spend)
    for place, (_, state) in zip(places.tolist(), states(trace, part.nodes[places].tolist()), strict=True):
        spend(0)
        yield np.array([place]), np.array([sizes.levels(state, math.inf)], object)


def pruned_leaves(trace: Recording, nodes: Iterable[int]) -> dict[int, float]:
    """The values of those of some nodes that are leaves in the tree and were pruned, MAX's view.

    Only a tree given by hand knows them at once; of any other game there are none. The nodes are given in rising order:
    from the first on to which moves lead that are none of the tree's, nothing is known.
    """
    game = trace.game
    if not isinstance(game, TreeGame):
        return {}
    status = trace.columns.status
    pruned = (node for node in nodes if status[node] == PRUNED)
    found: dict[int, float] = {}
    with suppress(PlyscopeError):  # moves of a damaged file that the tree does not know
        for node, state in states(trace, pruned):
            if (value := game.utility(state)) is not None:
                found[node] = float(value)
    return found


class Subtrees:
    """Counts what pruned branches of a trace spared, each branch once: one drawing is tried after another."""

    def __init__(self, trace: Recording) -> None:
        self._trace = trace
        self._known: dict[int, int | None] = {}

    def of(self, branches: Sequence[int]) -> dict[int, int]:
        """The nodes that each of some branches spared, where that is known; see `subtrees`."""
        if new := [node for node in branches if node not in self._known]:
            self._known |= dict.fromkeys(new) | subtrees(self._trace, new)
        return {node: nodes for node in branches if (nodes := self._known[node]) is not None}


def subtrees(trace: Recording, branches: Sequence[int], *, budget: int = QUICK_BUDGET) -> dict[int, int]:
    """Nodes of the full tree that each of some pruned branches spared, itself included.

    So many as the visit that left it out would have met to its own depth, as
    `tracer.why.cutoff_causes.saving_at` counts them:
    another visit may have been spared them too, or have searched them. A branch is missing where they could not be
    counted: there is no game, or it fails, or the budget was spent before; and what a probe left for another visit.
    """
    if trace.game is None or not branches:
        return {}
    columns, skipped, found = trace.columns, mask_skips(trace.columns), dict[int, int]()
    pruned = [node for node in sorted(branches) if columns.status[node] == PRUNED and not skipped[node]]
    wanted = [node for node in pruned if not is_partial_probe(columns, columns.parent.item(node))]
    sizes = Sizes(trace.game, budget)
    with suppress(PlyscopeError, TooMany), blame(trace.game):
        positions = [(plies_left(trace, node), node, state) for node, state in states(trace, wanted)]
        for left, node, state in sorted(positions, key=lambda one: one[0]):
            found[node] = sum(sizes.levels(state, left))
    return found


SAMPLE = 2_000
"""Paths looked at; of more, so many that lie evenly in the recording. Who leaves moves out does so all over."""


def lacks_moves(trace: Recording) -> bool:
    """Whether some path has a legal move that is neither visited nor pruned below it, as far as `SAMPLE` paths tell."""
    paths, moves = find_searched_paths(trace)
    if len(paths) > SAMPLE:
        sample = np.linspace(0, len(paths) - 1, SAMPLE).astype(np.int64)
        paths, moves = paths[sample], moves[sample]
    legal_moves = (legal for _, legal in each_amount(trace, paths.tolist()))
    return any(legal > recorded for legal, recorded in zip(legal_moves, moves.tolist(), strict=True))


def each_amount(trace: Recording, nodes: list[int]) -> Iterator[tuple[int, int]]:
    """How many legal moves each of some nodes has, given in rising order."""
    game = trace.need_game()
    return ((node, _amount(game, state)) for node, state in states(trace, nodes))


def legal_moves(trace: Recording, node: int) -> int | None:
    """How many legal moves a node has; None where nobody knows, and at a driver, which makes no moves. O(ply)."""
    if trace.game is None or node in trace.drivers:
        return None
    try:
        return _amount(trace.game, trace.state(node))
    except PlyscopeError:
        return None


def _amount(game: AnyGame, state: object) -> int:
    """Moves that are told apart: a trace knows them by their labels."""
    with blame(game):
        moves = list(game.moves(state))
    return len(set(labels(game, moves)))
