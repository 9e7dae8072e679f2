"""Positions that are nodes of a tree, one inside the other: which branch leads from a node to one below it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from tracer.games.attributes import attributes_of, plain_attribute
from tracer.games.comparable import comparable, object_of
from tracer.games.move_names import name_move
from tracer.games.snapshots import freeze

_NAMES = ("name", "label")
"""Attributes that name a node."""


def branches(before: Hashable, after: Hashable, ply: int = 0) -> list[str]:
    """The branches of a node that lead to another, as snapshots; none where the position is no tree, or not that near.

    An element of a list is called by its name if all of them have one, and otherwise, as in a typed tree, by the
    letter of its `ply` and its place; an element of a dictionary by its key; an attribute such as `left` by its name.

    >>> branches(((3, 3), 5, (3, 3)), (3, 3)), branches(frozenset({("a", 3), ("b", 5)}), 5), branches(("X", "."), "XO")
    (['a1', 'a3'], ['b'], [])
    """
    if isinstance(before, tuple):
        attributes = _attributes(before)
        return _among(before, after, ply) if attributes is None else _below(attributes, after, ply)
    if isinstance(before, frozenset):
        return _keyed(before, after)
    return _below(attributes_of(object_of(before)), after, ply)


def _attributes(snapshot: tuple[Any, ...]) -> dict[str, Any] | None:
    """The attributes of an object, of which a snapshot has its class and them; None for a list."""
    if len(snapshot) != 2 or type(snapshot[0]) is not str or type(snapshot[1]) is not frozenset:
        return None
    pairs = [pair for pair in snapshot[1] if isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str)]
    return dict(pairs) if len(pairs) == len(snapshot[1]) else None


def _below(attributes: dict[str, Any], after: Hashable, ply: int) -> list[str]:
    """The branches among an object's attributes, and in the lists and dictionaries that it has."""
    for held in attributes.values():
        if isinstance(held, tuple | list) and (found := _among(held, after, ply)):
            return found
        entries = held.items() if isinstance(held, Mapping) else held
        if isinstance(held, frozenset | Mapping) and (found := _keyed(entries, after)):
            return found
    return _keyed(attributes.items(), after)


def _among(elements: tuple[Any, ...] | list[Any], after: Hashable, ply: int) -> list[str]:
    places = [place for place, element in enumerate(elements) if _same(element, after)]
    if not places:
        return []
    if _name(after) is None:  # then nor have they all
        return [name_move(ply, place) for place in places]
    names = [_name(element) for element in elements]
    if None in names or len(set(names)) < len(names):
        return [name_move(ply, place) for place in places]
    return [str(names[place]) for place in places]


def _keyed(entries: Iterable[Any], after: Hashable) -> list[str]:
    pairs = [entry for entry in entries if isinstance(entry, tuple) and len(entry) == 2]
    return sorted(str(key) for key, element in pairs if _same(element, after))


def _same(element: Any, after: Any) -> bool:
    """Whether an element is the position of a snapshot: a leaf's snapshot is its attributes, a node's the node."""
    one, two = object_of(element), object_of(after)
    if type(one) is type(two):
        return one is two or bool((element if two is after else comparable(one)) == after)
    return type(after) is tuple and after[:1] == (type(element).__name__,) and bool(freeze(element) == after)


def _name(node: Any) -> str | None:
    """What a node of a tree calls itself."""
    if isinstance(node, tuple):
        found = _attributes(node) or {}
        names = [found.get(name) for name in _NAMES]
    else:
        names = [plain_attribute(object_of(node), name) for name in _NAMES]
    return next((name for name in names if isinstance(name, str) and name), None)
