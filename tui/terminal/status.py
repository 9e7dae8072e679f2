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

USUAL = 80
"""Columns of a terminal that does not tell."""
_on: list[tuple[TextIO, int]] = []
"""Where a line stands now, and how long it is; empty where there is none."""


def show(text: str, stream: TextIO | None = None) -> None:
    """Say it in the place of what was said before; nothing where no terminal is there to show it.

    Args:
        text: what is said.
        stream: where, if nothing is said yet; None is stderr, for what goes to stdout may be for a program.
    """
    if not _on and not is_possible(stream):
        return
    stream, before = _on.pop() if _on else (stream or sys.stderr, 0)
    with contextlib.suppress(OSError, ValueError):  # it is gone, or was closed
        shown = fit(text, os.get_terminal_size(stream.fileno()).columns or USUAL)
        cells = sum(map(_cells, shown))
        stream.write(f"\r{shown}{' ' * (before - cells)}")
        stream.flush()
        _on.append((stream, cells))


def clear() -> None:
    """Take away what was said."""
    if _on:
        stream, cells = _on.pop()
        with contextlib.suppress(OSError, ValueError):
            stream.write(f"\r{' ' * cells}\r")
            stream.flush()


def is_possible(stream: TextIO | None = None) -> bool:
    """Whether a terminal shows it: that of a line that is there, or of a stream; None is stderr."""
    if _on:
        return True
    try:
        return os.environ.get("TERM") != "dumb" and (stream or sys.stderr).isatty()
    except (AttributeError, ValueError):  # it is closed
        return False


def fit(text: str, width: int) -> str:
    r"""As much of a text as fits in a row without its last column, and nothing in it that a terminal would obey.

    >>> fit("opening t.plyscope …", 12)
    'opening t.…'
    >>> fit("\x1b[2J 日本", 12), fit("日本語", 6)
    ('?[2J 日本', '日本…')
    """
    shown = "".join(sign if sign.isprintable() else "?" for sign in text)
    if sum(map(_cells, shown)) < width:
        return shown
    kept, cells = "", 1
    for sign in shown:
        cells += _cells(sign)
        if cells >= width:
            break
        kept += sign
    return f"{kept}…"


def _cells(sign: str) -> int:
    return 0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1


@contextlib.contextmanager
def loading() -> Iterator[None]:
    """Load what is needed; what is there afterwards is never looked through for garbage again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()
