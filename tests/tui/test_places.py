"""Bookmarks and breakpoints: kept in the trace's file, there again when it is opened anew, or answered why not."""

from dataclasses import replace
from pathlib import Path

import pytest
from screens import answer, ask, fill, notice, rows, running, shown, text
from strategies import AIMA

import tracer
from tracer.bookmarks import Bookmark, Breakpoint
from tracer.file.draft import lock
from tracer.file.notes import Note, NoteFile
from tui.app import ExplorerApp
from tui.model.bookmark_keys import BOOKMARK_SIGN
from tui.model.browser import Browser
from tui.model.explorer_state import Location, SuccessNotice

NOT_KEPT = "kept until you leave"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "t.plyscope"
    tracer.trace(AIMA).save(found)
    return found


def opened(path: Path) -> Browser:
    return Browser(tracer.load(path), str(path))


def test_what_is_kept_is_there_when_the_file_is_opened_anew(path):
    browser = opened(path)
    browser.go_to(Location(12, 5))
    assert browser.places.add_bookmark("refuted", "by 2") == ""
    assert isinstance(browser.stops.add_breakpoint("cutoff"), SuccessNotice)
    assert isinstance(browser.stops.add_breakpoint("ply  ==  1"), SuccessNotice)
    again = opened(path)
    assert again.places.bookmarks == (Bookmark("refuted", 12, 5, "by 2"),)
    assert browser.stops.switch_breakpoint("ply  ==  1") == ""
    assert again.stops.hit_steps.tolist() != (kept := opened(path)).stops.hit_steps.tolist()
    assert kept.stops.breakpoints == browser.stops.breakpoints
    assert kept.stops.hit_steps.tolist() == browser.stops.hit_steps.tolist()
    assert [one.enabled for one in kept.stops.breakpoints] == [True, False]


async def test_a_bookmark_is_seen_in_its_row_and_on_the_line_of_time(path):
    app = ExplorerApp(tracer.load(path), str(path), path=str(path))
    async with running(app, (120, 40)) as pilot:
        assert BOOKMARK_SIGN not in text(app)
        await pilot.press("0", "x")
        app.browser.places.add_bookmark("refuted", "")
        await pilot.press("b")
        await pilot.pause()
        lines = text(app).splitlines()
        assert BOOKMARK_SIGN in lines[1]
        assert [" ".join(row[2:14].split()) for row in rows(app) if BOOKMARK_SIGN in row] == ["├╴▾ ▼ a2"]
        app.browser.places.remove_bookmark("refuted")
        await pilot.press("b")
        await pilot.pause()
        assert BOOKMARK_SIGN not in text(app)


def test_what_is_removed_stays_away(path):
    browser = opened(path)
    browser.places.add_bookmark("one", "")
    browser.stops.add_breakpoint("cutoff")
    browser = opened(path)
    assert browser.places.remove_bookmark("one") == ""
    assert browser.stops.remove_breakpoint("cutoff") == ""
    assert (opened(path).places.bookmarks, opened(path).stops.breakpoints) == ((), [])


def test_without_a_file_a_bookmark_lives_as_long_as_the_session_and_says_so():
    browser = Browser(tracer.trace(AIMA))
    assert browser.places.add_bookmark("here", "").startswith(NOT_KEPT)
    assert [mark.name for mark in browser.places.bookmarks] == ["here"]
    # Nobody expects a condition to outlive a session without a file.
    assert isinstance(browser.stops.add_breakpoint("cutoff"), SuccessNotice)
    assert browser.places.remove_bookmark("here") == ""


def test_a_file_that_cannot_be_written_says_what_is_not_kept_and_the_session_goes_on(path):
    browser = opened(path)
    with path.open("rb") as writer:
        assert lock(writer.fileno())
        assert browser.places.add_bookmark("here", "").startswith("not kept: ")
        assert browser.stops.add_breakpoint("cutoff").startswith("not kept: ")
    assert len(browser.places.bookmarks) == len(browser.stops.breakpoints) == 1
    assert browser.places.add_bookmark("there", "") == ""
    assert [mark.name for mark in opened(path).places.bookmarks] == ["here", "there"]
    assert opened(path).stops.breakpoints == [Breakpoint("cutoff")]


@pytest.mark.parametrize("name", ["", "   ", "\n"])
def test_a_bookmark_without_a_name_is_refused(name):
    browser = Browser(tracer.trace(AIMA))
    assert browser.places.add_bookmark(name, "") == "a bookmark needs a name"
    assert browser.places.bookmarks == ()


