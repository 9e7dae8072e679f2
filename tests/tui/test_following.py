"""Following a file that another thread is still writing."""

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic

import pytest
from patience import PATIENCE
from screens import ask, notice, running, text, until
from strategies import columns_of

import tracer
from tracer.file import reading
from tracer.file.whole import WholeFile
from tracer.file.writing import Writer
from tracer.games.rules import label
from tracer.recording.part_collector import Part
from tracer.recording.recorder import Recorder
from tracer.run.plan import prepare
from tui.app import ExplorerApp
from tui.model.explorer_state import Location
from tui.screens import trace_loading as following
from tui.screens.help import Help


class Slow:
    """A sink of a recording that hands a part on when it is told to."""

    def __init__(self, sink: Writer, told: threading.Semaphore) -> None:
        self.sink, self.told = sink, told

    def write(self, parts: list[Part]) -> None:
        assert self.told.acquire(timeout=PATIENCE)
        self.sink.write(parts)


class Writing:
    """A search that is written to a file by a thread, part by part."""

    def __init__(self, path: Path) -> None:
        self.path, self.told = path, threading.Semaphore(0)
        self.thread = threading.Thread(target=self._work)
        self.thread.start()

    def _work(self) -> None:
        plan = prepare("tictactoe", "alphabeta", position="b2")
        writer = Writer(self.path, plan.header, partial(label, plan.game))
        recorder = Recorder(sink=Slow(writer, self.told))
        plan.run(recorder)
        recorder.finish()
        writer.finish(replace(plan.header, seconds=1.0))

    def go_on(self, parts: int = 1) -> None:
        self.told.release(parts)

    def end(self) -> None:
        self.go_on(10_000)
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "running.plyscope"


