"""A picture as SVG: what Graphviz drew, where cutoffs and pruned branches say why to whoever rests on them."""

from __future__ import annotations

import re
from html import escape
from typing import Unpack

from tracer.trace import Trace
from viz import dot, labels
from viz.dot import Options
from viz.render import render

EXPLAINED = 400
"""Nodes of a picture up to which it is said why: what a cutoff saved is counted for each of them."""
_SHAPE = re.compile(r"(<title>n(\d+)</title>\s*<(polygon|ellipse|path)\b[^<>]*)/>")
"""A node as Graphviz writes it: its id, which is ours, and then the first piece of its outline."""


def text(trace: Trace, **options: Unpack[Options]) -> str:
    """A trace as the text of an SVG picture.

    Raises:
        PlyscopeError: an option is wrong, or Graphviz is missing or fails.
    """
    drawn = render(dot.text(trace, **options), "svg").decode()
    # In the union of two searches no node has one reason.
    if options.get("sides") is not None or len(_SHAPE.findall(drawn)) > EXPLAINED:
        return drawn

    def told(shape: re.Match[str]) -> str:
        start, node, tag = shape.groups()
        why = labels.why(trace, int(node))
        return f"{start}><title>{escape(why)}</title></{tag}>" if why else shape[0]

    return _SHAPE.sub(told, drawn)
