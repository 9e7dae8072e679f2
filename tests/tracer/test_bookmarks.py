"""Bookmarks and breakpoints: kept in the trace's file where that can be, and in memory where not."""

import os
from pathlib import Path

import pytest

import tracer
from tracer.bookmarks import LONGEST_NAME, LONGEST_NOTE, Bookmark, Bookmarks, Breakpoint
from tracer.errors import PlyscopeError
from tracer.file.draft import lock
from tracer.file.notes import MOST, Note, NoteFile

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


def test_what_is_added_is_there_when_the_file_is_opened_again(file: Path) -> None:
    marks = opened(file)
    assert marks.add(CUT) == marks.add(START) == ""
    assert marks.add_breakpoint(Breakpoint("cutoff and ply == 3")) == ""
    assert marks.add_breakpoint(Breakpoint("pruned > 2", enabled=False)) == ""
    assert marks.kept
    again = opened(file)
    assert again.bookmarks == (START, CUT)
    assert again.breakpoints == (Breakpoint("cutoff and ply == 3"), Breakpoint("pruned > 2", False))
    assert again.notice == ""
    assert tracer.load(file).value == 3


def test_a_file_is_not_touched_before_something_is_kept(file: Path) -> None:
    before = file.read_bytes()
    assert opened(file).bookmarks == ()
    assert file.read_bytes() == before


def test_bookmarks_are_replaced_renamed_and_removed_in_the_file_too(file: Path) -> None:
    marks = opened(file)
    marks.add(START)
    marks.add(CUT)
    assert marks.add(Bookmark("start", 2, 1, "moved")) == ""
    assert marks.replace("the cut", Bookmark("cut", 12, 5)) == ""
    assert marks.bookmarks == opened(file).bookmarks == (Bookmark("start", 2, 1, "moved"), Bookmark("cut", 12, 5))
    assert marks.replace("cut", Bookmark("cut", 12, 5, "a note")) == ""
    assert marks.remove("start") == ""
    assert marks.bookmarks == opened(file).bookmarks == (Bookmark("cut", 12, 5, "a note"),)
    for name in ("start", "\x1b[2J"):
        with pytest.raises(PlyscopeError, match=r"there is no bookmark '(start|␛\[2J)'"):
            marks.remove(name)
        with pytest.raises(PlyscopeError, match="there is no bookmark"):
            marks.replace(name, START)


def test_a_breakpoint_that_is_disabled_keeps_its_place(file: Path) -> None:
    marks = opened(file)
    for text in ("cutoff", "ply == 1", "value > 3"):
        marks.add_breakpoint(Breakpoint(text))
    marks.add_breakpoint(Breakpoint(" cutoff ", enabled=False))
    marks.remove_breakpoint("ply == 1")
    expected = (Breakpoint("cutoff", False), Breakpoint("value > 3"))
    assert marks.breakpoints == opened(file).breakpoints == expected
    with pytest.raises(PlyscopeError, match="there is no breakpoint at ply == 1"):
        marks.remove_breakpoint("ply == 1")


@pytest.mark.parametrize(
    ("bookmark", "problem"),
    [
        (Bookmark(" \n", 0, 0), "a bookmark needs a name"),
        (Bookmark("x", 24, 0), "step 24: the trace has steps 0 to 23"),
        (Bookmark("x", -1, 0), "step -1: the trace has steps 0 to 23"),
        (Bookmark("x", 0, 13), "node 13: the trace has nodes 0 to 12"),
    ],
)
def test_a_bookmark_outside_the_trace_or_without_a_name_is_refused(
    file: Path, bookmark: Bookmark, problem: str
) -> None:
    marks = opened(file)
    with pytest.raises(PlyscopeError, match=problem):
        marks.add(bookmark)
    marks.add(START)
    with pytest.raises(PlyscopeError, match=problem):
        marks.replace("start", bookmark)
    assert marks.bookmarks == (START,)


def test_a_breakpoint_is_a_condition(file: Path) -> None:
    with pytest.raises(PlyscopeError, match="no name 'plly'"):
        opened(file).add_breakpoint(Breakpoint("plly == 3"))


def test_names_and_notes_are_cleaned_and_cut_short(file: Path) -> None:
    marks = opened(file)
    marks.add(Bookmark("a\x1b[31m\n b" + "x" * 999, 1, 1, "n\u202e\n" * 999))
    marks.add_breakpoint(Breakpoint('move == "\u202e"'))
    (mark,) = marks.bookmarks
    assert mark.name.startswith("a␛[31m b")
    assert (len(mark.name), len(mark.note)) == (LONGEST_NAME, LONGEST_NOTE)
    assert mark.name.isprintable()
    assert mark.note.isprintable()
    assert marks.breakpoints == (Breakpoint('move == "�"'),)
    assert opened(file).bookmarks == (mark,)
    assert opened(file).breakpoints == marks.breakpoints


