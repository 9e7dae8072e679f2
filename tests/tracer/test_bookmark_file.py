"""The tables of bookmarks in a trace file: nothing in them is trusted, and nothing else is harmed."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tracer
from tracer.bookmarks import Bookmark, Bookmarks, Breakpoint
from tracer.file.bookmark_file import TABLES
from tracer.tracing import Trace

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"
START, CUT = Bookmark("start", 0, 0), Bookmark("the cut", 12, 5, "alpha 3 was enough")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A trace file without bookmarks."""
    path = tmp_path / "t.plyscope"
    tracer.trace(AIMA).save(path)
    return path


def opened(path: Path) -> Bookmarks:
    return Bookmarks(tracer.load(path), path)


@contextmanager
def database(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as connection, connection:
        yield connection


def test_what_is_no_trace_file_is_not_written(tmp_path: Path) -> None:
    text, other = tmp_path / "t.txt", tmp_path / "other.sqlite"
    text.write_text("not a database, but long enough to have had a header " * 20)
    with database(other) as connection:
        connection.execute("CREATE TABLE mine (x)")
    before = other.read_bytes()
    for path, problem in ((text, "not a database"), (other, "is no trace file"), (tmp_path / "none", "unable to open")):
        marks = Bookmarks(tracer.trace(AIMA), path)
        assert problem in marks.notice
        assert problem in marks.add(START)
    assert other.read_bytes() == before
    assert not (tmp_path / "none").exists()


ROWS: list[tuple[str, tuple[Any, ...]]] = [
    ("bookmark", ("beyond", 24, 0, "")),
    ("bookmark", ("beyond", 0, 13, "")),
    ("bookmark", ("before", -1, 0, "")),
    ("bookmark", ("huge", 2**63 - 1, 0, "")),
    ("bookmark", ("text", "soon", 0, "")),
    ("bookmark", ("real", 1.5, 0, "")),
    ("bookmark", ("", 0, 0, "")),
    ("bookmark", (None, 0, 0, "")),
    ("bookmark", (b"blob", 0, 0, "")),
    ("bookmark", ("note", 0, 0, b"\xff")),
    ("bookmark", ("es\x1b[2Jcape", 0, 0, "")),
    ("bookmark", ("long", 0, 0, "x" * 100_000)),
    ("breakpoint", ("plly == 1", 1)),
    ("breakpoint", ("__import__('os')", 1)),
    ("breakpoint", ("cutoff\x1b", 1)),
    ("breakpoint", ("cutoff", 7)),
    ("breakpoint", (b"cutoff", 1)),
]


@pytest.mark.parametrize(("table", "row"), ROWS, ids=[str(row)[:30] for _, row in ROWS])
def test_what_does_not_fit_is_left_out_and_said_so(file: Path, table: str, row: tuple[Any, ...]) -> None:
    marks = opened(file)
    marks.add(CUT)
    marks.add_breakpoint(Breakpoint("ply == 2"))
    with database(file) as connection:
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    again = opened(file)
    assert again.bookmarks == (CUT,)
    assert again.breakpoints == (Breakpoint("ply == 2"),)
    assert again.notice.endswith("t.plyscope: 1 of its bookmarks and breakpoints do not fit this trace; left out")
    assert again.add(START) == ""


def test_text_that_is_no_utf_8_does_not_hide_the_rest(file: Path) -> None:
    opened(file).add(CUT)
    with database(file) as connection:
        connection.execute("INSERT INTO bookmark VALUES (CAST(x'61ff' AS TEXT), 1, 1, '')")
    assert [mark.name for mark in opened(file).bookmarks] == ["a�", "the cut"]


FOREIGN: dict[str, list[str]] = {
    "a view": ["CREATE VIEW bookmark AS SELECT label, number, number, label FROM move"],
    "other columns": ["CREATE TABLE bookmark (name)"],
    "a trigger": [*TABLES.values(), "CREATE TRIGGER t AFTER INSERT ON bookmark BEGIN DELETE FROM chunk; END"],
    "an index": [*TABLES.values(), "CREATE INDEX i ON bookmark (hex(note))"],
    "a generated column": ["CREATE TABLE breakpoint (text TEXT, enabled AS (zeroblob(999999999)))"],
}


@pytest.mark.parametrize("what", list(FOREIGN))
def test_tables_that_are_not_ours_are_neither_read_nor_written_and_the_trace_opens(file: Path, what: str) -> None:
    with database(file) as connection:
        for query in FOREIGN[what]:
            connection.execute(query)
    before = file.read_bytes()
    marks = opened(file)
    assert "that plyscope did not make" in marks.notice
    assert "that plyscope did not make" in marks.add(START)
    assert file.read_bytes() == before
    assert len(tracer.load(file)) == 13


def damage(path: Path, table: str) -> None:
    """Overwrite the first page of a table."""
    with database(path) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = b"\xa5" * size
    path.write_bytes(data)


@pytest.mark.parametrize("table", list(TABLES))
def test_a_damaged_table_keeps_no_trace_from_being_opened(file: Path, table: str) -> None:
    marks = opened(file)
    marks.add(CUT)
    marks.add_breakpoint(Breakpoint("cutoff"))
    damage(file, table)
    trace = tracer.load(file)
    assert trace.value == 3
    again = Bookmarks(trace, file)
    assert "cannot read the bookmarks of" in again.notice
    change: Callable[[], str] = {
        "bookmark": lambda: again.add(START),
        "breakpoint": lambda: again.add_breakpoint(Breakpoint("ply == 1")),
    }[table]
    assert "cannot write the bookmarks of" in change()


@given(st.data())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_bytes_changed_at_random_never_break_more_than_the_bookmarks(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "t.plyscope"
    trace: Trace = tracer.trace(AIMA)
    trace.save(path)
    marks = Bookmarks(trace, path)
    marks.add(CUT)
    marks.add_breakpoint(Breakpoint("cutoff"))
    with database(path) as connection:
        pages = [
            page
            for (page,) in connection.execute(
                "SELECT rootpage FROM sqlite_schema WHERE tbl_name IN ('bookmark', 'breakpoint')"
            )
        ]
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    for _ in range(20):
        page = data.draw(st.sampled_from(pages))
        content[(page - 1) * size + data.draw(st.one_of(st.integers(0, 20), st.integers(size - 60, size - 1)))] = (
            data.draw(st.integers(0, 255))
        )
    path.write_bytes(content)
    assert len(tracer.load(path)) == 13
    again = Bookmarks(trace, path)
    for mark in again.bookmarks:
        assert mark.name.isprintable()
        assert 0 <= mark.step < trace.steps
    again.add(START)
    assert START in again.bookmarks
