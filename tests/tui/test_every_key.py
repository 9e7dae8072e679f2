"""Every key does on the screen what its help says."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from screens import notice, rows, running, shown, text, until
from strategies import AIMA
from textual.keys import _character_to_key
from textual.widgets import Input

from tracer.games.rules import show
from tui.app import ExplorerApp
from tui.model.explorer_state import Location
from tui.model.keys import all_keys
from tui.model.row_order import Sorting
from tui.screens.explorer import Explorer
from tui.screens.help import Help
from tui.screens.prompt import Prompt
from tui.screens.search_form import SearchForm
from tui.widgets.lists_pane import ListsPane
from tui.widgets.this_step import ThisStep
from tui.widgets.tree_pane import TreePane, TreeShape


class Case(NamedTuple):
    """Where a key is pressed, and what is then to be so."""

    step: int
    node: int
    holds: Callable[[ExplorerApp], Any]
    first: tuple[str, ...] = ()
    """Keys that are pressed before it."""


def at(step: int, node: int) -> Callable[[ExplorerApp], bool]:
    return lambda app: app.browser.location == Location(step, node)


def selects(node: int) -> Callable[[ExplorerApp], bool]:
    """Time stays where it is, and something else is selected."""
    return lambda app: app.browser.selected == node


def has_rows(*nodes: int) -> Callable[[ExplorerApp], bool]:
    return lambda app: [app.browser.rows.node_in_row(row) for row in range(len(app.browser.rows))] == list(nodes)


def asks(title: str) -> Callable[[ExplorerApp], bool]:
    return lambda app: isinstance(app.screen, Prompt) and title in text(app) and app.screen.query_one(Input).has_focus


def says(words: str) -> Callable[[ExplorerApp], bool]:
    return lambda app: words in notice(app)


# The textbook tree: node 0 is the root, 1 to 4 its first move, 5 to 8 the second with the pruned branches 7 and 8,
# 9 to 12 the third. Cutoffs are at steps 12 and 22 — the third move is cut after its last reply.
ALL = tuple(range(13))
CASES: dict[str, Case] = {
    "n": Case(4, 2, at(5, 3)),
    "b": Case(5, 3, at(4, 3)),
    "o": Case(1, 1, at(8, 1)),
    "u": Case(3, 2, at(8, 1)),
    "backslash": Case(12, 5, lambda app: app.browser.cursor.step == 13, ("backslash", "n", "backslash", "backslash")),
    "ctrl+x": Case(0, 0, at(12, 5)),
    "circumflex_accent": Case(12, 5, lambda app: app.browser.selected == 9 and app.browser.cursor.is_cut(9)),
    "ctrl+up": Case(3, 2, lambda app: app.browser.scale.shown_range(1)[:2] == (1, 17)),
    "ctrl+down": Case(3, 2, lambda app: app.browser.scale.is_whole),
    "x": Case(1, 1, lambda app: app.browser.cursor.step == 12 and app.browser.selected == 5),
    "X": Case(23, 0, lambda app: app.browser.cursor.step == 12 and app.browser.selected == 5),
    "i": Case(0, 0, at(9, 0)),
    "I": Case(23, 0, at(9, 0)),
    "m": Case(0, 0, at(9, 5)),
    "M": Case(23, 0, at(9, 5)),
    "s": Case(23, 2, says("not visited again")),
    "S": Case(23, 2, says("not visited before")),
    "ctrl+right": Case(23, 2, says("has no passes")),
    "ctrl+left": Case(23, 2, says("has no passes")),
    "t": Case(23, 6, lambda app: app.browser.cursor.step == app.browser.trace.entered(6)),
    "r": Case(0, 5, lambda app: app.browser.cursor.step == app.browser.trace.left(5)),
    "full_stop": Case(3, 9, at(3, 2)),
    "a": Case(3, 2, says("no script is known of this recording")),
    "w": Case(12, 5, selects(1)),
    "Q": Case(3, 2, asks("What comes next?")),
    "0": Case(9, 5, at(0, 0)),
    "home": Case(9, 5, at(0, 0)),
    "dollar_sign": Case(0, 0, at(23, 0)),
    "end": Case(0, 0, at(23, 0)),
    "right_curly_bracket": Case(4, 3, lambda app: app.browser.cursor.step == 5),
    "left_curly_bracket": Case(4, 3, lambda app: app.browser.cursor.step == 3),
    "space": Case(0, 0, lambda app: app.screen.player.direction == 1),
    "comma": Case(23, 0, lambda app: app.screen.player.direction == -1),
    "plus": Case(0, 0, says("plays 8 steps a second")),
    "equals_sign": Case(0, 0, says("plays 8 steps a second")),
    "minus": Case(0, 0, says("plays 2 steps a second")),
    "down": Case(5, 3, selects(4)),
    "j": Case(5, 3, selects(4)),
    "up": Case(5, 3, selects(2)),
    "k": Case(5, 3, selects(2)),
    "right": Case(5, 1, selects(2)),
    "l": Case(5, 1, selects(2)),
    "left": Case(5, 2, selects(1)),
    "h": Case(5, 1, has_rows(0, 1, *range(5, 13))),
    "enter": Case(5, 1, has_rows(0, 1, *range(5, 13))),
    "pagedown": Case(5, 0, lambda app: app.browser.selected_row == min(app.browser.page_height, 12)),
    "ctrl+f": Case(5, 0, lambda app: app.browser.selected_row == min(app.browser.page_height, 12)),
    "ctrl+d": Case(5, 0, lambda app: app.browser.selected_row == min(app.browser.page_height, 12)),
    "pageup": Case(5, 12, lambda app: app.browser.selected_row == max(12 - app.browser.page_height, 0)),
    "ctrl+b": Case(5, 12, lambda app: app.browser.selected_row == max(12 - app.browser.page_height, 0)),
    "ctrl+u": Case(5, 12, lambda app: app.browser.selected_row == max(12 - app.browser.page_height, 0)),
    "g": Case(5, 7, selects(0)),
    "G": Case(5, 7, selects(12)),
    "e": Case(5, 0, has_rows(*ALL), ("c",)),
    "c": Case(5, 0, lambda app: len(app.browser.rows) < 13),
    "1": Case(5, 0, has_rows(0, 1, 5, 9)),
    "v": Case(23, 0, selects(1)),
    "V": Case(23, 0, has_rows(0, 1, 2, 3, 4, 5, 9), ("1",)),
    "E": Case(23, 0, says("no only child")),
    "z": Case(23, 1, has_rows(0, 1, 2, 3, 4, 5, 9)),
    "Z": Case(3, 1, has_rows(0, 1, 2, 3, 4, 5, 9)),
    "p": Case(23, 0, has_rows(*(node for node in ALL if node not in (7, 8)))),
    "P": Case(23, 0, has_rows(0, 5, 6, 7, 8, 9, 12)),
    "ampersand": Case(23, 1, has_rows(0, 1, 5, 9)),
    "vertical_line": Case(23, 0, says("/ finds")),
    "A": Case(23, 0, has_rows(*ALL), ("p",)),
    "R": Case(23, 5, has_rows(5, 6, 7, 8)),
    "U": Case(23, 5, has_rows(*ALL), ("R",)),
    "T": Case(9, 5, lambda app: "picture of all 13 nodes" in text(app)),
    "O": Case(23, 0, lambda app: app.browser.tree.sorting is Sorting.VALUE and app.browser.rows.node_in_row(2) == 2),
    "less_than_sign": Case(23, 0, says("begins at the root")),
    "greater_than_sign": Case(23, 0, says("no row is indented further")),
    "K": Case(3, 2, selects(1)),
    "J": Case(3, 0, selects(1)),
    "slash": Case(3, 2, asks("Find")),
    "f": Case(3, 2, says("nothing was looked for yet")),
    "F": Case(3, 2, says("nothing was looked for yet")),
    "semicolon": Case(3, 2, asks("Stop where")),
    "right_parenthesis": Case(3, 2, says("no breakpoint is set")),
    "left_parenthesis": Case(3, 2, says("no breakpoint is set")),
    "colon": Case(3, 2, asks("Go to")),
    "H": Case(3, 2, at(3, 2), ("end",)),
    "backspace": Case(3, 2, at(3, 2), ("end",)),
    "L": Case(3, 2, at(23, 0), ("end", "H")),
    "asterisk": Case(3, 2, asks("Bookmark")),
    "grave_accent": Case(3, 2, lambda app: app.screen.query_one(ListsPane).has_focus),
    "apostrophe": Case(3, 2, lambda app: app.screen.pane.active_list.name == "Bookmarks" and app.screen.pane.is_open),
    "exclamation_mark": Case(3, 2, says("plyscope explore A B shows two side by side")),
    "d": Case(3, 2, says("shows two side by side")),
    "D": Case(3, 2, says("shows two side by side")),
    "tilde": Case(3, 2, says("shows two side by side")),
    "N": Case(3, 2, says("nothing is known to be wrong: C checks")),
    "B": Case(3, 2, says("nothing is known to be wrong: C checks")),
    "percent_sign": Case(3, 2, says("nothing is known to be wrong: C checks")),
    "C": Case(3, 2, says("nothing wrong was found")),
    "number_sign": Case(3, 2, says("2 nodes of the full tree were pruned: they are counted already")),
    "W": Case(23, 7, lambda app: 7 in app.browser.what_if_traces),
    "tab": Case(3, 2, lambda app: not app.screen.query_one(ThisStep).display),
    "shift+tab": Case(3, 2, lambda app: app.screen.query_one(ThisStep).display, ("tab",)),
    "right_square_bracket": Case(12, 5, lambda app: app.browser.location == Location(12, 5)),
    "left_square_bracket": Case(12, 5, lambda app: app.browser.location == Location(12, 5)),
    "y": Case(23, 6, lambda app: app.clipboard == "a2/b1"),
    "Y": Case(23, 6, lambda app: app.clipboard == show(app.browser.trace.game, app.browser.trace.state(6))),
    "ctrl+w": Case(3, 2, asks("Keep the recording")),
    "ctrl+e": Case(3, 2, asks("Write the tree as it is shown")),
    "ctrl+s": Case(3, 2, lambda app: any("plyscope-screen" in note.message for note in app._notifications)),
    "ctrl+n": Case(3, 2, lambda app: isinstance(app.screen, SearchForm)),
    "ctrl+t": Case(3, 2, lambda app: not app.current_theme.dark),
    "ctrl+z": Case(0, 0, lambda app: app.screen.player.direction == 0, ("space",)),
    "escape": Case(0, 0, lambda app: app.screen.player.direction == 0, ("space",)),
    "question_mark": Case(3, 2, lambda app: isinstance(app.screen, Help)),
    "f1": Case(3, 2, lambda app: isinstance(app.screen, Help)),
}
LEAVE = {"q", "ctrl+q"}
DIGITS = set("23456789")


def test_no_key_is_forgotten():
    names = {name for key in all_keys() for name in key.keys.split(",")}
    known = set(CASES) | LEAVE | DIGITS
    assert names <= known, f"CASES has no Case for {', '.join(sorted(names - known))}: say what they do on this tree"
    assert known <= names, f"CASES has {', '.join(sorted(known - names))}, which tui/model/keys.py has not"


def test_no_two_actions_have_one_key():
    names = [name for key in all_keys() for name in key.keys.split(",")]
    taken = sorted(name for name in set(names) if names.count(name) > 1)
    characters = [chr(code) for code in range(ord("!"), ord("~") + 1)]
    free = [character for character in characters if _character_to_key(character) not in names]
    assert not taken, f"tui/model/keys.py has {', '.join(taken)} twice; free are {' '.join(free)}"


def start_again(app: ExplorerApp, case: Case) -> None:
    browser = app.browser
    while app.screen.query_one(TreePane).shape is not TreeShape.ROWS:
        app.screen.action_turn_tree()
    browser.tree.show_all()
    while not browser.tree.unroot():
        pass
    while browser.tree.sorting is not Sorting.SEARCH:
        browser.tree.next_order()
    browser.rows.expand_all(0)
    browser.tree.indented_plies.first_ply = 0
    browser.go_to(Location(case.step, case.node))
    app.screen.player._speed_index = 2
    app.screen.player.pause()
    if app.screen.pane.is_open:
        app.screen._close_lists()
    app.screen._front_panel = 0
    app.screen._show_front_panel()


async def test_every_key_does_what_its_help_says(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    app = shown(AIMA)
    async with running(app) as pilot:
        # The clock stands still, so that what plays stays where it is.
        monkeypatch.setattr("tui.screens.player.monotonic", lambda: 0.0)
        failed = []
        for name, case in CASES.items():
            start_again(app, case)
            await pilot.pause()
            page = app.browser.page_height  # the panel below the tree may be of another height after the key
            await pilot.press(*case.first, name)
            if name in "sSWC":
                await until(pilot, lambda: not app.screen.lab.is_busy)
                await pilot.pause()
            app.browser.page_height = page
            if not case.holds(app):
                failed.append((name, app.browser.location, app.screen))
            while not isinstance(app.screen, Explorer):
                await pilot.press("escape")
            if name == "ctrl+t":
                app.theme = "textual-dark"
        assert failed == [], (
            "keys for which `holds` of their case is not true, with the step, node and screen after them"
        )


async def test_a_key_that_does_nothing_says_so():
    app = shown(AIMA)
    async with running(app) as pilot:
        for name in ("f9", "ctrl+j"):  # nobody will give these something to do
            await pilot.press(name)
            assert notice(app) == f"no key {name}: ? lists them"
            await pilot.press("n")
            assert "no key" not in notice(app)
        await pilot.press("f9", "left_shift")
        assert "no key" in notice(app), "a key that is held says nothing of itself"
        await pilot.press("n", "left_shift", "caps_lock", "ctrl+c")
        assert "no key" not in notice(app)
        await pilot.press("slash", "underscore")
        await until(pilot, lambda: isinstance(app.screen, Prompt) and app.screen.query_one(Input).value == "_")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert "no key" not in notice(app)


async def test_digits_expand_so_many_plies():
    app = shown()
    async with running(app) as pilot:
        for digit in "321":
            await pilot.press(digit)
            columns = app.browser.trace.columns
            nodes = [app.browser.rows.node_in_row(row) for row in range(len(app.browser.rows))]
            assert nodes == [node for node in range(len(columns)) if columns.ply[node] <= int(digit)]


@pytest.mark.parametrize("key", sorted(LEAVE))
async def test_leaving(key):
    app = shown(AIMA)
    async with running(app) as pilot:
        await pilot.press(key)
        await until(pilot, lambda: app.return_code is not None)
    assert app.return_code == 0


async def test_the_nesting_is_scrolled_where_it_is_deeper_than_the_screen_is_wide():
    app = shown("[" * 60 + "3" + "]" * 60)
    async with running(app) as pilot:
        app.browser.rows.expand_all(0)
        app.screen.sync()
        before = rows(app)
        await pilot.press("greater_than_sign", "greater_than_sign")
        first = app.browser.tree.indented_plies.first_ply
        assert first > 0
        assert rows(app) != before
        await pilot.press("less_than_sign")
        assert 0 < app.browser.tree.indented_plies.first_ply < first