@pytest.fixture
def writing(path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Writing]:
    monkeypatch.setattr(following, "POLL_INTERVAL", 0.02)
    monkeypatch.setattr("tracer.recording.recorder.MAX_PART_NODES", 150)
    monkeypatch.setattr("tracer.recording.part_collector.MAX_WAITING_NODES", 300)
    found = Writing(path)
    yield found
    found.end()


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Grows by one with every look at the file."""
    found: list[int] = []
    look = following.Follower._check_file

    def counted(follower: following.Follower) -> None:
        found.append(len(found))
        look(follower)

    monkeypatch.setattr(following.Follower, "_check_file", counted)
    return found


async def opened(path: Path) -> tracer.Trace:
    """The file as soon as there are some nodes in it."""
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        if path.exists() and len(found := tracer.load(path)) > 200:
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("there never was a file")


async def test_a_growing_file_is_shown_as_it_grows_and_the_place_is_kept(writing, path):
    writing.go_on(2)
    app = ExplorerApp(await opened(path), "running", path=str(path), follow=True)
    async with running(app) as pilot:
        browser = app.browser
        first = len(browser.trace)
        browser.go_to(Location(100, 60))
        browser.tree.collapse_siblings()
        folded = [browser.rows.is_collapsed(node) for node in range(60)]
        app.screen.sync()
        place = browser.location
        for _ in range(3):
            before = len(browser.trace)
            writing.go_on()
            await until(pilot, lambda before=before: len(browser.trace) > before)
            assert browser.location == place
            assert browser.trace.header.stopped is None  # it goes on
            assert [browser.rows.is_collapsed(node) for node in range(60)] == folded
        assert len(browser.trace) > first
        assert "step 100 of" in text(app)
        writing.go_on(10_000)
        await until(pilot, lambda: notice(app) == "the recording is complete")
        await pilot.pause()
        assert columns_of(browser.trace) == columns_of(tracer.trace("tictactoe", position="b2"))
        assert f"step 100 of {browser.trace.steps - 1:,}" in text(app)
        assert browser.location == place


async def test_who_looks_at_the_end_goes_on_looking_at_the_end(writing, path):
    writing.go_on(2)
    app = ExplorerApp(await opened(path), "running", path=str(path), follow=True)
    async with running(app) as pilot:
        browser = app.browser
        before = browser.cursor.last
        writing.go_on()
        await until(pilot, lambda: browser.cursor.last > before)
        assert browser.cursor.step == browser.cursor.last


async def test_conditions_find_their_hits_in_what_came_later_and_bookmarks_are_kept(writing, path):
    writing.go_on(2)
    app = ExplorerApp(await opened(path), "running", path=str(path), follow=True)
    async with running(app) as pilot:
        browser = app.browser
        browser.stops.add_breakpoint("cutoff")
        hits = len(browser.stops.hit_steps)
        before = len(browser.trace)
        writing.go_on(3)
        await until(pilot, lambda: len(browser.trace) > before)
        assert len(browser.stops.hit_steps) > hits
        await pilot.press("end")
        await ask(pilot, "asterisk", "late")
        mark = browser.places.bookmarks[0]
        assert mark.name == "late"
        assert mark.step >= 2 * before - 5


async def test_while_a_dialog_is_open_nothing_changes_below_it(writing, path, looks):
    writing.go_on(2)
    app = ExplorerApp(await opened(path), "running", path=str(path), follow=True)
    async with running(app) as pilot:
        before = len(app.browser.trace)
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        writing.end()
        seen = len(looks)
        await until(pilot, lambda: len(looks) > seen + 2)
        assert len(app.browser.trace) == before
        await pilot.press("escape")
        await until(pilot, lambda: len(app.browser.trace) > before)


async def test_another_recording_in_the_same_place_is_not_taken_for_the_same(path, monkeypatch):
    monkeypatch.setattr(following, "POLL_INTERVAL", 0.02)
    tracer.trace("tictactoe", max_nodes=200).save(path)
    app = ExplorerApp(tracer.load(path), "running", path=str(path), follow=True)
    async with running(app) as pilot:
        before = app.browser.trace
        tracer.trace("tictactoe", order="reversed", max_nodes=900).save(path)
        await until(pilot, lambda: "another recording" in notice(app))
        assert app.browser.trace is before


async def test_before_there_is_news_nothing_is_said_to_be_killed(writing, path):
    writing.go_on(2)
    trace = await opened(path)
    assert "killed" in trace.header.stopped
    app = ExplorerApp(trace, "running", path=str(path), follow=True)
    async with running(app):
        assert "killed" not in text(app)


async def test_what_becomes_of_the_file_is_said_and_it_is_followed_again_when_it_is_back(path, monkeypatch):
    monkeypatch.setattr(following, "POLL_INTERVAL", 0.02)
    half = tracer.trace("tictactoe", max_nodes=200)
    half.save(path)
    app = ExplorerApp(tracer.load(path), "running", path=str(path), follow=True)
    async with running(app) as pilot:
        path.unlink()
        await until(pilot, lambda: notice(app) == "running.plyscope is gone: it is followed again when it is back")
        path.write_bytes(b"half a file")
        await until(pilot, lambda: "is no trace file" in notice(app))
        assert "it is followed again when it is back" in notice(app)
        tracer.trace("tictactoe", order="reversed", max_nodes=900).save(path)
        await until(pilot, lambda: "running.plyscope holds another recording now" in notice(app))
        assert len(app.browser.trace) == len(half)
        tracer.trace("tictactoe").save(path)
        await until(pilot, lambda: notice(app) == "the recording is complete")
        assert app.browser.cursor.total_tally["visited"] == 18_297


async def test_of_a_best_first_search_that_goes_on_it_is_said_how_far_it_is(path, monkeypatch):
    """Its nodes have other ids then, so what is shown stays as it was opened."""
    monkeypatch.setattr(following, "POLL_INTERVAL", 0.02)
    rows = {most: tracer.trace("tictactoe", "pns", max_nodes=most) for most in (300, 900)}
    file = WholeFile(path)
    file.renew(lambda: rows[300])
    app = ExplorerApp(tracer.load(path), "running", path=str(path), follow=True)
    async with running(app) as pilot:
        file.renew(lambda: rows[900])
        steps = f"{rows[900].steps:,} steps now, and is to be opened again to see them"
        await until(pilot, lambda: notice(app) == f"running.plyscope goes on: it has {steps}")
        whole = tracer.trace("tictactoe", "pns")
        file.finish(whole)
        await until(pilot, lambda: f"is complete: it has {whole.steps:,} steps now" in notice(app))
        assert len(app.browser.trace) == 300


async def test_a_file_that_is_damaged_or_gone_for_a_while_is_waited_for(path, monkeypatch, looks):
    monkeypatch.setattr(following, "POLL_INTERVAL", 0.02)
    tracer.trace("tictactoe", max_nodes=200).save(path)
    app = ExplorerApp(tracer.load(path), "running", path=str(path), follow=True)
    async with running(app) as pilot:
        for change in (lambda: path.write_bytes(b"half a file"), path.unlink):
            change()
            seen = len(looks)
            await until(pilot, lambda seen=seen: len(looks) > seen + 2)
        assert len(app.browser.trace) == len(tracer.trace("tictactoe", max_nodes=200))
        tracer.trace("tictactoe").save(path)
        await until(pilot, lambda: notice(app) == "the recording is complete")
        assert app.browser.cursor.total_tally["visited"] == 18_297


async def test_a_large_file_that_is_cut_while_it_is_shown_ends_the_explorer_with_one_line(path, monkeypatch):
    monkeypatch.setattr(reading, "LARGE", 1)
    tracer.trace("tictactoe", max_nodes=200).save(path)
    app = ExplorerApp(tracer.load(path), "running", path=str(path))
    async with running(app):
        path.write_bytes(b"half a file")
        app.simulate_key("b")
        deadline = monotonic() + PATIENCE
        while app.return_code != 2:
            assert monotonic() < deadline
            await asyncio.sleep(0.01)


async def test_a_file_that_shows_more_than_is_written_is_followed_to_the_one_that_takes_its_place(path, monkeypatch):
    monkeypatch.setattr(following, "POLL_INTERVAL", 0.02)
    header = tracer.Header(search="by hand")
    writer = Writer(path, header, str)
    recorder = Recorder(sink=writer)

    def search(moves: str) -> None:
        for move in moves:
            recorder.leave(recorder.enter(move, -1, -9, 9), 0, 1)
        recorder._collector.last_write_time = -1e12
        recorder._show_new_nodes()

    root = recorder.enter(None, 1, -9, 9)
    search("ab")
    app = ExplorerApp(tracer.load(path), "running", path=str(path), follow=True)
    async with running(app) as pilot:
        assert len(app.browser.trace) == 3
        search("ca")
        await until(pilot, lambda: len(app.browser.trace) == 5)
        recorder.leave(root, 0)
        recorder.close()
        writer.finish(header)
        await until(pilot, lambda: notice(app) == "the recording is complete")
        assert (len(app.browser.trace), app.browser.trace.value) == (5, 0)
