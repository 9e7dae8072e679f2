"""Pictures of pages that commands wrote, as a browser shows them."""

from __future__ import annotations

import io
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Self

COLOURS = 96
"""Colours of a picture, of which a page has few; so it is small."""
_TITLE = re.compile(r"(?P<file>[\w./-]+\.html)#?(?P<place>\S*), (?P<width>\d+)×(?P<height>\d+)(?P<live>, live)?")


@dataclass(frozen=True, slots=True)
class Photograph:
    """A page at a place of it (what stands behind the # of its address), in a window of so many pixels."""

    file: str
    place: str
    width: int
    height: int
    live: bool = False
    """Whether the site shows the page itself in its place."""

    @classmethod
    def read(cls, title: str) -> Self | None:
        """The page that a picture's title says; None where it says none.

        >>> Photograph.read("tree.html#step=12, 1200×760")
        Photograph(file='tree.html', place='step=12', width=1200, height=760, live=False)
        """
        if (found := _TITLE.fullmatch(title)) is None:
            return None
        return cls(found["file"], found["place"], int(found["width"]), int(found["height"]), bool(found["live"]))

    def take(self, folder: Path, target: Path) -> None:
        """Write the picture of a page that lies in a folder, as PNG; the page gets no network."""
        if not (folder / self.file).is_file():
            raise ValueError(f"no picture of {self.file}: nothing above it writes it")
        from PIL import Image  # needed where there is such a picture alone, as the browser is
        from playwright.sync_api import sync_playwright

        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            context = browser.new_context(
                viewport={"width": self.width, "height": self.height}, offline=True, reduced_motion="reduce"
            )
            page = context.new_page()
            page.goto(f"{(folder / self.file).resolve().as_uri()}#{self.place}")
            page.wait_for_function("!document.querySelector('main[aria-busy]')")
            seen = page.screenshot()
            browser.close()
        Image.open(io.BytesIO(seen)).convert("RGB").quantize(COLOURS).save(target, optimize=True)
