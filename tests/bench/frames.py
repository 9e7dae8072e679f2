"""Times the explorer in a process of its own, as users run it, and prints JSON: python frames.py FILE."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, perf_counter, process_time
from typing import Any, NamedTuple

STARTED = perf_counter()

from rich.segment import Segment  # noqa: E402
from rich.style import Style  # noqa: E402
from textual.app import App, ComposeResult  # noqa: E402
from textual.reactive import reactive  # noqa: E402
from textual.strip import Strip  # noqa: E402
from textual.widget import Widget  # noqa: E402

import tracer  # noqa: E402  # what it takes to load is measured too
from tui.app import ExplorerApp, settle  # noqa: E402
from tui.screens.explorer import Explorer  # noqa: E402

ACTIONS = (
    "time.step_forward",
    "time.next_cutoff",
    "time.previous_cutoff",
    "time.next_best",
    "time.start",
    "time.step_out",
    "time.finish",
    "tree.toggle",
    "tree.select_next",
    "tree.page_down",
    "tree.select_last",
    "time.step_back",
)
SIZE = (200, 60)
"""Columns and rows of the screen."""
STYLES = [Style.parse(look) for look in ("red", "green", "bold", "dim")]
PLAYED = 2.0
"""Seconds for which it plays."""
SPEED = 1_000
"""Steps a second."""


class Frame(NamedTuple):
    """How long it took from an action to the frame that shows it, in milliseconds."""

    waited: float
    """On the clock on the wall: of Textual's own clock of 60 frames a second, too."""
    worked: float
    """Of the processor."""


class Plain(Widget):
    """Lines of coloured words, all of which change with every frame."""

    number = reactive(0)

    def render_line(self, y: int) -> Strip:
        """Twenty words."""
        words = [f"{self.number + y + place:<10}" for place in range(SIZE[0] // 10)]
        return Strip([Segment(word, STYLES[place % len(STYLES)]) for place, word in enumerate(words)])


class PlainApp(App[None]):
    """A screen of them."""

    CSS = "Plain { width: 100%; height: 100%; }"

    def compose(self) -> ComposeResult:
        yield Plain()


async def repainted(rounds: int) -> list[Frame]:
    """The yardstick: a plain screen of that size, painted by Textual."""
    app = PlainApp()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        watch, plain = Watch(app), app.query_one(Plain)
        return [await watch.frame(lambda: setattr(plain, "number", plain.number + 1)) for _ in range(rounds)]


async def explored(trace: tracer.Trace, rounds: int) -> dict[str, Any]:
    """Seconds to the first frame, milliseconds from each action to its frame, and how far it plays in a time."""
    app = ExplorerApp(trace, "bench")
    async with app.run_test(size=SIZE) as pilot:
        opened, worked = perf_counter() - STARTED, process_time()
        screen = app.screen
        assert isinstance(screen, Explorer)
        screen.browser.rows.expand_all(0)
        screen.sync()
        await pilot.pause()
        times = await acted(app, screen, rounds)
        played = await plays(screen)
    return {"opened": opened, "worked": worked, "times": times, "played": played}


class Watch:
    """Sees each frame of an app as it is drawn."""

    def __init__(self, app: App[Any]) -> None:
        self.drawn = asyncio.Event()
        display = app._display

        def watched(*arguments: Any) -> None:
            display(*arguments)
            self.drawn.set()

        app._display = watched  # type: ignore[method-assign]

    async def frame(self, act: Callable[[], object]) -> Frame:
        """What the first frame after an action took."""
        await asyncio.sleep(0.05)  # a person's pace: the frame before is done
        self.drawn.clear()
        started, worked = perf_counter(), process_time()
        act()
        await self.drawn.wait()
        return Frame((perf_counter() - started) * 1_000, (process_time() - worked) * 1_000)


async def acted(app: ExplorerApp, screen: Explorer, rounds: int) -> dict[str, list[Frame]]:
    """What the frames of each action took."""
    watch = Watch(app)
    times: dict[str, list[Frame]] = {name: [] for name in ACTIONS}
    for _ in range(rounds):
        for name in ACTIONS:
            times[name].append(await watch.frame(lambda name=name: screen.action_do(name)))  # type: ignore[misc]
    return times


async def plays(screen: Explorer) -> float:
    """Steps played in a time, as a share of those that were due."""
    screen.action_do("time.start")
    while screen.player.speed < SPEED:
        screen.player.faster()
    started = monotonic()
    screen.player.toggle()
    await asyncio.sleep(PLAYED)
    screen.player.tick()
    share = screen.browser.cursor.step / ((monotonic() - started) * SPEED)
    screen.player.pause()
    return share


def main() -> None:
    """Open, explore, print."""
    begun = process_time()
    trace = tracer.load(sys.argv[1])
    loaded = process_time() - begun
    settle()
    found = asyncio.run(explored(trace, int(sys.argv[2])))
    found["plain"] = asyncio.run(repainted(3 * int(sys.argv[2])))
    print(json.dumps({"nodes": len(trace), "loaded": loaded, "memory": most_memory(), **found}))


def most_memory() -> float:
    """The most megabytes that this process ever held."""
    status = Path("/proc/self/status").read_text(encoding="ascii")  # `getrusage` counts what the parent held, too
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1_024


if __name__ == "__main__":
    main()
