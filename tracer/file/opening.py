"""Opening a trace file. Nothing in it is trusted.

Lengths, checksums, types and the structure of the tree are checked before any column is used, and no name in a file is
ever executed: a game is found among the built-in ones, or given by the caller.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zlib import crc32

import numpy as np

from tracer.errors import PlyscopeError, TraceFileError
from tracer.file.files import LATE, MAGIC, VERSION
from tracer.games.places import place
from tracer.games.registry import as_game, builtin
from tracer.games.rules import AnyGame
from tracer.recording.columns import DTYPES, OPTIONAL, Array, verify
from tracer.recording.header import Header
from tracer.recording.parts import Part, assemble
from tracer.text import clean
from tracer.tracing import Trace

_TYPES = {
    "move": ("<i4",),
    "end": ("<i4", "<i8"),
    "turn": ("|i1",),
    "status": ("|u1",),
    "cutoff": ("|b1",),
    "node": ("<i8",),
    **dict.fromkeys(OPTIONAL, ("<i4",)),
}
_FLOAT = ("<f8",)


def load(path: str | os.PathLike[str], game: Any = None) -> Trace:
    """Open a trace file.

    Args:
        path: the file.
        game: the game or its spec, where it is not a built-in one; a file never makes code run by naming it.

    Raises:
        TraceFileError: the file is no trace, is damaged, or is of another version.
    """
    source = Path(path)
    name = clean(str(source))
    try:
        _look(source)
        with _open(source) as database:
            header = _read_header(database)
            labels = [clean(str(text)) for (text,) in _numbered(database, "move")]
            texts = [str(text) for (text,) in _numbered(database, "text")] if "text" in _tables(database) else []
            columns = assemble(_read_parts(database), _count_nodes(database))
            columns = replace(columns, **_read_optional(database, len(columns)))
        verify(columns, len(labels), len(texts))
    except TraceFileError:
        raise
    except (
        sqlite3.Error,
        OSError,
        PlyscopeError,
        ValueError,
        TypeError,
        KeyError,
        RecursionError,
        OverflowError,
    ) as error:
        problem = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise TraceFileError(f"{name} cannot be opened as a trace: {clean(problem)}") from error
    found, start = find_game(header, None if game is None else as_game(game))
    return Trace(columns, [], header, found, start, labels=labels, texts=texts)


def find_game(header: Header, given: AnyGame | None) -> tuple[AnyGame | None, Any]:
    """The game and the root position that a file names; none where the name is not built in."""
    try:
        game = given if given is not None else builtin(header.game)
        return game, None if game is None or header.position is None else place(game, header.position)
    except PlyscopeError:
        if given is not None:
            raise
        return None, None


def _look(path: Path) -> None:
    """Refuse what is not a trace file from its first bytes alone."""
    with path.open("rb") as file:
        head = file.read(100)
    if len(head) < 100 or head[:16] != b"SQLite format 3\0" or head[68:72] != MAGIC.to_bytes(4, "big"):
        raise TraceFileError(f"{clean(str(path))} is no trace file; `plyscope trace GAME -o FILE` writes one")
    version = int.from_bytes(head[60:64], "big")
    if version != VERSION:
        raise TraceFileError(
            f"{clean(str(path))} has format {version}, this plyscope reads format {VERSION}: "
            + ("upgrade plyscope" if version > VERSION else "record it again")
        )


@contextlib.contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    """Open for reading; for writing too only where a killed process left a journal that must be rolled back."""
    uri = "file:" + quote(str(path.resolve()))
    try:
        with contextlib.closing(sqlite3.connect(f"{uri}?mode=ro", uri=True)) as database:
            database.execute("SELECT 1 FROM header LIMIT 1").fetchone()
            mode = "ro"
    except sqlite3.OperationalError:
        mode = "rw"
    with contextlib.closing(sqlite3.connect(f"{uri}?mode={mode}", uri=True)) as database:
        database.execute("PRAGMA trusted_schema = OFF")
        database.execute("PRAGMA cell_size_check = ON")
        if not {"header", "move", "chunk", "late"} <= _tables(database):
            raise PlyscopeError("a table is missing")
        yield database


def _tables(database: sqlite3.Connection) -> set[str]:
    return {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}


def _read_header(database: sqlite3.Connection) -> Header:
    rows: dict[str, Any] = {
        key: json.loads(value, parse_constant=_refuse_constant)
        for key, value in database.execute("SELECT key, value FROM header")
    }
    return Header.from_json(rows)


def _refuse_constant(word: str) -> Any:
    raise ValueError(f"{word} in the header")


def _numbered(database: sqlite3.Connection, table: str) -> list[tuple[str]]:
    rows = database.execute(f"SELECT * FROM {table} ORDER BY number").fetchall()  # noqa: S608  # one of two literals
    if any(number != position for position, (number, _) in enumerate(rows)):
        raise PlyscopeError(f"its table of {table}s has a gap")
    return [(text,) for _, text in rows]


def _count_nodes(database: sqlite3.Connection) -> int:
    """How many nodes there are, by the bytes of a column of one byte a node: nothing that a file only claims."""
    (size,) = database.execute("SELECT sum(length(data)) FROM chunk WHERE name = 'turn'").fetchone()
    return int(size or 0)


def _read_parts(database: sqlite3.Connection) -> Iterator[Part]:
    """The chunks in order, every length, type and checksum checked."""
    expected = 0
    for (first,) in database.execute("SELECT DISTINCT first FROM chunk ORDER BY first").fetchall():
        if first != expected:
            raise PlyscopeError(f"the nodes from {expected} on are missing")
        columns = _read_columns(database, "chunk", first, tuple(DTYPES))
        late = _read_columns(database, "late", first, tuple(LATE))
        if len(late["node"]) and not (int(late["node"].min()) >= 0 and int(late["node"].max()) < first):
            raise PlyscopeError(f"the late news of chunk {first} name nodes that are not before it")
        yield Part(first, columns, late, [])
        expected += len(columns["end"])
    if expected == 0:
        raise PlyscopeError("it has no nodes")


def _read_optional(database: sqlite3.Connection, size: int) -> dict[str, Any]:
    """The optional columns that the file has, each in one piece."""
    there = {name for (name,) in database.execute("SELECT DISTINCT name FROM chunk")}
    columns = _read_columns(database, "chunk", 0, [name for name in OPTIONAL if name in there])
    if any(len(column) != size for column in columns.values()):
        raise PlyscopeError(f"an optional column has not the {size:,} nodes of the others")
    return columns


def _read_columns(database: sqlite3.Connection, table: str, first: int, names: Sequence[str]) -> dict[str, Array]:
    query = f"SELECT name, nodes, dtype, crc, data FROM {table} WHERE first = ?"  # noqa: S608  # one of two literals
    rows = {name: rest for name, *rest in database.execute(query, (first,))}
    if table == "late" and not rows:
        return {name: np.empty(0, LATE[name]) for name in names}
    columns: dict[str, Array] = {}
    for name in names:
        if name not in rows:
            raise PlyscopeError(f"the column {name} of chunk {first} is missing")
        nodes, dtype, crc, data = rows[name]
        if dtype not in _TYPES.get(name, _FLOAT):
            raise PlyscopeError(f"the column {name} has the unknown type {clean(str(dtype))}")
        if not isinstance(data, bytes) or len(data) != nodes * np.dtype(dtype).itemsize:
            raise PlyscopeError(f"the column {name} of chunk {first} is truncated")
        if crc32(data) != crc:
            raise PlyscopeError(f"the column {name} of chunk {first} is damaged: its checksum is wrong")
        if name == "cutoff" and data.strip(b"\0\1"):
            raise PlyscopeError(f"the column cutoff of chunk {first} has values other than 0 and 1")
        columns[name] = np.frombuffer(data, dtype)
    if len({len(column) for column in columns.values()}) > 1:
        raise PlyscopeError(f"the columns of chunk {first} have different lengths")
    return columns
