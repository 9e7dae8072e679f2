"""Notes: what people add to a trace file, such as bookmarks. Each is a frame at the end; the last of a name wins.

A note has a kind, a name and what is kept of it, or nothing where it was removed. Nothing in notes is trusted.
"""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from tracer.errors import PlyscopeError
from tracer.file import frames
from tracer.file.draft import lock
from tracer.file.frames import decode_json, encode_json
from tracer.file.reading import check_signature, open_regular
from tracer.text import clean

MOST = 1_000
"""Notes of a kind that are read at most."""

MOST_FIELDS = 16
"""Texts and numbers that are kept under a name at most; of a note that has more, or has lists, nothing is."""

WRITING = "r+b"
"""How a file is opened to be written: it is never created."""

Kept = dict[str, Any]


class Note(NamedTuple):
    """One change of what was added. Making it twice does no more than making it once."""

    kind: str
    name: str
    kept: Kept | None
    """What is kept under this name; None where it was removed."""


class NoteFile:
    """A trace file, for its notes alone.

    Raises:
        PlyscopeError: from its methods; the message says what cannot be done and what to do.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path, self._identity = Path(path), _identity(Path(path))
        self.name = clean(str(path))

    def read(self, kind: str) -> dict[str, Kept]:
        """What is kept of a kind, by name, in the order in which it was first added."""
        try:
            with open_regular(self._path) as stream:
                return dict(list(self._scan(stream, kind).found.items())[:MOST])
        except OSError as error:
            raise self._unreadable(error) from error

    @property
    def is_empty(self) -> bool:
        """Whether nobody added anything to the file."""
        with open_regular(self._path) as stream:
            return not self._scan(stream).notes

    def _scan(self, stream: BinaryIO, kind: str | None = None) -> _Notes:
        try:
            return _Notes(stream, self.name, kind)
        except PlyscopeError as error:
            raise self._unreadable(error) from error

    def _unreadable(self, error: Exception) -> PlyscopeError:
        return PlyscopeError(f"cannot read the notes of {self.name}: {_problem(error)}")

    def append(self, notes: Sequence[Note]) -> None:
        """Keep changes, in order."""
        if _identity(self._path) != self._identity:
            what = "is another file by now" if self._path.exists() else "is gone"
            raise PlyscopeError(f"{self.name} {what}; save the trace to keep bookmarks and breakpoints")
        try:
            with self._path.open(WRITING, buffering=0) as stream:
                self._append(stream, notes)
        except (PermissionError, io.UnsupportedOperation) as error:
            problem = "is read-only; save the trace elsewhere to keep bookmarks and breakpoints"
            raise PlyscopeError(f"{self.name} {problem}") from error
        except OSError as error:
            raise PlyscopeError(
                f"cannot write the notes of {self.name}: {_problem(error)}; save the trace elsewhere to keep them"
            ) from error

    def _append(self, stream: Any, notes: Sequence[Note]) -> None:
        if not lock(stream.fileno()):
            raise PlyscopeError(f"another process is writing {self.name}; try again when it is done")
        there = self._scan(stream)
        data = b"".join(
            frames.encode(frames.NOTE, number, [encode_json(note._asdict())])
            for number, note in enumerate(notes, there.frames)
        )
        stream.truncate(there.end)  # what is torn there was never whole
        stream.seek(there.end)
        try:
            _write_all(stream, data)
        except OSError:
            stream.truncate(there.end)
            raise


class _Notes:
    """The notes of a kind in a file, found without reading what else is in it."""

    def __init__(self, stream: BinaryIO, name: str, kind: str | None) -> None:
        self.found: dict[str, Kept] = {}
        self.frames = self.notes = 0
        size = os.fstat(stream.fileno()).st_size
        check_signature(stream.read(100), name)
        self.end = stream.seek(len(frames.SIGNATURE))
        """Where the last whole frame ends."""
        while (head := frames.read_head(stream)) is not None:
            after = self.end + frames.HEAD_SIZE + head.padded
            if after > size:
                break
            if head.kind == frames.NOTE:
                self.notes += 1
                self._take(kind, decode_json(frames.read_payload(stream, head)))
            self.end = stream.seek(after)
            self.frames += 1

    def _take(self, kind: str | None, note: dict[str, Any]) -> None:
        if note.get("kind") != kind:
            return
        name, kept = note.get("name"), note.get("kept")
        name = name if isinstance(name, str) else ""  # which is no name, and fits nothing
        if not isinstance(kept, dict):
            self.found.pop(name, None)
        elif len(kept) <= MOST_FIELDS and all(isinstance(value, str | int | float) for value in kept.values()):
            self.found[name] = kept
        else:
            self.found[name] = {}


def _write_all(stream: Any, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[stream.write(view) :]


def _problem(error: Exception) -> str:
    return clean(getattr(error, "strerror", None) or str(error))


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one that took its name."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
