"""What takes the calls of a search while it runs, and has them assembled every so often."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable
from threading import RLock
from time import perf_counter
from typing import Any

from tracer.assembling.assembler import Assembler
from tracer.assembling.call_rows import ENTERED, Visit
from tracer.assembling.meaning import Meaning
from tracer.errors import Stop
from tracer.recording.interrupts import PeriodicCall, hold_interrupts
from tracer.recording.no_moves import NoMove
from tracer.recording.part_collector import MAX_WAITING_NODES, SHOW_INTERVAL, PartCollector

HEARTBEAT = 0.1
"""Seconds between looks at the clock, about: progress and parts of slow searches. What is recorded is the same."""


class CallRecorder:
    """Takes the calls of one search.

    Args:
        assembler: makes nodes of them.
        gathering: takes these.
        max_nodes: visits at most; before the next one `beat` raises `Stop`.
        progress: called ten times a second or so with the number of visits; may raise `Stop`.
    """

    def __init__(
        self,
        assembler: Assembler,
        gathering: PartCollector,
        max_nodes: int | None,
        progress: Callable[[int], None] | None,
    ) -> None:
        self._assembler, self.gathering, self._max_nodes, self._progress = assembler, gathering, max_nodes, progress
        self.entered: list[Any] = []
        """The rows of the calls that were made since the last look: see `Entered`."""
        self.left: list[Any] = []
        """Those of the calls that ended since: see `Left`."""
        self.visits: dict[int, Visit] = {}
        """Those of the first that are understood already, by their numbers."""
        self.due = 0
        """How many fields of rows may be noted until the next look."""
        self._calls = 0
        """Calls that were assembled."""
        self._next = 1
        """After how many calls the next part of a file is written: the first at once."""
        self._last_beat = perf_counter()
        self._failed: BaseException | None = None
        """What went wrong where nobody could be told."""
        self._pulse = None if gathering.sink is None else PeriodicCall(self._look, SHOW_INTERVAL / 2)
        self._process = os.getpid()
        self._inside = self._pulse or RLock()
        """Held while calls are assembled: another thread may end the recording meanwhile."""

    def beat(self) -> None:
        """Look at the clock and the limits before the next call, and make room until the next look.

        Raises:
            Stop: no more calls are wanted.
        """
        now, fresh = perf_counter(), len(self.entered) // ENTERED
        hurried = self._progress is not None or self._pulse is not None
        pace = int(fresh * HEARTBEAT / max(now - self._last_beat, 1e-6)) if hurried else MAX_WAITING_NODES
        self._last_beat = now
        self.flush()
        if self._progress is not None and self._calls:
            self._progress(self._calls)
        # Calls that are open are assembled with each batch again: there have to be as many others.
        pace = max(pace, 1, len(self._assembler.open))
        due = min(
            MAX_WAITING_NODES, pace, 1024 + 8 * fresh, self._next - self._calls if self._pulse else MAX_WAITING_NODES
        )
        if self._max_nodes is not None:
            if self._calls >= self._max_nodes:
                self.due = 0
                raise Stop.at(self._max_nodes)
            due = min(due, self._max_nodes - self._calls)
        self.due = due * ENTERED

    def flush(self, *, whatever: bool = False) -> None:
        """Make nodes of the calls so far; hand on every `MAX_WAITING_NODES` of them, or `whatever` they are."""
        if os.getpid() != self._process:  # in a child of it: the file and the threads are its parent's
            self._process, self._pulse, self.gathering.sink, self._inside = os.getpid(), None, None, RLock()
        with hold_interrupts(), self._inside:
            if self._failed is not None:
                failed, self._failed = self._failed, None
                raise failed
            self._assemble()
            if whatever or self._calls >= self._next:
                self.gathering.write_waiting()
                self._next = self._calls + MAX_WAITING_NODES

    def read_by(self, meaning: Meaning) -> None:
        """Understand the calls that come next in another way than those so far."""
        self.flush()
        with self._inside:
            self._assembler.meaning = meaning

    def begin_above(self, driver: Visit, first: NoMove) -> None:
        """Put a driver above all calls, which have returned; `first` leads to the first of them."""
        self.flush(whatever=True)
        with hold_interrupts(), self._inside:
            self.gathering.begin_above(driver.turn, driver.alpha, driver.beta, first)
            self._assembler.begin_above(driver)
            self._calls += 1

    def end_driver(self, value: float | None) -> None:
        """The driver calls no more: it is worth what its last iteration returned, None where that returned nothing."""
        with hold_interrupts(), self._inside:
            self.gathering.add_part(self._assembler.end_driver(value))

    def close(self) -> list[Hashable]:
        """End the recording, once, and hand on what is left: gives the table of moves.

        Raises:
            PlyscopeError: nothing was recorded.
        """
        self.flush(whatever=True)
        with hold_interrupts():
            if self._pulse is not None:
                with self._pulse:
                    self._pulse.end()
        return self.gathering.moves()

    def _assemble(self) -> None:
        # What ended is looked at first: in another thread the search may go on meanwhile, and each was made before.
        left = self.left[:]
        entered = self.entered[:]
        if not entered and not left:
            return
        made = self._assembler.calls + len(entered) // ENTERED
        visits = {number: visit for number, visit in list(self.visits.items()) if number < made}
        part = self._assembler.take(entered, left, visits)
        self._calls = made
        for number in visits:
            del self.visits[number]
        self.gathering.add_part(part)
        self.due -= len(entered)  # first: in another thread the search may look now, and too early is early enough
        del self.entered[: len(entered)]
        del self.left[: len(left)]

    def _look(self) -> None:
        """Show what is new though the search has not come to its next call. The pulse calls it, in its thread."""
        if self._failed is not None or self.gathering.sink is None:
            return
        if perf_counter() - self.gathering.last_write_time < SHOW_INTERVAL / 2:
            return
        try:
            self._assemble()
            self.gathering.show_waiting()
        except BaseException as error:  # it is raised where the search comes to its next look, or ends
            self._failed = error
