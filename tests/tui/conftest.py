"""Screens in tests settle as soon as they have nothing left to do; Textual's pilot would wait for idle milliseconds."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
import textual.app
import textual.pilot
from editor import Editor
from patience import PATIENCE
from textual._context import active_app
from textual.app import App

from tui.adapter.adapter import Adapter
from tui.adapter.wire import Wire


@pytest.fixture(autouse=True)
def _settle_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a key press and a pause wait for; both wait for the messages of every widget besides."""
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", settled)


@pytest.fixture(autouse=True)
def _count_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small recordings have their pruned nodes counted however slow the machine is: screens show them."""
    monkeypatch.setattr("tui.screens.lab.IMMEDIATE_SECONDS", PATIENCE)


async def settled(_least: float = 0) -> None:
    """Let the app run until nothing is ready, and what waited for the next frame is done."""
    loop, app = asyncio.get_running_loop(), active_app.get()
    while True:
        await asyncio.sleep(0)
        if not loop._ready and not _came_of_a_frame(app):  # type: ignore[attr-defined]  # nothing public tells it
            return


def _came_of_a_frame(app: App[None]) -> bool:
    """Do what Textual does at the next frame; whether there was any."""
    if app._resize_timer is not None:
        app._check_resize()
    elif app.screen_stack and app.screen._update_timer._active.is_set():
        app.screen._on_timer_update()
    else:
        return False
    return True


@pytest.fixture
def editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Editor]:
    """An editor that is connected to an adapter of its own."""
    monkeypatch.chdir(tmp_path)
    ours, theirs = socket.socketpair()
    ours.settimeout(PATIENCE)
    serving = Thread(target=Adapter(Wire(theirs.recv, theirs.sendall)).serve)
    serving.start()
    yield Editor(ours.recv, ours.sendall)
    ours.shutdown(socket.SHUT_WR)
    serving.join(PATIENCE)
    assert not serving.is_alive()
    ours.close()
    theirs.close()
