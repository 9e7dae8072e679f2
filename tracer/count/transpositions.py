"""Which visits of a trace are visits to the same position: what a transposition table could know.

Two visits have the same position where the game's keys of it are equal, whatever path, window or depth led there.
Pruned branches were not visited, so they have none here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from functools import cached_property

import numpy as np

from tracer.count.sizes import states
from tracer.errors import SIGNALS, PlyscopeError
from tracer.games.rules import game_error, key
from tracer.recording.columns import Ints, index_dtype
from tracer.recording.recording import Recording
from tracer.recording.status import PRUNED

BATCH = 4_096
"""Visits replayed between two calls of `progress`: some hundredths of a second."""


class Cancelled(PlyscopeError):  # noqa: N818  # nothing is wrong
    """The replay was cancelled, as asked."""


class Positions:
    """The visits of a trace by position. Made once, by replaying all of them, in any thread. 12 bytes a visit.

    Args:
        trace: a trace with its game.
        progress: called every `BATCH` visits with the number of visits replayed.
        cancelled: asked as often; True ends the replay.

    Raises:
        PlyscopeError: the trace has no game, or the game is another one.
        Cancelled: as asked.
        GameError: the game misbehaved.
    """

    def __init__(
        self,
        trace: Recording,
        *,
        progress: Callable[[int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> None:
        trace.need_game()
        self._trace = trace
        self._visits: Ints = np.flatnonzero(trace.columns.status != PRUNED).astype(index_dtype(len(trace)))
        self._classes = np.empty(len(self._visits), np.int32)
        self._count = 0
        self._replay(progress or (lambda _: None), cancelled or (lambda: False))

    def _replay(self, progress: Callable[[int], None], cancelled: Callable[[], bool]) -> None:
        """Number the positions in the order in which they are met first."""
        game = self._trace.need_game()
        name = key(game)
        numbers: defaultdict[Hashable, int] = defaultdict()
        numbers.default_factory = numbers.__len__
        for done, (_, state) in enumerate(states(self._trace, self._ids())):
            if done % BATCH == 0:
                if cancelled():
                    raise Cancelled(f"cancelled after {done:,} of {len(self._visits):,} visits")
                progress(done)
            try:
                self._classes[done] = numbers[name(state)]
            except SIGNALS:
                raise
            except BaseException as error:
                raise game_error(game, error) from error
        self._count = len(numbers)
        progress(len(self._visits))

    def _ids(self) -> Iterator[int]:
        """The visits as Python's own numbers, a batch at a time."""
        for first in range(0, len(self._visits), BATCH):
            yield from self._visits[first : first + BATCH].tolist()

    def __len__(self) -> int:
        """Distinct positions visited."""
        return self._count

    @property
    def numbered(self) -> tuple[Ints, Ints]:
        """The visits, ascending, and the number of each one's position; positions are numbered as they are met."""
        return self._visits, self._classes

    @cached_property
    def _by_position(self) -> Ints:
        """The visits, those of one position together and ascending."""
        ids: Ints = self._visits[np.argsort(self._classes, kind="stable")]
        return ids

    @cached_property
    def _starts(self) -> Ints:
        """Where the visits of each position begin in `_by_position`; one more for the end."""
        counts = np.bincount(self._classes, minlength=self._count)
        return np.concatenate([[0], np.cumsum(counts)]).astype(self._visits.dtype)

    def visits(self, node: int) -> Ints:
        """The visits to a node's position, itself included, ascending; none for a pruned branch. O(1).

        Raises:
            IndexError: there is no such node.
        """
        if not 0 <= node < len(self._trace):
            raise IndexError(f"node {node}: the trace has nodes 0 to {len(self._trace) - 1}")
        if self._trace.columns.status[node] == PRUNED:
            return self._by_position[:0]
        position = int(self._classes[self._trace.columns.visited_before[node]])
        return self._by_position[self._starts[position] : self._starts[position + 1]]

    def others(self, node: int) -> Ints:
        """The other visits to a node's position, ascending; none for a pruned branch. O(those).

        Raises:
            IndexError: there is no such node.
        """
        same = self.visits(node)
        others: Ints = same[same != node]
        return others

    def next(self, node: int) -> int | None:
        """The next visit to a node's position; None after the last one, and for a pruned branch. O(log n)."""
        same = self.visits(node)
        place = int(np.searchsorted(same, node, side="right"))
        return int(same[place]) if place < len(same) else None

    def previous(self, node: int) -> int | None:
        """The visit to a node's position before this one; None before the first, and for a pruned branch. O(log n)."""
        same = self.visits(node)
        place = int(np.searchsorted(same, node, side="left")) - 1
        return int(same[place]) if place >= 0 else None
