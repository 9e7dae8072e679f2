"""The nodes of a tree given by hand, in pre-order: a list for each thing that is known of them.

Trees of a million leaves are given too. So nested lists, and what JSON makes of a text, are read here at once, and
numbers that stand together become leaves together. A text that is not quite in order is left to `tree_text`, which
says what is wrong.
"""

from __future__ import annotations

import json
import math
import numbers
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.move_names import name_moves
from tracer.games.rules import CHANCE, MAX, MIN, Turn
from tracer.games.tree_text import TreeNode, preorder
from tracer.text import clean

MAX_PLIES = 20_000
"""Plies of nested lists at most."""
_NUMBER_TYPES = {int, float}
_LIST_TYPES = (list, tuple)
_FIELDS = {"name", "value", "turn", "children"}
_SHORT_INTEGER_LIMIT = 10**14
"""Whole numbers below this, and above its negative, have fewer than 16 characters."""


class QuickReadFailed(Exception):  # noqa: N818  # nothing is wrong yet
    """Something that is not read at once."""


class Nodes:
    """The nodes of one tree. Node 0 is the root; who moves alternates from `turn` on, unless a node says who moves."""

    def __init__(self, turn: Turn = MAX) -> None:
        self._root_turn = turn
        self._turn_after_chance: dict[int, Turn] = {}
        """The player whose turn it is after a chance node."""
        self.turn: list[Turn] = []
        self.name: list[str] = []
        self.value: list[float | None] = []
        """A leaf's utility; an inner node's evaluation, None where it has none."""
        self.moves: list[tuple[str, ...]] = []
        self.children: list[dict[str, int] | range] = []
        """From move to node; of moves without names to leaves, the leaves."""
        self.chances: dict[int, tuple[float, ...]] = {}
        """The probabilities of the outcomes of each chance node, which takes no player's turn."""
        self.explicit_turns: set[int] = set()
        """The nodes at which somebody else moves than would if players alternated and MAX began."""

    def __len__(self) -> int:
        return len(self.turn)

    def add(
        self,
        parent: int,
        moves: tuple[str, ...],
        value: float | None,
        name: str = "",
        turn: Turn | None = None,
        chances: tuple[float, ...] = (),
    ) -> int:
        """One node; gives its number. The next one added below it is the child of its first move, and so on."""
        node = len(self.turn)
        alternating_turn = self._next_turn(parent)
        if chances:
            self.chances[node] = chances
            self._turn_after_chance[node] = alternating_turn
        mover = CHANCE if chances else alternating_turn if turn is None else turn
        self.turn.append(mover)
        if mover is not CHANCE and mover is not (alternating_turn if node else MAX):
            self.explicit_turns.add(node)
        self.name.append(name)
        self.value.append(value)
        self.moves.append(moves)
        self.children.append({})
        if parent >= 0:
            siblings = self.children[parent]
            assert isinstance(siblings, dict)
            siblings[self.moves[parent][len(siblings)]] = node
        return node

    def add_leaves(self, parent: int, values: Sequence[float]) -> None:
        """All children of a node whose moves have no names."""
        first_leaf, count = len(self.turn), len(values)
        self.turn += [self._next_turn(parent)] * count
        self.name += [""] * count
        self.value += values
        self.moves += [()] * count
        self.children += [range(0)] * count
        self.children[parent] = range(first_leaf, first_leaf + count)

    def _next_turn(self, parent: int) -> Turn:
        if parent in self._turn_after_chance:
            return self._turn_after_chance[parent]
        return self._root_turn if parent < 0 else MIN if self.turn[parent] is MAX else MAX


def from_tree_node(root: TreeNode, turn: Turn) -> Nodes:
    """The nodes of a tree that was read with care."""
    nodes = Nodes(turn)
    for parent, node in preorder(root):
        own_turn = Turn[node.turn] if node.turn else None
        nodes.add(parent, tuple(node.moves), node.value, node.name or "", own_turn, tuple(node.chances))
    return nodes


def from_json(text: str, turn: Turn) -> Nodes | None:
    """The nodes of a tree's text; None where it has to be read with care."""
    try:
        tree = json.loads(text, object_pairs_hook=_dict_without_duplicates, parse_constant=_reject_constant)
        return _add_open_lists(Nodes(turn), [(-1, iter((tree,)))], is_json=True)
    except (ValueError, RecursionError, QuickReadFailed):
        return None


