"""Pictures of the terminal: what a command shows after some keys, as SVG."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from unittest.mock import patch

from textual.pilot import Pilot

from making.commands import forked
from making.terminal_svg import Terminal
from tui.app import ExplorerApp
from tui.screens.game_screen import GameScreen
from tui.screens.trace_screen import TraceScreen

SECONDS = 2.5
"""For which each screen of a moving picture stands."""
_TITLE = re.compile(
    r"(?P<command>plyscope .+?)(?:, keys (?P<keys>\S.*?))?(?:, (?P<width>\d+)×(?P<height>\d+))(?P<moving>, moving)?"
)
PAUSE = 0.01
"""Seconds between looks at whether a job has ended."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What a command shows in a terminal of so many columns and rows, after some keys; moving: after each of them."""

    command: str
    keys: tuple[str, ...]
    width: int
    height: int
    moving: bool

    @classmethod
    def read(cls, title: str) -> Self | None:
        """The screen that a picture's title says; None where it says none.

        >>> Screen.read("plyscope explore tictactoe, keys x w, 100×30")
        Screen(command='plyscope explore tictactoe', keys=('x', 'w'), width=100, height=30, moving=False)
        """
        if (found := _TITLE.fullmatch(title)) is None:
            return None
        keys = tuple((found["keys"] or "").split())
        return cls(found["command"], keys, int(found["width"]), int(found["height"]), bool(found["moving"]))

    def take(self, folder: Path, target: Path) -> None:
        """Write the picture, as SVG that asks no other host for anything; the command runs in a folder."""
        code, printed = forked(lambda: self._photograph(target.resolve()), folder)
        if code or not target.exists():
            raise ValueError(f"no picture of `{self.command}`:\n{printed}")

    def _photograph(self, target: Path) -> None:
        """Run the command up to its screen, press the keys and write what is seen."""
        from tui import cli

        screens: list[str] = []

        def run(app: ExplorerApp) -> int:
            screens.extend(asyncio.run(self._pressed(app)))
            return 0

        words = shlex.split(self.command)[1:]
        sys.argv = ["plyscope", *words]
        with (
            tempfile.TemporaryDirectory() as newcomer,  # whose signs are still explained
            patch.dict(os.environ, {"PLYSCOPE_CONFIG": newcomer}),
            patch("tui.app.run", run),
            patch("tui.commands.explore.has_terminal", lambda: True),
            patch("tui.commands.play.has_terminal", lambda: True),
        ):
            try:
                cli.main(words)
            finally:
                if screens:
                    target.write_text(Terminal(screens, SECONDS).svg(), encoding="utf-8")

    async def _pressed(self, app: ExplorerApp) -> list[str]:
        """The screens: the last one, or those after each key."""
        screens = []
        async with app.run_test(size=(self.width, self.height)) as pilot:
            await _settled(pilot)
            for key in self.keys:
                await pilot.press(key)
                await _settled(pilot)
                if self.moving:
                    screens.append(app.export_screenshot(title=self.command))
            if not screens:
                screens.append(app.export_screenshot(title=self.command))
        return screens


async def _settled(pilot: Pilot[None]) -> None:
    """Wait until no job runs: no search, no check, no script, and no player's reply."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    while _has_job(pilot.app.screen):
        await pilot.pause(PAUSE)
    await pilot.pause()


def _has_job(screen: object) -> bool:
    if isinstance(screen, TraceScreen):
        return screen.lab.is_busy
    return isinstance(screen, GameScreen) and screen.thinking.is_busy
