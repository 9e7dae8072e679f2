"""How a game looks. `pytest --snapshot-update` writes the pictures, which are then to be looked at."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from gaming import Scripted, session
from textual.pilot import Pilot

from tui.app import ExplorerApp
from tui.model.playing.session import Session
from tui.screens.game_screen import GameScreen

Snap = Callable[..., bool]
SIZES = [(120, 40), (80, 24), (60, 20)]


def shown(game: Session) -> ExplorerApp:
    return ExplorerApp(None, opening=GameScreen(game))


def before(*keys: str) -> Callable[[Pilot[Any]], Awaitable[None]]:
    """Press keys, and wait for the reply to each."""

    async def run(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        for key in keys:
            await pilot.press(key)
            while getattr(pilot.app.screen, "thinking", None) is not None and pilot.app.screen.thinking.is_busy:
                await pilot.pause(0.01)
        await pilot.pause()

    return run


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.parametrize("size", SIZES)
def test_connect_four(snap_compare: Snap, size: tuple[int, int]) -> None:
    game = session("connect4:5,4,4", other=Scripted("2", "3", line=("1", "4")))
    keys = before("enter", "right", "enter", "e", "up")
    assert snap_compare(shown(game), run_before=keys, terminal_size=size)


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
def test_chess_with_a_square_that_is_chosen(
    snap_compare: Snap, size: tuple[int, int], need: Callable[[str], None]
) -> None:
    need("chess")
    game = session("chess", other=Scripted("e5"))
    keys = before(
        "down",
        "down",
        "down",
        "right",
        "enter",
        "up",
        "up",
        "enter",
        "down",
        "down",
        "down",
        "right",
        "right",
        "enter",
        "up",
    )
    assert snap_compare(shown(game), run_before=keys, terminal_size=size)


def test_without_colours(snap_compare: Snap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    game = session(other=Scripted("a1"))
    assert snap_compare(shown(game), run_before=before("enter", "right"), terminal_size=(80, 24))


def test_heaps_that_are_rows(snap_compare: Snap) -> None:
    game = session("nim:1,3,5", other=Scripted("c2"))
    assert snap_compare(shown(game), run_before=before("enter"), terminal_size=(80, 24))


def test_a_game_without_a_board(snap_compare: Snap) -> None:
    assert snap_compare(shown(session("pig:20")), run_before=before(), terminal_size=(80, 24))
