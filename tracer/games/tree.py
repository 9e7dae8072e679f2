"""Game trees given by hand: nested lists, JSON text, or a networkx tree with values on its leaves.

A position is the number of a node in pre-order. Nodes and moves may have names.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tracer.errors import PlyscopeError
from tracer.games.move_names import complete_move_name, move_index, name_moves
from tracer.games.rules import MAX, PROBABILITY_TOLERANCE, BuiltIn, Turn
from tracer.games.tree_nodes import Nodes, finite_number, from_json, from_lists, from_tree_node
from tracer.games.tree_text import MAX_TEXT_LENGTH, TreeNode, parse_tree
from tracer.text import clean, tree_title

if TYPE_CHECKING:
    import networkx as nx

ROOT_TEXT = "the root"
"""A root without a name."""


class TreeGame(BuiltIn):
    """A game that is nothing but its tree. The players alternate from the root on, unless a node says who moves."""

    transposes = False
    names_moves_by_index = True

    def __init__(self, root: TreeNode | Nodes, turn: Turn = MAX, title: str = "") -> None:
        """A tree that was read. `title` is for a root without a name."""
        nodes = root if isinstance(root, Nodes) else from_tree_node(root, turn)
        self._nodes = nodes
        self._turn, self._value, self._moves, self._children = nodes.turn, nodes.value, nodes.moves, nodes.children
        self._given_title = title
        self._node_by_name = {nodes.name[k]: k for k in range(len(nodes) - 1, -1, -1) if nodes.name[k]}

    @classmethod
    def from_text(cls, text: str, source: str = "the tree", turn: Turn = MAX, title: str = "") -> TreeGame:
        """Read a tree's text (`tracer.games.tree_text` gives the form); `title` is for a root without a name.

        Raises:
            PlyscopeError: the text is no tree; the message names line and path.
        """
        nodes = from_json(text, turn) if len(text) <= MAX_TEXT_LENGTH else None
        return cls(parse_tree(text, source) if nodes is None else nodes, turn, title)

    @classmethod
    def from_lists(cls, tree: Any, turn: Turn = MAX) -> TreeGame:
        """Make a game from nested lists of numbers.

        Raises:
            PlyscopeError: something in it is neither a list nor a finite number.
        """
        return cls(from_lists(tree, turn), turn)

    @classmethod
    def from_networkx(cls, graph: nx.DiGraph[Any], turn: Turn = MAX) -> TreeGame:
        """Make a game from a networkx tree with edges away from the root.

        Node attributes: `value` on every leaf (on inner nodes it is the evaluation), optionally `name` and `turn`.
        Edge attributes: optionally `move`, and below a node whose `turn` is "CHANCE" its probability as `weight`. The
        order of children is the order in which their edges were added.

        Raises:
            PlyscopeError: the graph is no such tree, or a leaf has no finite value.
        """
        import networkx as nx

        if not graph.is_directed() or not len(graph) or not nx.is_arborescence(graph):
            raise PlyscopeError("the networkx graph is no tree with its edges directed away from one root")
        root_name = next(node for node, degree in graph.in_degree() if degree == 0)
        nodes = {name: _networkx_node(graph, name) for name in graph}
        for name, node in nodes.items():
            if not node.moves and node.value is None:
                raise PlyscopeError(f"the networkx tree: the leaf {clean(repr(name))} has no finite 'value'")
            node.children = [nodes[child] for child in graph.successors(name)] or None
        return cls(nodes[root_name], turn, clean(str(graph.name)))

    @cached_property
    def title(self) -> str:  # type: ignore[override]
        """The name of the root, unless it is a number; or of the file or graph; or how large the tree is."""
        name = clean(self.name(0))
        own_name = name if not name.isdecimal() else ""
        return own_name or self._given_title or tree_title(sum(not moves for moves in self._moves))

    @cached_property
    def spec(self) -> str:  # type: ignore[override]
        """The tree as compact JSON, so that a trace of it can be opened without the file it came from."""
        return "".join(self._json_texts())

    def start(self) -> int:
        """The root."""
        return 0

    def turn(self, state: int) -> Turn:
        """The node's player."""
        return self._turn[state]

    def utility(self, state: int) -> float | None:
        """The leaf's value."""
        return None if self._moves[state] else self._value[state]

    def moves(self, state: int) -> Sequence[Hashable]:
        """The moves in the order given."""
        return self._moves[state]

    def play(self, state: int, move: Hashable) -> int:
        """The child."""
        children = self._children[state]
        if isinstance(children, dict):
            return children[move]  # type: ignore[index]  # of no other type
        child_index = move_index(str(move))
        if child_index < 0 or self._moves[state][child_index] != move:
            raise KeyError(move)
        child: int = children[child_index]
        return child

    @cached_property
    def outcomes(self) -> Callable[[int], Sequence[tuple[Hashable, float]]] | None:
        """What gives the outcomes of a chance node with their probabilities; None where the tree has no chance node."""
        chances = self._nodes.chances
        return (lambda state: list(zip(self._moves[state], chances[state], strict=True))) if chances else None

    @cached_property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest value in the tree."""
        values = [value for value in self._value if value is not None]
        return min(values), max(values)

    @cached_property
    def has_evaluations(self) -> bool:
        """Whether every node has a value, inner ones too."""
        return all(value is not None for value in self._value)

    def evaluate(self, state: int) -> float:
        """The value given beside the children.

        Raises:
            PlyscopeError: the node has none.
        """
        value = self._value[state]
        if value is None:
            raise PlyscopeError(
                f'the node {self.show(state)} has no "value" to evaluate at the horizon; add one or leave the depth out'
            )
        return value

    def show(self, state: int) -> str:
        """The node's name, or the path to it where it has none of its own, or `the root`."""
        name = self.name(state)
        return name if self._node_by_name.get(name) == state else "/".join(self._path_to(state)) or ROOT_TEXT

    def name(self, state: int) -> str:
        """The node's name; empty where it has none."""
        return self._nodes.name[state]

    @property
    def has_names(self) -> bool:
        """Whether a node has a name."""
        return bool(self._node_by_name)

    def parse(self, text: str) -> int:
        """The node of this name, or at the end of this path, or of this number in pre-order written `#12`."""
        text = text.strip()
        if text in self._node_by_name:
            return self._node_by_name[text]
        if text[:1] == "#" and text[1:].isdecimal() and len(text) < 12 and int(text[1:]) < len(self._nodes):
            return int(text[1:])
        node, move_names = 0, [] if text == ROOT_TEXT else text.split("/")
        for move_name in move_names:
            move = complete_move_name(move_name, self._moves[node])
            if move not in self._moves[node]:
                raise ValueError(f"the tree has no node named {clean(text)!r}")
            node = self.play(node, move)
        return node

    def __len__(self) -> int:
        return len(self._nodes)

    def _path_to(self, state: int) -> list[str]:
        """The moves that lead to a node. O(ply × log branching)."""
        path: list[str] = []
        node = 0
        while node != state:
            children_by_move = self._children[node]
            children: Sequence[int] = (
                children_by_move if isinstance(children_by_move, range) else list(children_by_move.values())
            )
            # In pre-order a node stands below the last sibling that is not after it.
            child_index = bisect_right(children, state) - 1
            path.append(self._moves[node][child_index])
            node = children[child_index]
        return path

    def _json_texts(self) -> list[str]:
        """The text of the tree, written without recursion."""
        texts: list[str] = []
        stack: list[tuple[int, int] | str] = [(0, 0)]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                texts.append(item)
            else:
                stack.extend(reversed(self._node_texts(*item)))
        return texts

    def _node_texts(self, node: int, ply: int) -> list[tuple[int, int] | str]:
        moves, value, name = self._moves[node], self._value[node], self._nodes.name[node]
        has_explicit_turn, has_default_moves = node in self._nodes.explicit_turns, moves == name_moves(ply, len(moves))
        if not moves and not name and not has_explicit_turn:
            return [json.dumps(value)]
        children, chances = self._children[node], self._nodes.chances.get(node, ())
        if chances:
            assert isinstance(children, dict)
            children_text: list[tuple[int, int] | str] = ["("]
            for probability, child in zip(chances, children.values(), strict=True):
                children_text += [
                    "," if len(children_text) > 1 else "",
                    f"{json.dumps(probability)}:",
                    (child, ply + 1),
                ]
            children_text.append(")")
        elif isinstance(children, range):
            children_text = [json.dumps(self._value[children.start : children.stop], separators=(",", ":"))]
        else:
            children_text = ["[" if has_default_moves else "{"]
            for move, child in children.items():
                children_text += [] if len(children_text) == 1 else [","]
                children_text += (
                    [(child, ply + 1)] if has_default_moves else [f"{json.dumps(str(move))}:", (child, ply + 1)]
                )
            children_text.append("]" if has_default_moves else "}")
        if not name and not has_explicit_turn and has_default_moves and value is None:
            return children_text
        fields = {"name": name or None, "turn": self._turn[node].name if has_explicit_turn else None, "value": value}
        field_texts = [
            f'"{field_name}":{json.dumps(content)}' for field_name, content in fields.items() if content is not None
        ]
        opening = "{" + ",".join(field_texts)
        return (
            [opening + ("," if field_texts else "") + '"children":', *children_text, "}"] if moves else [opening + "}"]
        )


