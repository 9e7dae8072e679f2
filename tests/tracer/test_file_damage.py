"""Damaged trace files: refused in one line, or opened as what they were, or as a prefix that says it is one."""

import os
import tracemalloc
from contextlib import suppress
from pathlib import Path
from time import process_time

import numpy as np
import pytest
from framed import apart
from mutants import KINDS, MUCH, heavy, mutant, whole_files

import tracer
from tracer.bookmarks import BOOKMARK, Bookmarks
from tracer.errors import PlyscopeError, TraceFileError
from tracer.file import decoding, frames
from tracer.file.content import NO_END
from tracer.file.decoding import Table
from tracer.file.frames import decode_table, encode_table
from tracer.file.notes import Note, NoteFile
from tracer.file.reading import read
from tracer.recording.columns import DTYPES, OPTIONAL
from tui.terminal.count_report import collect_counts
from viz import draw

NIGHTLY = os.environ.get("PLYSCOPE_NIGHTLY") == "1"
MUTANTS = 100_000 if NIGHTLY else 2_000
USED = 1 if NIGHTLY else 40
"""One in so many of the mutants that open is used in every way."""


def written(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


def contents(path: Path) -> dict[str, object]:
    """All that a file says of a search."""
    content, columns = read(path)
    found: dict[str, object] = {
        name: column.tobytes() for name in (*DTYPES, *OPTIONAL) if (column := getattr(columns, name)) is not None
    }
    return found | {"header": content.header, "labels": list(content.labels), "texts": list(content.texts)}


def test_the_files_have_frames_of_every_kind() -> None:
    assert {kind for data in whole_files() for kind, _ in apart(data)} == frames.KINDS


@pytest.mark.parametrize("which", [1, 2])
def test_every_change_of_one_bit_is_noticed(tmp_path: Path, which: int) -> None:
    data = whole_files()[which]
    path = written(tmp_path / "t.plyscope", data)
    with path.open("r+b", buffering=0) as file:
        for place, byte in enumerate(data):
            for bit in range(8):
                os.pwrite(file.fileno(), bytes([byte ^ 1 << bit]), place)
                with pytest.raises(TraceFileError):
                    read(path)
            os.pwrite(file.fileno(), bytes([byte]), place)
    read(path)


@pytest.mark.parametrize("which", range(4))
def test_what_is_left_of_a_file_that_was_cut_is_a_prefix_that_says_so(tmp_path: Path, which: int) -> None:
    data, path = whole_files()[which], tmp_path / "t.plyscope"
    (end,) = (k for k, (kind, _) in enumerate(apart(data)) if kind == frames.END)
    sizes = [len(piece) for kind, piece in apart(data)]
    ended = 8 + sum(frames.HEAD_SIZE + size + -size % 8 for size in sizes[: end + 1])
    whole = tracer.load(written(path, data))
    seen = set()
    for size in range(len(data)):
        try:
            trace = tracer.load(written(path, data[:size]))
        except TraceFileError:
            assert not seen, "a longer file must not say less"
            continue
        seen.add(len(trace))
        assert (trace.header.stopped == NO_END) == (size < ended)
        assert ("where its file ends" in repr(trace)) == (size < ended)
        for node in range(len(trace)):  # what is told of a node is true, as far as it is told
            assert trace.node(node).move == whole.node(node).move
            assert trace.columns.ply[node] == whole.columns.ply[node]
            assert trace.node(node).value in (None, whole.node(node).value)
    assert max(seen) == len(whole)
    assert len(seen) > 2 or which != 2


def in_one_line(error: Exception) -> None:
    assert str(error).isprintable()


def use(trace: tracer.Trace, path: Path) -> None:
    """Whatever a person may ask of it first."""
    repr(trace)
    repr(Bookmarks(trace, path).bookmarks)
    for ask in (trace.counts.summary, lambda: tracer.check(trace)):
        try:
            ask()
        except PlyscopeError as error:  # its game does not know its moves
            in_one_line(error)
    for name in ("t.json", "t.svg"):
        draw(trace, path.with_name(name))


@pytest.mark.parametrize("kind", list(KINDS))
def test_mutants_are_refused_in_one_line_or_are_valid_traces(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "t.plyscope"
    opened = 0
    for number in range(MUTANTS):
        written(path, mutant(kind, number))
        try:
            trace = tracer.load(path)
        except TraceFileError as error:
            in_one_line(error)
            continue
        if opened % USED == 0:
            began = process_time()
            use(trace, path)
            assert process_time() - began < 10
        opened += 1
    assert opened >= (0 if kind in ("flips",) else 1), "a test that opens nothing tests half of it"


@pytest.mark.parametrize("what", MUCH)
def test_counting_what_is_in_a_file_takes_no_more_memory_than_ten_times_its_size(tmp_path: Path, what: str) -> None:
    count = {"notes": 60_000, "plies": 20_000}.get(what, 100_000)
    path = written(tmp_path / "t.plyscope", heavy(what, count))
    collect_counts(
        tracer.trace([[3, 12], [2, 4]]), with_pv=False, with_plies=False
    )  # what is loaded when it is first asked for
    tracemalloc.start()
    try:
        trace = tracer.load(path)
        Bookmarks(trace, path)
        collect_counts(trace, with_pv=False, with_plies=False)
        assert tracemalloc.get_traced_memory()[1] < 10 * path.stat().st_size + 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("text", ["♔", "a", "", "é\U0001f600"])
def test_the_texts_of_a_file_are_those_that_were_written(text: str) -> None:
    table, entries = Table(), [text * (number % 5) for number in range(300)]
    for first in range(0, 300, 100):
        data = encode_table(first, entries[first : first + 100])
        table.append(*decode_table(data, first)[:2])
    before = table.so_far()
    table.append(*decode_table(encode_table(300, ["later"]), 300)[:2])
    assert list(before) == entries == before[:]
    assert (len(before), before[-1], table[-1], table[7]) == (300, entries[-1], "later", entries[7])
    for number in (-301, 300):
        with pytest.raises(IndexError):
            before[number]


def test_of_a_note_with_lists_or_many_fields_nothing_is_kept(tmp_path: Path) -> None:
    trace = tracer.trace([[3, 12], [2, 4]])
    trace.save(path := tmp_path / "t.plyscope")
    kept = {"step": 1, "node": 1, "note": "n"}
    more = [kept, kept | {"more": []}, kept | dict.fromkeys("abcdefghijklmn", 1), {"step": 1}]
    NoteFile(path).append([Note(BOOKMARK, name, fields) for name, fields in zip("abcd", more, strict=True)])
    assert NoteFile(path).read(BOOKMARK) == {"a": kept, "b": {}, "c": {}, "d": {"step": 1}}
    marks = Bookmarks(trace, path)
    assert [mark.name for mark in marks.bookmarks] == ["a"]
    assert "3 of its bookmarks" in marks.notice


def test_a_text_that_ends_within_a_character_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "PIECE", 3)
    whole = "a♔b" * 20
    Table().append(whole.encode(), np.array([100]))
    for lengths in ([2, 98], [3, 97], [98, 2][::-1]):
        with pytest.raises(PlyscopeError, match="a text is not UTF-8"):
            Table().append(whole.encode(), np.array(lengths))
    with pytest.raises(PlyscopeError, match="a text is not UTF-8"):
        Table().append(whole.encode()[:-3], np.array([97]))


def test_a_file_takes_no_more_memory_than_ten_times_its_size(tmp_path: Path) -> None:
    """The worst that was found: tables of short labels, and mutants whose counts are absurd."""
    path = tmp_path / "t.plyscope"
    tracer.trace([[3, 12], [2, 4]])  # what is loaded when it is first asked for
    tracemalloc.start()
    try:
        for kind in ("absurd", "splices"):
            for number in range(0, 2_000, 4):
                written(path, mutant(kind, number))
                tracemalloc.reset_peak()
                before = tracemalloc.get_traced_memory()[0]
                with suppress(TraceFileError):
                    read(path)
                assert tracemalloc.get_traced_memory()[1] - before < 10 * path.stat().st_size + 1_000_000
    finally:
        tracemalloc.stop()
