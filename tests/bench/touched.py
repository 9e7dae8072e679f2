"""Lists the files of plyscope that run between a key and its drawn frame, and while a small search is recorded.

`python tests/bench/touched.py` prints both numbers and the files. A file counts if a function of it is entered; what
loads only once, with the first frame or the first recording, does not.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import tracer  # noqa: E402
from tui.app import ExplorerApp  # noqa: E402

AIMA = "[[3,12,8],[2,4,6],[14,5,2]]"


@contextmanager
def entered_files() -> Iterator[set[str]]:
    """Collect the files of plyscope whose functions are entered meanwhile."""
    found: set[str] = set()
    folders = tuple(str(ROOT / package) for package in ("tracer", "viz", "tui"))

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(folders) and frame.f_code.co_name != "<module>":
            found.add(str(Path(name).relative_to(ROOT)))

    sys.setprofile(note)
    try:
        yield found
    finally:
        sys.setprofile(None)


def recorded() -> set[str]:
    """Return the files that run while nine leaves are recorded and counted."""

    def record() -> None:
        assert tracer.trace(AIMA).counts.visited

    record()
    with entered_files() as found:
        record()
    return found


def pressed(key: str) -> set[str]:
    """Return the files that run between a key and its drawn frame, in the explorer of nine leaves."""

    async def press() -> set[str]:
        app = ExplorerApp(tracer.trace(AIMA))
        async with app.run_test(size=(120, 40)) as pilot:
            for _ in range(3):
                await pilot.press(key)
            await pilot.pause(0.3)
            with entered_files() as found:
                await pilot.press(key)
                await pilot.pause(0.3)
            return found

    return asyncio.run(press())


def report(what: str, find: Callable[[], set[str]]) -> None:
    """Print how many files run, and which."""
    found = find()
    print(f"{what}: {len(found)} files")
    print("\n".join(f"  {name}" for name in sorted(found)))


if __name__ == "__main__":
    report("recording nine leaves", recorded)
    report("key n to the drawn frame", lambda: pressed("n"))