def test_a_recording_that_has_grown_has_places_that_it_did_not_have(path):
    small, large = tracer.trace("tictactoe", max_nodes=50), tracer.trace("tictactoe", max_nodes=2_000)
    small.save(path)
    browser = opened(path)
    browser.places.add_bookmark("early", "")
    large.save(path.with_name("other.plyscope"))
    browser.extend_trace(large)
    browser.go_to(Location(1_500, 700))
    assert browser.places.add_bookmark("late", "") == ""
    assert [(mark.name, mark.step) for mark in browser.places.bookmarks][-1] == ("late", 1_500)
    assert {mark.name for mark in browser.places.bookmarks} == {"early", "late"}


def test_what_no_file_keeps_survives_growing_too():
    browser = Browser(tracer.trace("tictactoe", max_nodes=50))
    browser.places.add_bookmark("early", "note")
    browser.stops.add_breakpoint("ply == 2")
    browser.extend_trace(tracer.trace("tictactoe", max_nodes=500))
    browser.go_to(Location(400, 100))
    browser.places.add_bookmark("late", "")
    assert {mark.name for mark in browser.places.bookmarks} == {"early", "late"}
    assert list(browser.places.breakpoints) == browser.stops.breakpoints == [Breakpoint("ply == 2")]


async def test_a_bookmark_is_kept_by_a_name_and_a_note_and_visited_from_the_list(path):
    app = ExplorerApp(tracer.load(path), "t", path=str(path))
    async with running(app) as pilot:
        app.browser.go_to(Location(12, 5))
        await pilot.press("asterisk")
        await fill(pilot, "  refuted : by move 1")
        await pilot.press("enter", "0", "apostrophe")
        assert all(words in text(app) for words in ("refuted", "step 12", "by move 1"))
        await pilot.press("enter")
        assert app.browser.location == Location(12, 5)
        await pilot.press("H")
        assert app.browser.cursor.step == 0
    assert opened(path).places.bookmarks == (Bookmark("refuted", 12, 5, "by move 1"),)


async def test_a_file_that_may_only_be_read_is_answered_on_the_screen(path, monkeypatch):
    from tracer.errors import TraceFileError

    def refuse(*_: object) -> None:
        raise TraceFileError("t.plyscope may only be read")

    monkeypatch.setattr(NoteFile, "append", refuse)
    app = ExplorerApp(tracer.load(path), "t", path=str(path))
    async with running(app) as pilot:
        await ask(pilot, "asterisk", "here")
        assert notice(app) == "not kept: t.plyscope may only be read"
        await ask(pilot, "semicolon", "cutoff")
        assert notice(app) == "not kept: t.plyscope may only be read"
        await pilot.press("left_parenthesis")
        assert app.browser.cursor.step == app.browser.stops.hit_steps[-1]


async def test_a_search_that_is_in_no_file_is_written_into_one_with_what_was_kept(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    app = shown(AIMA)
    async with running(app) as pilot:
        app.browser.go_to(Location(12, 5))
        app.browser.places.add_bookmark("early", "")
        app.browser.stops.add_breakpoint("cutoff")
        await pilot.press("ctrl+w")
        await fill(pilot, "t.dot")
        assert "ends in .plyscope" in answer(app)
        await fill(pilot, "mine.plyscope")
        await pilot.press("enter")
        await ask(pilot, "asterisk", "late")
        assert notice(app) == ""
    again = opened(path.with_name("mine.plyscope"))
    assert {mark.name for mark in again.places.bookmarks} == {"early", "late"}
    assert again.stops.breakpoints == [Breakpoint("cutoff")]


async def test_a_session_in_a_browser_keeps_nothing_in_the_file(path):
    before = path.read_bytes()
    app = ExplorerApp(tracer.load(path), "t", path=str(path), served=True)
    async with running(app) as pilot:
        await ask(pilot, "asterisk", "here")
        assert notice(app).startswith(NOT_KEPT)
        await ask(pilot, "semicolon", "cutoff")
        assert app.browser.stops.breakpoints == [Breakpoint("cutoff")]
    assert path.read_bytes() == before


async def test_what_a_file_holds_that_makes_no_sense_is_left_out_and_the_user_is_told(path):
    opened(path).places.add_bookmark("good", "")
    NoteFile(path).append([Note("bookmark", "evil\x1b[2J", {"step": 99_999_999, "node": 0, "note": ""})])
    app = ExplorerApp(tracer.load(path), "t", path=str(path))
    async with running(app):
        assert [mark.name for mark in app.browser.places.bookmarks] == ["good"]
        assert "1 of its bookmarks and breakpoints do not fit this trace" in next(iter(app._notifications)).message


def test_a_trace_of_other_code_is_browsed_and_bookmarked_without_its_game(path):
    trace = tracer.load(path)
    trace.header = replace(trace.header, game="mine", search="mine")
    browser = Browser(trace, str(path))
    assert browser.places.add_bookmark("here", "") == ""
