"""Positions that are nodes of a tree, one inside the other: which branch leads from a node to one below it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from operator import is_
from typing import Any

from tracer.games.comparable_objects import unwrap_object, wrap_comparable
from tracer.games.move_names import name_move
from tracer.games.object_attributes import attribute_or_none, attributes_of
from tracer.games.snapshots import freeze

_NAMES = ("name", "label")
"""Attributes that name a node."""


class Branches:
    """The branches of a node, each by the position to which it leads; what is in a list is looked through once.

    An element of a list is called by its name if all of them have one, and otherwise, as in a typed tree, by the
    letter of its `ply` and its place; an element of a dictionary by its key; an attribute such as `left` by its name.

    >>> Branches(((3, 3), 5, (3, 3))).to((3, 3)), Branches(frozenset({("a", 3), ("b", 5)})).to(5)
    (['a1', 'a3'], ['b'])
    """

    def __init__(self, before: Hashable, ply: int = 0) -> None:
        self._before, self._ply = before, ply
        self._shelves: dict[int, _Shelf] = {}

    def to(self, after: Hashable) -> list[str]:
        """Return those that lead to a position; none where the node is in no tree, or the position is not that near."""
        before = self._before
        if isinstance(before, tuple):
            attributes = _attributes(before)
            return self._among(before, after) if attributes is None else self._below(attributes, after)
        if isinstance(before, frozenset):
            return self._keyed(before, after)
        return self._below(attributes_of(unwrap_object(before)), after)

    def _below(self, attributes: dict[str, Any], after: Hashable) -> list[str]:
        """Return the branches among an object's attributes, and in the lists and dictionaries that it has."""
        for held in attributes.values():
            if isinstance(held, tuple | list) and (found := self._among(held, after)):
                return found
            if isinstance(held, frozenset | Mapping) and (found := self._keyed(held, after)):
                return found
        pairs = attributes.items()
        return sorted(str(key) for key, element in pairs if _same(element, after))

    def _among(self, elements: tuple[Any, ...] | list[Any], after: Hashable) -> list[str]:
        shelf = self._shelf(elements, elements)
        places = shelf.places(after)
        if places and _name(after) is not None and shelf.names is not None:  # else nor have they all
            return [shelf.names[place] for place in places]
        return [name_move(self._ply, place) for place in places]

    def _keyed(self, held: frozenset[Any] | Mapping[Any, Any], after: Hashable) -> list[str]:
        entries = held.items() if isinstance(held, Mapping) else held
        pairs = [entry for entry in entries if isinstance(entry, tuple) and len(entry) == 2]
        places = self._shelf(held, [element for _, element in pairs]).places(after)
        return sorted(str(pairs[place][0]) for place in places)

    def _shelf(self, whole: Any, elements: Sequence[Any]) -> _Shelf:
        """Return the shelf of what holds elements, a new one where these are not the same any more."""
        shelf = self._shelves.get(id(whole))
        if shelf is None or not shelf.has(elements):
            shelf = self._shelves[id(whole)] = _Shelf(elements)
        return shelf


class _Shelf:
    """Elements with their places, by what they are and by what a copy of them is."""

    def __init__(self, elements: Sequence[Any]) -> None:
        self._elements = list(elements)
        self._places: dict[Hashable, list[int]] = {}
        self._copied: set[str] = set()
        """The classes whose objects were copied."""
        self._others: list[int] = []
        """The places of what has no hash."""
        for place, element in enumerate(self._elements):
            try:
                self._places.setdefault((type(unwrap_object(element)), wrap_comparable(element)), []).append(place)
            except Exception:  # whatever somebody's hash does
                self._others.append(place)

    def has(self, elements: Sequence[Any]) -> bool:
        """Whether these are the same elements."""
        return len(elements) == len(self._elements) and all(map(is_, elements, self._elements))

    def places(self, after: Hashable) -> list[int]:
        """Return the places of the elements that are the position of a snapshot."""
        if type(after) is tuple and after and type(after[0]) is str and after[0] not in self._copied:
            self._copied.add(after[0])
            for place, element in enumerate(self._elements):
                if type(unwrap_object(element)).__name__ == after[0] and type(element) is not tuple:
                    self._places.setdefault((tuple, freeze(element)), []).append(place)
        found = self._places.get((type(unwrap_object(after)), after), [])
        return sorted({*found, *(one for one in self._others if _same(self._elements[one], after))})

    @cached_property
    def names(self) -> list[str] | None:
        """The elements' names; None where some have none, or two the same."""
        names = [name for element in self._elements if (name := _name(element)) is not None]
        return names if len(names) == len(self._elements) == len(set(names)) else None


def _attributes(snapshot: tuple[Any, ...]) -> dict[str, Any] | None:
    """The attributes of an object, of which a snapshot has its class and them; None for a list."""
    if len(snapshot) != 2 or type(snapshot[0]) is not str or type(snapshot[1]) is not frozenset:
        return None
    pairs = [pair for pair in snapshot[1] if isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str)]
    return dict(pairs) if len(pairs) == len(snapshot[1]) else None


def _same(element: Any, after: Any) -> bool:
    """Whether an element is the position of a snapshot: a leaf's snapshot is its attributes, a node's the node."""
    one, two = unwrap_object(element), unwrap_object(after)
    if type(one) is type(two):
        return one is two or bool((element if two is after else wrap_comparable(one)) == after)
    return type(after) is tuple and after[:1] == (type(element).__name__,) and bool(freeze(element) == after)


def _name(node: Any) -> str | None:
    if isinstance(node, tuple):
        found = _attributes(node) or {}
        names = [found.get(name) for name in _NAMES]
    else:
        names = [attribute_or_none(unwrap_object(node), name) for name in _NAMES]
    return next((name for name in names if isinstance(name, str) and name), None)
