"""Makes the README's pictures: the real explorer stepping, saying why, and comparing; and a pruned tree."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import tracer
import viz
from tui.app import ExplorerApp

PICTURES = Path(__file__).parent / "pictures"
TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""The tree of Russell and Norvig's chapter on games."""
SECONDS = 2.5
"""For which each step of the moving picture stands."""
_SIZE = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


async def stepping() -> list[str]:
    """The textbook tree around its first cutoff, a screen a step."""
    app = ExplorerApp(tracer.trace(TEXTBOOK), "textbook")
    async with app.run_test(size=(80, 27)) as pilot:
        await pilot.press(":", *"8", "enter")
        screens = []
        for _ in range(8):
            await pilot.press("n")
            await pilot.pause()
            screens.append(app.export_screenshot(title="plyscope explore"))
    return screens


async def screen(app: ExplorerApp, size: tuple[int, int], keys: str, title: str) -> str:
    """The explorer after some keys, as SVG."""
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys.split())
        await pilot.pause()
        return app.export_screenshot(title=title)


def animated(screens: list[str]) -> str:
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


def main() -> None:
    """Write all."""
    PICTURES.mkdir(exist_ok=True)
    tictactoe = ExplorerApp(tracer.trace("tictactoe"), "tictactoe")
    pair = ExplorerApp(tracer.trace("tictactoe", "minimax"), "tictactoe", against=tracer.trace("tictactoe"))
    pictures = {
        "stepping": animated(asyncio.run(stepping())),
        "why": asyncio.run(screen(tictactoe, (180, 46), ": 1 3 0 4 enter", "plyscope explore tictactoe")),
        "side-by-side": asyncio.run(
            screen(pair, (150, 36), "d", "plyscope explore tictactoe -a minimax -a alphabeta"),
        ),
    }
    for name, picture in pictures.items():
        (PICTURES / f"{name}.svg").write_text(picture, encoding="utf-8")
    viz.draw(tracer.trace(TEXTBOOK), PICTURES / "tree.svg")


if __name__ == "__main__":
    main()
