"""The positions of a full tree ply by ply, each looked at once at its ply, and how many nodes lie below each.

Equal positions at one ply have equal trees below them, so a tree of a hundred million nodes has a few hundred thousand
positions. Those of one ply alone are held at a time; of the others it is kept which ones follow them.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tracer.count.paths import paths_of
from tracer.errors import GameError, Signal
from tracer.games.rules import AnyGame, describe, key
from tracer.recording.columns import Array, Bools, Ints
from tracer.recording.status import PRUNED

if TYPE_CHECKING:
    from tracer.recording.recording import Recording

WIDEST = 600_000
"""Positions of one ply at most, for they are held at once."""
LONGEST = 20_000
"""Plies after which a game is taken for one that does not end: more than a search can descend."""
EXACT = 2**53
"""Whole numbers below it are exact as floats."""


class TooMany(Signal):
    """The budget is spent."""


class Layers:
    """The positions below some that are put in, down to a last ply.

    Args:
        game: the rules.
        last: the ply at which nodes have nothing below them; ∞ where only the rules end the game.
        spend: called with the number of moves of each position; may raise.
    """

    def __init__(self, game: AnyGame, last: float, spend: Callable[[int], None]) -> None:
        self._game, self._key, self._last, self._spend = game, key(game), last, spend
        self._index: defaultdict[int, dict[Hashable, int]] = defaultdict(dict)
        self._states: defaultdict[int, list[Any]] = defaultdict(list)
        self._amounts: dict[int, array[int]] = {}
        self._below: dict[int, array[int]] = {}

    def put(self, ply: int, state: Any) -> int:
        """Have a position at a ply above the last; its number there.

        Raises:
            TooMany: there are too many.
        """
        index, states = self._index[ply], self._states[ply]
        number = index.setdefault(self._key(state), len(states))
        if number == len(states):
            if number >= WIDEST:
                raise TooMany
            states.append(state)
        return number

    def descend(self) -> None:
        """Look at every position below those that were put in, once.

        Raises:
            TooMany: there are too many.
            GameError: the game does not end.
        """
        if not self._states:
            return
        ply = first = min(self._states)
        while self._states:
            if ply - first > LONGEST:
                raise does_not_end(self._game)
            self._index.pop(ply, None)
            self._look(ply, self._states.pop(ply, []))
            ply += 1

    def _look(self, ply: int, states: list[Any]) -> None:
        game, name, goes_on = self._game, self._key, ply + 1 < self._last
        index, after = (self._index[ply + 1], self._states[ply + 1]) if goes_on else ({}, [])
        self._amounts[ply], self._below[ply] = amounts, below = array("q"), array("q")
        for state in states:
            moves = () if game.utility(state) is not None else game.moves(state)
            self._spend(len(moves))
            amounts.append(len(moves))
            if not goes_on:
                continue
            for move in moves:
                child = game.play(state, move)
                number = index.setdefault(name(child), len(after))
                if number == len(after):
                    after.append(child)
                below.append(number)
            if len(after) > WIDEST:
                raise TooMany
        if goes_on and not after:
            del self._index[ply + 1], self._states[ply + 1]

    def counted(self) -> Iterator[tuple[int, Array]]:
        """From the deepest ply up: the ply, and for each of its positions a row, the nodes by ply of the tree there.

        The entries are floats, or Python's own whole numbers where they are too large to be exact as floats.
        """
        deeper: Array = np.ones((0, 1))
        for ply in sorted(self._amounts, reverse=True):
            amounts = np.array(self._amounts[ply], np.int64)
            below = np.array(self._below[ply], np.int64)
            if not len(below):
                rows = np.stack([np.ones(len(amounts)), amounts.astype(float)], axis=1)
            else:
                if deeper.dtype == float and deeper.max() * amounts.max() >= EXACT:
                    deeper = _whole(deeper)
                has = amounts > 0
                starts = (np.cumsum(amounts) - amounts)[has]
                rows = np.zeros((len(amounts), 1 + deeper.shape[1]), deeper.dtype)
                rows[:, 0] = 1
                for depth in range(deeper.shape[1]):
                    rows[has, 1 + depth] = np.add.reduceat(deeper[below, depth], starts)
            yield ply, rows
            deeper = rows


def summed(rows: Array) -> list[int]:
    """The columns of such rows, each summed exactly."""
    if rows.dtype == float and rows.max(initial=0) * len(rows) >= EXACT:
        rows = _whole(rows)
    return [int(count) for count in rows.sum(axis=0)]


def _whole(rows: Array) -> Array:
    whole: Array = rows.astype(np.int64).astype(object)
    return whole


def does_not_end(game: AnyGame) -> GameError:
    """What is said of a game that goes on and on."""
    return GameError(f"{describe(game)} does not end within {LONGEST:,} plies: its tree cannot be counted")


class Level(NamedTuple):
    """One ply."""

    visited: int
    """Nodes entered so far."""
    pruned: int
    """Branches pruned so far: paths that were skipped and that no visit has entered so far."""
    visited_total: int
    """Nodes entered in the end."""
    pruned_total: int
    """Branches pruned in the end."""


class Levels:
    """The ids of each ply, ascending, so that those below some id are found by bisection."""

    def __init__(self, trace: Recording) -> None:
        self._columns, self._paths = trace.columns, paths_of(trace)

    @cached_property
    def _pruned(self) -> tuple[list[Ints], list[Ints]]:
        """Where paths become pruned branches, and where such are visited after all."""
        changes = self._paths.pruned_changes
        return self._split(changes > 0), self._split(changes < 0)

    @cached_property
    def _visited(self) -> list[Ints]:
        return self._split(self._columns.status != PRUNED)

    def _split(self, which: Bools) -> list[Ints]:
        born = self._columns.born
        if born is not None:
            rows, plies = born[which], self._paths.ply[which]
            counts = np.bincount(plies, minlength=self.deepest + 1)
            return np.split(rows[np.lexsort((rows, plies))], np.cumsum(counts)[:-1])
        ids = np.flatnonzero(which).astype(self._columns.end.dtype)
        plies = self._paths.ply[ids]
        counts = np.bincount(plies, minlength=self.deepest + 1)
        return np.split(ids[np.argsort(plies, kind="stable")], np.cumsum(counts)[:-1])

    @cached_property
    def deepest(self) -> int:
        """The deepest ply."""
        return int(self._paths.ply.max())

    def at(self, ply: int, met: int) -> Level:
        """The counts of a ply among the ids up to `met`, of a best-first search up to this step. O(log n)."""
        visited, (pruned, entered) = self._visited[ply], (those[ply] for those in self._pruned)
        stop = visited.dtype.type(met)

        def so_far(ids: Ints) -> int:
            return int(np.searchsorted(ids, stop, side="right"))

        return Level(so_far(visited), so_far(pruned) - so_far(entered), len(visited), len(pruned) - len(entered))
