"""What a node is called where there is a line for it."""

from __future__ import annotations

from tracer.tracing import Trace


def node_title(trace: Trace, node: int) -> str:
    """The move to a node, and its name where a tree gives it one; the root has no move."""
    name = trace.names.get(node, "")
    if not node:
        return name or "root"
    return f"{trace.label(node)} · {name}" if name else trace.label(node)
