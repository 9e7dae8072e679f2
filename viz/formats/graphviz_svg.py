"""A picture as Graphviz draws it in SVG, where cutoffs and pruned branches say why to whoever rests on them."""

from __future__ import annotations

import re
from html import escape

from viz.formats.dot import lines
from viz.graphviz.render import render
from viz.pictures.drawing import Picture

_SHAPE = re.compile(r"(<title>(n\d+)</title>\s*<(polygon|ellipse|path)\b[^<>]*)/>")
"""A node as Graphviz writes it: its name, which is ours, and then the first piece of its outline."""


def text(drawn: Picture) -> str:
    """The text of an SVG file.

    Raises:
        RenderError: Graphviz is missing or fails.
    """
    svg = render("\n".join(lines(drawn)), "svg", layout=drawn.layout or "dot").decode()
    reasons = {box.name: box.why for box in drawn.boxes}

    def told(shape: re.Match[str]) -> str:
        start, name, tag = shape.groups()
        why = reasons[name]
        return f"{start}><title>{escape(why)}</title></{tag}>" if why else shape[0]

    return _SHAPE.sub(told, svg)
