"""Follows a trace file that another process is still writing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np
from textual.timer import Timer
from textual.worker import Worker

from tracer.errors import PlyscopeError
from tracer.file.reading import Reading
from tracer.games.rules import AnyGame
from tracer.tracing import Trace, trace_of
from tui.model.browser import Browser

EVERY = 0.5
"""Seconds between looks at the file."""


class Subscriber(Protocol):
    """A screen that shows more as soon as there is more."""

    @property
    def browser(self) -> Browser:
        """The browser of what there is so far."""

    @property
    def in_front(self) -> bool:
        """Whether nothing lies over the screen."""

    def set_interval(self, interval: float, callback: Callable[[], None]) -> Timer:
        """Call a function every so many seconds."""

    def run_worker(self, work: Callable[[], None], *, thread: bool, exit_on_error: bool) -> Worker[None]:
        """Do some work in a thread."""

    def call_from_thread(self, call: Callable[[], None]) -> None:
        """Have the screen do something, and wait until it is done."""

    def grow(self, trace: Trace) -> None:
        """Go on with a longer recording of the same search."""

    def sync(self, notice: str) -> None:
        """Show what the browser says now."""


class Follower:
    """Reads what is new in the file whenever it has grown, in the background."""

    def __init__(self, subscriber: Subscriber, path: str, game: AnyGame | None) -> None:
        self._subscriber, self._path, self._game = subscriber, Path(path), game
        self._reading: Reading | None = None
        """The file as far as it was read; None where it is to be read from its beginning."""
        self._seen = self._stamp()
        self._busy = False
        self._timer = subscriber.set_interval(EVERY, self._look)

    def _stamp(self) -> tuple[int, int]:
        try:
            status = self._path.stat()
        except OSError:
            return (0, 0)
        return status.st_size, status.st_mtime_ns

    def _look(self) -> None:
        stamp = self._stamp()
        if self._busy or stamp == self._seen or not self._subscriber.in_front:
            return
        self._busy, self._seen = True, stamp
        self._subscriber.run_worker(self._open, thread=True, exit_on_error=False)

    def _open(self) -> None:
        anew = self._reading is None
        reading = self._reading or Reading(self._path)
        try:
            reading.read_on()
            found = trace_of(reading.content, reading.columns(going_on=True), self._game)
            if not reading.content.ended:  # that its file ends here says nothing of it: it goes on
                found.header = replace(found.header, stopped=None)
        except PlyscopeError:  # it has no nodes yet, or is another file by now: the next look begins anew
            self._seen, self._reading, found = (0, 0), None, None
        else:
            self._reading = reading
        self._subscriber.call_from_thread(partial(self._take, found, anew=anew, ended=reading.content.ended))

    def _take(self, found: Trace | None, *, anew: bool, ended: bool) -> None:
        self._busy = False
        if found is None:
            return
        if anew and not _continues(self._subscriber.browser.trace, found):
            self._timer.stop()
            self._subscriber.sync("the file holds another recording now; this one is no longer followed")
            return
        if len(found) >= len(self._subscriber.browser.trace):
            self._subscriber.grow(found)
        if ended:
            self._timer.stop()
            self._subscriber.sync("the recording is complete")


def _continues(trace: Trace, found: Trace) -> bool:
    """Whether a recording is the same search as another, further on or not so far yet. O(n)."""
    common = min(len(trace), len(found))
    same = all(
        getattr(trace.header, name) == getattr(found.header, name) for name in ("game", "search", "options", "position")
    )
    return same and np.array_equal(trace.columns.move[:common], found.columns.move[:common])
