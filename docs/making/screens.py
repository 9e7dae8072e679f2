"""Pictures of the terminal: what a command shows after some keys, as SVG."""

from __future__ import annotations

import asyncio
import re
import shlex
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from unittest.mock import patch

from making.commands import forked
from tui.app import ExplorerApp

SECONDS = 2.5
"""For which each screen of a moving picture stands."""
_TITLE = re.compile(
    r"(?P<command>plyscope .+?)(?:, keys (?P<keys>\S.*?))?(?:, (?P<width>\d+)×(?P<height>\d+))(?P<moving>, moving)?"
)
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')
_FONT_FACES = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


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

    def draw(self, folder: Path) -> str:
        """The picture, as SVG that asks no other host for anything; the command runs in a folder."""
        with tempfile.TemporaryDirectory() as kept:
            target = Path(kept) / "screen.svg"
            code, printed = forked(lambda: self._photograph(target), folder)
            if code or not target.exists():
                raise ValueError(f"no picture of `{self.command}`:\n{printed}")
            return target.read_text(encoding="utf-8")

    def _photograph(self, target: Path) -> None:
        """Run the command up to its screen, press the keys and write what is seen."""
        from tui import cli

        screens: list[str] = []

        def run(app: ExplorerApp) -> int:
            screens.extend(asyncio.run(self._pressed(app)))
            return 0

        words = shlex.split(self.command)[1:]
        sys.argv = ["plyscope", *words]
        with patch("tui.app.run", run), patch("tui.commands.explore.has_terminal", lambda: True):
            try:
                cli.main(words)
            finally:
                if screens:
                    target.write_text(_animated(screens) if self.moving else screens[-1], encoding="utf-8")

    async def _pressed(self, app: ExplorerApp) -> list[str]:
        """The screens: the last one, or those after each key."""
        screens = []
        async with app.run_test(size=(self.width, self.height)) as pilot:
            for key in self.keys:
                await pilot.press(key)
                await pilot.pause()
                await app.workers.wait_for_complete()
                await pilot.pause()
                if self.moving:
                    screens.append(_drawn(app, self.command))
            screens.append(_drawn(app, self.command))
        return screens[:-1] if self.moving else screens


def _drawn(app: ExplorerApp, title: str) -> str:
    """What an app shows, without fonts from elsewhere."""
    return _FONT_FACES.sub("", app.export_screenshot(title=title))


def _animated(screens: list[str]) -> str:
    """Several screens as one SVG that shows them in turn."""
    size = _SIZE.search(screens[0])
    assert size is not None
    width, height = size.groups()
    whole = SECONDS * len(screens)
    share = 100 / len(screens)
    frames = "".join(
        f'<g class="frame" style="animation-delay: {number * SECONDS - whole}s">{one}</g>'
        for number, one in enumerate(screens)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><style>'
        f"@keyframes turn {{ 0% {{ visibility: visible }} {share:.2f}%, 100% {{ visibility: hidden }} }}"
        f".frame {{ visibility: hidden; animation: turn {whole}s infinite step-end }}"
        f"</style>{frames}</svg>"
    )
