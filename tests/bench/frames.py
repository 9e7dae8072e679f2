"""Times the explorer in a process of its own, as users run it, and prints JSON: python frames.py GAME SEARCH NODES."""

from __future__ import annotations

import asyncio
import json
import sys
from time import perf_counter
from typing import Any

import tracer
from tui.app import ExplorerApp, settle
from tui.explorer import Explorer

ACTIONS = (
    "time.forward",
    "time.next_cutoff",
    "time.previous_cutoff",
    "time.start",
    "time.finish",
    "tree.toggle",
    "tree.down",
    "tree.page_down",
    "tree.bottom",
    "time.back",
)


async def frames(trace: tracer.Trace, rounds: int) -> tuple[float, dict[str, list[float]]]:
    """Milliseconds to the first frame, and from each action to its frame, with everything expanded."""
    started = perf_counter()
    app = ExplorerApp(trace, "bench")
    async with app.run_test(size=(200, 60)):
        opened = (perf_counter() - started) * 1_000
        screen = app.screen
        assert isinstance(screen, Explorer)
        screen.browser.rows.expand_all(0)
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
    return opened, times


def main() -> None:
    """Record, explore, print."""
    game, search, nodes = sys.argv[1:]
    trace = tracer.trace(game, search, max_nodes=int(nodes))
    settle()
    opened, times = asyncio.run(frames(trace, 20))
    print(json.dumps({"nodes": len(trace), "opened": opened, "times": times}))


if __name__ == "__main__":
    main()
