"""OPEN of SSS* and DUAL*: which states wait at a step, LIVE or SOLVED, with their merits, from the rows alone.

>>> import tracer
>>> [state.merit for state in OpenStates(tracer.trace([[3, 12], [2, 4]], "sss").columns).at(5)]
[3.0, 2.0]
"""

from __future__ import annotations

from bisect import bisect_left, insort
from typing import NamedTuple

import numpy as np

from tracer.recording.columns import Columns
from tracer.recording.log import GAMMA1, GAMMA2, GAMMA3, GAMMA4, GAMMA5, GAMMA6
from tracer.recording.numbers_of_log import log_of

KEPT_EVERY = 256
"""Rows between two moments at which OPEN is kept whole; from there it is played on."""


class State(NamedTuple):
    """A node in OPEN."""

    node: int
    merit: float
    solved: bool


class OpenStates:
    """OPEN of a recording, row by row. The rows are played through once, O(rows · log states).

    Args:
        columns: of a search by merits.
    """

    def __init__(self, columns: Columns) -> None:
        self.columns, self.log = columns, log_of(columns)
        self.sign = 1 if self.log.x[0] > 0 else -1
        """Which merits are taken first: 1 the highest, −1 the lowest."""
        assert columns.born is not None
        made = np.argsort(columns.born, kind="stable")
        self._stops = np.searchsorted(columns.born[made], np.arange(len(self.log)), side="right").tolist()
        self._made = made.tolist()
        self._kept: list[dict[int, State]] = []
        self.most, self.purged = 1, 0
        states, order = {0: State(0, float(self.log.x[0]), solved=False)}, [0]
        for row in range(len(self.log)):
            if row % KEPT_EVERY == 0:
                self._kept.append(dict(states))
            self.purged += self._take(states, order, row)
            self.most = max(self.most, len(states))

    def at(self, step: int) -> list[State]:
        """What is in OPEN as the state of a step is taken, that one first: by merit, leftmost first. O(s log s)."""
        states = dict(self._kept[step // KEPT_EVERY])
        order = sorted(states)
        for row in range(step - step % KEPT_EVERY, step):
            self._take(states, order, row)
        return sorted(states.values(), key=lambda state: (-self.sign * state.merit, state.node))

    def _take(self, states: dict[int, State], order: list[int], row: int) -> int:
        """Take the state of a row, and put into OPEN what comes of it; gives how many states were purged."""
        columns, log = self.columns, self.log
        node, kind, merit = log.node.item(row), log.kind.item(row), log.x.item(row)
        purged = 0

        def put(one: int, value: float, *, solved: bool) -> None:
            if one not in states:
                insort(order, one)
            states[one] = State(one, value, solved)

        if states.pop(node, None) is not None:
            del order[bisect_left(order, node)]
        if kind in (GAMMA1, GAMMA3):
            above = columns.parent.item(node)
            if kind == GAMMA1:
                first, last = bisect_left(order, above + 1), bisect_left(order, columns.end.item(above))
                purged = last - first
                for one in order[first:last]:
                    del states[one]
                del order[first:last]
            put(above, merit, solved=True)
        elif kind == GAMMA4:
            put(node, self.sign * min(self.sign * merit, self.sign * columns.value.item(node)), solved=True)
        elif kind in (GAMMA2, GAMMA5, GAMMA6):
            for child in self._made[max(self._stops[row - 1] if row else 1, 1) : self._stops[row]]:
                put(child, merit, solved=False)
        return purged
