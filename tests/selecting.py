"""Choosing the nodes of a drawing under one budget."""

from typing import Any

import tracer
from viz.pictures.selection import MAX_NODES, Selection, Selector


def select(trace: tracer.Trace, max_nodes: int = MAX_NODES, **options: Any) -> Selection:
    """The nodes that are drawn; see `Selector` for the options."""
    return Selector(trace, max_nodes=max_nodes, **options).select(max_nodes)
