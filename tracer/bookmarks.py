"""Bookmarks and breakpoints: what a person adds to a trace, kept in its file.

Where a change cannot be kept, it lives on in memory, and what made it says why; the next change is kept together with
all that were not.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass

from tracer.condition.watchpoint import Watchpoint, parse_breakpoint
from tracer.errors import PlyscopeError
from tracer.file.notes import MOST, Kept, Note, NoteFile
from tracer.text import clean
from tracer.tracing import Trace

LONGEST_NAME = 60
"""Characters of a bookmark's name at most."""
LONGEST_NOTE = 500
"""Characters of a bookmark's note at most."""
BOOKMARK, BREAKPOINT = "bookmark", "breakpoint"
"""Kinds of notes."""
NO_FILE = "this search is in no file; save the trace to keep bookmarks and breakpoints"


@dataclass(frozen=True)
class Bookmark:
    """A place in a recording, with a name."""

    name: str
    step: int
    node: int
    note: str = ""


@dataclass(frozen=True)
class Breakpoint:
    """What to stop at."""

    text: str
    """A condition of `tracer.condition.expression`, or changes of a number as in `tracer.condition.watchpoint`."""
    enabled: bool = True


def _mark(mark: Bookmark) -> Note:
    return Note(BOOKMARK, mark.name, {"step": mark.step, "node": mark.node, "note": mark.note})


def _stop(stop: Breakpoint) -> Note:
    return Note(BREAKPOINT, stop.text, {"enabled": stop.enabled})