def _networkx_node(graph: nx.DiGraph[Any], name: Hashable) -> TreeNode:
    node_data = graph.nodes[name]
    raw_value = node_data.get("value")
    value = finite_number(raw_value)
    if raw_value is not None and value is None:
        problem = f"is no finite number: {clean(repr(raw_value))}"
        raise PlyscopeError(f"the networkx tree: the value of {clean(repr(name))} {problem}")
    turn = node_data.get("turn")
    turn = getattr(turn, "name", turn)
    if turn not in (None, "MAX", "MIN", "CHANCE"):
        raise PlyscopeError(f'the networkx tree: turn of {clean(repr(name))} is "MAX", "MIN" or "CHANCE", not {turn!r}')
    move_labels = [str(edge.get("move", child)) for _, child, edge in graph.out_edges(name, data=True)]
    if len(set(move_labels)) < len(move_labels):
        raise PlyscopeError(f"the networkx tree: two moves of {clean(repr(name))} have the same label")
    if turn != "CHANCE":
        return TreeNode(1, str(node_data.get("name", name)), value, turn, move_labels)
    chances = [finite_number(edge.get("weight")) or 0.0 for _, _, edge in graph.out_edges(name, data=True)]
    if not all(chance > 0 for chance in chances) or abs(sum(chances) - 1) > PROBABILITY_TOLERANCE:
        raise PlyscopeError(
            f"the networkx tree: each edge from the chance node {clean(repr(name))} has its probability as 'weight', "
            "and they add up to 1"
        )
    return TreeNode(1, str(node_data.get("name", name)), value, None, move_labels, chances=chances)
