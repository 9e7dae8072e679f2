"""Times the explorer in a terminal of its own, as users run it: python frames.py FILE ROUNDS 200x60 rows."""

import asyncio
import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios
from pathlib import Path
from threading import Thread
from time import monotonic, perf_counter, process_time
from typing import Any, NamedTuple

STARTED = perf_counter()

from rich.segment import Segment  # noqa: E402
from rich.style import Style  # noqa: E402
from textual.app import App, ComposeResult  # noqa: E402
from textual.events import Key  # noqa: E402
from textual.geometry import Region  # noqa: E402
from textual.reactive import reactive  # noqa: E402
from textual.strip import Strip  # noqa: E402
from textual.widget import Widget  # noqa: E402

import tracer  # noqa: E402  # what it takes to load is measured too
from tui.app import ExplorerApp, settle  # noqa: E402
from tui.screens.explorer import Explorer  # noqa: E402

KEYS = (
    *("n", "x", "X", "m", "0", "u", "w", "end", "enter", "enter", "down", "pagedown", "G", "b", "n"),
    *("ctrl+up", "n", "ctrl+down", "N", "f"),
)
VIEWS = {"rows": (), "picture": ("T",), "map": ("T", "T"), "lists": ("grave_accent",)}
"""The keys that lead to each view of the tree, and to the lists below it."""
HITS = "ply == 2"
"""What was looked for: there are hits in the list and on the line of time."""
PANES = "Panel, TreeView, PictureView, MapView, ListsPane"
"""What the yardstick has plain widgets for."""
STYLES = [Style.parse(look) for look in ("red", "green", "bold", "dim")]
QUIET = 0.04
"""Seconds without a frame after which all that a key asked for is drawn; and the pace of a person."""
PATIENCE = 0.5
"""Seconds after which a key has drawn nothing: all stands as it did."""
PLAYED = 2.0
"""Seconds for which it plays."""
SPEED = 1_000
"""Steps a second."""


class Frame(NamedTuple):
    """How long it took from a key to the last frame that it asked for, in milliseconds."""

    waited: float
    """On the clock on the wall: of Textual's own clock of 60 frames a second, too."""
    worked: float
    """Of the processor."""


class Plain(Widget):
    """Lines of coloured words, all of which change with every frame."""

    number = reactive(0)

    def render_line(self, y: int) -> Strip:
        """Words, ten columns each."""
        words = [f"{self.number + y + place:<10}" for place in range(self.size.width // 10)]
        rest = Segment(" " * (self.size.width % 10))
        return Strip([*(Segment(word, STYLES[place % len(STYLES)]) for place, word in enumerate(words)), rest])


class PlainApp(App[None]):
    """The yardstick: such a widget in the place of each panel, and nothing else."""

    CSS = "Plain { position: absolute; }"
    BINDINGS = [("n", "next", "next")]  # noqa: RUF012  # declared so by Textual

    def __init__(self, places: list[Region]) -> None:
        super().__init__()
        self._places = places

    def compose(self) -> ComposeResult:
        for place in self._places:
            plain = Plain()
            plain.styles.width, plain.styles.height, plain.styles.offset = place.width, place.height, place.offset
            yield plain

    def action_next(self) -> None:
        """Change all of it."""
        for plain in self.query(Plain):
            plain.number += 1


class Watch:
    """Sees each frame of an app as it is drawn."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self._drawn: tuple[float, float] | None = None
        display = app._display

        def watched(*arguments: Any) -> None:
            display(*arguments)
            self._drawn = perf_counter(), process_time()

        app._display = watched  # type: ignore[method-assign]

    async def press(self, key: str) -> Frame | None:
        """What the last frame after a key took; None where there was none."""
        await asyncio.sleep(QUIET)
        self._drawn = None
        started, worked = perf_counter(), process_time()
        self._app.post_message(Key(key, key if len(key) == 1 else None))
        while self._drawn is None or perf_counter() - self._drawn[0] < QUIET:
            await asyncio.sleep(QUIET)
            if self._drawn is None and perf_counter() - started > PATIENCE:
                return None
        drawn, done = self._drawn
        return Frame((drawn - started) * 1_000, (done - worked) * 1_000)


def explored(trace: tracer.Trace, rounds: int, view: str) -> tuple[dict[str, Any], list[Region]]:
    """Seconds to the first frame, milliseconds from each key to its frame, how far it plays; where the panels are."""
    app = ExplorerApp(trace, "bench")
    found: dict[str, Any] = {}
    places: list[Region] = []

    async def drive(pilot: Any) -> None:
        while not app.screen.query("TreeView"):
            await pilot.pause()
        await pilot.pause()
        found["opened"], found["started"] = perf_counter() - STARTED, process_time()
        screen = app.screen
        assert isinstance(screen, Explorer)
        screen.browser.run_action("finder.look_for", HITS)
        while not len(screen.browser.finder.hits):
            await pilot.pause()
        screen.browser.rows.expand_all(0)
        screen.sync()
        await pilot.pause()
        settle()
        watch = Watch(app)
        for key in VIEWS[view]:
            await watch.press(key)
        times: dict[str, list[Frame]] = {key: [] for key in KEYS}
        for _ in range(rounds):
            for key in KEYS:
                frame = await watch.press(key)
                times[key] += [] if frame is None else [frame]
        places.extend(widget.region for widget in screen.query(PANES) if widget.display and widget.region)
        found["times"], found["played"] = times, await plays(screen)
        app.exit()

    app.run(auto_pilot=drive)
    return found, places


def repainted(places: list[Region], rounds: int) -> list[Frame]:
    """What Textual needs to repaint plain widgets in the places of the panels."""
    app = PlainApp(places)
    frames: list[Frame] = []

    async def drive(pilot: Any) -> None:
        while not app.query(Plain):
            await pilot.pause()
        await pilot.pause()
        watch = Watch(app)
        found = [await watch.press("n") for _ in range(rounds)]
        frames.extend(frame for frame in found if frame is not None)
        app.exit()

    app.run(auto_pilot=drive)
    return frames


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


def terminal(columns: int, rows: int) -> int:
    """Be in a terminal of that size from now on, which takes all that is written. Gives what was the output before."""
    before, (shown, here) = os.dup(1), pty.openpty()
    fcntl.ioctl(here, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    for stream in (0, 1, 2):
        os.dup2(here, stream)
    for name in ("COLUMNS", "LINES", "NO_COLOR"):
        os.environ.pop(name, None)
    os.environ |= {"TERM": "xterm-256color", "COLORTERM": "truecolor"}

    def read() -> None:
        while os.read(shown, 1 << 16):
            pass

    Thread(target=read, daemon=True).start()
    return before


def main() -> None:
    """Open, explore, print."""
    path, rounds, size, view = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
    output = terminal(*map(int, size.split("x")))
    begun = process_time()
    trace = tracer.load(path)
    loaded = process_time() - begun
    found, places = explored(trace, rounds, view)
    found["plain"] = repainted(places, 4 * rounds)
    found |= {"nodes": len(trace), "loaded": loaded, "memory": most_memory()}
    os.write(output, json.dumps(found).encode())


def most_memory() -> float:
    """The most megabytes that this process ever held."""
    status = Path("/proc/self/status").read_text(encoding="ascii")  # `getrusage` counts what the parent held, too
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1_024


if __name__ == "__main__":
    main()
