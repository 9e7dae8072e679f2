"""How far something is: one line on stderr, and where else it may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import NamedTuple

from tracer.recording.slices import Beat
from tui.terminal import status

MEGABYTE = 1_000_000


def file_size(size: int) -> str:
    """Return a number of bytes as people read it.

    >>> file_size(950), file_size(31_400), file_size(2_345_678)
    ('1 kB', '31 kB', '2.3 MB')
    """
    return f"{size / MEGABYTE:,.1f} MB" if size >= MEGABYTE else f"{max(size // 1000, 1)} kB"


EVERY = 0.1
"""Seconds between two things that are said of how far it is."""


class Shown(NamedTuple):
    """Where it is shown how far a search, or the reading of a file, is."""

    searching: Callable[[str, Callable[[], int | None]], AbstractContextManager[Callable[[int], None] | None]]
    """Gives the function to call with the number of nodes so far; see `progress`."""
    reading: Callable[[str], AbstractContextManager[Callable[[int, int], None] | None]]
    """Gives the function to call with the bytes read so far and the size of the file."""
    working: Callable[[str], AbstractContextManager[Beat]]
    """Gives the function to call with how much of something else is done, and of how much."""


@contextmanager
def progress(label: str, total: Callable[[], int | None]) -> Iterator[Callable[[int], None] | None]:
    """Show nodes, nodes a second and the time on stderr while a search runs; nothing where that is no terminal.

    Gives the function to call with the number of nodes so far. `total` is asked once, for how much of all that is.
    """
    if not status.is_possible():
        yield None
        return
    status.show(f"{label} …")
    most, started = total(), monotonic()

    def report(nodes: int) -> None:
        elapsed = monotonic() - started
        share = f" of {most:,}, {nodes / most:.0%}" if most else ""
        rate = f", {nodes / elapsed:,.0f} nodes/s" if elapsed > 0 else ""
        status.show(f"{label}: {nodes:,} nodes{share}{rate}, {elapsed // 60:.0f}:{elapsed % 60:02.0f}")

    try:
        yield report
    finally:
        status.clear()


@contextmanager
def _reading(path: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show on stderr how far a trace file was read; nothing where that is no terminal."""
    if not status.is_possible():
        yield None
        return
    shown = monotonic()

    def report(read: int, size: int) -> None:
        nonlocal shown
        if read == size:
            status.show(f"checking {path}, {size / MEGABYTE:,.0f} MB …")
        elif monotonic() > shown + EVERY:
            shown = monotonic()
            status.show(f"opening {path}: {read / MEGABYTE:,.0f} of {size / MEGABYTE:,.0f} MB")

    try:
        yield report
    finally:
        status.clear()


@contextmanager
def _working(label: str) -> Iterator[Beat]:
    """Show on stderr how far something is; the line stays until something else is shown."""
    status.show(f"{label} …")
    shown = monotonic()

    def report(done: int, of: int) -> None:
        nonlocal shown
        if monotonic() > shown + EVERY:
            shown = monotonic()
            status.show(f"{label}: {100 * done // of} %")

    yield report


TERMINAL = Shown(progress, _reading, _working)
"""One line on stderr."""
