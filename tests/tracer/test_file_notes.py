"""Notes in a trace file: nothing in them is trusted, and nothing else is harmed."""

from pathlib import Path
from typing import Any

import pytest
from framed import apart, together

import tracer
from tracer.bookmarks import Bookmark, Bookmarks, Breakpoint
from tracer.errors import TraceFileError
from tracer.file.content import NO_END
from tracer.file.frames import END, NOTE, SMALL, encode_json
from tracer.file.notes import Note, NoteFile

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


def test_what_is_no_trace_file_is_not_written(tmp_path: Path) -> None:
    text, old = tmp_path / "t.txt", tmp_path / "old.plyscope"
    text.write_text("no trace, but long enough to have had a header " * 20)
    old.write_bytes(b"SQLite format 3\0" + b"\0" * 52 + b"PLYS" + b"\0" * 100)
    for path, problem in ((text, "is no trace file"), (old, "has format 1"), (tmp_path / "none", "No such file")):
        before = path.read_bytes() if path.exists() else None
        marks = Bookmarks(tracer.trace(AIMA), path)
        assert problem in marks.notice
        assert problem in marks.add(START)
        assert (path.read_bytes() if path.exists() else None) == before


MARK = {"step": 0, "node": 0, "note": ""}
ROWS: list[tuple[str, Any, Any]] = [
    ("bookmark", "beyond", MARK | {"step": 24}),
    ("bookmark", "beyond", MARK | {"node": 13}),
    ("bookmark", "before", MARK | {"step": -1}),
    ("bookmark", "huge", MARK | {"step": 10**300}),
    ("bookmark", "text", MARK | {"step": "soon"}),
    ("bookmark", "real", MARK | {"step": 1.5}),
    ("bookmark", "true", MARK | {"step": True}),
    ("bookmark", "", MARK),
    ("bookmark", ["a"], MARK),
    ("bookmark", "note", MARK | {"note": [1]}),
    ("bookmark", "note", {}),
    ("bookmark", "es\x1b[2Jcape", MARK),
    ("bookmark", "long", MARK | {"note": "x" * 100_000}),
    ("breakpoint", "plly == 1", {"enabled": True}),
    ("breakpoint", "__import__('os')", {"enabled": True}),
    ("breakpoint", "cutoff\x1b", {"enabled": True}),
    ("breakpoint", "cutoff", {"enabled": 7}),
]


@pytest.mark.parametrize(("kind", "name", "kept"), ROWS, ids=[str(row)[:40] for row in ROWS])
def test_what_does_not_fit_is_left_out_and_said_so(file: Path, kind: str, name: Any, kept: Any) -> None:
    marks = opened(file)
    marks.add(CUT)
    marks.add_breakpoint(Breakpoint("ply == 2"))
    NoteFile(file).append([Note(kind, name, kept)])
    again = opened(file)
    assert again.bookmarks == (CUT,)
    assert again.breakpoints == (Breakpoint("ply == 2"),)
    assert again.notice.endswith("t.plyscope: 1 of its bookmarks and breakpoints do not fit this trace; left out")
    assert again.add(START) == ""


def test_the_last_note_of_a_name_wins_and_keeps_its_place(file: Path) -> None:
    notes = NoteFile(file)
    notes.append([Note("k", "a", {"x": 1}), Note("k", "b", {"x": 2}), Note("other", "a", {"x": 3})])
    notes.append([Note("k", "a", {"x": 4}), Note("k", "c", {"x": 5}), Note("k", "b", None)])
    assert list(notes.read("k").items()) == [("a", {"x": 4}), ("c", {"x": 5})]
    assert notes.read("other") == {"a": {"x": 3}}


def test_notes_are_appended_and_nothing_before_them_changes(file: Path) -> None:
    before = file.read_bytes()
    opened(file).add(CUT)
    after = file.read_bytes()
    assert after.startswith(before)
    opened(file).remove("the cut")
    assert file.read_bytes().startswith(after)
    assert opened(file).bookmarks == ()


def test_a_torn_note_is_forgotten_and_the_trace_is_whole(file: Path) -> None:
    marks = opened(file)
    marks.add(CUT)
    whole = file.read_bytes()
    marks.add(START)
    longer = file.read_bytes()
    for size in range(len(whole), len(longer)):
        file.write_bytes(longer[:size])
        assert tracer.load(file).header.stopped is None
        assert opened(file).bookmarks == (CUT,)
    assert opened(file).add(START) == ""
    assert file.read_bytes() == longer


def test_a_recording_that_was_killed_takes_notes_and_stays_unfinished(file: Path) -> None:
    parts = apart(file.read_bytes())
    assert parts.pop()[0] == END
    file.write_bytes(together(parts) + b"torn")
    assert opened(file).add(START) == ""
    assert tracer.load(file).header.stopped == NO_END
    assert opened(file).bookmarks == (START,)
    assert file.read_bytes()[:-200].startswith(together(parts)[:-200])


def test_only_notes_follow_the_end(file: Path) -> None:
    parts = apart(file.read_bytes())
    for extra in parts:
        file.write_bytes(together([*parts, extra]))
        with pytest.raises(TraceFileError, match=r"follows the end|its first frame"):
            tracer.load(file)


@pytest.mark.parametrize(
    "payload",
    [b"", b"[", b"3", b"[" * 9_000, b"{}" + b" " * SMALL, b'{"kind": NaN}'],
    ids=lambda payload: payload[:4].decode(),
)
def test_a_note_that_is_none_is_refused_and_said_so(file: Path, payload: bytes) -> None:
    whole = tracer.load(file)
    before = together([*apart(file.read_bytes()), (NOTE, payload)])
    file.write_bytes(before)
    with pytest.raises(TraceFileError, match=r"cannot be opened as a trace: (its JSON|frame 4 is longer)"):
        tracer.load(file)
    marks = Bookmarks(whole, file)
    assert "cannot read the notes of" in marks.notice
    assert "not kept" in marks.add(START)
    assert file.read_bytes() == before


def test_notes_that_name_nothing_are_passed_over(file: Path) -> None:
    notes: list[Any] = [{}, {"kind": 3}, {"kind": "bookmark", "name": {}}, {"kind": ["bookmark"], "kept": 3}]
    parts = [*apart(file.read_bytes()), *((NOTE, encode_json(note)) for note in notes)]
    file.write_bytes(together(parts))
    assert opened(file).bookmarks == ()
    assert opened(file).add(START) == ""
