"""Keys and clicks that come before a screen is ready for them, or after it is gone, end nothing."""

import pytest
from screens import running, shown, until
from strategies import AIMA
from textual.events import Key
from textual.widgets import Input

from tui.screens.base_screens import CommandFinder
from tui.screens.explorer import Explorer
from tui.screens.prompt import Prompt


def burst(app, *keys: str) -> None:
    """All keys at once, as a terminal hands over what was typed while a program was busy."""
    for key in keys:
        app._driver.send_message(Key(key, key if len(key) == 1 else None))


@pytest.mark.parametrize("tree", [[5], AIMA], ids=["one move", "textbook"])
@pytest.mark.parametrize("arrow", ["right", "left", "up", "down", "enter"])
async def test_an_arrow_right_behind_the_key_of_the_picture_moves_in_it(tree, arrow):
    app = shown(tree)
    async with running(app) as pilot:
        burst(app, "T", arrow, "T", arrow, "T", arrow, "0")
        await until(pilot, lambda: app.browser.cursor.step == 0)


async def test_arrows_faster_than_frames_each_move_on():
    app = shown(AIMA)
    async with running(app, (120, 40)) as pilot:
        app.browser.select(1)
        await pilot.press("T")
        burst(app, "right", "right")
        await until(pilot, lambda: app.browser.selected == 9)


@pytest.mark.parametrize("key", ["pageup", "pagedown", "home", "end", "down", "enter", "up"])
async def test_a_key_right_behind_that_of_the_palette_ends_nothing(key):
    app = shown(AIMA)
    async with running(app) as pilot:
        burst(app, "ctrl+p", key)
        await until(pilot, lambda: isinstance(app.screen, CommandFinder))
        burst(app, key)
        while not isinstance(app.screen, Explorer):
            await pilot.press("escape")
        await pilot.press("0")
        assert app.browser.cursor.step == 0


@pytest.mark.parametrize(("key", "dialog"), [("ctrl+p", CommandFinder), ("colon", Prompt)])
async def test_a_dialog_that_is_closed_twice_leaves_the_screen_below_it(key, dialog):
    app = shown(AIMA)
    async with running(app) as pilot:
        burst(app, key)
        await until(pilot, lambda: isinstance(app.screen, dialog) and isinstance(app.focused, Input))
        front = app.screen
        front.dismiss(None)
        front.dismiss(None)
        await until(pilot, lambda: isinstance(app.screen, Explorer))
        assert len(app.screen_stack) == 1
