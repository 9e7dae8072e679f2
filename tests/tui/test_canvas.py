"""Widgets that keep their lines as they go to the terminal: nobody sees that Textual did not put them together."""

import pytest
from rich.segment import Segment
from rich.style import Style
from screens import running, shown
from strategies import AIMA
from textual.geometry import Region
from textual.widget import Widget

from tui.app import ExplorerApp
from tui.widgets.canvas import Canvas

KEYS = "x T n T n T grave_accent tab down enter minus ctrl+t b ctrl+t k escape"


def canvases(app: ExplorerApp) -> list[Canvas]:
    return [widget for widget in app.screen.query("*") if isinstance(widget, Canvas) and widget.display and widget.size]


def cells(strip: list[Segment]) -> list[tuple[str, Style | None]]:
    return [(char, piece.style) for piece in strip for char in piece.text]


def check(widget: Canvas, when: object) -> None:
    """The lines of a widget are what Textual makes of them."""
    for crop in (widget.outer_size.region, Region(1, 0, widget.outer_size.width - 2, 1)):
        ours = [cells(list(strip)) for strip in widget.render_lines(crop)]
        widget._styles_cache.clear()
        assert ours == [cells(list(strip)) for strip in Widget.render_lines(widget, crop)], (when, widget)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40), (200, 60)])
async def test_lines_in_their_frame_are_what_textual_makes_of_them(size):
    app = shown("tictactoe", max_nodes=900)
    async with running(app, size) as pilot:
        seen = set()
        for key in KEYS.split():
            await pilot.press(key)
            await pilot.pause()
            for widget in canvases(app):
                check(widget, key)
                seen.add(type(widget).__name__)
        assert {"TimeLine", "TreeView", "MapView", "PictureView", "ListsPane", "ThisStep"} <= seen


async def test_a_key_that_changes_nothing_paints_nothing():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        await pilot.press("0", "n", "b", "n")
        await pilot.pause()
        painted = []
        for widget in canvases(app):
            widget.paint = lambda *given, widget=widget: painted.append(widget)
        await pilot.press("b", "n")
        await pilot.pause()
        assert painted == []


async def test_widgets_of_another_size_show_what_has_room_in_them():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        await pilot.press("0", "x")
        for size in ((120, 30), (120, 44), (200, 60), (200, 40), (60, 20), (60, 12), (60, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for widget in canvases(app):
                assert widget.looks == widget.make_looks()
                check(widget, size)
