"""Times the explorer in a process of its own, as users run it, and prints JSON: python frames.py FILE."""

from __future__ import annotations

import asyncio
import json
import re
import sys
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

STARTED = perf_counter()

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
PLAYED = 2.0
"""Seconds for which it plays."""
SPEED = 1_000
"""Steps a second."""


async def explored(trace: tracer.Trace, rounds: int) -> dict[str, Any]:
    """Seconds to the first frame, milliseconds from each action to its frame, and how far it plays in a time."""
    app = ExplorerApp(trace, "bench")
    async with app.run_test(size=(200, 60)) as pilot:
        opened = perf_counter() - STARTED
        screen = app.screen
        assert isinstance(screen, Explorer)
        screen.browser.rows.expand_all(0)
        screen.sync()
        await pilot.pause()
        times = await acted(app, screen, rounds)
        played = await plays(screen)
    return {"opened": opened, "times": times, "played": played}


async def acted(app: ExplorerApp, screen: Explorer, rounds: int) -> dict[str, list[float]]:
    """Milliseconds from each action to the frame that shows it."""
    drawn: list[float] = []
    display = app._display

    def watched(*arguments: Any) -> None:
        display(*arguments)
        drawn.append(perf_counter())

    app._display = watched  # type: ignore[method-assign]
    times: dict[str, list[float]] = {name: [] for name in ACTIONS}
    for _ in range(rounds):
        for name in ACTIONS:
            await asyncio.sleep(0.05)  # a person's pace: the frame before is done
            drawn.clear()
            started = perf_counter()
            screen.action_do(name)
            while not drawn:
                await asyncio.sleep(0.0005)
            times[name].append((drawn[0] - started) * 1_000)
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
    begun = perf_counter()
    trace = tracer.load(sys.argv[1])
    loaded = perf_counter() - begun
    settle()
    found = asyncio.run(explored(trace, int(sys.argv[2])))
    print(json.dumps({"nodes": len(trace), "loaded": loaded, "memory": most_memory(), **found}))


def most_memory() -> float:
    """The most megabytes that this process ever held."""
    status = Path("/proc/self/status").read_text(encoding="ascii")  # `getrusage` counts what the parent held, too
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1_024


if __name__ == "__main__":
    main()
