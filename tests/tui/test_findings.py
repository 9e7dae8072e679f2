"""What is wrong with a search, listed in the explorer: each line leads to where it is."""

import re
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from screens import notice, running, shown, text, until
from strategies import AIMA
from textual.pilot import Pilot

import tracer
from tracer.diagnosis import examination
from tracer.diagnosis.finding import Finding, Severity
from tracer.file.notes import Note, NoteFile
from tracer.findings import CHECK, KIND, keep_findings, kept_findings, was_checked
from tracer.tracing import Trace
from tui.app import ExplorerApp
from tui.model.browser import Browser
from tui.model.explorer_state import Location, SuccessNotice
from tui.model.row_layout import Layout
from tui.model.row_line import make_line
from tui.screens.trace_screen import TraceScreen
from tui.widgets import background_jobs
from tui.widgets.lists_pane import ListsPane


def sick() -> Trace:
    """The least of three values is returned at the root, where MAX moves."""
    trace = tracer.trace(AIMA, "minimax")
    value = trace.columns.value.copy()
    value[0] = 2
    columns = replace(trace.columns, value=value)
    return Trace(columns, [], trace.header, trace.game, labels=trace.move_labels)


async def checked(app: ExplorerApp, pilot: Pilot[None]) -> None:
    """Wait for what runs in the background."""
    screen = app.screen
    assert isinstance(screen, TraceScreen)
    await until(pilot, lambda: not screen.lab.is_busy)


async def test_findings_are_listed_and_enter_goes_there():
    app = ExplorerApp(sick())
    async with running(app, (100, 30)) as pilot:
        app.browser.go_to(Location(3, 2))
        await pilot.press("C")
        await checked(app, pilot)
        await pilot.pause()
        assert app.screen.query_one(ListsPane).has_focus
        assert "Findings 1" in text(app)
        assert notice(app) == "checked: 1 finding"
        assert isinstance(notice(app), SuccessNotice)
        assert "⚠ error" in text(app)
        assert "1 node, first the root" in text(app)
        assert app.browser.location == Location(3, 2)
        await pilot.press("down", "enter")
        assert app.browser.location == Location(app.browser.trace.left(0), 0)


async def test_a_sound_search_says_that_nothing_was_found():
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press("C")
        await checked(app, pilot)
        await pilot.pause()
        assert notice(app) == "nothing wrong was found"
        assert isinstance(notice(app), SuccessNotice)
        for key in ("N", "B", "%"):
            await pilot.press(key)
            assert notice(app).startswith("the check found nothing wrong"), key
        app.browser.trace.game = None
        app.browser.trace.header = replace(app.browser.trace.header, game="mine")
        await pilot.press("C")
        await checked(app, pilot)
        await pilot.pause()
        assert notice(app) == "nothing wrong was found; without its game, leaves and moves were not judged"


def two_wrong(path: Path) -> Trace:
    """A trace in a file with a wrong value at two of its MIN nodes, 1 and 9."""
    trace = tracer.trace(AIMA, "minimax")
    value = trace.columns.value.copy()
    value[[0, 1, 9]] = 8
    Trace(replace(trace.columns, value=value), [], trace.header, trace.game, labels=trace.move_labels).save(path)
    return tracer.load(path)


async def found_in(app: ExplorerApp) -> None:
    """Press C, choose the first line, and wait."""
    async with running(app, (120, 40)) as pilot:
        await pilot.press("C")
        await checked(app, pilot)
        await pilot.pause()
        assert "2 nodes, first" in text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert app.browser.selected == 1
        assert text(app).count("error: wrong-value") == 1
        await pilot.press("N")
        assert (app.browser.selected, app.browser.cursor.step) == (9, app.browser.trace.left(9))
        assert "wrong-value here too, first at" in text(app)
        await pilot.press("N")
        assert notice(app) == "no wrong-value after this step; B goes back"
        app.browser.findings._set_findings(app.browser.findings.findings)
        await pilot.press("N")
        assert notice(app) == "nothing wrong after this step; B goes back"
        await pilot.press("B")
        assert app.browser.selected == 1
        await pilot.press("percent_sign")
        assert "only nodes with a finding" in text(app)
        assert len(app.browser.rows) == 3
        await pilot.press("percent_sign")
        assert len(app.browser.rows) > 3


def test_keys_stop_where_the_mistake_is_made_be_it_at_an_entry_or_a_return(tmp_path):
    path = tmp_path / "t.plyscope"
    trace = tracer.trace(AIMA)
    trace.save(path)
    steps = trace.entered(1), trace.left(5), trace.left(1)
    found = [
        Finding(Severity.ERROR, "window-widened", 1, (), "m", "r", 2, (1, 5), steps[:2]),
        Finding(Severity.NOTE, "strict-cut", 1, (), "m", "r", 1, (1,), steps[2:]),
    ]
    keep_findings(path, trace, found)
    browser = Browser(trace, str(path))
    browser.go_to(Location(0, 0))
    stops = []
    while not browser.findings.next_node():
        stops.append((browser.cursor.step, browser.selected))
    assert stops == sorted(zip(steps, (1, 5, 1), strict=True))


async def test_findings_stay_are_marked_and_kept_in_the_file(tmp_path):
    path = tmp_path / "t.plyscope"
    await found_in(ExplorerApp(two_wrong(path), path=str(path)))
    again = Browser(tracer.load(path), str(path))
    layout = Layout.fit_to_width(again.trace, 100)
    assert [node for node in range(len(again.trace)) if make_line(again, node, layout).finding_mark == "⚠"] == [1, 9]
    assert (again.findings.is_checked, again.findings.notice) == (True, "")
    app = ExplorerApp(again.trace, path=str(path))
    async with running(app, (120, 40)) as pilot:
        await pilot.press("0", "N")
        assert app.browser.selected == 1
        assert "error: wrong-value (the first of 2; N goes on)" in text(app)
        assert text(app).splitlines()[1].count("⚠") == 1  # the other one is below the place in time


