"""Pictures and tables of a trace.

>>> import tracer
>>> print(to_dot(tracer.trace([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), max_nodes=1).splitlines()[0])
digraph plyscope {
"""

from __future__ import annotations

import os
from typing import Unpack

from tracer.trace import Trace
from viz import dot, formats, svg
from viz.dot import Options
from viz.sides import Sides, side_by_side

__all__ = ["Options", "Sides", "diff_to_dot", "draw", "draw_diff", "side_by_side", "to_dot", "to_svg"]


def draw(trace: Trace, path: str | os.PathLike[str], *, format: str | None = None, **options: Unpack[Options]) -> None:
    """Write a trace to a file: a picture (.svg, .png, .pdf, .dot) or a table (.csv, .parquet).

    Args:
        trace: what was recorded.
        path: the file; its suffix is the format.
        format: where the suffix does not tell it.
        **options: what shapes a picture: root, max_nodes, ply, board, sideways, theme, dpi.

    Raises:
        PlyscopeError: the format, an option or the place is wrong, or a tool is missing.
    """
    formats.export(trace, path, format=format, **options)


def draw_diff(
    a: Trace, b: Trace, path: str | os.PathLike[str], *, format: str | None = None, **options: Unpack[Options]
) -> None:
    """Draw two traces of one position as one tree: what only one of them visited, and what both did differently.

    Args:
        a: one trace.
        b: the other.
        path: the file; its suffix is the format (.svg, .png, .pdf, .dot).
        format: where the suffix does not tell it.
        **options: as for `draw`; `root` is a node of the union tree.

    Raises:
        PlyscopeError: the traces are of different positions; and whatever `draw` refuses.
    """
    both = side_by_side(a, b)
    drawing: Options = {**options, "sides": both}
    formats.export(both.trace, path, format=format, **drawing)


def diff_to_dot(a: Trace, b: Trace, **options: Unpack[Options]) -> str:
    """Two traces of one position as one tree, in DOT; see `draw_diff`.

    Raises:
        PlyscopeError: the traces are of different positions, or an option is wrong.
    """
    both = side_by_side(a, b)
    drawing: Options = {**options, "sides": both}
    return dot.text(both.trace, **drawing)


def to_dot(trace: Trace, **options: Unpack[Options]) -> str:
    """A trace as DOT text; the same trace gives the same text.

    Raises:
        PlyscopeError: an option is wrong.
    """
    return dot.text(trace, **options)


def to_svg(trace: Trace, **options: Unpack[Options]) -> str:
    """A trace as the text of an SVG picture.

    Raises:
        PlyscopeError: an option is wrong, or Graphviz is missing or fails.
    """
    return svg.text(trace, **options)
