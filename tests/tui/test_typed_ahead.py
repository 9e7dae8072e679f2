"""Keys that come faster than a prompt opens go to the prompt, and those after it to the screen."""

import asyncio

import pytest
from screens import notice, recording, running, shown, until
from strategies import AIMA
from textual.events import Key, Paste
from textual.widgets import Input

from tui import app as explorer
from tui.app import ExplorerApp
from tui.screens.explorer import Explorer
from tui.screens.prompt import Prompt

NAMES = {":": "colon", "/": "slash", "\n": "enter", "*": "asterisk", "\x1b": "escape", "=": "equals_sign", " ": "space"}


def burst(app, text: str) -> None:
    """All keys at once, as a terminal hands over what was typed while a program was busy."""
    for sign in text:
        app._driver.send_message(Key(NAMES.get(sign, sign), sign))


async def test_a_step_that_is_typed_at_once_is_gone_to():
    app = shown()
    async with running(app) as pilot:
        burst(app, ":1234\n")
        await until(pilot, lambda: app.browser.cursor.step == 1_234 and isinstance(app.screen, Explorer))


async def test_what_is_typed_after_the_answer_is_for_the_screen_again():
    app = shown(AIMA)
    async with running(app) as pilot:
        burst(app, "0:5\nnn:#3\nb")
        await until(pilot, lambda: app.browser.cursor.step == 6 and isinstance(app.screen, Explorer))
        assert not app._typed_ahead.is_holding


async def test_an_escape_leaves_the_prompt_and_a_refused_text_stays_in_it():
    app = shown(AIMA)
    async with running(app) as pilot:
        burst(app, "0:12\x1bnn:99999\n\x1bb")
        await until(pilot, lambda: isinstance(app.screen, Explorer) and app.browser.cursor.step == 1)
        burst(app, ":x\n12")
        await until(
            pilot,
            lambda: isinstance(app.screen, Prompt) and [line.value for line in app.screen.query(Input)] == ["x12"],
        )


async def test_what_is_pasted_after_the_key_of_a_prompt_waits_for_it_too():
    app = shown()
    async with running(app) as pilot:
        burst(app, ":")
        app._driver.send_message(Paste("b2/a1"))
        burst(app, "\n")
        await until(pilot, lambda: app.browser.trace.node(app.browser.selected).path == ("b2", "a1"))


async def test_a_key_that_asks_nothing_after_all_lets_the_next_pass():
    app = shown(AIMA, served=True)
    async with running(app) as pilot:
        app._driver.send_message(Key("ctrl+w", None))
        burst(app, "0")
        await until(pilot, lambda: app.browser.cursor.step == 0)
        assert "writes no files" not in notice(app)


async def test_keys_wait_no_longer_than_a_while(monkeypatch: pytest.MonkeyPatch):
    """Whatever became of the prompt."""
    monkeypatch.setattr(explorer, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(Explorer, "action_do", lambda *_: None)
    app = shown(AIMA)
    async with running(app) as pilot:
        burst(app, ":")
        await pilot.pause()
        assert app._typed_ahead.is_holding
        await until(pilot, lambda: not app._typed_ahead.is_holding)
        await pilot.press("question_mark")
        assert not isinstance(app.screen, Explorer)


@pytest.mark.parametrize("turns", range(4, 160, 12))
async def test_an_explorer_that_ends_while_a_prompt_is_coming_ends_well(turns):
    app = shown(AIMA)
    async with running(app):
        burst(app, ":")
        for _ in range(turns):
            await asyncio.sleep(0)
        app.exit()
    assert app.return_code == 0


SCREENS = {
    "start": lambda: ExplorerApp(None),
    "tour": lambda: ExplorerApp(None, tour=True),
    "explorer": lambda: shown(AIMA),
    "pair": lambda: shown(AIMA, "minimax", against=recording(AIMA)),
}


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.parametrize("turns", [1, 9])
async def test_what_ends_before_its_screen_is_there_ends_well(name, turns):
    app = SCREENS[name]()
    task = asyncio.create_task(app.run_async(headless=True))
    for _ in range(turns):
        await asyncio.sleep(0)
    app.exit()
    await task
    assert app.return_code == 0


@pytest.mark.parametrize(("name", "keys"), [("explorer", "p"), ("explorer", "T"), ("start", "o")])
@pytest.mark.parametrize("turns", [4, 7, 10, 13, 40])
async def test_what_ends_while_another_screen_is_coming_ends_well(name, keys, turns):
    app = SCREENS[name]()
    async with running(app):
        if keys == "p":
            app.action_command_palette()
        else:
            burst(app, keys)
        for _ in range(turns):
            await asyncio.sleep(0)
        app.exit()
    assert app.return_code == 0


async def test_a_palette_that_is_closed_before_it_is_there_is_none():
    app = shown(AIMA)
    async with running(app) as pilot:
        app.action_command_palette()
        app.pop_screen()
        await pilot.pause()
        await pilot.press("0")
        assert (app.return_code, app.browser.cursor.step) == (None, 0)
