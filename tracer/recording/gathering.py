"""The parts of a recording as they come: kept in memory, handed on to a sink, or both."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable
from time import perf_counter

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Columns
from tracer.recording.draining import late_news
from tracer.recording.no_moves import NoMove
from tracer.recording.parts import Part, Sink, assemble, open_root
from tracer.recording.status import PRUNED

CHUNK = 8_192
"""Nodes that wait to be handed on at most: what a recording loses that is killed."""
PATIENCE = 1.0
"""Seconds after which a part is handed on even if it is small."""


class Gathering:
    """Takes the parts of one recording.

    Args:
        sink: gets every part as soon as it is complete; for plyscope's own files.
        keep: whether the parts stay in memory after the sink has them.
    """

    def __init__(self, sink: Sink | None, *, keep: bool) -> None:
        self.sink, self._keep = sink, keep
        self._parts: list[Part] = []
        self._given = False
        """Whether the columns were given out."""
        self._waiting: list[Part] = []
        """Parts that the sink has not seen yet."""
        self.recorded = self.visited = 0
        """Nodes in the parts so far, pruned branches included, and without these."""
        self.cutoffs = False
        """Whether a cutoff is among them."""
        self.handed_on = 0
        self.last = perf_counter()
        """When a part was handed on last."""
        self.numbers: defaultdict[Hashable, int] = defaultdict()
        """The number of each move met so far; asked for another one, it gives the next."""
        self.numbers.default_factory = self.numbers.__len__

    @property
    def room(self) -> int:
        """How many nodes may still come before the sink wants them."""
        return CHUNK - (self.recorded - self.handed_on)

    def take(self, part: Part) -> None:
        """Take a part."""
        self.visited += int(np.count_nonzero(part.columns["status"] != PRUNED))
        self.cutoffs = self.cutoffs or bool(part.columns["cutoff"].any() or part.late["cutoff"].any())
        self.recorded += len(part)
        if self._keep:
            self._parts.append(part)
        if self.sink is not None:
            self._waiting.append(part)

    def hand_on(self, *, whatever: bool = True) -> None:
        """Give the sink the parts that it has not seen yet; only if that is due unless `whatever` they are."""
        due = whatever or self.room <= 0 or self.handed_on == 0 or perf_counter() - self.last > PATIENCE
        if self.sink is None or not due:
            return
        if self._waiting:
            self.sink.write(self._waiting)
        self._waiting, self.handed_on = [], self.recorded
        self.last = perf_counter()

    def begin_above(self, turn: int, alpha: float, beta: float, first: NoMove) -> None:
        """Put a root above what was taken: ids grow by one, and `first` leads to the old one. O(n)."""
        moves = [first, *self.numbers]
        self.numbers.clear()
        self.numbers.update((move, number) for number, move in enumerate(moves))
        for part in self._parts:
            part.shift()
        if self._keep:
            self._parts.insert(0, Part(0, open_root(turn, alpha, beta), late_news([], {}), [first]))
        self.visited += 1
        self.recorded += 1
        self.handed_on += 1
        if self.sink is not None:
            self.sink.begin_above(turn, alpha, beta, first)

    def moves(self) -> list[Hashable]:
        """The table of moves, once all parts were taken.

        Raises:
            PlyscopeError: nothing was recorded.
        """
        if self.recorded == 0:
            raise PlyscopeError("nothing was recorded: the search entered no node")
        return list(self.numbers)

    def columns(self) -> Columns:
        """The columns of all that was kept, once; it is kept no longer.

        Raises:
            PlyscopeError: it was not kept, or is gone already.
        """
        if not self._keep or self._given:
            raise PlyscopeError(
                "finish() gives a recording once, where it is kept: take a new Recorder for another one"
            )
        parts = deque(self._parts)
        self._parts, self._given = [], True
        return assemble((parts.popleft() for _ in range(len(parts))), self.recorded)
