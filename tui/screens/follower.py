"""Follows a trace file that another process is still writing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from tracer.errors import PlyscopeError
from tracer.file.content import NO_END
from tracer.file.reading import Reading
from tracer.games.rules import AnyGame
from tracer.text import clean
from tracer.tracing import Trace, trace_of
from tui.screens.explorer import Explorer

EVERY = 0.5
"""Seconds between looks at the file."""
Stamp = tuple[int, int, int]
"""By which a file that has changed is told: its size, its time, and which one it is."""
GONE: Stamp = (0, 0, 0)
"""The stamp of a file that is not there."""


class Follower:
    """Reads what is new in the file whenever it has grown, in the background.

    Where the file is gone, is another one or cannot be read, that is said once, and it is looked for again.
    """

    def __init__(self, screen: Explorer, path: str, game: AnyGame | None) -> None:
        self._screen, self._path, self._game = screen, Path(path), game
        self._name = clean(self._path.name)
        self._reading: Reading | None = None
        """The file as far as it was read; None where it is to be read from its beginning."""
        self._lost = ""
        """Why the recording is not followed for now; empty where it is."""
        self._seen: Stamp | None = self._stamp()
        self._busy = False
        _go_on(screen.browser.trace, ended=False)
        self._timer = screen.set_interval(EVERY, self._look)

    def _stamp(self) -> Stamp:
        try:
            status = self._path.stat()
        except OSError:
            return GONE
        return status.st_size, status.st_mtime_ns, status.st_ino

    def _look(self) -> None:
        stamp = self._stamp()
        if self._busy or stamp == self._seen or not self._screen.in_front:
            return
        self._seen = stamp
        if stamp == GONE:
            self._lose(f"{self._name} is gone: it is followed again when it is back")
            return
        self._busy = True
        self._screen.run_worker(self._open, thread=True, exit_on_error=False)

    def _lose(self, why: str) -> None:
        """Begin anew at the next change of the file, and say why, once."""
        self._reading = None
        if why != self._lost:
            self._lost = why
            self._screen.sync(why)

    def _open(self) -> None:
        anew, reading = self._reading is None, self._reading or Reading(self._path)
        call = self._screen.call_from_thread
        try:
            reading.read_on()
            found = trace_of(reading.content, reading.columns(going_on=True), self._game)
        except PlyscopeError as error:  # it has no nodes yet, or is another file by now: the next look begins anew
            call(partial(self._fail, f"{error}: it is followed again when it is back" if anew else ""))
            return
        found = found.classical() if self._screen.browser.trace.uses_windows_only else found
        found.proved_bound(0)  # which every view needs: here it holds up no screen
        _go_on(found, ended=reading.content.ended)
        self._reading = reading
        call(partial(self._take, found, anew=anew, ended=reading.content.ended))

    def _fail(self, why: str) -> None:
        self._busy, self._seen, self._reading = False, None, None
        if why:
            self._lose(why)

    def _take(self, found: Trace, *, anew: bool, ended: bool) -> None:
        self._busy = False
        if _is_renewed(self._screen.browser.trace, found):
            state = f"{self._name} is complete" if ended else f"{self._name} goes on"
            self._lose(f"{state}: it has {found.steps:,} steps now, and is to be opened again to see them")
            if ended:
                self._timer.stop()
            return
        if anew and not _continues(self._screen.browser.trace, found):
            self._lose(f"{self._name} holds another recording now: this one is followed again when it is back")
            return
        if len(found) >= len(self._screen.browser.trace):
            self._screen.grow(found)
        if ended:
            self._timer.stop()
            self._screen.sync("the recording is complete")
        elif self._lost:
            self._screen.sync(f"{self._name} is back, and followed")
        self._lost = ""


def _go_on(trace: Trace, *, ended: bool) -> None:
    """That a file ends here says nothing of its recording, if that has no end: it goes on."""
    if not ended and trace.header.stopped == NO_END:
        trace.header = replace(trace.header, stopped=None)


def _continues(trace: Trace, found: Trace) -> bool:
    """Whether a recording is the same search as another, further on or not so far yet. O(n)."""
    common = min(len(trace), len(found))
    return _is_same_search(trace, found) and np.array_equal(trace.columns.move[:common], found.columns.move[:common])


def _is_same_search(trace: Trace, found: Trace) -> bool:
    return all(
        getattr(trace.header, name) == getattr(found.header, name) for name in ("game", "search", "options", "position")
    )


def _is_renewed(trace: Trace, found: Trace) -> bool:
    """Whether a best-first recording is the same one further on: its nodes have other ids then, its steps the same."""
    log, later = trace.columns.log, found.columns.log
    if log is None or later is None or len(found) == len(trace) or len(later) < len(log):
        return False
    return _is_same_search(trace, found) and np.array_equal(later.x[: len(log)], log.x, equal_nan=True)
