"""The explorer on a screen: keys in, models and visible text out."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager

import pytest
from screens import recording, until
from strategies import AIMA
from textual.geometry import Size
from textual.widgets import Input, Static

from tui.app import ExplorerApp
from tui.screens.explorer import Explorer
from tui.screens.help import Help
from tui.screens.prompt import Prompt
from tui.widgets.this_step import ThisStep
from tui.widgets.tree_view import TreeView

SIZES = [(80, 24), (200, 60)]


@asynccontextmanager
async def running(spec: object = "tictactoe", search: str = "alphabeta", size: tuple[int, int] = (80, 24)):
    app = ExplorerApp(recording(spec, search), str(spec))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


def tree(app: ExplorerApp) -> TreeView:
    return app.screen_stack[0].query_one(TreeView)


def rows(app: ExplorerApp) -> list[str]:
    """The tree as it stands on the screen."""
    view = tree(app)
    return [view.render_line(y).text.rstrip() for y in range(view.size.height)]


def screen(app: ExplorerApp) -> str:
    """The text of the whole screen, of its front screen only."""
    update = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in update)


@pytest.mark.parametrize("size", SIZES)
async def test_the_finished_search_is_what_a_newcomer_sees(size):
    async with running(size=size) as (app, pilot):
        await until(pilot, lambda: "q quit" in screen(app))
        text = screen(app)
        assert "step 43,523 of 43,523" in text
        assert "the root returned 0" in text
        assert rows(app)[0].startswith("❯◆▾ ▲ root")
        for word in ("this step", "node 0", "Exactly 0"):
            assert word in text


@pytest.mark.parametrize("size", SIZES)
async def test_stepping_moves_time_and_selection_and_the_panels_follow(size):
    async with running(size=size) as (app, pilot):
        await pilot.press("0", "n", "n", "n")
        assert app.browser.cursor.step == 3
        assert app.browser.selected == 3
        assert "a1/b1/c1 entered" in screen(app)
        assert "step 3 of 43,523" in screen(app)
        assert size == (80, 24) or "XOX" in screen(app)
        assert any(row.startswith("❯◆") for row in rows(app))
        await pilot.press("b")
        assert app.browser.cursor.step == 2
        assert "XOX" not in screen(app)


async def test_a_narrow_screen_shows_one_panel_and_a_key_brings_the_next():
    marks = {
        "this-step": "node 0 · ply 0 · the root",
        "search": "▶",
        "stack": "call stack",
        "position": "...",
        "counts": "18,297",
    }
    async with running() as (app, pilot):
        for _ in range(2):
            for name, mark in marks.items():
                text = screen(app)
                assert mark in text, name
                assert sum(app.screen.query_one(f"#{panel}").display for panel in marks) == 1
                await pilot.press("tab")
                await pilot.pause()
        await pilot.press("shift+tab")
        await pilot.pause()
        assert "18,297" in screen(app)


async def test_a_wide_screen_shows_all_panels():
    for size in ((120, 40), (200, 60)):
        async with running(AIMA, size=size) as (app, pilot):
            await pilot.press("0", "x")
            await pilot.pause()
            text = screen(app)
            for mark in ("this step", "2 ≤ alpha 3", "visited", "▶      if best ≤ alpha: break", "alpha 3 ≥ beta 2"):
                assert mark in text, (size, mark)


async def test_the_next_cutoff_is_explained_with_its_numbers():
    async with running() as (app, pilot):
        await pilot.press("0", "x")
        assert "✂ Alpha cutoff: move a3 returned 1" in screen(app)
        assert "1 ≤ alpha 1" in screen(app)


@pytest.mark.parametrize(
    ("keys", "row"), [("j j", 2), ("down down up", 1), ("G", 9), ("G g", 0), ("pagedown", 9), ("G pageup", 0)]
)
async def test_arrows_and_vi_keys_move_by_rows(keys, row):
    async with running(size=(80, 30)) as (app, pilot):
        await pilot.press(*keys.split())
        assert app.browser.selected_row == row
        assert rows(app)[row].startswith("❯")


async def test_rows_expand_and_collapse_by_arrows_and_enter():
    async with running() as (app, pilot):
        await pilot.press("j", "l")
        assert len(app.browser.rows) == 18
        await pilot.press("enter")
        assert len(app.browser.rows) == 10
        await pilot.press("right", "left", "left")
        assert len(app.browser.rows) == 10
        await pilot.press("g", "e")
        assert len(app.browser.rows) == 25_227
        await pilot.press("p")
        assert len(app.browser.rows) == 18_297
        await pilot.press("c")
        assert len(app.browser.rows) == 10


async def test_the_selected_row_is_always_in_sight():
    async with running() as (app, pilot):
        await pilot.press("e", "G")
        assert rows(app)[-1].startswith("❯")
        await pilot.press("g")
        assert rows(app)[0].startswith("❯")
        await pilot.press("0", *"nnnnnnnnn")
        assert sum(row.startswith("❯") for row in rows(app)) == 1


async def test_the_principal_variation_is_followed_to_its_end_and_then_a_notice_says_so():
    async with running() as (app, pilot):
        await pilot.press(*"v" * 9)
        assert app.browser.selected == app.browser.trace.principal_variation[-1]
        await pilot.press("v")
        assert "! the principal variation ends here" in screen(app)
        await pilot.press("up")
        assert "!" not in screen(app)


async def test_the_prompt_takes_a_step_a_node_and_a_path():
    async with running() as (app, pilot):
        for typed, step, node in (("120", 120, None), ("#77", 120, 77), ("b2/a1", 120, None), ("+5", 125, None)):
            await pilot.press("colon", *typed, "enter")
            assert isinstance(app.screen, Explorer)
            assert app.browser.cursor.step == step
            assert node is None or app.browser.selected == node


@pytest.mark.parametrize("typed", ["", "99999999", "#99999", "zz", "[/]", "[@click=app.quit]x"])
async def test_the_prompt_answers_what_it_cannot_take_and_stays(typed):
    async with running() as (app, pilot):
        await pilot.press("colon")
        app.screen.query_one(Input).value = typed
        await pilot.press("enter")
        assert isinstance(app.screen, Prompt)
        assert app.screen.query_one("#answer", Static).has_class("wrong")
        await pilot.press("escape")
        assert app.browser.cursor.step == 43_523


async def test_help_lists_the_keys_and_closes():
    async with running() as (app, pilot):
        await pilot.press("question_mark")
        assert isinstance(app.screen, Help)
        assert "the next cutoff" in screen(app)
        await pilot.press("j", "k", "escape")
        assert isinstance(app.screen, Explorer)


async def test_q_quits():
    async with running() as (app, pilot):
        await pilot.press("q")
        await pilot.pause()
        assert app.return_code == 0
        assert app._exit


async def test_it_survives_resizing_and_moves_the_panels():
    async with running() as (app, pilot):
        await pilot.press("e", "0", "x")
        selected = app.browser.selected
        for width, height in ((200, 60), (40, 10), (120, 24), (10, 4), (80, 24)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert app.screen.size == Size(width, height)
            assert app.browser.selected == selected
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        side, left = app.screen.query_one("#this-step"), app.screen.query_one("#left")
        assert side.region.x >= left.region.right
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert side.region.y >= left.region.bottom
        assert sum(row.startswith("❯") for row in rows(app)) == 1


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (116, 40), (200, 60), (300, 80)])
async def test_no_row_is_wider_than_the_tree(size):
    async with running(size=size) as (app, pilot):
        await pilot.press("0", "x", "x", "x")
        assert tree(app).row_layout.indented_plies == 9
        assert all(strip <= tree(app).size.width for strip in map(len, rows(app)))


async def test_without_colour_glyphs_and_words_carry_the_meaning(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with running(AIMA) as (app, _):
        assert app.no_color
        text = screen(app)
        for word in ("✗ b2", "pruned", "✂ alpha cutoff", "★", "❯◆", "■ terminal"):
            assert word in text


async def test_dark_and_light_are_one_key_apart_and_rows_are_painted_anew():
    async with running() as (app, pilot):
        dark = tree(app).render_line(0)
        await pilot.press("ctrl+t")
        await pilot.pause()
        assert not app.current_theme.dark
        assert tree(app).render_line(0) != dark
        await pilot.press("ctrl+t")
        assert app.current_theme.dark


async def test_a_click_selects_a_row_and_on_its_mark_opens_it():
    async with running() as (app, pilot):
        await pilot.click(TreeView, offset=(12, 3))
        assert app.browser.selected_row == 3
        assert len(app.browser.rows) == 10
        mark = rows(app)[4].index("▸")
        await pilot.click(TreeView, offset=(mark, 4))
        assert app.browser.selected_row == 4
        assert len(app.browser.rows) == 18
        await pilot.click(TreeView, offset=(12, 9))


async def test_labels_are_data_never_markup_or_commands():
    tree_ = {"[@click=app.quit]x[/]": {"value": 1}, "[/]": {"value": 2}, "a\x1b]0;b\x07": {"value": 0}}

    async with running(json.dumps({"children": tree_})) as (app, pilot):
        await pilot.press("j")
        text = screen(app)
        assert "[@click" in text
        assert "[/]" in text
        assert "\x1b" not in text
        await pilot.press("j", "j")
        assert "a␛]0;b␇" in screen(app)


async def test_five_thousand_plies_open_step_and_scroll():
    async with running("[" * 5000 + "3" + "]" * 5000, "minimax") as (app, pilot):
        await pilot.press("v", "G")
        assert app.browser.selected == 5000
        assert "└╴  ▲ gjh1" in rows(app)[-1]
        await pilot.press("b", "b", "0", "n", "n", "o", "k", "pageup", "c", "e")
        assert "root" in rows(app)[0] or app.browser.selected > 0


async def test_a_search_that_was_stopped_says_so():
    app = ExplorerApp(recording("tictactoe", max_nodes=500), "tictactoe")
    async with app.run_test(size=(120, 30)) as pilot:
        await pilot.pause()
        assert "stopped after 500 nodes" in screen(app)


async def test_brackets_scroll_the_sentences_where_they_do_not_fit_and_another_node_begins_at_the_first():
    async with running(size=(50, 24)) as (app, pilot):
        await pilot.press("0", "circumflex_accent", "circumflex_accent")
        await pilot.pause()
        assert "Exactly 1: " in screen(app)
        assert "MIN's first value" not in screen(app)
        panel = app.screen.query_one(ThisStep)
        assert f"▾ {len(panel.lines()) - panel.size.height} more: ]" in screen(app)
        await pilot.press("right_square_bracket")
        await pilot.pause()
        assert "MIN's first value" in screen(app)
        assert "At least 1. Beta cutoff" not in screen(app)
        await pilot.press("left_square_bracket")
        await pilot.pause()
        assert "Exactly 1: " in screen(app)
        await pilot.press("right_square_bracket", "circumflex_accent")
        await pilot.pause()
        assert "◆ ✂ beta cutoff" in screen(app).split("─this step─")[1].splitlines()[1]
