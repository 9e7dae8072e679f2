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


def variation_mask(trace: Trace) -> Bools:
    """The principal variation, and of every other move along it the best reply: what refutes it. O(ply × branching).

    Of the iterations of a driver the one that gave the value: the others are no moves.
    """
    mask, pv_nodes = empty_mask(trace), trace.principal_variation
    for index, node in enumerate(pv_nodes):
        is_driver = node in trace.drivers
        children = [*pv_nodes[index + 1 : index + 2]] if is_driver else list(trace.children(node))
        mask[[node, *children]] = True
        replies = [trace.best_child(child) for child in children]
        mask[[reply for reply in replies if reply is not None]] = True
    return mask


def cutoff_mask(trace: Trace) -> Bools:
    """Every node that a cutoff left early, the child that brought it about, and the branches it pruned. O(n)."""
    columns = trace.columns
    pruned = columns.status == PRUNED
    mask: Bools = pruned.copy()
    mask[columns.parent[pruned]] = True
    # The branches pruned at a node follow its last visited child.
    last_visited = np.flatnonzero(~pruned & np.append(pruned, False)[columns.end])
    refuting = columns.parent[last_visited] == columns.parent[columns.end[last_visited]]
    mask[last_visited[refuting]] = True
    return mask


def neighbourhood_view(node: int) -> View:
    """The neighbourhood of a node: the path to it, its siblings, its children, and theirs."""

    def mask_neighbourhood(trace: Trace) -> Bools:
        path = trace.ancestry(node)
        children = trace.children(node)
        mask = empty_mask(trace)
        mask[[*path, *children]] = True
        if len(path) > 1:
            mask[trace.children(path[-2])] = True
        for child in children:
            mask[trace.children(child)] = True
        return mask

    return mask_neighbourhood


def condition_view(condition: str) -> View:
    """The nodes that fulfil a condition, such as `cutoff and ply == 3`.

    Raises:
        PlyscopeError: it is no condition.
    """
    return parse_condition(condition).nodes


def empty_mask(trace: Trace) -> Bools:
    """No node."""
    return np.zeros(len(trace), np.bool_)


VIEWS: Mapping[str, View] = {"pv": variation_mask, "cutoffs": cutoff_mask}
"""By the name that the command line knows."""


def views_by_name(names: Iterable[str]) -> list[View]:
    """Views by their names; a text is one name.

    Raises:
        PlyscopeError: there is none of some name.
    """
    selected = []
    for name in (names,) if isinstance(names, str) else names:
        if name not in VIEWS:
            known = ", ".join(VIEWS)
            raise PlyscopeError(f"no view {clean(name)!r}{nearest(name, VIEWS)}; there are: {known}")
        selected.append(VIEWS[name])
    return selected


def union_mask(trace: Trace, views: Iterable[View]) -> Bools | None:
    """What any of some views has; None where there are no views."""
    masks = [view(trace) for view in views]
    union: Bools | None = np.any(masks, axis=0) if masks else None
    return union


Spot = int | str | tuple[str, ...] | Node
"""A node: its id, the path that leads there, as a text (`a2/b1`) or as its labels, or the node itself."""
NODE_OPTIONS = ("root", "near", "highlight", "nodes", "notes")
"""The options that name nodes."""


def resolve_node_options(trace: Trace, options: Mapping[str, Any]) -> dict[str, Any]:
    """Options in which all nodes are named by their ids.

    Raises:
        PlyscopeError: one is no node of the trace.
    """
    return {
        name: _resolve_option(trace, name, value) if name in NODE_OPTIONS else value for name, value in options.items()
    }


def node_id(trace: Trace, option_name: str, reference: Any) -> int:
    """The id of a node.

    `option_name` is what messages call it.

    Raises:
        PlyscopeError: it is no node of the trace.
    """
    if isinstance(reference, Node):
        if reference.trace.columns is not trace.columns:
            raise PlyscopeError(f"{option_name} is a node of another trace: {clean(repr(reference))}")
        return reference.index
    if isinstance(reference, str | tuple):
        return trace.find(reference).index
    try:
        return operator.index(reference)
    except TypeError:
        raise PlyscopeError(
            f"{option_name}: a node is its id, a path such as 'a2/b1', or a tracer.Node, "
            f"not {clean(repr(reference), 60)}"
        ) from None


def _resolve_option(trace: Trace, option_name: str, value: Any) -> Any:
    if value is None or option_name in ("root", "near"):
        return value if value is None else node_id(trace, option_name, value)
    if isinstance(value, Mapping):
        return {node_id(trace, option_name, node): words for node, words in value.items()}
    is_several = isinstance(value, Iterable) and not isinstance(value, str | Node)
    return [node_id(trace, option_name, node) for node in (value if is_several else [value])]
