"""The bytes of a file follow from what was recorded alone, however often the recording pauses meanwhile."""

from __future__ import annotations

import contextlib
import io
import random
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from framed import apart
from style import Style
from style_records import STYLES

import tracer
from tracer.assembling import call_recorder
from tracer.assembling.call_recorder import CallRecorder
from tracer.attaching import trace_maker
from tracer.attaching.attach_functions import attach
from tracer.attaching.search_destination import SearchOutput
from tracer.file.content import NO_END
from tracer.file.frames import CHUNK, END, LATE, MOVES, TEXTS
from tracer.file.frames import HEADER as HEAD
from tracer.file.writing import Writer
from tracer.lines.reading import write_lines
from tracer.recording import node_details as telling
from tracer.recording import part_collector, recorder
from tracer.recording.header import Header
from tracer.recording.node_details import NodeDetails
from tracer.recording.recorder import Recorder
from tracer.recording.status import Status
from tracer.run import run
from tracer.run.plan import prepare
from tracer.run.run import write

TOGETHER = 61
"""Calls, or nodes, that are written together here."""
HEADER = Header(search="by hand")
Pause = Callable[[int], list[int]]


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files have many parts, and no times."""
    for room in (part_collector, call_recorder):
        monkeypatch.setattr(room, "MAX_WAITING_NODES", TOGETHER)
        monkeypatch.setattr(room, "SHOW_INTERVAL", 1e9)
    monkeypatch.setattr(recorder, "SHOW_INTERVAL", 1e9)
    monkeypatch.setattr(telling, "MAX_KNOWN_TEXTS", 40)
    for room in (trace_maker, run):
        monkeypatch.setattr(room, "perf_counter", lambda: 0.0)


@pytest.fixture
def pause(monkeypatch: pytest.MonkeyPatch) -> Pause:
    """Lets what follows pause at random moments; gives a list that grows with each part that is shown early."""

    def begin(seed: int) -> list[int]:
        luck, shown = random.Random(seed), list[int]()
        for room, kind, look in (
            (call_recorder, CallRecorder, "beat"),
            (recorder, Recorder, "_drain_and_check_limits"),
        ):
            beat: Any = getattr(kind, look)

            def paused(held: Any, *arguments: Any, beat: Any = beat, **named: Any) -> None:
                is_call_recorder = isinstance(held, CallRecorder)
                collector = held.gathering if is_call_recorder else held._collector
                collector.last_write_time = -1e12 if luck.random() < 0.5 else 1e12
                held._look() if is_call_recorder else held._show_new_nodes()
                clock = "_last_beat" if is_call_recorder else "_last_clock_time"
                setattr(held, clock, -luck.expovariate(1.0))  # as long ago: so few are looked at next
                beat(held, *arguments, **named)

            monkeypatch.setattr(kind, look, paused)
            monkeypatch.setattr(room, "perf_counter", lambda: 0.0)
        monkeypatch.setattr(part_collector, "perf_counter", lambda: 0.0)
        show = Writer.show

        def noted(writer: Writer, parts: list[Any]) -> None:
            shown.append(len(parts))
            show(writer, parts)

        monkeypatch.setattr(Writer, "show", noted)
        return shown

    return begin


def files_of(folder: Path) -> dict[str, bytes]:
    """The files of a folder, each with its bytes."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def attached(style: Style, folder: Path, **said: Any) -> dict[str, bytes]:
    """The files of the searches of a program, whose functions are named."""
    folder.mkdir()
    random.seed(7)
    recording = attach(*style.ways[0].functions, **said)
    recording.searches.outlet = SearchOutput(folder / "t.plyscope", ended=lambda *_: None)
    with contextlib.redirect_stdout(io.StringIO()), recording:
        runpy.run_path(str(style.path), run_name="__main__")
    return files_of(folder)


@pytest.mark.parametrize("style", STYLES, ids=str)
def test_a_program_that_pauses_is_the_same_file(style: Style, tmp_path: Path, pause: Pause) -> None:
    rested = attached(style, tmp_path / "rested")
    shown = pause(1)
    assert attached(style, tmp_path / "paused") == rested
    assert shown


@pytest.mark.parametrize("style", [style for style in STYLES if style.game is not None], ids=str)
def test_the_moves_that_cutoffs_skipped_have_the_same_numbers(style: Style, tmp_path: Path, pause: Pause) -> None:
    rested = attached(style, tmp_path / "rested", game=style.game)
    pause(2)
    assert attached(style, tmp_path / "paused", game=style.game) == rested