async def test_a_check_that_finds_nothing_takes_back_what_was_kept(tmp_path):
    path = tmp_path / "t.plyscope"
    tracer.trace(AIMA).save(path)
    kept = {"severity": "error", "node": 1, "message": "m", "remedy": "r", "nodes": 1, "where": "1", "of": 13}
    NoteFile(path).append([Note(KIND, "wrong-value", kept)])
    app = ExplorerApp(tracer.load(path), path=str(path))
    async with running(app) as pilot:
        assert [one.disease for one in app.browser.findings.findings] == ["wrong-value"]
        await pilot.press("C")
        await checked(app, pilot)
        await pilot.pause()
        assert notice(app) == "nothing wrong was found"
        assert app.browser.findings.findings == []
    assert kept_findings(path, tracer.load(path)) == []


async def test_what_a_check_found_is_known_when_the_file_is_opened_again(tmp_path, monkeypatch):
    path, sound = tmp_path / "t.plyscope", tmp_path / "sound.plyscope"
    await found_in(ExplorerApp(two_wrong(path), path=str(path)))
    tracer.trace(AIMA).save(sound)
    for file, said in ((path, ""), (sound, "nothing wrong was found")):
        for again in (file == path, True):
            app = ExplorerApp(tracer.load(file), path=str(file))
            async with running(app) as pilot:
                if again:
                    monkeypatch.setattr(examination, "Case", pytest.fail)
                await pilot.press("C")
                await checked(app, pilot)
                await pilot.pause()
                assert said in notice(app)
                assert app.browser.findings.is_checked
            monkeypatch.undo()


async def test_what_another_version_found_is_looked_for_again(tmp_path):
    path = tmp_path / "t.plyscope"
    trace = tracer.trace(AIMA)
    trace.save(path)
    keep_findings(path, trace, [])
    assert was_checked(path, trace)
    assert not was_checked(path, tracer.trace(AIMA, max_nodes=5))
    NoteFile(path).append([Note(CHECK, CHECK, {"of": len(trace), "by": "0.0.1"})])
    assert not was_checked(path, trace)


@pytest.mark.parametrize("at", [1, 2, 5])
async def test_a_check_tells_how_far_it_is_and_escape_ends_it_inside_a_part(monkeypatch, at):
    """Also while it plays the game, which may be slow."""
    monkeypatch.setattr(background_jobs, "SECONDS_BETWEEN_PROGRESS", 0)
    reached, opened = threading.Event(), threading.Event()
    parts = []

    def beat(pulse, done, of):
        parts.append(pulse._part)
        if pulse._part == at and of and not reached.is_set():
            reached.set()
            assert opened.wait(60)
        inner(pulse, done, of)

    inner = examination._Pulse.beat
    monkeypatch.setattr(examination._Pulse, "beat", beat)
    app = ExplorerApp(tracer.trace(AIMA), "t")
    async with running(app) as pilot:
        await pilot.press("C")
        await until(pilot, reached.is_set)
        assert isinstance(notice(app), SuccessNotice)
        assert app.screen.pane.active_list.name == "Findings"
        assert re.fullmatch(
            rf"checking 13 nodes: part {at} of {len(examination.EXAMINERS) + 1}, \d+ looked at; esc gives up",
            notice(app),
        )
        await pilot.press("escape")
        seen = len(parts)
        opened.set()
        await until(pilot, lambda: notice(app) == "given up; nothing was changed")
        assert len(parts) == seen
        assert not app.browser.findings.is_checked


def test_what_does_not_fit_the_trace_is_left_out(tmp_path):
    path = tmp_path / "t.plyscope"
    trace = tracer.trace(AIMA)
    trace.save(path)
    good = {"severity": "error", "node": 1, "message": "m", "remedy": "r", "nodes": 2, "where": "1 9", "of": 13}
    bad = [
        {"severity": "fatal"}, {"node": 99, "where": "99"}, {"node": 2}, {"where": "1 -9"}, {"where": "1 x"},
        {"nodes": 1}, {"nodes": 14}, {"of": 12}, {"message": 3}, {"node": "1"}, {"where": ""}, {"where": "1 13"},
    ]  # fmt: skip
    names = [f"bad-{chr(97 + number)}" for number in range(len(bad))]
    notes = [Note(KIND, name, good | one) for name, one in zip(names, bad, strict=True)]
    NoteFile(path).append(
        [*notes, Note(KIND, "Not A Slug", good), Note(KIND, "good", good | {"message": "a\x1b[31mb"})]
    )
    found = kept_findings(path, trace)
    assert [(one.disease, one.where) for one in found] == [("good", (1, 9))]
    assert "\x1b" not in found[0].message


def test_a_recording_that_grows_has_no_findings_any_more():
    trace = tracer.trace(AIMA)
    browser = Browser(trace)
    finding = tracer.check(sick())[0]
    assert browser.findings.show_findings([finding]) == ""
    assert browser.findings.mark_of(0) == "⚠"
    browser.extend_trace(trace)
    assert (browser.findings.findings, browser.findings.mark_of(0)) == ([], "")
    assert isinstance(browser.findings.steps, np.ndarray)


def test_a_file_that_cannot_be_written_says_so_and_the_findings_stay(tmp_path):
    path = tmp_path / "t.plyscope"
    tracer.trace(AIMA).save(path)
    browser = Browser(tracer.load(path), str(path))
    path.unlink()
    assert browser.findings.show_findings(tracer.check(sick())).startswith("not kept: ")
    assert browser.findings.mark_of(0) == "⚠"
