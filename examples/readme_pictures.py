"""Makes the README's pictures: the explorer at a cutoff, and a pruned tree."""

from __future__ import annotations

import asyncio
from pathlib import Path

import tracer
import viz
from tui.app import ExplorerApp

PICTURES = Path(__file__).parent / "pictures"
SIZE = (120, 36)
"""Columns and rows of the terminal."""
KEYS = ["0", *["x"] * 8, "n", "n"]
"""From the start of the search to the eighth cutoff, and past its pruned branches."""


async def explorer() -> str:
    """The explorer at a cutoff of tic-tac-toe, as SVG."""
    app = ExplorerApp(tracer.trace("tictactoe"), "tictactoe")
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*KEYS)
        await pilot.pause()
        return app.export_screenshot(title="plyscope explore tictactoe")


def main() -> None:
    """Write both."""
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / "explorer.svg").write_text(asyncio.run(explorer()), encoding="utf-8")
    viz.draw(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), PICTURES / "tree.svg")


if __name__ == "__main__":
    main()
