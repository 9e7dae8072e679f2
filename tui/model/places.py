"""The places one can come back to: bookmarks, kept in the trace's file, and the history of jumps."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from tracer.bookmarks import Bookmark, Bookmarks, Breakpoint
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tui.model.explored import Explored, History, Place

MARK = "⚑"
"""Stands where a place is kept."""
IN_MEMORY = "kept until you leave, for this search is in no file"


class Kept(NamedTuple):
    """Where bookmarks are."""

    nodes: frozenset[int]
    steps: Ints
    """Ascending."""


class Places:
    """Bookmarks, kept breakpoints, and the keys of the history.

    Args:
        explored: the recording, and the place in it.
        history: where it has been.
        path: the file of the recording; None where it is in none, and then nothing outlives the session.
    """

    def __init__(self, explored: Explored, history: History, path: str | None) -> None:
        self._explored, self._history, self._path = explored, history, path
        self._trace, self._bookmarks = explored.trace, Bookmarks(explored.trace, path)
        self._marks: Kept | None = None

    @property
    def folder(self) -> Path | None:
        """The folder of the recording's file; None where it is in none."""
        return None if self._path is None else Path(self._path).parent

    @property
    def _kept(self) -> Bookmarks:
        """Those of the trace as it is now: a recording that is followed grows, and has places that it did not have."""
        if self._trace is not self._explored.trace:
            before, self._trace, self._marks = self._bookmarks, self._explored.trace, None
            self._bookmarks = Bookmarks(self._trace, self._path)
            if not before.kept:
                for mark in before.bookmarks:
                    self._bookmarks.add(mark)
                for stop in before.breakpoints:
                    self._bookmarks.add_breakpoint(stop)
        return self._bookmarks

    @property
    def notice(self) -> str:
        """What could not be read from the file; empty where all was."""
        return self._kept.notice

    @property
    def bookmarks(self) -> tuple[Bookmark, ...]:
        """By step."""
        return self._kept.bookmarks

    @property
    def marks(self) -> Kept:
        """The nodes and the steps that are kept."""
        kept = self._kept
        if self._marks is None:
            found = kept.bookmarks
            self._marks = Kept(
                frozenset(mark.node for mark in found), np.array([mark.step for mark in found], np.int64)
            )
        return self._marks

    @property
    def breakpoints(self) -> tuple[Breakpoint, ...]:
        """Those that were kept, in the order in which they were set."""
        return self._kept.breakpoints

    def keep(self, name: str, note: str) -> str:
        """Keep the current place under a name."""
        step, node = self._explored.place
        self._marks = None
        try:
            notice = self._kept.add(Bookmark(name, step, node, note))
        except PlyscopeError as error:
            return str(error)
        return notice if self._path is not None else IN_MEMORY

    def keep_in(self, path: str) -> str:
        """Keep bookmarks and breakpoints in a file of the same recording from now on."""
        self._path, self._marks = path, None
        return self._kept.keep_in(path)

    def forget(self, name: str) -> str:
        """Remove a bookmark."""
        self._marks = None
        return self._unless_in_memory(self._kept.remove(name))

    def keep_breakpoint(self, breakpoint_: Breakpoint) -> str:
        """Keep a breakpoint, and whether it is on."""
        try:
            return self._unless_in_memory(self._kept.add_breakpoint(breakpoint_))
        except PlyscopeError as error:
            return str(error)

    def forget_breakpoint(self, text: str) -> str:
        """Remove a breakpoint that was kept."""
        if text not in (one.text for one in self.breakpoints):
            return ""
        return self._unless_in_memory(self._kept.remove_breakpoint(text))

    def _unless_in_memory(self, notice: str) -> str:
        """The notice, but where there is no file: nobody expects it to outlive the session then."""
        return "" if self._path is None else notice

    def go_back(self) -> str:
        """Back to where one was before the last jump."""
        return self._turn(self._history.go_back(self._explored.place), "there is nothing to go back to")

    def go_forward(self) -> str:
        """Forward again."""
        return self._turn(self._history.go_forward(self._explored.place), "there is nothing to go forward to")

    def _turn(self, place: Place | None, why_not: str) -> str:
        return why_not if place is None else self._explored.go_to(place)