@pytest.mark.parametrize("search", ["minimax", "negamax-alphabeta", "deepening", "mtdf"])
def test_a_search_of_ours_that_pauses_is_the_same_file(search: str, tmp_path: Path, pause: Pause) -> None:
    def file(name: str) -> bytes:
        write(prepare("nim:1,2,3", search), tmp_path / name)
        return (tmp_path / name).read_bytes()

    rested = file("rested")
    shown = pause(3)
    assert file("paused") == rested
    assert shown
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["paused", "rested"]


def test_lines_that_pause_are_the_same_file(tmp_path: Path, pause: Pause) -> None:
    luck, lines, depth = random.Random(5), ['{"plyscope": 1}', '{"enter": null, "turn": 1, "state": "start"}'], 1
    for event in range(600):
        if depth < 2 or (luck.random() < 0.5 and depth < 9):
            lines.append(f'{{"enter": "m{luck.randrange(30)}", "turn": 1, "state": "text {luck.randrange(90)}"}}')
            depth += 1
        else:
            lines.append(f'{{"leave": {event}, "state": "left {luck.randrange(90)}"}}')
            depth -= 1

    def file(name: str) -> bytes:
        write_lines(io.BytesIO("\n".join(lines).encode()), tmp_path / name)
        return (tmp_path / name).read_bytes()

    rested = file("rested")
    shown = pause(4)
    assert file("paused") == rested
    assert shown


def test_a_pulse_that_never_rests_changes_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thread of its own it looks whenever the interpreter lets it."""
    style = next(style for style in STYLES if str(style) == "othello_pvs")
    rested = attached(style, tmp_path / "rested")
    write(prepare("tictactoe", "alphabeta", position="b2"), tmp_path / "plain")
    for room in (part_collector, call_recorder, recorder):
        monkeypatch.setattr(room, "SHOW_INTERVAL", 1e-5)
    assert attached(style, tmp_path / "looked") == rested
    write(prepare("tictactoe", "alphabeta", position="b2"), tmp_path / "looked at")
    assert (tmp_path / "looked at").read_bytes() == (tmp_path / "plain").read_bytes()


def test_what_is_shown_early_survives_a_kill_and_the_end_takes_its_place(tmp_path: Path) -> None:
    path, told = tmp_path / "t.plyscope", NodeDetails(keep=False)
    writer = Writer(path, HEADER, str, told)
    record = Recorder(sink=writer, keep=False, told=told)
    root = record.enter(None, 1)
    for move in range(9):
        node = record.enter(move, -1)
        told.text.extend((node, told.texts[f"after {move % 4}"]))
        record.leave(node, move, Status.TERMINAL)
        record._collector.last_write_time = -1e12
        record._show_new_nodes()
        growing = tracer.load(path)
        assert [child.value for child in growing.root.children] == list(range(move + 1))
        assert growing.text(move + 1) == f"after {move % 4}"
        assert growing.header.stopped == NO_END
    first = path.stat().st_ino
    record.leave(root, 8)
    record.close()
    writer.finish(HEADER)
    whole = tracer.load(path)
    assert (whole.value, whole.header.stopped, list(whole.texts)) == (8, None, [f"after {k}" for k in range(4)])
    assert [kind for kind, _ in apart(path.read_bytes())] == [HEAD, CHUNK, MOVES, TEXTS, LATE, CHUNK, END]
    assert path.stat().st_ino != first
    assert [left.name for left in tmp_path.iterdir()] == ["t.plyscope"]


def test_an_abandoned_recording_leaves_what_it_showed(tmp_path: Path) -> None:
    path = tmp_path / "t.plyscope"
    writer = Writer(path, HEADER, str)
    record = Recorder(sink=writer, keep=False)
    record.enter(None, 1)
    record.leave(record.enter("a", -1), 3, Status.TERMINAL)
    record.leave(record.enter("b", -1), 4, Status.TERMINAL)
    record._collector.last_write_time = -1e12
    record._show_new_nodes()
    writer.abandon()
    assert [node.value for node in tracer.load(path)] == [None, 3, 4]
    assert [left.name for left in tmp_path.iterdir()] == ["t.plyscope"]
    Writer(path, HEADER, str).abandon()  # nobody holds it any more
