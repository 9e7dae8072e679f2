"""Pictures, pages and tables of a trace.

>>> import tracer
>>> print(to_dot(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), max_nodes=1).splitlines()[0])
digraph plyscope {
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any, Unpack

from tracer.tracing import Trace, need_trace
from viz.paper import fitting
from viz.pictures.boxes import Picture
from viz.pictures.node_masks import Spot, node_id, resolve_node_options
from viz.pictures.options import Options, with_bounds
from viz.pictures.sides import Sides, side_by_side

if TYPE_CHECKING:
    from viz.charts.registry import CHARTS
    from viz.formats.registry import FORMATS

__all__ = [
    "CHARTS",
    "FORMATS",
    "Options",
    "Picture",
    "Sides",
    "diff_to_dot",
    "draw",
    "draw_diff",
    "panels",
    "picture",
    "side_by_side",
    "to_dot",
    "to_html",
    "to_mermaid",
    "to_svg",
    "to_tikz",
    "widget",
]


if not TYPE_CHECKING:  # a type checker would take any name for an attribute

    def __getattr__(name: str) -> Any:
        """`FORMATS` and `CHARTS`, read-only and by their names: all of them are loaded when they are asked for."""
        if name not in ("FORMATS", "CHARTS"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        registry = importlib.import_module(f"viz.{name.lower()}.registry")
        return getattr(registry, name)


def picture(trace: Trace, **options: Unpack[Options]) -> Picture:
    """What would be drawn of a trace, to be put into `plyscope.panels` beside others.

    Where the options say how many nodes are drawn, or how deep, they are, and the picture is as large as they need;
    otherwise as many as can be read where it is shown, as `Options.fit` says.

    Args:
        trace: what was recorded.
        **options: what shapes a picture: see `viz.Options`.

    Raises:
        PlyscopeError: an option is wrong, the budget draws nothing, a position is wanted and the trace has no game, or
            the sides are those of another trace.
    """
    need_trace(trace)
    return fitting.fit_picture(trace, **options)


def draw(
    trace: Trace,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    chart: str | None = None,
    animate: str | None = None,
    **options: Unpack[Options],
) -> None:
    """Write a trace to a file: a picture, a page, a table, or data for other programs.

    Args:
        trace: what was recorded.
        path: the file; its suffix is the format: one of `plyscope.FORMATS`. `step-%02d.svg` is a file for each frame.
        format: where the suffix does not tell it.
        chart: one of `plyscope.CHARTS`, such as `icicle`: the whole trace, however large, instead of its tree.
        animate: `event`, `cutoff`, or of a best-first search `iteration`: the search as it went on, a frame for each.
        **options: what shapes a picture: see `viz.Options`.

    Raises:
        PlyscopeError: the format, an option or the place is wrong, or a tool is missing.
    """
    from viz.export import write_file

    need_trace(trace)
    write_file(trace, path, format=format, chart=chart, animate=animate, **resolve_node_options(trace, options))


def draw_diff(
    a: Trace,
    b: Trace,
    path: str | os.PathLike[str],
    *,
    side: str = "",
    format: str | None = None,
    **options: Unpack[Options],
) -> None:
    """Draw two traces of one position as one tree: what only one of them visited, and what both did differently.

    Args:
        a: one trace.
        b: the other.
        path: the file; its suffix is the format, that of a picture.
        side: `A` or `B`: draw that one as it is drawn alone, and in grey what the other has; empty draws both alike.
        format: where the suffix does not tell it.
        **options: as for `plyscope.draw`; `root` is a node of the union tree.

    Raises:
        PlyscopeError: the traces are of different positions, there is no such side, or `plyscope.draw` refuses it.
    """
    both = _two(a, b, side, options)
    shape: Options = {**options, "sides": both}
    draw(both.trace, path, format=format, **shape)


def diff_to_dot(a: Trace, b: Trace, *, side: str = "", **options: Unpack[Options]) -> str:
    """Two traces of one position as one tree, in DOT; see `plyscope.draw_diff`.

    Args:
        a: one trace.
        b: the other.
        side: `A` or `B`: draw that one as it is drawn alone, and in grey what the other has; empty draws both alike.
        **options: what shapes a picture: see `viz.Options`.

    Raises:
        PlyscopeError: the traces are of different positions, or an option is wrong.
    """
    both = _two(a, b, side, options)
    shape: Options = {**options, "sides": both}
    return to_dot(both.trace, **shape)


def panels(
    pictures: Sequence[Picture], *, columns: int = 2, heading: Sequence[str] = (), like: Picture | None = None
) -> str:
    """Several pictures in a grid, as the text of one SVG. What their legends explain is explained once, below them all.

    Args:
        pictures: from left to right, row by row.
        columns: pictures in a row.
        heading: what stands above them all, the title first.
        like: a picture that has every node of the others, which then stand where it has them; None places each picture
            for itself.

    Raises:
        PlyscopeError: there is no picture or no column, a picture asks for a layout of Graphviz, or has a node that
            `like` has not.
    """
    from viz.formats import svg
    from viz.paper.grid import draw_panels

    return svg.svg_text(draw_panels(pictures, columns=columns, heading=heading, full_tree=like))


def to_dot(trace: Trace, **options: Unpack[Options]) -> str:
    """A trace as DOT text; the same trace gives the same text.

    Args:
        trace: what was recorded.
        **options: what shapes a picture: see `viz.Options`.

    Raises:
        PlyscopeError: an option is wrong, or would change nothing.
    """
    return _text("dot", trace, options)


def to_svg(trace: Trace, **options: Unpack[Options]) -> str:
    """A trace as the text of an SVG picture.

    Args:
        trace: what was recorded.
        **options: what shapes a picture: see `viz.Options`.

    Raises:
        PlyscopeError: an option is wrong, or would change nothing; or a Graphviz layout is asked for, and Graphviz is
            missing or fails.
    """
    return _text("svg", trace, options)


def to_tikz(trace: Trace, **options: Unpack[Options]) -> str:
    """A trace as a LaTeX document with TikZ.

    Args:
        trace: what was recorded.
        **options: what shapes a picture: see `viz.Options`.

    Raises:
        PlyscopeError: an option is wrong, or would change nothing, or there are more nodes than TeX can take.
    """
    return _text("tex", trace, options)


def to_mermaid(trace: Trace, **options: Unpack[Options]) -> str:
    """A trace as a Mermaid flow chart.

    Args:
        trace: what was recorded.
        **options: what shapes a picture: see `viz.Options`.

    Raises:
        PlyscopeError: an option is wrong, or would change nothing, or there are more edges than Mermaid takes.
    """
    return _text("mmd", trace, options)


def to_html(
    trace: Trace,
    *,
    root: Spot = 0,
    step: int | None = None,
    theme: str = "",
    bounds: str = "proved",
    title: str | None = None,
    subtitle: str | None = None,
) -> str:
    """A trace as a page of its own, to step through in a browser.

    Args:
        trace: what was recorded.
        root: the node at the top: its id, the path that leads there, or a `plyscope.Node`.
        step: the step it begins with; None is the first.
        theme: the name of a theme; without one, what the reader's system says.
        bounds: `proved`, or `classical`: signs before values say what the nodes' windows prove alone.
        title: what stands above it in place of what was searched.
        subtitle: words behind the title.

    Raises:
        PlyscopeError: there is no such root, step or theme, or the trace is too large for a page.
    """
    from viz.page.document import make_page

    root = node_id(trace, "root", root)
    return make_page(with_bounds(trace, bounds), root=root, step=step, theme=theme, title=title, subtitle=subtitle)


def widget(trace: Trace, *, root: Spot = 0, step: int | None = None, theme: str = "", bounds: str = "proved") -> Any:
    """A trace as an anywidget of a notebook, to step through; its `step` can be read, observed and set.

    Args:
        trace: what was recorded.
        root: the node at the top: its id, the path that leads there, or a `plyscope.Node`.
        step: the step it begins with; None is the first.
        theme: the name of a theme; without one, what the reader's system says.
        bounds: `proved`, or `classical`: signs before values say what the nodes' windows prove alone.

    Raises:
        PlyscopeError: anywidget is not installed, or there is no such root, step or theme.
    """
    from viz.page.document import make_widget

    return make_widget(trace, root=node_id(trace, "root", root), step=step, theme=theme, bounds=bounds)


def _two(a: Trace, b: Trace, side: str, options: Options) -> Sides:
    bounds = options.get("bounds", "proved")
    return side_by_side(with_bounds(a, bounds), with_bounds(b, bounds), side)


def _text(format: str, trace: Trace, options: Options) -> str:
    """What is written of a trace, as text."""
    from viz.export import write_stream

    need_trace(trace)
    stream = BytesIO()
    write_stream(trace, stream, format, **resolve_node_options(trace, options))
    return stream.getvalue().decode()


CELL = "1000x620"
"""Pixels of a notebook's cell that is seen as a whole."""
# In a notebook a trace shows itself as a picture.
Trace.draw_with(partial(to_svg, fit=CELL))
