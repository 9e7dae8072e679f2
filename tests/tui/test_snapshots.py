"""How the screens look. `pytest --snapshot-update` writes the pictures, which are then to be looked at."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from strategies import AIMA
from textual.pilot import Pilot
from textual.widgets import Input

import tracer
from tracer.count.transpositions import positions_of
from tracer.diagnosis.finding import ERROR, NOTE, Finding
from tui.app import ExplorerApp
from tui.model.explorer_state import Location

Snap = Callable[..., bool]
SAMPLE = (
    Finding(ERROR, "wrong-value", 5, ("a1",), "it returned 1; its best move gave 0", "Compare the loop.", 2, (5, 900)),
    Finding(NOTE, "move-order", 1, (), "half of the cutoffs came late", "Try good moves first.", 1, (1,)),
)
"""What is said to be wrong, whatever the search is."""
TEXTBOOK = json.dumps(AIMA).replace(" ", "")


def explorer(spec: str, against: str | None = None) -> ExplorerApp:
    other = None if against is None else tracer.trace(spec, "alphabeta")
    return ExplorerApp(tracer.trace(spec, against or "alphabeta"), spec, against=other)


def trace_label() -> str:
    """The last move at the root of the textbook's tree."""
    return tracer.trace(AIMA).root.children[-1].label


def before(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Press keys, and let no cursor blink."""

    async def run(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.press(*keys)
        for line in pilot.app.screen.query(Input):
            line.cursor_blink = False
        await pilot.pause()

    return run


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60), (40, 12)])
@pytest.mark.parametrize("spec", [TEXTBOOK, "tictactoe"], ids=["textbook", "tictactoe"])
def test_at_a_cutoff(snap_compare: Snap, spec: str, size: tuple[int, int]) -> None:
    assert snap_compare(explorer(spec), run_before=before("0", "x"), terminal_size=size)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_predicting(snap_compare: Snap, size: tuple[int, int]) -> None:
    """A branch was to be pruned that is not, and the next question is asked."""
    keys = before(":", *"8", "enter", "Q", *trace_label(), "enter", *"nnn")
    assert snap_compare(explorer(TEXTBOOK), run_before=keys, terminal_size=size)


@pytest.mark.parametrize("spec", [TEXTBOOK, "tictactoe"], ids=["textbook", "tictactoe"])
def test_in_the_light_theme(snap_compare: Snap, spec: str) -> None:
    assert snap_compare(explorer(spec), run_before=before("ctrl+t", "0", "x"), terminal_size=(120, 40))


def test_without_colour(snap_compare: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(explorer(TEXTBOOK), run_before=before("0", "x"), terminal_size=(120, 40))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 45)])
def test_side_by_side(snap_compare: Snap, size: tuple[int, int]) -> None:
    assert snap_compare(explorer("tictactoe", "minimax"), run_before=before(), terminal_size=size)


def test_the_differences_in_the_light_theme(snap_compare: Snap) -> None:
    keys = before("ctrl+t", "grave_accent", "s", "home")
    assert snap_compare(explorer("tictactoe", "minimax"), run_before=keys, terminal_size=(120, 40))


def test_side_by_side_without_colour(snap_compare: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(explorer(TEXTBOOK, "minimax"), run_before=before("d"), terminal_size=(120, 40))


SHAPES = {"picture": ("T",), "map": ("T", "T")}
THEMES = {"dark": (), "light": ("ctrl+t",), "plain": ()}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("spec", [TEXTBOOK, "tictactoe"], ids=["textbook", "tictactoe"])
def test_other_shapes_of_the_tree(
    snap_compare: Snap, monkeypatch: pytest.MonkeyPatch, spec: str, shape: str, theme: str
) -> None:
    if theme == "plain":
        monkeypatch.setenv("NO_COLOR", "1")
    keys = (*THEMES[theme], "0", "x", "}", *SHAPES[shape])
    assert snap_compare(explorer(spec), run_before=before(*keys), terminal_size=(120, 40))


@pytest.mark.parametrize("shape", SHAPES)
def test_other_shapes_of_the_tree_on_a_small_screen(snap_compare: Snap, shape: str) -> None:
    keys = ("0", "x", *SHAPES[shape])
    assert snap_compare(explorer(TEXTBOOK), run_before=before(*keys), terminal_size=(80, 24))


def test_a_prompt_with_completions(snap_compare: Snap) -> None:
    assert snap_compare(explorer("tictactoe"), run_before=before("colon", "b", "2", "slash"), terminal_size=(80, 24))


def test_the_help(snap_compare: Snap) -> None:
    assert snap_compare(explorer(TEXTBOOK), run_before=before("question_mark"), terminal_size=(80, 24))


LISTS = ("Hits", "Breakpoints", "Findings", "Bookmarks", "Positions", "Moves", "Cutoffs")


def listing(name: str) -> ExplorerApp:
    """An explorer whose lists have something in them, opened at one of them."""
    app = explorer("tictactoe")
    assert app.first is not None
    browser = app.first.browser
    browser.findings.show_findings(list(SAMPLE))
    browser.places.add_bookmark("the result", "a1 is as good as any")
    for place in (Location(1_380, 745), Location(54, 25)):
        browser.go_to(place)
        browser.places.add_bookmark(f"step {place.step}", "")
    browser.stops.add_breakpoint("cutoff and ply == 3")
    browser.stops.add_breakpoint("best changes at #0")
    browser.stops.switch_breakpoint("best changes at #0")
    browser.finder.look_for("cutoff and pruned > 1")
    positions_of(browser.trace)
    app.first.pane.activate_list(name)
    return app


@pytest.mark.parametrize("name", LISTS)
def test_a_list(snap_compare: Snap, name: str) -> None:
    assert snap_compare(listing(name), run_before=before("grave_accent", "down"), terminal_size=(120, 40))


def test_a_list_on_a_small_screen(snap_compare: Snap) -> None:
    assert snap_compare(listing("Hits"), run_before=before("grave_accent", "down"), terminal_size=(80, 24))


def test_a_list_in_the_light_theme(snap_compare: Snap) -> None:
    keys = before("ctrl+t", "grave_accent", "down")
    assert snap_compare(listing("Breakpoints"), run_before=keys, terminal_size=(120, 40))


def test_a_list_without_colour(snap_compare: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(listing("Findings"), run_before=before("grave_accent", "down"), terminal_size=(120, 40))
