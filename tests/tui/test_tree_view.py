"""The tree on a screen of its own: what is painted, kept, clicked and scrolled."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from strategies import AIMA
from textual.app import App, ComposeResult
from textual.events import MouseScrollDown
from textual.pilot import Pilot

import tracer
from tui.model.browser import Browser
from tui.widgets.canvas import NodeClicked
from tui.widgets.tree_view import TreeView

CHAIN = "[" * 5000 + "3" + "]" * 5000


class Alone(App[None]):
    """A tree view and nothing else; it does what clicks say and keeps the titles."""

    def __init__(self, browser: Browser) -> None:
        super().__init__()
        self.view = TreeView(browser)
        self.titles: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.view

    def on_node_clicked(self, message: NodeClicked) -> None:
        message.browser.select(message.node)
        if message.toggles:
            message.browser.tree.toggle()
        self.view.sync()

    def on_title_changed(self) -> None:
        self.titles.append(self.view.format_title())

    def rows(self) -> list[str]:
        return [self.view.render_line(y).text.rstrip() for y in range(self.view.size.height)]

    def do(self, name: str) -> None:
        getattr(self.view.browser.tree, name)()
        self.view.sync()


@asynccontextmanager
async def alone(
    spec: object = "tictactoe", search: str = "alphabeta", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Alone, Pilot[None]]]:
    app = Alone(Browser(tracer.trace(spec, search)))  # type: ignore[arg-type]
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, pilot


@pytest.mark.parametrize("size", [(40, 8), (80, 24), (200, 60)])
async def test_every_row_is_as_wide_as_the_view_and_one_is_selected(size):
    async with alone(size=size) as (app, _):
        app.view.browser.rows.expand_all(0)
        for node in (0, 100, 20_000):
            app.view.browser.select(node)
            app.view.sync()
            widths = {app.view.render_line(y).cell_length for y in range(app.view.size.height)}
            assert widths == {app.view.size.width}
            assert sum(row.startswith("❯") for row in app.rows()) == 1


async def test_a_click_selects_and_on_the_mark_it_opens_and_closes():
    async with alone() as (app, pilot):
        await pilot.click(TreeView, offset=(12, 3))
        assert app.view.browser.selected == app.view.browser.rows.node_in_row(3)
        assert len(app.view.browser.rows) == 10
        mark = app.rows()[4].index("▸")
        await pilot.click(TreeView, offset=(mark, 4))
        assert len(app.view.browser.rows) == 18
        await pilot.click(TreeView, offset=(mark, 4))
        assert len(app.view.browser.rows) == 10


async def test_a_double_click_opens_the_row_of_its_first_click_though_the_rows_scroll_between():
    async with alone(size=(80, 8)) as (app, pilot):
        browser = app.view.browser
        bottom = browser.rows.node_in_row(7)
        await pilot.click(TreeView, offset=(20, 7), times=2)
        assert app.view.scroll_offset.y > 0
        assert browser.selected == bottom
        assert not browser.rows.is_collapsed(bottom)
        assert sum(map(browser.rows.is_collapsed, browser.trace.children(0))) == 8


async def test_a_click_below_the_last_row_does_nothing():
    async with alone(AIMA) as (app, pilot):
        await pilot.click(TreeView, offset=(5, 20), times=2)
        assert app.view.browser.selected == 0
        assert len(app.view.browser.rows) == 13


async def test_the_wheel_scrolls_and_leaves_the_selection():
    async with alone() as (app, pilot):
        app.view.browser.rows.expand_all(0)
        app.view.sync()
        top = app.rows()[0]
        await pilot._post_mouse_events([MouseScrollDown], TreeView, offset=(5, 5))
        await pilot.pause()
        await app.view.app.animator.wait_for_idle()
        assert app.view.scroll_offset.y > 0
        assert app.rows()[0] != top
        assert app.view.browser.selected == 0


async def test_the_title_says_what_is_filtered_sorted_and_where_the_root_is():
    async with alone() as (app, pilot):
        app.view.browser.select(1)
        for key in ("reroot", "toggle_pruned", "next_order"):
            app.do(key)
        await pilot.pause()
        assert app.titles[-1].endswith("root: a1 · no pruned branches · by value")
        assert app.titles[-1].startswith("  node")
        told = len(app.titles)
        app.view.sync()
        await pilot.pause()
        assert len(app.titles) == told


async def test_the_label_of_the_selected_row_of_five_thousand_plies_is_always_in_sight():
    async with alone(CHAIN, "minimax") as (app, _):
        app.do("expand_variation")
        column = app.rows()[0].index("=")
        for node in (0, 8, 9, 15, 2_500, 4_999, 5_000, 100):
            app.view.browser.select(node)
            app.view.sync()
            (row,) = [row for row in app.rows() if row.startswith("❯")]
            assert "‹" not in row
            assert "›" not in row
            assert row.index("=") == column
            assert all(other.index("=") == column for other in app.rows())


async def test_the_indentation_moves_by_hand_and_rows_outside_say_their_ply():
    async with alone(CHAIN, "minimax") as (app, _):
        app.do("expand_variation")
        assert not app.rows()[0].startswith("❯◆‹")
        app.do("shift_right")
        assert app.rows()[0].startswith("❯◆‹0")
        assert "‹1" in app.rows()[1]
        app.do("shift_left")
        assert "‹" not in app.rows()[0]
        assert app.rows()[-1].split()[0] == "23›"


async def test_painted_rows_are_kept_by_what_they_show_and_not_by_where_they_stand():
    async with alone() as (app, _):
        app.view.browser.rows.expand_all(0)
        app.view.sync()
        app.rows()
        painted = len(app.view._strips)
        app.view.scroll_to(y=1, animate=False, immediate=True)
        app.rows()
        assert len(app.view._strips) <= painted + 1


async def test_a_recording_that_grows_is_laid_out_anew():
    async with alone(CHAIN, "minimax") as (app, _):
        browser = app.view.browser
        assert app.view.row_layout.indented_plies < 5_000
        early = tracer.trace("tictactoe", max_nodes=5)
        app.view.browser = Browser(early)
        app.view.sync()
        assert app.view.row_layout.indented_plies == int(early.columns.ply.max())
        app.view.browser.trace = tracer.trace("tictactoe")
        app.view.browser.tree.extend_rows()
        app.view.sync()
        assert app.view.row_layout.indented_plies == 9
        assert browser is not app.view.browser


async def test_without_colour_the_selected_row_is_pointed_at(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with alone(AIMA) as (app, _):
        assert app.no_color
        app.do("select_next")
        assert [row.startswith("❯") for row in app.rows()[:3]] == [False, True, False]
