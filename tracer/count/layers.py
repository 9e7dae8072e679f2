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

MAX_PLY_POSITIONS = 600_000
"""Positions of one ply at most, for they are held at once."""
MAX_PLIES = 20_000
"""Plies after which a game is taken for one that does not end: more than a search can descend."""
MAX_EXACT_FLOAT = 2**53
"""Whole numbers below it are exact as floats."""


class TooMany(Signal):
    """The budget is spent."""


class Layers:
    """The positions below some that are put in, down to a last ply.

    `spend` is called with the number of moves of each position, and may raise.
    """

    def __init__(self, game: AnyGame, last: float, spend: Callable[[int], None]) -> None:
        self._game, self._key, self._last, self._spend = game, key(game), last, spend
        self._index: defaultdict[int, dict[Hashable, int]] = defaultdict(dict)
        self._states: defaultdict[int, list[Any]] = defaultdict(list)
        self._move_counts: dict[int, array[int]] = {}
        self._child_numbers: dict[int, array[int]] = {}

    def put(self, ply: int, state: Any) -> int:
        """Have a position at a ply above the last; its number there."""
        index, states = self._index[ply], self._states[ply]
        number = index.setdefault(self._key(state), len(states))
        if number == len(states):
            if number >= MAX_PLY_POSITIONS:
                raise TooMany
            states.append(state)
        return number

    def descend(self) -> None:
        """Look at every position below those that were put in, once."""
        if not self._states:
            return
        ply = first = min(self._states)
        while self._states:
            if ply - first > MAX_PLIES:
                raise make_endless_game_error(self._game)
            self._index.pop(ply, None)
            self._expand_ply(ply, self._states.pop(ply, []))
            ply += 1

    def _expand_ply(self, ply: int, states: list[Any]) -> None:
        game, state_key, has_next_ply = self._game, self._key, ply + 1 < self._last
        index, next_states = (self._index[ply + 1], self._states[ply + 1]) if has_next_ply else ({}, [])
        self._move_counts[ply], self._child_numbers[ply] = move_counts, child_numbers = array("q"), array("q")
        for state in states:
            moves = () if game.utility(state) is not None else game.moves(state)
            self._spend(len(moves))
            move_counts.append(len(moves))
            if not has_next_ply:
                continue
            for move in moves:
                child = game.play(state, move)
                number = index.setdefault(state_key(child), len(next_states))
                if number == len(next_states):
                    next_states.append(child)
                child_numbers.append(number)
            if len(next_states) > MAX_PLY_POSITIONS:
                raise TooMany
        if has_next_ply and not next_states:
            del self._index[ply + 1], self._states[ply + 1]

    def counted(self) -> Iterator[tuple[int, Array]]:
        """From the deepest ply up: the ply, and for each of its positions a row, the nodes by ply of the tree there.

        The entries are floats, or Python's own whole numbers where they are too large to be exact as floats.
        """
        deeper_rows: Array = np.ones((0, 1))
        for ply in sorted(self._move_counts, reverse=True):
            move_counts = np.array(self._move_counts[ply], np.int64)
            child_numbers = np.array(self._child_numbers[ply], np.int64)
            if not len(child_numbers):
                rows = np.stack([np.ones(len(move_counts)), move_counts.astype(float)], axis=1)
            else:
                if deeper_rows.dtype == float and deeper_rows.max() * move_counts.max() >= MAX_EXACT_FLOAT:
                    deeper_rows = _to_integers(deeper_rows)
                has_moves = move_counts > 0
                starts = (np.cumsum(move_counts) - move_counts)[has_moves]
                rows = np.zeros((len(move_counts), 1 + deeper_rows.shape[1]), deeper_rows.dtype)
                rows[:, 0] = 1
                for depth in range(deeper_rows.shape[1]):
                    rows[has_moves, 1 + depth] = np.add.reduceat(deeper_rows[child_numbers, depth], starts)
            yield ply, rows
            deeper_rows = rows


def sum_columns(rows: Array) -> list[int]:
    """The columns of such rows, each summed exactly."""
    if rows.dtype == float and rows.max(initial=0) * len(rows) >= MAX_EXACT_FLOAT:
        rows = _to_integers(rows)
    return [int(count) for count in rows.sum(axis=0)]


def _to_integers(rows: Array) -> Array:
    integer_rows: Array = rows.astype(np.int64).astype(object)
    return integer_rows


def make_endless_game_error(game: AnyGame) -> GameError:
    """What is said of a game that goes on and on."""
    return GameError(f"{describe(game)} does not end within {MAX_PLIES:,} plies: its tree cannot be counted")


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

    def _split(self, is_selected: Bools) -> list[Ints]:
        born = self._columns.born
        if born is not None:
            rows, plies = born[is_selected], self._paths.ply[is_selected]
            counts = np.bincount(plies, minlength=self.deepest + 1)
            return np.split(rows[np.lexsort((rows, plies))], np.cumsum(counts)[:-1])
        ids = np.flatnonzero(is_selected).astype(self._columns.end.dtype)
        plies = self._paths.ply[ids]
        counts = np.bincount(plies, minlength=self.deepest + 1)
        return np.split(ids[np.argsort(plies, kind="stable")], np.cumsum(counts)[:-1])

    @cached_property
    def deepest(self) -> int:
        """The deepest ply."""
        return int(self._paths.ply.max())

    def at(self, ply: int, last_node: int) -> Level:
        """The counts of a ply among the ids up to `last_node`, of a best-first search up to this step. O(log n)."""
        visited, (pruned, entered) = self._visited[ply], (nodes_by_ply[ply] for nodes_by_ply in self._pruned)
        stop = visited.dtype.type(last_node)

        def count_so_far(ids: Ints) -> int:
            return int(np.searchsorted(ids, stop, side="right"))

        return Level(
            count_so_far(visited),
            count_so_far(pruned) - count_so_far(entered),
            len(visited),
            len(pruned) - len(entered),
        )
