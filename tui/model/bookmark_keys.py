"""The places one can come back to: bookmarks, kept in the trace's file, and the history of jumps."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from tracer.bookmarks import Bookmark, Bookmarks, Breakpoint
from tracer.errors import PlyscopeError
from tracer.recording.columns import Ints
from tracer.why.sentences import format_path
from tui.model.explorer_state import ExplorerState, Location, Span
from tui.model.list_model import ListModel, fit_path, fit_text, path_width

NAME_WIDTH = 20
"""Columns of a bookmark's name."""
BOOKMARK_SIGN = "⚑"
"""Stands where a place is kept."""
KEPT_IN_MEMORY = "kept until you leave, for this search is in no file"


class BookmarkedPlaces(NamedTuple):
    """Where bookmarks are."""

    nodes: frozenset[int]
    steps: Ints
    """Ascending."""


class BookmarkKeys(ListModel, Bookmarks):
    """Bookmarks as a list, kept breakpoints, and the keys of the history.

    Args:
        path: the file of the recording; None where it is in none, and then nothing outlives the session.
    """

    name = "Bookmarks"
    can_remove = True

    def __init__(self, explorer: ExplorerState, path: str | None) -> None:
        ListModel.__init__(self, explorer)
        Bookmarks.__init__(self, explorer.trace, path)
        self._path = path
        self._cached_marks: BookmarkedPlaces | None = None

    def __len__(self) -> int:
        return len(self.bookmarks)

    @property
    def empty_text(self) -> str:
        """How to keep one."""
        return "nothing is kept yet: * keeps this place under a name"

    def format_entry(self, index: int, width: int) -> list[Span]:
        """Name, step, path and note."""
        bookmark, trace = self.bookmarks[index], self._explorer.trace
        step_width = len(f"{trace.steps - 1:,}")
        return [
            (fit_text(bookmark.name, min(NAME_WIDTH, width // 4)), "label"),
            (f"  step {bookmark.step:>{step_width},}  ", "about"),
            (fit_path(format_path(trace, bookmark.node), path_width(width)), "value"),
            (f"  {bookmark.note}", "about"),
        ]

    def find_location(self, index: int, step: int) -> Location | None:
        """Where it was kept."""
        bookmark = self.bookmarks[index]
        return Location(bookmark.step, bookmark.node)

    @property
    def folder(self) -> Path | None:
        """The folder of the recording's file; None where it is in none."""
        return None if self._path is None else Path(self._path).parent

    def extend_trace(self) -> None:
        """Have the places of a recording that has grown: it has some that it did not have."""
        is_kept, bookmarks, breakpoints = self.kept, self.bookmarks, self.breakpoints
        Bookmarks.__init__(self, self._explorer.trace, self._path)
        self._cached_marks = None
        if not is_kept:
            for bookmark in bookmarks:
                self.add(bookmark)
            for breakpoint_ in breakpoints:
                self.add_breakpoint(breakpoint_)

    @property
    def marked(self) -> BookmarkedPlaces:
        """The nodes and the steps that are kept."""
        if self._cached_marks is None:
            bookmarks = self.bookmarks
            self._cached_marks = BookmarkedPlaces(
                frozenset(bookmark.node for bookmark in bookmarks),
                np.array([bookmark.step for bookmark in bookmarks], np.int64),
            )
        return self._cached_marks

    def add_bookmark(self, name: str, note: str) -> str:
        """Keep the current place under a name."""
        step, node = self._explorer.location
        self._cached_marks = None
        try:
            notice = self.add(Bookmark(name, step, node, note))
        except PlyscopeError as error:
            return str(error)
        return notice if self._path is not None else KEPT_IN_MEMORY

    def save_to_file(self, path: str) -> str:
        """Keep bookmarks and breakpoints in a file of the same recording from now on."""
        self._path, self._cached_marks = path, None
        return self.keep_in(path)

    def remove_entry(self, index: int) -> str:
        """Forget a bookmark."""
        return self.remove_bookmark(self.bookmarks[index].name)

    def remove_bookmark(self, name: str) -> str:
        """Forget the bookmark of a name."""
        self._cached_marks = None
        return self._notice_if_in_file(self.remove(name))

    def save_breakpoint(self, breakpoint_: Breakpoint) -> str:
        """Keep a breakpoint, and whether it is on."""
        try:
            return self._notice_if_in_file(self.add_breakpoint(breakpoint_))
        except PlyscopeError as error:
            return str(error)

    def remove_breakpoint(self, text: str) -> str:
        """Remove a breakpoint, if it was kept."""
        if text not in (breakpoint_.text for breakpoint_ in self.breakpoints):
            return ""
        return self._notice_if_in_file(super().remove_breakpoint(text))

    def _notice_if_in_file(self, notice: str) -> str:
        """The notice, but where there is no file: nobody expects it to outlive the session then."""
        return "" if self._path is None else notice

    def go_back(self) -> str:
        """Back to where one was before the last jump."""
        location = self._explorer.history.go_back(self._explorer.location)
        return "there is nothing to go back to" if location is None else self._explorer.go_to(location)

    def go_forward(self) -> str:
        """Forward again."""
        location = self._explorer.history.go_forward(self._explorer.location)
        return "there is nothing to go forward to" if location is None else self._explorer.go_to(location)
