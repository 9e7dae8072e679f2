"""A large file is explored from its first nodes on, while the rest of it is read."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from patience import PATIENCE
from screens import notice, running, text, until
from strategies import columns_of

import tracer
from tracer.bookmarks import Bookmark, Bookmarks
from tracer.file.reading import Reading
from tracer.recording import part_collector
from tracer.run.plan import prepare
from tracer.run.run import write
from tui.app import ExplorerApp
from tui.model.explorer_state import Location
from tui.screens import trace_loading as file_follower
from tui.screens.help import Help
from tui.terminal import trace_source
from tui.terminal.trace_source import TraceRequest

FIRST_NODES = 900


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file in many parts, which is large here."""
    monkeypatch.setattr(part_collector, "MAX_WAITING_NODES", 700)
    monkeypatch.setattr(trace_source, "LARGE_FILE", 1)
    monkeypatch.setattr(trace_source, "BEGINNING", FIRST_NODES)
    monkeypatch.setattr(file_follower, "POLL_INTERVAL", 0.01)
    write(prepare("tictactoe", "alphabeta", position="b2"), tmp_path / "t.plyscope")
    return tmp_path / "t.plyscope"


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    """The rest is read when it is set; it is cleared when all of that is to be shown."""
    found, read_on, show_all = Event(), Reading.read_on, file_follower.RestReader._show_all

    def wait(reading: Reading, progress: Any = None, max_nodes: int | None = None) -> bool:
        assert progress is None or found.wait(PATIENCE)
        return read_on(reading, progress, max_nodes)

    def clear(reader: file_follower.RestReader, trace: tracer.Trace) -> None:
        found.clear()
        show_all(reader, trace)

    monkeypatch.setattr(Reading, "read_on", wait)
    monkeypatch.setattr(file_follower.RestReader, "_show_all", clear)
    return found


def explored(path: Path) -> ExplorerApp:
    """The explorer of a file's beginning."""
    found = TraceRequest(str(path)).load_beginning()
    assert found is not None
    return ExplorerApp(found[0], "large", path=str(path), rest=found[1])


async def test_the_first_frame_needs_no_more_than_the_beginning_and_all_follows(path: Path, gate: Event) -> None:
    app, whole = explored(path), tracer.load(path)
    async with running(app) as pilot:
        assert FIRST_NODES <= len(app.browser.trace) < len(whole) / 2
        app.browser.go_to(Location(100, 60))
        place = app.browser.location
        gate.set()
        await until(pilot, lambda: notice(app) == f"all {len(whole):,} nodes are read")
        assert columns_of(app.browser.trace) == columns_of(whole)
        assert app.browser.trace.header == whole.header
        assert app.browser.location == place
        assert f"step 100 of {whole.steps - 1:,}" in text(app)


async def test_below_a_dialog_nothing_changes(path: Path, gate: Event) -> None:
    app, whole = explored(path), tracer.load(path)
    async with running(app) as pilot:
        first = len(app.browser.trace)
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        gate.set()
        await until(pilot, lambda: not gate.is_set())
        assert len(app.browser.trace) == first
        await pilot.press("escape")
        await until(pilot, lambda: len(app.browser.trace) == len(whole))


async def test_where_the_rest_is_damaged_the_beginning_stays(path: Path, gate: Event) -> None:
    app = explored(path)
    with path.open("r+b") as stream:
        stream.seek(path.stat().st_size - 3_000)
        stream.write(b"?" * 50)
    async with running(app) as pilot:
        first = len(app.browser.trace)
        gate.set()
        await until(pilot, lambda: "only the beginning is shown" in notice(app))
        assert "checksum is wrong" in notice(app)
        assert len(app.browser.trace) == first


async def test_whoever_leaves_does_not_wait_for_the_rest(path: Path, gate: Event) -> None:
    app = explored(path)
    async with running(app) as pilot:
        await pilot.press("q")
        gate.set()
    assert app.return_code == 0


def test_what_needs_all_of_a_file_gets_it(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    best_first = tmp_path / "best.plyscope"
    tracer.trace("tictactoe", "uct", iterations=2_000, seed=1).save(best_first)
    assert TraceRequest(str(best_first)).load_beginning() is None
    assert TraceRequest(str(path), follow=True).load_beginning() is None
    assert TraceRequest(str(path), str(path)).load_beginning() is None
    assert TraceRequest("tictactoe").load_beginning() is None
    Bookmarks(tracer.load(path), path).add(Bookmark("far away", 5_000, 3_000))
    assert TraceRequest(str(path)).load_beginning() is None
    monkeypatch.setattr(trace_source, "LARGE_FILE", 1 << 30)
    assert TraceRequest(str(path)).load_beginning() is None
