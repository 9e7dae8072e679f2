"""How each kind of file is written; what is slow to load or optional is imported where it is used."""

from __future__ import annotations

from typing import Any, BinaryIO

from tracer.tracing import Trace
from viz.pictures.drawing import Picture, picture
from viz.pictures.theme import name

Drawing = dict[str, Any]
"""Options as keyword arguments: those of `viz.Options` that a format takes."""
PLOTTED = ("svg", "png", "pdf")
"""Formats of charts."""
ANIMATED = ("svg", "gif")
"""Formats of animations."""
DPI = 144
"""Dots an inch of a bitmap: sharp on today's screens."""


def svg(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """A picture as SVG, by the layout that is asked for."""
    stream.write(svg_text(picture(trace, **options)).encode())


def svg_text(drawn: Picture) -> str:
    """A picture as the text of an SVG file.

    Raises:
        PlyscopeError: Graphviz is asked for, and is missing or fails.
    """
    from viz.formats import graphviz_svg
    from viz.formats.svg import text
    from viz.paper.compose import compose

    return text(compose(drawn)) if drawn.layout is None else graphviz_svg.text(drawn)


def png(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """A picture as PNG."""
    drawn = picture(trace, **{**options, "dpi": options.get("dpi") or DPI})
    if drawn.layout is not None:
        stream.write(_graphviz(drawn, "png"))
        return
    from viz.formats.png import data
    from viz.paper.compose import compose

    stream.write(data(compose(drawn), drawn.dpi or DPI))


def pdf(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """A picture as PDF, one page of its size."""
    drawn = picture(trace, **options)
    if drawn.layout is not None:
        stream.write(_graphviz(drawn, "pdf"))
        return
    from viz.formats.pdf import data
    from viz.paper.compose import compose

    stream.write(data(compose(drawn)))


def _graphviz(drawn: Picture, format: str) -> bytes:
    from viz.formats.dot import lines
    from viz.graphviz.render import render

    return render("\n".join(lines(drawn)), format, layout=drawn.layout or "dot")


def dot(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """A picture as DOT."""
    from viz.formats.dot import lines

    for line in lines(picture(trace, **options)):
        stream.write(f"{line}\n".encode())


def tikz(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """A picture as a LaTeX document."""
    from viz.formats.tikz import BUDGET, lines

    fitting = {"max_nodes": BUDGET} if options.get("max_nodes") is None else {}
    for line in lines(picture(trace, **{**options, **fitting})):
        stream.write(f"{line}\n".encode())


def mermaid(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """A picture as a Mermaid flow chart."""
    from viz.formats.mermaid import lines

    for line in lines(picture(trace, **options)):
        stream.write(f"{line}\n".encode())


def markdown(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """A picture as a Mermaid flow chart in a block of Markdown."""
    from viz.formats.mermaid import lines

    for line in lines(picture(trace, **options), fenced=True):
        stream.write(f"{line}\n".encode())


def gif(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """An animation, a frame an event."""
    animated(trace, stream, "gif", "event", options)


def animated(trace: Trace, stream: BinaryIO, format: str, every: str, options: Drawing) -> None:
    """An animation."""
    from viz.paper.film import write

    write(trace, stream, format, every=every, **options)


def icicle(trace: Trace, stream: BinaryIO, format: str, options: Drawing) -> None:
    """The overview of a whole trace, or of a subtree."""
    from viz.charts.icicle import write

    write(trace, stream, format, **options)


def plies(trace: Trace, stream: BinaryIO, format: str, options: Drawing) -> None:
    """The counts by ply."""
    from viz.charts.plies import write

    write(trace, stream, format, **options)


def html(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """The page."""
    from viz.page.document import write

    theme = options.get("theme") or ""
    write(trace, stream, **{**options, "theme": theme if isinstance(theme, str) else name(theme)})


def csv(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """The table."""
    from viz.formats.table import write_csv

    write_csv(trace, stream)


def parquet(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """The table, packed."""
    from viz.formats.table import write_parquet

    write_parquet(trace, stream)


def node_link(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """Node-link data."""
    from viz.formats.node_link import write

    write(trace, stream)


def graphml(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """GraphML."""
    from viz.formats.graphml import write

    write(trace, stream)


def speedscope(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """A profile."""
    from viz.formats.speedscope import write

    write(trace, stream, **options)


def efg(trace: Trace, stream: BinaryIO, options: Drawing) -> None:
    """An extensive game."""
    from viz.formats.efg import write

    write(trace, stream)
