"""How long a test waits: for a condition, never for a time, and so long that only what is broken runs out of it."""

import os
import time
from collections.abc import Callable
from typing import TypeVar

Found = TypeVar("Found")

PATIENCE = 120.0 * float(os.environ.get("PLYSCOPE_PATIENCE", "1"))
"""Seconds after which what never came true fails a test; slow machines set PLYSCOPE_PATIENCE to a factor."""
PAUSE = 0.02
"""Seconds between looks."""


def sleep() -> None:
    """Let others work until the next look."""
    time.sleep(PAUSE)


def wait_until(
    condition: Callable[[], Found], what: str, *, seconds: float = PATIENCE, pause: Callable[[], object] = sleep
) -> Found:
    """What a condition gives as soon as that is true.

    Args:
        condition: asked again and again.
        what: is awaited, for the reader of a failure.
        seconds: after which the test fails.
        pause: what is done between two looks.
    """
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"never in {seconds:g} s: {what}"
        pause()
    return found
