"""HTML: one page that holds the recording, to step through in a browser."""

from __future__ import annotations

from typing import BinaryIO

from tracer.tracing import Trace
from viz.formats.format import DrawingOptions, Format
from viz.page import document
from viz.pictures.options import with_bounds
from viz.pictures.theme import theme_name as name_of


def write_html(trace: Trace, stream: BinaryIO, options: DrawingOptions) -> None:
    """Write the page.

    Raises:
        PlyscopeError: there is no such root, step or theme, or the trace is too large for a page.
    """
    theme = options.get("theme") or document.AUTO_THEME
    page_options = {name: options[name] for name in ("root", "step", "title", "subtitle") if name in options}
    page_options["theme"] = theme if isinstance(theme, str) else name_of(theme)
    stream.write(document.make_page(with_bounds(trace, options.get("bounds", "proved")), **page_options).encode())


FORMAT = Format(
    name="html",
    holds="a page to step through, that needs nothing else",
    about=(
        "Every browser opens it from disk, without a network. It is the whole recording: step, play, drag, fold, "
        "search for a path, read why; a link keeps a view, and a frame shows it in another page."
    ),
    write=write_html,
    aliases=("htm",),
    takes=("root", "step", "theme", "bounds", "title", "subtitle"),
)
