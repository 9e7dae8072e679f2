"""The trace file: a SQLite database that holds chunks of columns, each with a checksum.

Tables: `header` (key, JSON value), `move` (number, label), `text` (number, text of a position), `chunk` (first node,
column, nodes, dtype, crc, data) and `late` (news of nodes in earlier chunks, by the chunk that brought them). Columns
that not every trace has come last, each in one chunk. A chunk once written never changes, so a
recording is appended to chunk by chunk, and what was committed survives whatever happens to the process.
`tracer.file.opening` reads it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Hashable, Iterator, Sequence
from pathlib import Path
from zlib import crc32

import numpy as np

from tracer.errors import TraceFileError
from tracer.games.rules import AnyGame, label
from tracer.recording.columns import DTYPES, OPTIONAL, Array
from tracer.recording.header import Header
from tracer.recording.parts import Part
from tracer.recording.recorder import CHUNK
from tracer.recording.recording import Recording
from tracer.text import clean

MAGIC = 0x504C5953
"""`PLYS`: SQLite's application id of a trace file."""
VERSION = 1
"""The format's version, in SQLite's user version."""

_SCHEMA = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE move (number INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE text (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE chunk (
    first INTEGER, name TEXT, nodes INTEGER, dtype TEXT, crc INTEGER, data BLOB, PRIMARY KEY (first, name)
);
CREATE TABLE late (
    first INTEGER, name TEXT, nodes INTEGER, dtype TEXT, crc INTEGER, data BLOB, PRIMARY KEY (first, name)
);
"""
LATE = {"node": np.dtype("<i8"), **{name: DTYPES[name] for name in ("end", "value", "status", "cutoff")}}
"""The columns of late news."""
_STORED = {**DTYPES, **OPTIONAL, **LATE}


class Writer:
    """Writes a recording to a file while it runs.

    The file appears with its first nodes in it, and from then on grows; an older file of that name stays until then.

    Raises:
        TraceFileError: the place cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], header: Header, game: AnyGame | None) -> None:
        self._path, self._header, self._game = Path(path), header, game
        self._nodes = 0
        self._draft: Path | None = _draft(self._path)
        with self._explained():
            self._database = _create(self._draft)

    def write(self, parts: list[Part]) -> None:
        """Append parts as one chunk, and commit.

        Raises:
            TraceFileError: the disk is full, or the file has gone.
        """
        with self._explained():
            if self._nodes == 0:
                self._put_header(self._header)
            part = _joined(parts)
            _put_moves(self._database, [label(self._game, move) for move in part.moves])
            for table, columns in (("chunk", part.columns), ("late", part.late)):
                _put(self._database, table, part.first, columns)
            self._database.commit()
            self._nodes += len(part)
            if self._draft is not None:
                self._publish(self._draft)

    def finish(self, header: Header, optional: dict[str, Array] | None = None, texts: Sequence[str] = ()) -> None:
        """Say that the recording is complete, or why it is not, and close the file.

        Args:
            header: what was searched, and how it ended.
            optional: the optional columns of all nodes, by their names.
            texts: the table of texts into which they point.
        """
        with self._explained():
            _put_optional(self._database, optional or {}, texts)
            self._put_header(header)
            self._database.commit()
            self._database.close()

    def abandon(self) -> None:
        """Close the file as it is; before its first nodes, leave nothing behind."""
        self._database.close()
        if self._draft is not None:
            self._draft.unlink(missing_ok=True)

    def _publish(self, draft: Path) -> None:
        """Move the draft to its place. SQLite must not have it open meanwhile."""
        self._database.close()
        draft.replace(self._path)
        self._draft = None
        self._database = sqlite3.connect(self._path)

    def _put_header(self, header: Header) -> None:
        _put_header(self._database, header)

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            kept = f"; it holds the first {self._nodes:,} nodes" if self._nodes else ""
            raise TraceFileError(f"cannot write {clean(str(self._path))}: {error}{kept}") from error


def save(trace: Recording, path: str | os.PathLike[str]) -> None:
    """Write a whole trace; a failure leaves an older file of that name whole.

    Raises:
        TraceFileError: it cannot be written.
    """
    target = Path(path)
    draft = _draft(target)
    try:
        database = _create(draft)
        with contextlib.closing(database):
            _put_header(database, trace.header)
            _put_moves(database, trace.move_labels)
            for first in range(0, len(trace), CHUNK):
                columns = {name: getattr(trace.columns, name)[first : first + CHUNK] for name in DTYPES}
                _put(database, "chunk", first, columns)
            _put_optional(database, trace.columns.optional, trace.texts)
            database.commit()
        draft.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise TraceFileError(f"cannot write {clean(str(target))}: {error}; an older file there is unharmed") from error
    finally:
        draft.unlink(missing_ok=True)


def _draft(path: Path) -> Path:
    """A new empty file beside a path, in which it is written first."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".draft", dir=path.parent)
    except OSError as error:
        raise TraceFileError(f"cannot write {clean(str(path))}: {error.strerror}") from error
    os.close(handle)
    draft = Path(name)
    if path.is_dir():
        draft.unlink()
        raise TraceFileError(f"cannot write {clean(str(path))}: it is a folder")
    draft.chmod(0o666 & ~_umask())
    return draft


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _create(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path)
    database.executescript(f"PRAGMA application_id = {MAGIC}; PRAGMA user_version = {VERSION}; {_SCHEMA}")
    return database


def _put_header(database: sqlite3.Connection, header: Header) -> None:
    rows = [(key, json.dumps(value, allow_nan=False)) for key, value in header.as_json().items()]
    database.executemany("INSERT OR REPLACE INTO header VALUES (?, ?)", rows)


def _put_moves(database: sqlite3.Connection, labels: Sequence[str]) -> None:
    (known,) = database.execute("SELECT count(*) FROM move").fetchone()
    database.executemany("INSERT INTO move VALUES (?, ?)", enumerate(labels, known))


def _put_optional(database: sqlite3.Connection, columns: dict[str, Array], texts: Sequence[str]) -> None:
    database.executemany("INSERT INTO text VALUES (?, ?)", enumerate(texts))
    if columns:
        _put(database, "chunk", 0, columns)


def _put(database: sqlite3.Connection, table: str, first: int, columns: dict[str, Array]) -> None:
    rows = []
    for name, column in columns.items():
        stored = _STORED[name]
        if name == "end" and (not len(column) or int(column.max()) < 2**31):
            stored = np.dtype("<i4")
        data = np.ascontiguousarray(column, stored).tobytes()
        rows.append((first, name, len(column), np.dtype(stored).str, crc32(data), data))
    query = f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608  # one of two literals
    database.executemany(query, rows if table == "chunk" or rows[0][2] else [])


def _joined(parts: list[Part]) -> Part:
    """Several parts as one. What is late in one may be put in place in another."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0].first
    columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in DTYPES}
    late = {name: np.concatenate([part.late[name] for part in parts]) for name in LATE}
    here = late["node"] >= first
    for name in ("end", "value", "status", "cutoff"):
        columns[name][late["node"][here] - first] = late[name][here]
    moves: list[Hashable] = [move for part in parts for move in part.moves]
    return Part(first, columns, {name: column[~here] for name, column in late.items()}, moves)
