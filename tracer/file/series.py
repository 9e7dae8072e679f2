"""Several recordings in one go: a single one has the file's own name, and of several each has its number."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any, NamedTuple

from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.draft import lock
from tracer.file.reading import looks_like_trace, open_regular
from tracer.recording.header import Header
from tracer.text import clean


def numbered(path: Path, number: int) -> Path:
    """The name of one of several recordings.

    >>> numbered(Path("far/t.plyscope"), 2).as_posix(), str(numbered(Path("t"), 10))
    ('far/t-2.plyscope', 't-10')
    """
    return path.with_stem(f"{path.stem}-{number}")


class Series:
    """The files of recordings that come one after another.

    The first has the name itself. As the second begins, the first gets its number: `t.plyscope` becomes
    `t-1.plyscope`, the next are `t-2.plyscope`, `t-3.plyscope`. What stands at such a name gives way only if it is a
    trace that nobody is writing.
    """

    def __init__(self, path: Path) -> None:
        self._path = self._first = path

    def begin(self, number: int) -> Path:
        """Where a recording is to be written, which begins now.

        Raises:
            TraceFileError: something else than a trace has its name.
        """
        if number == 2:
            self._number_first()
        if number > 1:
            need_trace(self.file(number))
        return self.file(number)

    def begin_again(self) -> None:
        """Nothing is written yet: the first has the name itself."""
        self._first = self._path

    def file(self, number: int) -> Path:
        """Where a recording is by now."""
        return self._first if number == 1 else numbered(self._path, number)

    def _number_first(self) -> None:
        """Give the first its number; it keeps its name where it is a link, or the other name is somebody else's."""
        target = numbered(self._path, 1)
        if self._path.is_symlink() or target.is_symlink():
            return
        with contextlib.suppress(OSError, TraceFileError):
            need_trace(target)
            if not target.exists():
                self._path.replace(target)
            else:
                with target.open("rb") as old:
                    if not lock(old.fileno()):
                        return
                    self._path.replace(target)
            self._first = target


def need_trace(path: Path) -> None:
    """Refuse a name that something else than a trace, or an empty file, has."""
    if not os.path.lexists(path):
        return
    try:
        with open_regular(path) as file:
            start = file.read(16)
            if not start or looks_like_trace(start):
                return
    except (OSError, PlyscopeError):
        pass
    raise TraceFileError(f"cannot write {clean(str(path))}: something else than a trace is there")


INTERRUPTED = "interrupted"
"""`Header.stopped` after Ctrl-C."""


class Written(NamedTuple):
    """What is known of a recording that is in a file and nowhere else."""

    header: Header
    nodes: int
    """Pruned branches included."""
    visited: int
    value: float | None
    """What the search returned, MAX's view; None where it was stopped."""
    error: BaseException | None = None
    """What ended it; what was recorded by then is in the file."""
    game: Any = None
    """The game, where it is known."""
    start: Any = None
    """The root position, where the game is known."""
    first_move: str = ""
    """The label of the first move at the root."""

    @property
    def pruned(self) -> int | None:
        """Branches that cutoffs skipped; None where nobody told the moves of a search that may have some."""
        branches = self.nodes - self.visited
        return branches if branches or self.game is not None or not self.header.windowed else None
