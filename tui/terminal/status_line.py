"""One line on the terminal that says what is going on while there is nothing else to look at; it leaves nothing behind.

It is there before anything else is loaded, so it knows nothing but Python's own.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from unicodedata import combining, east_asian_width

TYPE_CHECKING = False  # `typing` takes a while to load
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

DEFAULT_WIDTH = 80
"""Columns of a terminal that does not tell."""
_shown_lines: list[tuple[TextIO, int]] = []
"""Where a line stands now, and how long it is; empty where there is none."""


def show_status(text: str, stream: TextIO | None = None) -> None:
    """Say it in the place of what was said before, or on a stream, by default stderr, if it is a terminal."""
    if not _shown_lines and not can_show_status(stream):
        return
    stream, former_cells = _shown_lines.pop() if _shown_lines else (stream or sys.stderr, 0)
    with contextlib.suppress(OSError, ValueError):  # it is gone, or was closed
        line = fit_to_width(text, os.get_terminal_size(stream.fileno()).columns or DEFAULT_WIDTH)
        cells = sum(map(_count_cells, line))
        stream.write(f"\r{line}{' ' * (former_cells - cells)}")
        stream.flush()
        _shown_lines.append((stream, cells))


def clear_status() -> None:
    """Take away what was said."""
    if _shown_lines:
        stream, cells = _shown_lines.pop()
        with contextlib.suppress(OSError, ValueError):
            stream.write(f"\r{' ' * cells}\r")
            stream.flush()


def can_show_status(stream: TextIO | None = None) -> bool:
    """Whether a terminal shows it: that of a line that is there, or of a stream; None is stderr."""
    if _shown_lines:
        return True
    try:
        return os.environ.get("TERM") != "dumb" and (stream or sys.stderr).isatty()
    except (AttributeError, ValueError):  # it is closed
        return False


def fit_to_width(text: str, width: int) -> str:
    r"""As much of a text as fits in a row without its last column, and nothing in it that a terminal would obey.

    >>> fit_to_width("opening t.plyscope …", 12)
    'opening t.…'
    >>> fit_to_width("\x1b[2J 日本", 12), fit_to_width("日本語", 6)
    ('?[2J 日本', '日本…')
    """
    printable = "".join(character if character.isprintable() else "?" for character in text)
    if sum(map(_count_cells, printable)) < width:
        return printable
    prefix, cells = "", 1
    for character in printable:
        cells += _count_cells(character)
        if cells >= width:
            break
        prefix += character
    return f"{prefix}…"


def _count_cells(character: str) -> int:
    return 0 if combining(character) else 2 if east_asian_width(character) in "WF" else 1


@contextlib.contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Load what is needed; what is there afterwards is never looked through for garbage again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()