def from_lists(tree: Any, turn: Turn) -> Nodes:
    """Return the nodes of nested lists of numbers.

    Raises:
        PlyscopeError: they are too deep, or something in them is neither a list nor a finite number.
    """
    nodes, stack = Nodes(turn), [(-1, iter((tree,)))]
    try:
        return _add_open_lists(nodes, stack, is_json=False)
    except QuickReadFailed as error:
        if len(stack) > MAX_PLIES:
            problem = f"the tree is deeper than {MAX_PLIES:,} plies, or a list in it contains itself"
            raise PlyscopeError(problem) from None
        # Of each open list so many children are there; what could not be read would be the next one of the innermost.
        open_nodes = [parent for parent, _ in stack[1:]]
        child_indexes = [len(nodes.children[node]) - (node != open_nodes[-1]) for node in open_nodes]
        path = "/".join(
            nodes.moves[node][child_index] for node, child_index in zip(open_nodes, child_indexes, strict=True)
        )
        location = f"node {path}" if path else "root"
        shown_item = clean(repr(error.args[0]))
        raise PlyscopeError(f"the tree, {location}: a finite number or a list expected, not {shown_item}") from None


def finite_number(item: Any) -> float | None:
    """Return a Python number for any finite real number, NumPy's included; None for anything else."""
    if isinstance(item, bool) or not isinstance(item, numbers.Real):
        return None
    value = int(item) if isinstance(item, numbers.Integral) else float(item)
    try:
        return value if math.isfinite(value) else None
    except OverflowError:  # a whole number that no float can hold
        return None


def _dict_without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise QuickReadFailed
    return fields


def _reject_constant(_: str) -> float:
    raise QuickReadFailed


def _add_open_lists(nodes: Nodes, stack: list[tuple[int, Iterator[Any]]], *, is_json: bool) -> Nodes:
    """Add all nodes below the open lists of a stack, each with the number of its node."""
    while stack:
        parent, remaining = stack[-1]
        for item in remaining:
            node, children = _add_item(nodes, parent, len(stack) - 1, item, is_json)
            if children:
                stack.append((node, iter(children)))
                break
        else:
            stack.pop()
        if len(stack) > MAX_PLIES:
            raise QuickReadFailed
    return nodes


def _add_item(nodes: Nodes, parent: int, ply: int, item: Any, is_json: bool) -> tuple[int, Iterable[Any]]:
    """Add one node, and its children too where all are leaves; gives the children that are still to be added."""
    item_type = type(item)
    if not is_json and not isinstance(item, _LIST_TYPES):
        if (number := finite_number(item)) is None:
            raise QuickReadFailed(item)
        return nodes.add(parent, (), number), ()
    if item_type in _NUMBER_TYPES:
        return nodes.add(parent, (), _normalise_numbers((item,), is_json)[0]), ()
    name, value, explicit_turn = "", None, None
    if item_type is dict and is_json:
        name, value, explicit_turn, item = _read_fields(item)
        if item is None:
            return nodes.add(parent, (), value, name, explicit_turn), ()
    if not item or not isinstance(item, dict | list | tuple):
        raise QuickReadFailed(item)
    if isinstance(item, dict):
        return nodes.add(parent, tuple(item), value, name, explicit_turn), item.values()
    node = nodes.add(parent, name_moves(ply, len(item)), value, name, explicit_turn)
    if _NUMBER_TYPES.issuperset(map(type, item)) and (is_json or _are_finite(item)):
        nodes.add_leaves(node, _normalise_numbers(item, is_json))
        return node, ()
    return node, item


def _read_fields(item: Mapping[str, Any]) -> tuple[str, float | None, Turn | None, Any]:
    """Name, value, turn and children of an object."""
    if not item.keys() <= _FIELDS or None in item.values() or not ("value" in item or "children" in item):
        raise QuickReadFailed
    name, value, turn = item.get("name", ""), item.get("value"), item.get("turn")
    if type(name) is not str or (value is not None and type(value) not in _NUMBER_TYPES):
        raise QuickReadFailed
    if turn is not None and (type(turn) is not str or turn.upper() not in ("MAX", "MIN")):
        raise QuickReadFailed
    checked_value = None if value is None else _normalise_numbers((value,), True)[0]
    return name, checked_value, Turn[turn.upper()] if turn else None, item.get("children")


def _are_finite(values: Sequence[float]) -> bool:
    try:
        return all(map(math.isfinite, values))
    except OverflowError:  # a whole number that no float can hold
        return False


def _normalise_numbers(values: Sequence[float], is_json: bool) -> Sequence[float]:
    """Numbers as a game has them: a text's whole numbers of 16 characters and more are floating point."""
    if not _are_finite(values):
        raise QuickReadFailed
    if not is_json or (max(values) < _SHORT_INTEGER_LIMIT and min(values) > -_SHORT_INTEGER_LIMIT):
        return values
    return [float(value) if type(value) is int and len(str(value)) > 15 else value for value in values]
