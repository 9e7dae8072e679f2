"""Reading a trace file: it is opened for reading, and nothing is written, locked or mapped.

The one irregularity that is accepted is a torn last frame, which is how a killed recording ends.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.content import Content
from tracer.file.frames import CHUNK, GAME, HEAD_SIZE, MAGIC, SIGNATURE, VERSION, read_payload, whole_head
from tracer.file.on_disk import OpenFile
from tracer.recording.columns import Columns
from tracer.text import clean

_OLD_MAGIC = b"SQLite format 3\0"
_OLD_SIGN = b"PLYS"
"""Where version 1 had it: at byte 68."""
LARGE = 1 << 20
"""Nodes from which on columns are left in the file: of fewer they take 25 MB, and the file may be written over."""
LEAST = 19
"""Bytes that a node takes at least."""
WRITTEN_BY = "`plyscope trace GAME -o FILE` writes one"


def looks_like_trace(start: bytes) -> bool:
    """Whether a file that starts so is a trace file, of whatever version."""
    return start.startswith((MAGIC, _OLD_MAGIC))


def looks_like_game(start: bytes) -> bool:
    """Whether a file that starts so is a file of a whole game, of whatever version."""
    return start.startswith(GAME.magic)


class Reading:
    """A trace file while it is read, which may be growing: each look goes on where the last one ended.

    Raises:
        TraceFileError: from all methods; the file is no trace, is damaged, of another version, or cannot be read.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path, self._name = Path(path), clean(str(path))
        self.content = Content()
        """What was read so far."""
        self._at = 0
        """The byte at which the next frame begins."""
        self._identity: tuple[int, int] | None = None

    def read_on(self, progress: Callable[[int, int], None] | None = None, max_nodes: int | None = None) -> bool:
        """Read the frames that are whole by now, or those of about so many nodes; gives whether there were any.

        Raises:
            TraceFileError: see above; or another file has taken the place of the one that was read.
        """
        before = self._at
        with name_file_in_errors(self._path), open_regular(self._path) as stream:
            self._begin(stream)
            size = os.fstat(stream.fileno()).st_size
            self._take(stream, size, progress, stream.fileno(), max_nodes)
        return self._at > before

    def read_all(self, stream: BinaryIO, size: int, progress: Callable[[int, int], None] | None = None) -> None:
        """Read the frames of a trace that lies within another file."""
        with name_file_in_errors(self._path):
            check_signature(stream.read(len(SIGNATURE)), self._name)
            self._at = len(SIGNATURE)
            self._take(stream, size, progress)

    def _take(
        self,
        stream: BinaryIO,
        size: int,
        progress: Callable[[int, int], None] | None,
        source: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        """Take the frames that are whole; `source` is a descriptor of the file where its columns may stay in it."""
        while max_nodes is None or len(self.content) < max_nodes:
            if (head := whole_head(stream, size - self._at)) is None:
                break
            payload = read_payload(stream, head)
            if head.kind == CHUNK and not self.content.expected:
                self.content.expected = min(_foreseen(payload, size - self._at), max_nodes or size)
                if source is not None and self.content.expected >= LARGE:
                    self.content.leave(OpenFile(source))
            self.content.take(head, payload, self._at + HEAD_SIZE)
            self._at += HEAD_SIZE + head.padded
            if progress is not None:
                progress(self._at, size)

    def _begin(self, stream: BinaryIO) -> None:
        status = os.fstat(stream.fileno())
        identity = status.st_dev, status.st_ino
        if self._identity not in (None, identity) or status.st_size < self._at:
            raise TraceFileError(f"{self._name} is another file by now")
        self._identity = identity
        if not self._at:
            check_signature(stream.read(100) or b"", self._name)
            self._at = len(SIGNATURE)
        stream.seek(self._at)

    def columns(self, *, going_on: bool = False) -> Columns:
        """The columns of what was read, checked; `Content.columns` says more."""
        with name_file_in_errors(self._path):
            return self.content.columns(going_on=going_on)


def read(
    path: str | os.PathLike[str],
    progress: Callable[[int, int], None] | None = None,
    max_nodes: int | None = None,
) -> tuple[Content, Columns]:
    """Read a whole file; `progress` is called after each frame with the bytes read so far and the size of the file.

    With `max_nodes` only its first frames are read, until they have so many nodes, pruned branches among them.

    Raises:
        TraceFileError: it is no trace, is damaged, of another version, or cannot be read.
    """
    reading = Reading(path)
    reading.read_on(progress, max_nodes)
    return _all_of(reading, path)


def read_within(
    stream: BinaryIO, size: int, name: str, progress: Callable[[int, int], None] | None = None
) -> tuple[Content, Columns]:
    """Read a whole trace that lies within another file.

    Raises:
        TraceFileError: it is no trace, is damaged, or of another version.
    """
    reading = Reading(name)
    reading.read_all(stream, size, progress)
    return _all_of(reading, name)


def _all_of(reading: Reading, name: str | os.PathLike[str]) -> tuple[Content, Columns]:
    with name_file_in_errors(name):
        reading.content.header  # noqa: B018  # which asks whether there is anything
    return reading.content, reading.columns()


def check_signature(start: bytes, name: str) -> None:
    """Refuse what is not a trace file of this version, from its first hundred bytes."""
    if start.startswith(_OLD_MAGIC) and start[68:72] == _OLD_SIGN:
        raise TraceFileError(f"{name} has format 1, of an older plyscope; this one reads format 2: record it again")
    if start.startswith(GAME.magic):
        raise TraceFileError(f"{name} is a whole game, and no single search; {name}#1 is that of its first move")
    if not start.startswith(MAGIC) or len(start) < len(SIGNATURE):
        raise TraceFileError(f"{name} is no trace file; {WRITTEN_BY}")
    version = start[len(MAGIC)]
    if version != VERSION:
        remedy = "upgrade plyscope" if version > VERSION else "record it again"
        raise TraceFileError(f"{name} has format {version}, this plyscope reads format {VERSION}: {remedy}")


@contextmanager
def open_regular(path: Path) -> Iterator[BinaryIO]:
    """A file for reading; what might never end, or never begin, is refused.

    What gives nothing for now, as some files of a system do that are no pipes by their kind, reads as None.

    Raises:
        PlyscopeError: it is a pipe, a device or a folder.
        OSError: it cannot be opened.
    """
    # Opening a pipe waits for somebody to write into it, unless it is told not to.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb", buffering=0) as stream:  # noqa: PTH123  # there is no path any more
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise PlyscopeError("it is no file but a pipe or a device; save what comes from it to a file first")
        yield stream


@contextmanager
def name_file_in_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Say of whatever goes wrong which file it is about."""
    try:
        yield
    except TraceFileError:
        raise
    except (OSError, PlyscopeError, ValueError) as error:
        problem = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise TraceFileError(f"{clean(str(path))} cannot be opened as a trace: {clean(problem)}") from error


def _foreseen(payload: bytes, rest: int) -> int:
    """How many nodes there may be in the rest of a file, by the bytes a node in its first chunk; no more than fit."""
    count = int.from_bytes(payload[8:12], "little")
    return min(count * rest // max(len(payload), 1), rest // LEAST)
