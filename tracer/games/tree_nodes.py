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

DEEPEST = 20_000
"""Plies of nested lists at most."""
_NUMBERS = {int, float}
_LISTS = (list, tuple)
_FIELDS = {"name", "value", "turn", "children"}
_LONG = 10**14
"""Whole numbers below this, and above its negative, have fewer than 16 characters."""


class Careless(Exception):  # noqa: N818  # nothing is wrong yet
    """Something that is not read at once."""


class Nodes:
    """The nodes of one tree. Node 0 is the root; who moves alternates from `turn` on, unless a node says who moves."""

    def __init__(self, turn: Turn = MAX) -> None:
        self._first = turn
        self._due: dict[int, Turn] = {}
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
        self.forced: set[int] = set()
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
        index = len(self.turn)
        usual = self._after(parent)
        if chances:
            self.chances[index] = chances
            self._due[index] = usual
        mover = CHANCE if chances else usual if turn is None else turn
        self.turn.append(mover)
        if mover is not CHANCE and mover is not (usual if index else MAX):
            self.forced.add(index)
        self.name.append(name)
        self.value.append(value)
        self.moves.append(moves)
        self.children.append({})
        if parent >= 0:
            below = self.children[parent]
            assert isinstance(below, dict)
            below[self.moves[parent][len(below)]] = index
        return index

    def add_leaves(self, parent: int, values: Sequence[float]) -> None:
        """All children of a node whose moves have no names."""
        first, count = len(self.turn), len(values)
        self.turn += [self._after(parent)] * count
        self.name += [""] * count
        self.value += values
        self.moves += [()] * count
        self.children += [range(0)] * count
        self.children[parent] = range(first, first + count)

    def _after(self, parent: int) -> Turn:
        if parent in self._due:
            return self._due[parent]
        return self._first if parent < 0 else MIN if self.turn[parent] is MAX else MAX


def from_nodes(root: TreeNode, turn: Turn) -> Nodes:
    """The nodes of a tree that was read with care."""
    nodes = Nodes(turn)
    for parent, node in preorder(root):
        turn_here = Turn[node.turn] if node.turn else None
        nodes.add(parent, tuple(node.moves), node.value, node.name or "", turn_here, tuple(node.chances))
    return nodes


def from_json(text: str, turn: Turn) -> Nodes | None:
    """The nodes of a tree's text; None where it has to be read with care."""
    try:
        tree = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
        return _grow(Nodes(turn), [(-1, iter((tree,)))], text=True)
    except (ValueError, RecursionError, Careless):
        return None


def from_lists(tree: Any, turn: Turn) -> Nodes:
    """Return the nodes of nested lists of numbers.

    Raises:
        PlyscopeError: they are too deep, or something in them is neither a list nor a finite number.
    """
    nodes, stack = Nodes(turn), [(-1, iter((tree,)))]
    try:
        return _grow(nodes, stack, text=False)
    except Careless as error:
        if len(stack) > DEEPEST:
            message = f"the tree is deeper than {DEEPEST:,} plies, or a list in it contains itself"
            raise PlyscopeError(message) from None
        # Of each open list so many children are there; what could not be read would be the next one of the innermost.
        open_nodes = [parent for parent, _ in stack[1:]]
        places = [len(nodes.children[node]) - (node != open_nodes[-1]) for node in open_nodes]
        path = "/".join(nodes.moves[node][place] for node, place in zip(open_nodes, places, strict=True))
        where = f"node {path}" if path else "root"
        given = clean(repr(error.args[0]))
        raise PlyscopeError(f"the tree, {where}: a finite number or a list expected, not {given}") from None


def finite(given: Any) -> float | None:
    """Return a Python number for any finite real number, NumPy's included; None for anything else."""
    if isinstance(given, bool) or not isinstance(given, numbers.Real):
        return None
    value = int(given) if isinstance(given, numbers.Integral) else float(given)
    try:
        return value if math.isfinite(value) else None
    except OverflowError:  # a whole number that no float can hold
        return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Careless
    return found


def _refuse(_: str) -> float:
    raise Careless


def _grow(nodes: Nodes, stack: list[tuple[int, Iterator[Any]]], *, text: bool) -> Nodes:
    """Add all nodes below the open lists of a stack, each with the number of its node."""
    while stack:
        parent, left = stack[-1]
        for given in left:
            index, below = _put(nodes, parent, len(stack) - 1, given, text)
            if below:
                stack.append((index, iter(below)))
                break
        else:
            stack.pop()
        if len(stack) > DEEPEST:
            raise Careless
    return nodes


def _put(nodes: Nodes, parent: int, ply: int, given: Any, text: bool) -> tuple[int, Iterable[Any]]:
    """Add one node, and its children too where all are leaves; gives the children that are still to be added."""
    kind = type(given)
    if not text and not isinstance(given, _LISTS):
        if (number := finite(given)) is None:
            raise Careless(given)
        return nodes.add(parent, (), number), ()
    if kind in _NUMBERS:
        return nodes.add(parent, (), _values((given,), text)[0]), ()
    name, value, mover = "", None, None
    if kind is dict and text:
        name, value, mover, given = _fields(given)
        if given is None:
            return nodes.add(parent, (), value, name, mover), ()
    if not given or not isinstance(given, dict | list | tuple):
        raise Careless(given)
    if isinstance(given, dict):
        return nodes.add(parent, tuple(given), value, name, mover), given.values()
    index = nodes.add(parent, name_moves(ply, len(given)), value, name, mover)
    if _NUMBERS.issuperset(map(type, given)) and (text or _are_finite(given)):
        nodes.add_leaves(index, _values(given, text))
        return index, ()
    return index, given


def _fields(given: Mapping[str, Any]) -> tuple[str, float | None, Turn | None, Any]:
    """Name, value, turn and children of an object."""
    if not given.keys() <= _FIELDS or None in given.values() or not ("value" in given or "children" in given):
        raise Careless
    name, value, turn = given.get("name", ""), given.get("value"), given.get("turn")
    if type(name) is not str or (value is not None and type(value) not in _NUMBERS):
        raise Careless
    if turn is not None and (type(turn) is not str or turn.upper() not in ("MAX", "MIN")):
        raise Careless
    checked = None if value is None else _values((value,), True)[0]
    return name, checked, Turn[turn.upper()] if turn else None, given.get("children")


def _are_finite(given: Sequence[float]) -> bool:
    try:
        return all(map(math.isfinite, given))
    except OverflowError:  # a whole number that no float can hold
        return False


def _values(given: Sequence[float], text: bool) -> Sequence[float]:
    """Numbers as a game has them: a text's whole numbers of 16 characters and more are floating point."""
    if not _are_finite(given):
        raise Careless
    if not text or (max(given) < _LONG and min(given) > -_LONG):
        return given
    return [float(one) if type(one) is int and len(str(one)) > 15 else one for one in given]
