"""The pane of the tree: its shapes, and what keys and the mouse do in each."""

from typing import Any

import pytest
from screens import notice, running, shown, text
from strategies import AIMA
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from tui.app import ExplorerApp
from tui.model.tree_sketch import ItemType
from tui.widgets.map_view import MapView
from tui.widgets.tree_pane import PictureView, TreePane, TreeShape
from tui.widgets.tree_view import TreeView


def pane(app: ExplorerApp) -> TreePane:
    return app.screen.query_one(TreePane)


async def turned(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def click(pilot: Pilot[None], view: Any, x: int, y: int, times: int = 1) -> None:
    await pilot.click(view, offset=(x, y), times=times)
    await pilot.pause()


async def test_one_key_turns_the_tree_from_rows_to_a_picture_to_a_map_and_back():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        for shape, kind, title in (
            (TreeShape.PICTURE, PictureView, "picture of all 13 nodes"),
            (TreeShape.MAP, MapView, "root · 13 nodes: 11 visited, 2 pruned"),
            (TreeShape.ROWS, TreeView, "node         value"),
        ):
            await turned(pilot, "T")
            assert pane(app).shape is shape
            assert app.focused is pane(app)
            assert app.screen.query_one(kind).display
            assert [view.display for view in pane(app).query("TreeView, PictureView, MapView")].count(True) == 1
            assert title in text(app)
            assert app.browser.selected == 0


def seen(app: ExplorerApp) -> set[type]:
    return {type(view) for view in pane(app).query("TreeView, PictureView, MapView") if view.display}


@pytest.mark.parametrize(("size", "beside"), [((100, 30), True), ((120, 40), False), ((200, 60), False)])
async def test_a_small_tree_is_shown_as_rows_and_a_picture_where_both_have_room(size, beside):
    app = shown(AIMA)
    async with running(app, size) as pilot:
        await pilot.press("0", "x")
        await pilot.pause()
        assert seen(app) == {TreeView, PictureView}
        rows, picture = app.screen.query_one(TreeView), app.screen.query_one(PictureView)
        assert (rows.region.y == picture.region.y) == beside
        assert rows.region.intersection(picture.region).area == 0
        assert len(picture.picture.spots) == 13, "each pruned leaf with its value"
        assert {drawn.value[0][0] for drawn in picture.picture.blocks if drawn.is_pruned} == {"4", "6"}
        await turned(pilot, "down")
        assert app.browser.selected == 6, "keys are those of rows"
        for shapes in ({PictureView}, {MapView}, {TreeView}, {TreeView, PictureView}):
            await turned(pilot, "T")
            assert seen(app) == shapes
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert seen(app) == {TreeView}
        await turned(pilot, "T")
        assert seen(app) == {PictureView}


async def test_a_terminal_that_grows_has_room_for_both_and_a_larger_tree_has_rows_alone():
    for spec, shapes in ((AIMA, {TreeView, PictureView}), ("nim:1,2,2", {TreeView})):
        app = shown(spec)
        async with running(app, (80, 24)) as pilot:
            assert seen(app) == {TreeView}
            await pilot.resize_terminal(110, 30)
            await pilot.pause()
            assert seen(app) == shapes


async def test_arrows_in_a_picture_go_where_they_point_and_enter_folds():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        await turned(pilot, "T", "down", "right")
        assert app.browser.selected == 5
        await turned(pilot, "enter")
        assert app.browser.rows.is_collapsed(5)
        assert "+3" in text(app)
        await turned(pilot, "enter", "down", "l", "enter")
        assert not any(spot.item.item_type is ItemType.PRUNED for spot in pane(app).picture.spots)
        await turned(pilot, "k", "h", "h")
        assert app.browser.selected == 1
        assert "nothing stands beside this node here" in notice(app)


async def test_the_keys_of_time_go_on_in_every_shape():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        await turned(pilot, "T", "0", "x")
        assert "▼ …2 ✂" in text(app)
        await turned(pilot, "T")
        assert "2 …2 2" in text(app)
        await turned(pilot, "n")
        assert app.browser.cursor.step == 14
        assert "2 ≤2 2" in text(app)


async def test_a_click_in_a_picture_selects_and_two_fold():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        await turned(pilot, "T")
        spot = next(spot for spot in pane(app).picture.spots if spot.item.node == 5)
        await click(pilot, PictureView, spot.x + 1, spot.y + 1)
        assert app.browser.selected == 5
        assert not app.browser.rows.is_collapsed(5)
        await click(pilot, PictureView, spot.x + 1, spot.y + 1, times=2)
        assert app.browser.rows.is_collapsed(5)
        before = app.browser.selected
        await click(pilot, PictureView, 0, 30)
        assert app.browser.selected == before


async def test_keys_move_about_in_a_map():
    app = shown("tictactoe")
    async with running(app, (120, 40)) as pilot:
        await turned(pilot, "T", "T", "down", "right", "enter")
        second = app.browser.trace.children(0)[1]
        assert app.browser.selected == second
        assert "root › b1 · " in text(app)
        span = pane(app).map.range_length
        await turned(pilot, "plus")
        assert pane(app).map.range_length == span / 2
        await turned(pilot, "minus", "minus", "minus", "minus", "minus", "minus", "minus", "minus")
        assert "this is the whole recording" in notice(app)
        await turned(pilot, "plus", "less_than_sign", "less_than_sign")
        assert "the recording begins here" in notice(app)
        await turned(pilot, "greater_than_sign")
        assert pane(app).map.range_start > 0
        await turned(pilot, "U")
        assert pane(app).map.range_length == pane(app).map.node_positions.total_width
        assert app.screen.player._speed_index == 2


async def test_the_wheel_zooms_a_map_a_drag_pans_it_a_click_selects_and_two_enter():
    app = shown("tictactoe")
    async with running(app, (120, 40)) as pilot:
        await turned(pilot, "T", "T")
        shape, whole = pane(app).map, pane(app).map.node_positions.total_width
        await pilot._post_mouse_events([MouseScrollUp], MapView, offset=(10, 10))
        await pilot.pause()
        assert shape.range_length < whole
        first = shape.range_start
        await pilot.mouse_down(MapView, offset=(40, 10))
        await pilot.hover(MapView, offset=(20, 10))
        await pilot.mouse_up(MapView, offset=(20, 10))
        await pilot.pause()
        assert shape.range_start > first
        assert app.browser.selected == 0
        for _ in range(3):
            await pilot._post_mouse_events([MouseScrollDown], MapView, offset=(10, 10))
        await pilot.pause()
        assert shape.range_length == whole
        third = app.browser.trace.children(0)[2]
        column = shape.column_at(shape.visible_middle_of(third))
        await click(pilot, MapView, column, 6)
        assert app.browser.selected == third
        assert shape.range_length == whole
        await click(pilot, MapView, column, 6, times=2)
        assert shape.range_start == shape.node_positions.position_of(third)
        await click(pilot, MapView, 3, 0)
        assert app.browser.selected == third


async def test_a_shape_follows_the_size_of_the_screen():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        await turned(pilot, "T")
        for size in ((80, 24), (40, 12), (200, 60), (120, 40)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            view = app.screen.query_one(PictureView)
            assert pane(app).picture.pane_size == (view.size.width, view.size.height)
            assert "❯" in text(app)
        assert "picture of all 13 nodes" in text(app)


async def test_filters_and_another_root_shape_the_picture_too():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        await turned(pilot, "T", "down", "right", "R")
        assert "picture of all 4 nodes · root: a2" in text(app)
        await turned(pilot, "p")
        assert "picture of all 2 nodes · root: a2 · no pruned branches" in text(app)