class Bookmarks:
    """The bookmarks and breakpoints of one trace.

    Each change gives the empty string, or a notice that says why it is not kept. Nothing waits for another process.

    Args:
        trace: the trace.
        path: the file it came from; None where it is in no file.
    """

    def __init__(self, trace: Trace, path: str | os.PathLike[str] | None = None) -> None:
        self._trace = trace
        self._file = None if path is None else NoteFile(path)
        self._bookmarks: dict[str, Bookmark] = {}
        self._breakpoints: dict[str, Breakpoint] = {}
        self._waiting: list[Note] = []
        self.notice = "" if self._file is None else self._load(self._file)
        """What could not be read from the file; empty where all was."""

    def _load(self, file: NoteFile) -> str:
        try:
            marks, stops = file.read(BOOKMARK), file.read(BREAKPOINT)
        except PlyscopeError as error:
            return str(error)
        left_out = sum(not self._taken(self._take_bookmark, *row) for row in marks.items())
        left_out += sum(not self._taken(self._take_breakpoint, *row) for row in stops.items())
        if not left_out:
            return ""
        return f"{file.name}: {left_out:,} of its bookmarks and breakpoints do not fit this trace; left out"

    @staticmethod
    def _taken(take: Callable[[str, Kept], bool], name: str, kept: Kept) -> bool:
        try:
            return take(name, kept)
        except PlyscopeError:
            return False

    def _take_bookmark(self, name: str, kept: Kept) -> bool:
        step, node, note = (kept.get(key) for key in ("step", "node", "note"))
        if not (isinstance(note, str) and type(step) is int and type(node) is int):
            return False
        mark = Bookmark(name, step, node, note)
        if self._checked(mark) != mark:
            return False
        self._bookmarks[name] = mark
        return True

    def _take_breakpoint(self, text: str, kept: Kept) -> bool:
        enabled = kept.get("enabled")
        found = parse_breakpoint(text)
        if not isinstance(enabled, bool) or found.text != text:
            return False
        if isinstance(found, Watchpoint) and found.node >= len(self._trace):
            return False
        self._breakpoints[text] = Breakpoint(text, enabled)
        return True

    def _checked(self, bookmark: Bookmark) -> Bookmark:
        """A bookmark whose place is in the trace and whose words may be shown."""
        name = clean(" ".join(bookmark.name.split()), LONGEST_NAME)
        if not name:
            raise PlyscopeError("a bookmark needs a name")
        if not 0 <= bookmark.step < self._trace.steps:
            raise PlyscopeError(f"step {bookmark.step:,}: the trace has steps 0 to {self._trace.steps - 1:,}")
        if not 0 <= bookmark.node < len(self._trace):
            raise PlyscopeError(f"node {bookmark.node:,}: the trace has nodes 0 to {len(self._trace) - 1:,}")
        return Bookmark(name, bookmark.step, bookmark.node, clean(" ".join(bookmark.note.split()), LONGEST_NOTE))

    @property
    def bookmarks(self) -> tuple[Bookmark, ...]:
        """By step, then by name."""
        return tuple(sorted(self._bookmarks.values(), key=lambda mark: (mark.step, mark.name)))

    @property
    def breakpoints(self) -> tuple[Breakpoint, ...]:
        """In the order in which they were added."""
        return tuple(self._breakpoints.values())

    @property
    def kept(self) -> bool:
        """Whether every change is in the file."""
        return not self._waiting

    def add(self, bookmark: Bookmark) -> str:
        """Add a bookmark, in the place of one with the same name. Its words become one line each, and are cut short.

        Raises:
            PlyscopeError: it has no name, its place is not in the trace, or there are too many.
        """
        found = self._checked(bookmark)
        if len(self._bookmarks) >= MOST and found.name not in self._bookmarks:
            raise PlyscopeError(f"there are {MOST:,} bookmarks already; remove one first")
        self._bookmarks[found.name] = found
        return self._keep(_mark(found))

    def replace(self, name: str, bookmark: Bookmark) -> str:
        """Put another bookmark in the place of one: another name, note or step.

        Raises:
            PlyscopeError: there is none of this name, or the other is none.
        """
        found = self._checked(bookmark)
        self._need(name)
        if found.name != name:
            del self._bookmarks[name]
            self._waiting.append(Note(BOOKMARK, name, None))
        return self.add(found)

    def remove(self, name: str) -> str:
        """Remove a bookmark."""
        self._need(name)
        del self._bookmarks[name]
        return self._keep(Note(BOOKMARK, name, None))

    def _need(self, name: str) -> None:
        if name not in self._bookmarks:
            raise PlyscopeError(f"there is no bookmark {clean(name, LONGEST_NAME)!r}")

    def add_breakpoint(self, breakpoint_: Breakpoint) -> str:
        """Add a breakpoint; one with the same text is enabled or disabled and keeps its place.

        Raises:
            PlyscopeError: its text is no condition and no change of a number, or there are too many.
        """
        text = parse_breakpoint(breakpoint_.text).text
        if len(self._breakpoints) >= MOST and text not in self._breakpoints:
            raise PlyscopeError(f"there are {MOST:,} breakpoints already; remove one first")
        self._breakpoints[text] = Breakpoint(text, breakpoint_.enabled)
        return self._keep(_stop(self._breakpoints[text]))

    def remove_breakpoint(self, text: str) -> str:
        """Remove a breakpoint."""
        if text not in self._breakpoints:
            raise PlyscopeError(f"there is no breakpoint at {clean(text)}")
        del self._breakpoints[text]
        return self._keep(Note(BREAKPOINT, text, None))

    def keep(self) -> str:
        """Try again to keep what is not kept."""
        return self._keep() if self._waiting else ""

    def keep_in(self, path: str | os.PathLike[str]) -> str:
        """Keep all of them in another file of the same trace from now on, such as one just saved."""
        self._file = NoteFile(path)
        self._waiting = [_mark(mark) for mark in self.bookmarks] + [_stop(stop) for stop in self.breakpoints]
        return self.keep()

    def _keep(self, *changes: Note) -> str:
        self._waiting += changes
        if self._file is None:
            return f"not kept: {NO_FILE}"
        try:
            self._file.append(self._waiting)
        except PlyscopeError as error:
            return f"not kept: {error}"
        self._waiting = []
        return ""
