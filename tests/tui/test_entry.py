"""Exploring begins at the first finding, else at the first cutoff, else at the first event."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from children import Children
from commands import Run, running
from sick_script import DISEASE, write_script
from strategies import AIMA
from terminals import Terminal

import tracer
from tracer.diagnosis.finding import Finding, Severity
from tui.app import ExplorerApp
from tui.model.browser import Browser
from tui.screens.explorer import PANEL_NAMES, Explorer

run = running()


def test_places_are_taken_by_preference() -> None:
    trace = tracer.trace(AIMA)
    browser = Browser(trace)
    assert browser.find_entry() == ("cutoff", (12, 5))
    assert browser.find_entry(("finding", "event")) == ("event", (0, 0))
    browser.findings.show_findings([Finding(Severity.NOTE, "made-up", 9, ("a3",), "", "", 1)])
    assert browser.find_entry() == ("finding", (trace.left(9), 9))
    assert browser.find_entry(("cutoff",)) == ("cutoff", (12, 5))
    assert Browser(tracer.trace(AIMA, "minimax")).find_entry() == ("event", (0, 0))
    assert Browser(tracer.trace(AIMA, "sss")).find_entry() == ("event", (0, 0))


@pytest.fixture
def explored(monkeypatch: pytest.MonkeyPatch) -> list[ExplorerApp]:
    """What is explored, instead of being shown."""
    found: list[ExplorerApp] = []

    def show(app: ExplorerApp) -> int:
        found.append(app)
        return 0

    monkeypatch.setattr("tui.app.run", show)
    monkeypatch.setattr("tui.commands.explore.has_terminal", lambda: True)
    return found


def first_of(explored: list[ExplorerApp]) -> Explorer:
    found = explored[-1].first
    assert found is not None
    return found


def test_explore_begins_there_with_the_code_in_sight(run: Run, explored: list[ExplorerApp], tmp_path: Path) -> None:
    write_script(tmp_path)
    run("run", "sick.py", "-o", "sick.plyscope")
    code, _, err = run("explore", "sick.plyscope", "--first")
    assert code == 0, err
    (finding,) = tracer.check(tracer.load("sick.plyscope"))
    screen = first_of(explored)
    assert finding.disease == DISEASE
    assert screen.browser.location == (finding.steps[0], finding.node)
    assert screen.browser.findings.is_checked
    assert PANEL_NAMES[screen._front_panel] == "search"
    tracer.trace(AIMA).save("t.plyscope")
    assert run("explore", "t.plyscope", "--first")[0] == 0
    assert first_of(explored).browser.location == (12, 5)
    assert run("explore", "t.plyscope")[0] == 0
    assert first_of(explored).browser.location.step == 23


def test_first_is_for_one_recording(run: Run, explored: list[ExplorerApp]) -> None:
    code, _, err = run("explore", "[[3,5],[2,9]]", "-a", "minimax", "-a", "alphabeta", "--first")
    assert (code, explored) == (2, [])
    assert "--first" in err


@pytest.mark.parametrize(
    ("words", "said"), [(["--open", "--search", "all", "-o", "t.plyscope"], "one search"), (["--open"], "terminal")]
)
def test_what_cannot_be_opened_is_not_run(run: Run, tmp_path: Path, words: list[str], said: str) -> None:
    Path("sick.py").write_text("open('ran', 'w')\n")
    code, _, err = run("run", "sick.py", *words)
    assert code == 2
    assert said in err
    assert not Path("ran").exists()


def test_run_ends_in_the_explorer_and_keeps_one_file(launch: Children, tmp_path: Path) -> None:
    write_script(tmp_path)
    options: dict[str, Any] = {"cwd": tmp_path}
    for _ in range(2):
        terminal = Terminal(launch, "run", "sick.py", "--open", **options)
        terminal.shows("⚠".encode())
        terminal.shows("▶20".encode())  # the code, where there is room for one panel
        os.write(terminal.leader, b"q")
        assert terminal.ends() == 0
        assert [path.name for path in tmp_path.glob("*.plyscope")] == ["sick.plyscope"]
