"""Nodes as callers name them, and parts of a trace worth drawing, each as a mask over its nodes."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from tracer.condition.expression import parse_condition
from tracer.errors import PlyscopeError
from tracer.recording.columns import Bools
from tracer.recording.node import Node
from tracer.recording.status import PRUNED
from tracer.text import clean, nearest
from tracer.tracing import Trace

View = Callable[[Trace], Bools]
"""From a trace to one truth value a node."""


def variation(trace: Trace) -> Bools:
    """The principal variation, and of every other move along it the best reply: what refutes it. O(ply × branching).

    Of the iterations of a driver the one that gave the value: the others are no moves.
    """
    chosen, line = select_nothing(trace), trace.principal_variation
    for place, node in enumerate(line):
        passes = node in trace.drivers
        children = [*line[place + 1 : place + 2]] if passes else list(trace.children(node))
        chosen[[node, *children]] = True
        replies = [trace.best_child(child) for child in children]
        chosen[[reply for reply in replies if reply is not None]] = True
    return chosen


def cutoffs(trace: Trace) -> Bools:
    """Every node that a cutoff left early, the child that brought it about, and the branches it pruned. O(n)."""
    columns = trace.columns
    pruned = columns.status == PRUNED
    chosen: Bools = pruned.copy()
    chosen[columns.parent[pruned]] = True
    # The branches pruned at a node follow its last visited child.
    before = np.flatnonzero(~pruned & np.append(pruned, False)[columns.end])
    refuting = columns.parent[before] == columns.parent[columns.end[before]]
    chosen[before[refuting]] = True
    return chosen


def neighbourhood(node: int) -> View:
    """The neighbourhood of a node: the path to it, its siblings, its children, and theirs."""

    def view(trace: Trace) -> Bools:
        path = trace.ancestry(node)
        children = trace.children(node)
        chosen = select_nothing(trace)
        chosen[[*path, *children]] = True
        if len(path) > 1:
            chosen[trace.children(path[-2])] = True
        for child in children:
            chosen[trace.children(child)] = True
        return chosen

    return view


def matches(condition: str) -> View:
    """The nodes that fulfil a condition, such as `cutoff and ply == 3`.

    Raises:
        PlyscopeError: it is no condition.
    """
    return parse_condition(condition).nodes


def select_nothing(trace: Trace) -> Bools:
    """No node."""
    return np.zeros(len(trace), np.bool_)


VIEWS: Mapping[str, View] = {"pv": variation, "cutoffs": cutoffs}
"""By the name that the command line knows."""


def views(names: Iterable[str]) -> list[View]:
    """Views by their names; a text is one name.

    Raises:
        PlyscopeError: there is none of some name.
    """
    chosen = []
    for name in (names,) if isinstance(names, str) else names:
        if name not in VIEWS:
            known = ", ".join(VIEWS)
            raise PlyscopeError(f"no view {clean(name)!r}{nearest(name, VIEWS)}; there are: {known}")
        chosen.append(VIEWS[name])
    return chosen


def join(trace: Trace, parts: Iterable[View]) -> Bools | None:
    """What any of some views has; None where there are no views."""
    masks = [part(trace) for part in parts]
    together: Bools | None = np.any(masks, axis=0) if masks else None
    return together


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
