"""Nodes as callers name them, by ids, by paths of moves or as `plyscope.Node`: what drawings take is ids."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any

from tracer.errors import PlyscopeError
from tracer.recording.node import Node
from tracer.text import clean
from tracer.tracing import Trace

Spot = int | str | tuple[str, ...] | Node
"""A node: its id, the path that leads there, as a text (`a2/b1`) or as its labels, or the node itself."""
OF_NODES = ("root", "near", "highlight", "nodes", "notes")
"""The options that name nodes."""


def with_ids(trace: Trace, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options in which all nodes are named by their ids.

    Raises:
        PlyscopeError: one is no node of the trace.
    """
    return {name: _ids(trace, name, told) if name in OF_NODES else told for name, told in options.items()}


def node_id(trace: Trace, name: str, told: Any) -> int:
    """The id of a node.

    Args:
        trace: the trace.
        name: what it is for, as messages call it.
        told: a `Spot`, or what is to be refused.

    Raises:
        PlyscopeError: it is no node of the trace.
    """
    if isinstance(told, Node):
        if told.trace.columns is not trace.columns:
            raise PlyscopeError(f"{name} is a node of another trace: {clean(repr(told))}")
        return told.index
    if isinstance(told, str | tuple):
        return trace.find(told).index
    try:
        return operator.index(told)
    except TypeError:
        raise PlyscopeError(
            f"{name}: a node is its id, a path such as 'a2/b1', or a tracer.Node, not {clean(repr(told), 60)}"
        ) from None


def _ids(trace: Trace, name: str, told: Any) -> Any:
    if told is None or name in ("root", "near"):
        return told if told is None else node_id(trace, name, told)
    if isinstance(told, Mapping):
        return {node_id(trace, name, node): words for node, words in told.items()}
    several = isinstance(told, Iterable) and not isinstance(told, str | Node)
    return [node_id(trace, name, node) for node in (told if several else [told])]
