"""Makes the README's pictures: the real explorer and the real page, and the gallery of figures."""

from __future__ import annotations

import asyncio
import io
import re
import runpy
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import tracer
import viz
from tracer.games.rules import MAX, MIN
from tracer.playing.match import Match
from tracer.playing.opponents import player_of
from tui.app import ExplorerApp
from tui.model.playing.session import Session
from tui.screens.playing import Playing
from viz.export import write_stream

PICTURES = Path(__file__).parent / "pictures"
TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""The tree of Russell and Norvig's chapter on games."""
ENDING = "a3/b3/a2/c1/c3"
"""A position of tic-tac-toe with four empty squares, and both kinds of cutoffs below it."""
COLUMN = "830x700"
"""Pixels of a picture that README shows at its own size."""
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


async def playing() -> str:
    """A game of Connect Four against alpha-beta, and what the last reply but one expected."""
    match = Match("connect4:5,4,4")
    players = {MAX: None, MIN: player_of("alphabeta:depth=6", match.game)}
    game = Playing(Session(match, players))
    app = ExplorerApp(None, opening=game)
    async with app.run_test(size=(120, 32)) as pilot:
        for key in ("enter", "right", "enter", "left", "left", "enter", "e"):
            await pilot.press(key)
            while game.thinking.busy:
                await pilot.pause(0.02)
        await pilot.pause()
        return app.export_screenshot(title="plyscope play connect4:5,4,4 --min alphabeta:depth=6")


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


def gallery() -> None:
    """Write the figures, the textbook's search as it goes on, and a dark picture; the icicle in few colours."""
    figures = Path(__file__).parent / "figures"
    for script in sorted(figures.glob("*.py")):
        found = runpy.run_path(str(script))
        if "figure" in found:
            target = PICTURES / f"{script.stem.replace('_', '-')}.svg"
            target.write_text(found["figure"](), encoding="utf-8")
    whole = runpy.run_path(str(figures / "icicle.py"))["trace"]()
    bitmap = io.BytesIO()
    write_stream(whole, bitmap, "png", chart="icicle", mass="nodes", dpi=140)
    Image.open(bitmap).convert("RGB").quantize(48).save(PICTURES / "icicle.png", optimize=True)
    viz.draw(tracer.trace(TEXTBOOK), PICTURES / "animation.svg", animate="event", fit=COLUMN)
    ending = tracer.trace("tictactoe", position=ENDING)
    viz.draw(ending, PICTURES / "dark.svg", theme="dark", board=True, windows="none", reasons=False, fit="830x900")


def page() -> None:
    """Photograph the page of tic-tac-toe at a deep cutoff."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "tictactoe.html"
        viz.draw(tracer.trace("tictactoe"), file)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        view = browser.new_page(viewport={"width": 1200, "height": 760}, reduced_motion="reduce")
        view.goto(f"{file.as_uri()}#step=1304")
        view.get_by_text("alpha cutoff at").first.wait_for()
        bitmap = io.BytesIO(view.screenshot())
        browser.close()
    Image.open(bitmap).convert("RGB").quantize(96).save(PICTURES / "page.png", optimize=True)


def main() -> None:
    """Write all."""
    PICTURES.mkdir(exist_ok=True)
    gallery()
    page()
    tictactoe = ExplorerApp(tracer.trace("tictactoe"), "tictactoe")
    whole, textbook = (
        ExplorerApp(tracer.trace("tictactoe"), "tictactoe"),
        ExplorerApp(tracer.trace(TEXTBOOK), "textbook"),
    )
    pair = ExplorerApp(tracer.trace("tictactoe", "minimax"), "tictactoe", against=tracer.trace("tictactoe"))
    pictures = {
        "stepping": animated(asyncio.run(stepping())),
        "why": asyncio.run(screen(tictactoe, (180, 46), ": 1 3 0 4 enter", "plyscope explore tictactoe")),
        "side-by-side": asyncio.run(
            screen(pair, (150, 36), "d", "plyscope explore tictactoe -a minimax -a alphabeta"),
        ),
        "picture": asyncio.run(screen(textbook, (80, 27), "0 x T", "plyscope explore '[[3,12,8],[2,4,6],[14,5,2]]'")),
        "playing": asyncio.run(playing()),
        "map": asyncio.run(screen(whole, (130, 34), "0 } } } } } } } T T", "plyscope explore tictactoe")),
    }
    for name, picture in pictures.items():
        (PICTURES / f"{name}.svg").write_text(picture, encoding="utf-8")
    viz.draw(tracer.trace(TEXTBOOK), PICTURES / "tree.svg", fit=COLUMN)


if __name__ == "__main__":
    main()
