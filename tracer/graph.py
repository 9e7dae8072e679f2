"""The trace as a networkx tree: a read-only DiGraph whose mappings are views over the columns. Nothing is copied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import networkx as nx

from tracer.count.proved import proved_bound
from tracer.count.sizes import pruned_leaves
from tracer.recording.node import Node
from tracer.recording.recording import Recording

Value = TypeVar("Value")


class Attributes(dict[str, Any]):
    """The attributes of one node or edge: a dict that refuses changes, because they would be lost."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise nx.NetworkXError("this graph is a view of a trace and cannot be changed; graph.copy() can")

    __setitem__ = __delitem__ = clear = pop = popitem = setdefault = update = __ior__ = _refuse

    def copy(self) -> dict[str, Any]:
        """An ordinary dict."""
        return dict(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        return dict(self)


class ByNode(Mapping[int, Value]):
    """A mapping with one entry for every node."""

    _trace: Recording

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._trace)))

    def __len__(self) -> int:
        return len(self._trace)

    def __contains__(self, index: object) -> bool:
        return _is_node(index, len(self._trace))


class NodeView(ByNode[Attributes]):
    """Every node and its attributes. What a node does not have (a pruned branch has no value) is left out."""

    def __init__(self, trace: Recording) -> None:
        self._trace = trace

    def __getitem__(self, index: Any) -> Attributes:
        trace = self._trace
        if not _is_node(index, len(trace)):
            raise KeyError(index)
        node = Node(trace, index)
        turn, bound = node.turn, proved_bound(trace, index)
        known = {
            "move": node.label,
            "ply": node.ply,
            "turn": None if turn is None else turn.name,
            "alpha": node.alpha,
            "beta": node.beta,
            "value": node.value,
            "bound": None if bound is None else bound.name,
            "status": node.status.name,
            "cutoff": node.cutoff,
            "kind": None if node.kind == "move" else node.kind.upper(),
            "why": node.why.name if node.why else None,
            "weight": node.weight,
            "evaluation": node.evaluation,
            "leaf": pruned_leaves(trace, [index]).get(index),
            **{name: _told(numbers[index]) for name, numbers in trace.log_numbers.items()},
        }
        return Attributes({name: value for name, value in known.items() if value is not None})


def _told(value: Any) -> float | None:
    return None if value != value else float(value)


class Neighbours(Mapping[int, Attributes]):
    """The children of one node, or its parent, with the attributes of the edge."""

    __slots__ = ("_nodes", "_trace", "_upwards")

    def __init__(self, trace: Recording, nodes: list[int], upwards: int | None = None) -> None:
        self._trace, self._nodes, self._upwards = trace, nodes, upwards

    def __getitem__(self, index: int) -> Attributes:
        if index not in self._nodes:
            raise KeyError(index)
        return Attributes(move=self._trace.label(index if self._upwards is None else self._upwards))

    def __iter__(self) -> Iterator[int]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)


class AdjacencyView(ByNode[Neighbours]):
    """Every node and its children, or its parent."""

    def __init__(self, trace: Recording, *, upwards: bool) -> None:
        self._trace, self._upwards = trace, upwards

    def __getitem__(self, index: Any) -> Neighbours:
        trace = self._trace
        if not _is_node(index, len(trace)):
            raise KeyError(index)
        if not self._upwards:
            return Neighbours(trace, trace.children(int(index)))
        parent = int(trace.columns.parent[index])
        return Neighbours(trace, [parent] if parent >= 0 else [], int(index))


def graph(trace: Recording) -> nx.DiGraph[int]:
    """The trace as a frozen `networkx.DiGraph`; any networkx algorithm runs on it, and `copy()` gives an ordinary one.

    The nodes of a best-first search have the numbers of its log, too: `born` and `iteration`, with `n`, `w`,
    `q`, or `pn`, `dn`, or `merit`.

    Nodes are the ids. Attributes are plain numbers, texts and bools, as a file of a graph holds them, each where the
    node has it: `move` (str, the label), `ply` (int), `turn` ("MAX", "MIN", "CHANCE"), `alpha`, `beta`, `value` (float,
    MAX's view), `bound` ("EXACT", "LOWER", "UPPER": what is proved, as `Trace.proved_bound`, not `Node.bound`),
    `status` ("EXPANDED", "TERMINAL", "HORIZON", "TABLE", "PRUNED", "OPEN"), `cutoff` (bool), `kind` of what is no move
    of the game ("PASS", "ONWARD", "NULL", "STAND"), `why` (a `tracer.Why` that is not PLAIN), `weight` (a probability
    or a prior), `evaluation` (float, the static one, MAX's view), and `leaf` (the value of a pruned leaf that a tree
    says). So `Status[attributes["status"]]` is what `Node.status` is. Edges
    carry `move`; `graph.graph` the game, the search and its options.
    """
    view: nx.DiGraph[int] = nx.freeze(nx.DiGraph())
    header = trace.header
    view.graph.update(header.options | {"game": header.game, "search": header.search})
    view._node = NodeView(trace)
    view._adj = AdjacencyView(trace, upwards=False)
    view._pred = AdjacencyView(trace, upwards=True)
    return view


def _is_node(index: object, size: int) -> bool:
    return isinstance(index, int) and not isinstance(index, bool) and 0 <= index < size
