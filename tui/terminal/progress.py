"""How far something is: one line on stderr, and where else it may be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from time import monotonic
from typing import NamedTuple

from tracer.recording.slices import Beat
from tui.terminal import status_line

BYTES_PER_MEGABYTE = 1_000_000


def format_file_size(size: int) -> str:
    """Return a number of bytes as people read it.

    >>> format_file_size(950), format_file_size(31_400), format_file_size(2_345_678)
    ('1 kB', '31 kB', '2.3 MB')
    """
    return f"{size / BYTES_PER_MEGABYTE:,.1f} MB" if size >= BYTES_PER_MEGABYTE else f"{max(size // 1000, 1)} kB"


REPORT_INTERVAL = 0.1
"""Seconds between two things that are said of how far it is."""


class Throttle:
    """Tells whether it is time to say again how far something is: after each interval of seconds."""

    def __init__(self, interval: float | None = None, *, is_due_at_once: bool = False) -> None:
        self._interval = REPORT_INTERVAL if interval is None else interval
        self._last_time = float("-inf") if is_due_at_once else monotonic()

    def is_due(self) -> bool:
        """Return whether it is time; if it is, the interval begins again."""
        now = monotonic()
        is_due = now > self._last_time + self._interval
        if is_due:
            self._last_time = now
        return is_due


class ProgressDisplay(NamedTuple):
    """Where it is shown how far a search, or the reading of a file, is."""

    searching: Callable[[str, int | None], AbstractContextManager[Callable[[int], None] | None]]
    """Gives the function to call with the number of nodes so far; see `show_search_progress`."""
    reading: Callable[[str], AbstractContextManager[Callable[[int, int], None] | None]]
    """Gives the function to call with the bytes read so far and the size of the file."""
    working: Callable[[str], AbstractContextManager[Beat]]
    """Gives the function to call with how much of something else is done, and of how much."""


@contextmanager
def show_search_progress(label: str, expected_nodes: int | None) -> Iterator[Callable[[int], None] | None]:
    """Show nodes, nodes a second and the time on stderr while a search runs; nothing where that is no terminal.

    Gives the function to call with the number of nodes so far.
    """
    if not status_line.can_show_status():
        yield None
        return
    status_line.show_status(f"{label} …")
    started = monotonic()

    def report(nodes: int) -> None:
        elapsed = monotonic() - started
        share = f" of {expected_nodes:,}, {nodes / expected_nodes:.0%}" if expected_nodes else ""
        rate = f", {nodes / elapsed:,.0f} nodes/s" if elapsed > 0 else ""
        status_line.show_status(f"{label}: {nodes:,} nodes{share}{rate}, {elapsed // 60:.0f}:{elapsed % 60:02.0f}")

    try:
        yield report
    finally:
        status_line.clear_status()


@contextmanager
def _show_reading_progress(path: str) -> Iterator[Callable[[int, int], None] | None]:
    """Show on stderr how far a trace file was read; nothing where that is no terminal."""
    if not status_line.can_show_status():
        yield None
        return
    throttle = Throttle()

    def report(read: int, size: int) -> None:
        if read == size:
            status_line.show_status(f"checking {path}, {size / BYTES_PER_MEGABYTE:,.0f} MB …")
        elif throttle.is_due():
            status_line.show_status(
                f"opening {path}: {read / BYTES_PER_MEGABYTE:,.0f} of {size / BYTES_PER_MEGABYTE:,.0f} MB"
            )

    try:
        yield report
    finally:
        status_line.clear_status()


@contextmanager
def _show_working_progress(label: str) -> Iterator[Beat]:
    """Show on stderr how far something is; the line stays until something else is shown."""
    status_line.show_status(f"{label} …")
    throttle = Throttle()

    def report(done: int, total: int) -> None:
        if throttle.is_due():
            status_line.show_status(f"{label}: {100 * done // total} %")

    yield report


TERMINAL_PROGRESS = ProgressDisplay(show_search_progress, _show_reading_progress, _show_working_progress)
"""One line on stderr."""
