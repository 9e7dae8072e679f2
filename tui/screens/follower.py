"""Follows a trace file that another process is still writing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from tracer.errors import PlyscopeError
from tracer.file.opening import load
from tracer.games.rules import AnyGame
from tracer.tracing import Trace

if TYPE_CHECKING:
    from tui.screens.explorer import Explorer

EVERY = 0.5
"""Seconds between looks at the file."""


class Follower:
    """Opens the file again whenever it has grown, in the background."""

    def __init__(self, screen: Explorer, path: str, game: AnyGame | None) -> None:
        self.screen, self._path, self._game = screen, Path(path), game
        self._seen = self._stamp()
        self._busy = False
        self._timer = screen.set_interval(EVERY, self._look)

    def _stamp(self) -> tuple[int, int]:
        try:
            status = self._path.stat()
        except OSError:
            return (0, 0)
        return status.st_size, status.st_mtime_ns

    def _look(self) -> None:
        stamp = self._stamp()
        if self._busy or stamp == self._seen or self.screen.app.screen is not self.screen:
            return
        self._busy, self._seen = True, stamp
        self.screen.run_worker(self._open, thread=True, exit_on_error=False)

    def _open(self) -> None:
        try:
            found = load(self._path, self._game)
        except PlyscopeError:  # caught in the middle of a commit: the next look will find it whole
            self._seen = (0, 0)
            found = None
        self.screen.app.call_from_thread(self._take, found)

    def _take(self, found: Trace | None) -> None:
        self._busy = False
        if found is None:
            return
        if not _continues(self.screen.browser.trace, found):
            self._timer.stop()
            self.screen.sync("the file holds another recording now; this one is no longer followed")
            return
        if len(found) >= len(self.screen.browser.trace):
            self.screen.grow(found)
        if found.header.seconds:
            self._timer.stop()
            self.screen.sync("the recording is complete")


def _continues(trace: Trace, found: Trace) -> bool:
    """Whether a recording is the same search as another, further on or not so far yet. O(n)."""
    common = min(len(trace), len(found))
    same = all(
        getattr(trace.header, name) == getattr(found.header, name) for name in ("game", "search", "options", "position")
    )
    return same and np.array_equal(trace.columns.move[:common], found.columns.move[:common])
