"""The two tables of a trace file in which bookmarks and breakpoints are kept.

They are made when the first is kept, so a file without them is whole; `opening` does not know them, so their
damage cannot keep a trace from being opened. Nothing in them is trusted.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from tracer.errors import PlyscopeError
from tracer.file.files import MAGIC
from tracer.text import clean

MOST = 1_000
"""Bookmarks, and breakpoints, that are read at most."""
PATIENCE = 0.3
"""Seconds to wait for another process that writes the file: no longer than a person at a key would."""
WRITING = "rw"
"""SQLite's mode of opening a file to write; it never creates one."""
TABLES = {
    "bookmark": "CREATE TABLE bookmark"
    " (name TEXT PRIMARY KEY, step INTEGER NOT NULL, node INTEGER NOT NULL, note TEXT NOT NULL)",
    "breakpoint": "CREATE TABLE breakpoint (text TEXT PRIMARY KEY, enabled INTEGER NOT NULL)",
}

Row = tuple[Any, ...]


class Change(NamedTuple):
    """One change of a table. Making it twice does no more than making it once."""

    query: str
    values: Row


def put_bookmark(name: str, step: int, node: int, note: str) -> Change:
    """Keep a bookmark in the place of one with this name."""
    query = (
        "INSERT INTO bookmark VALUES (?, ?, ?, ?) "
        "ON CONFLICT (name) DO UPDATE SET step = excluded.step, node = excluded.node, note = excluded.note"
    )
    return Change(query, (name, step, node, note))


def drop_bookmark(name: str) -> Change:
    """Forget a bookmark."""
    return Change("DELETE FROM bookmark WHERE name = ?", (name,))


def put_breakpoint(text: str, enabled: bool) -> Change:
    """Keep a breakpoint; one that is there keeps its place."""
    query = "INSERT INTO breakpoint VALUES (?, ?) ON CONFLICT (text) DO UPDATE SET enabled = excluded.enabled"
    return Change(query, (text, int(enabled)))


def drop_breakpoint(text: str) -> Change:
    """Forget a breakpoint."""
    return Change("DELETE FROM breakpoint WHERE text = ?", (text,))


class BookmarkFile:
    """A trace file, for its bookmarks and breakpoints alone.

    Raises:
        PlyscopeError: from its methods; the message says what cannot be done and what to do.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path, self._identity = Path(path), _identity(Path(path))
        self.name = clean(str(path))

    def read(self) -> tuple[list[Row], list[Row]]:
        """The rows of both tables as they are: `(name, step, node, note)` and `(text, enabled)`. Nothing is checked."""
        with self._open("ro", "read") as database:
            there = _tables(database, self.name)
            return (
                _rows(database, "bookmark", "name, step, node, note") if "bookmark" in there else [],
                _rows(database, "breakpoint", "text, enabled") if "breakpoint" in there else [],
            )

    def commit(self, changes: Sequence[Change]) -> None:
        """Make changes, all or none."""
        if _identity(self._path) != self._identity:
            what = "is another file by now" if self._path.exists() else "is gone"
            raise PlyscopeError(f"{self.name} {what}; save the trace to keep bookmarks and breakpoints")
        with self._open(WRITING, "write") as database:
            database.execute("BEGIN IMMEDIATE")
            there = _tables(database, self.name)
            for table in TABLES.keys() - there:
                database.execute(TABLES[table])
            for change in changes:
                database.execute(change.query, change.values)
            database.execute("COMMIT")

    @contextlib.contextmanager
    def _open(self, mode: str, purpose: str) -> Iterator[sqlite3.Connection]:
        uri = f"file:{quote(str(self._path.resolve()))}?mode={mode}"
        try:
            database = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
            with contextlib.closing(database):
                database.text_factory = lambda data: data.decode(errors="replace")
                database.execute("PRAGMA trusted_schema = OFF")
                database.execute("PRAGMA cell_size_check = ON")
                if database.execute("PRAGMA application_id").fetchone() != (MAGIC,):
                    raise PlyscopeError(f"{self.name} is no trace file")
                yield database
        except (sqlite3.Error, OSError) as error:
            raise PlyscopeError(self._explained(error, purpose)) from error

    def _explained(self, error: Exception, purpose: str) -> str:
        """What went wrong, and what to do."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte says which kind of error it is
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return f"another process is writing {self.name}; try again when it is done"
        if code == sqlite3.SQLITE_READONLY:
            return f"{self.name} is read-only; save the trace elsewhere to keep bookmarks and breakpoints"
        return (
            f"cannot {purpose} the bookmarks of {self.name}: {clean(str(error))}; save the trace elsewhere to keep them"
        )


def _identity(path: Path) -> tuple[int, int] | None:
    """What tells a file from another one that took its name."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _tables(database: sqlite3.Connection, name: str) -> set[str]:
    """Which of the tables are there.

    Raises:
        PlyscopeError: something else has the name of one, or acts on changes of one.
    """
    query = "SELECT name, sql FROM sqlite_schema WHERE tbl_name IN ('bookmark', 'breakpoint') AND sql IS NOT NULL"
    there = dict(database.execute(query).fetchall())
    for table, sql in there.items():
        if TABLES.get(table) != sql:
            raise PlyscopeError(f"{name} has a table {clean(str(table))!r} that plyscope did not make; record it again")
    return set(there)


def _rows(database: sqlite3.Connection, table: str, columns: str) -> list[Row]:
    query = f"SELECT {columns} FROM {table} ORDER BY rowid LIMIT {MOST}"  # noqa: S608  # all of it is written here
    return database.execute(query).fetchall()
