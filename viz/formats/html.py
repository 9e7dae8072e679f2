"""HTML: one page that holds the recording, to step through in a browser."""

from __future__ import annotations

from typing import BinaryIO

from tracer.tracing import Trace
from viz.formats.format import Drawing, Format
from viz.page import document
from viz.pictures.options import reading
from viz.pictures.theme import name as name_of


def write(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Write the page.

    Raises:
        PlyscopeError: there is no such root, step or theme, or the trace is too large for a page.
    """
    theme = options.get("theme") or document.AUTO
    shape = {name: options[name] for name in ("root", "step", "title", "subtitle") if name in options}
    shape["theme"] = theme if isinstance(theme, str) else name_of(theme)
    stream.write(document.text(reading(trace, options.get("bounds", "proved")), **shape).encode())


FORMAT = Format(
    name="html",
    holds="a page to step through, that needs nothing else",
    about=(
        "Every browser opens it from disk, without a network. It is the whole recording: step, play, drag, fold, "
        "search for a path, read why; a link keeps a view, and a frame shows it in another page."
    ),
    write=write,
    aliases=("htm",),
    takes=("root", "step", "theme", "bounds", "title", "subtitle"),
)