def test_there_is_an_end_to_how_many_there_may_be(file: Path) -> None:
    marks = Bookmarks(tracer.trace(AIMA))
    for k in range(MOST):
        marks.add(Bookmark(str(k), 0, 0))
        marks.add_breakpoint(Breakpoint(f"ply == {k}"))
    marks.add(Bookmark("7", 1, 1))
    with pytest.raises(PlyscopeError, match="1,000 bookmarks already; remove one"):
        marks.add(Bookmark("one more", 0, 0))
    with pytest.raises(PlyscopeError, match="1,000 breakpoints already; remove one"):
        marks.add_breakpoint(Breakpoint("ply == 1000"))
    assert marks.keep_in(file) == ""
    NoteFile(file).append([Note("bookmark", "too many", {"step": 0, "node": 0, "note": ""})])
    assert len(opened(file).bookmarks) == MOST


def test_a_search_that_is_in_no_file_has_them_in_memory_and_can_keep_them_later(tmp_path: Path) -> None:
    trace = tracer.trace(AIMA)
    marks = Bookmarks(trace)
    assert (marks.notice, marks.kept, marks.keep()) == ("", True, "")
    assert marks.add(CUT) == "not kept: this search is in no file; save the trace to keep bookmarks and breakpoints"
    assert marks.add_breakpoint(Breakpoint("cutoff")).startswith("not kept: ")
    assert marks.bookmarks == (CUT,)
    assert not marks.kept
    trace.save(tmp_path / "t.plyscope")
    assert marks.keep_in(tmp_path / "t.plyscope") == ""
    assert marks.kept
    assert marks.add(START) == ""
    again = opened(tmp_path / "t.plyscope")
    assert (again.bookmarks, again.breakpoints) == (marks.bookmarks, marks.breakpoints)


def test_a_read_only_file_is_said_to_be_one(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened(file).add(START)
    marks = opened(file)
    file.chmod(0o444)
    if os.access(file, os.W_OK):  # as root, who may write everywhere
        monkeypatch.setattr("tracer.file.notes.WRITING", "rb")
    notice = marks.add(CUT)
    assert notice.startswith("not kept: ")
    assert notice.endswith("t.plyscope is read-only; save the trace elsewhere to keep bookmarks and breakpoints")
    assert marks.bookmarks == (START, CUT)
    assert not marks.kept
    assert opened(file).bookmarks == (START,)
    file.chmod(0o644)
    monkeypatch.undo()
    assert marks.keep() == ""
    assert opened(file).bookmarks == (START, CUT)


def test_while_another_process_writes_nothing_waits_and_the_next_change_keeps_both(file: Path) -> None:
    marks = opened(file)
    with file.open("rb") as other:
        assert lock(other.fileno())
        assert "another process is writing" in marks.add(START)
        assert Bookmarks(marks._trace, file).notice == ""  # who reads does not ask for the lock
    assert not marks.kept
    assert marks.add(CUT) == ""
    assert opened(file).bookmarks == (START, CUT)


def test_bookmarks_of_a_file_that_is_still_being_recorded_are_kept_when_it_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracer.recording.recorder.MAX_PART_NODES", 500)
    monkeypatch.setattr("tracer.recording.part_collector.MAX_WAITING_NODES", 1_000)
    path = tmp_path / "t.plyscope"
    marks: list[Bookmarks] = []

    def progress(visited: int) -> None:
        if path.exists() and len(marks) < 5:
            partial = tracer.load(path)
            last = len(partial) - 1
            marks.append(Bookmarks(partial, path))
            notice = marks[-1].add(Bookmark(f"number {len(marks)}", partial.entered(last), last))
            assert "another process is writing" in notice

    trace = tracer.trace("tictactoe", progress=progress, output=path)
    assert [mark.keep() for mark in marks] == [""] * 5
    found = opened(path)
    assert found.notice == ""
    assert len(found.bookmarks) == 5
    assert all(mark.step == trace.entered(mark.node) for mark in found.bookmarks)
    assert len(tracer.load(path)) == len(trace)


def test_a_file_that_went_away_or_became_another_is_left_alone(file: Path, tmp_path: Path) -> None:
    marks = opened(file)
    file.rename(tmp_path / "moved")
    assert "t.plyscope is gone; save the trace" in marks.add(START)
    assert not file.exists()
    tracer.trace("tictactoe", max_nodes=30).save(file)
    before = file.read_bytes()
    assert "t.plyscope is another file by now; save the trace" in marks.add(CUT)
    assert file.read_bytes() == before
    assert marks.keep_in(tmp_path / "moved") == ""
    assert opened(tmp_path / "moved").bookmarks == (START, CUT)
