"""Positions kept as they were on entry: a hashable copy of whatever a search calls its board."""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Hashable, Iterable
from copy import deepcopy
from enum import Enum
from itertools import islice
from types import MethodType, ModuleType
from typing import Any

from tracer.errors import PlyscopeError
from tracer.games.attributes import attributes_of, facts_of, inherited, namespace_of, order_of, unadorned
from tracer.games.comparable import Comparable, bare, comes_from_outside, comparable, compares
from tracer.text import clean

PLAIN = frozenset((int, str, float, bool, type(None), bytes, complex))
"""Classes whose objects cannot be changed, and hold nothing that can."""
_LISTS = (tuple, list, deque, array)
_DEEPEST = 12
"""Levels of a position: more are a position that contains the search, or itself."""
_SQUARES = 1024
"""Elements of an array up to which it is copied as a board of lists would be."""
LARGE = 100_000
"""Bytes of a snapshot from which its cost is worth a word."""
_BOARD, _OBJECT = 4_096, 4
"""Elements beyond which something is far larger than a board, and how many of them an object counts for in itself."""
_BYTES = 64
"""Bytes of a large array that count for an element: they are copied all at once."""


def freeze(value: Any, level: int = 0) -> Hashable:
    """A hashable copy: equal for equal positions, and unmoved by what the search does to its own.

    Lists become tuples, dictionaries and sets frozen sets, arrays their bytes, other objects what their attributes
    hold; an object with an equality and a hash of its own stands for itself, and so does a node of a tree: as a
    `Comparable` where these are Python code, which expects objects of its own kind.

    Raises:
        PlyscopeError: the position has no such copy.

    >>> freeze([["x", "."], {1, 2}])
    (('x', '.'), frozenset({1, 2}))
    """
    kind = type(value)
    if kind in PLAIN:
        return value  # type: ignore[no-any-return]  # one of the plain types
    if level > _DEEPEST:
        raise PlyscopeError("the position is nested too deeply, or contains itself" + _ADVICE)
    if issubclass(kind, _LISTS):
        copy = tuple(value)
        if PLAIN.issuperset(map(type, copy)):
            return copy
        return tuple([freeze(item, level + 1) for item in copy])
    if issubclass(kind, set | frozenset):
        elements = frozenset(value)
        return elements if PLAIN.issuperset(map(type, elements)) else comparable(elements)
    facts = facts_of(kind)
    if facts.is_mapping:
        return frozenset((freeze(name, level + 1), freeze(item, level + 1)) for name, item in value.items())
    if issubclass(kind, bytearray | memoryview):
        return bytes(value)
    if facts.is_array:
        if value.size <= _SQUARES:
            return freeze(value.tolist(), level)
        return str(value.dtype), tuple(value.shape), value.tobytes()
    return _frozen_object(value, level)


_ADVICE = "; say what it is with state=lambda frame: …, which gives a text or a tuple"


def _frozen_object(value: Any, level: int) -> Hashable:
    kind = type(value)
    if is_stand_in(kind):
        raise PlyscopeError(f"the position is a {clean(kind.__name__)}, which is no position" + _ADVICE)
    if type(plain := unadorned(value)) in PLAIN:
        return plain  # type: ignore[no-any-return]  # one of the plain types
    own_hash = _hash_of(kind)
    own = own_hash is not None and own_hash is not object.__hash__ and not isinstance(value, MethodType)
    if own and _hashes(value):
        copy = _with_hash(value)
        return Comparable(copy) if compares(kind) else copy
    if level and (callable(value) or isinstance(value, ModuleType)):
        return value  # type: ignore[no-any-return]  # a function is no part of a position
    if callable(value) or kind.__module__ == "builtins":
        raise PlyscopeError(f"the position is a {kind.__name__}, which can be neither compared nor shown" + _ADVICE)
    attributes = attributes_of(value)
    if not attributes and any(
        not {"__str__", "__repr__"}.isdisjoint(namespace_of(base)) for base in order_of(kind)[:-1]
    ):
        text = str(value)  # an object of a compiled library shows nothing else
        if f"at 0x{id(value):x}" not in text.lower():
            return kind.__name__, text
    if not attributes and facts_of(kind).dictionary is None:
        problem = f"the position is a {clean(kind.__name__)}, which can be neither compared nor shown"
        raise PlyscopeError(problem + _ADVICE)
    if own_hash is not None and _is_node(kind, attributes.values()):
        return value  # type: ignore[no-any-return]  # it has a hash
    return kind.__name__, freeze(attributes, level + 1)


def _with_hash(value: Any) -> Hashable:
    """An object with a hash of its own: itself, or a deep copy where its class lets its attributes be changed."""
    if _stands_for_itself(value):
        return value  # type: ignore[no-any-return]  # it has a hash
    try:
        return deepcopy(value)  # type: ignore[no-any-return]  # it has a hash
    except BaseException as error:
        if comes_from_outside(error):
            raise
        problem = f"the position is a {clean(type(value).__name__)}, which cannot be copied: {clean(str(error))}"
        raise PlyscopeError(problem + _ADVICE) from error


def _stands_for_itself(value: Any) -> bool:
    """Whether the copy of an object is the object itself: a node of a tree, or what cannot be changed."""
    kind = type(value)
    attributes, own_hash = attributes_of(value), _hash_of(kind)
    if own_hash is None or _is_node(kind, attributes.values()):
        return own_hash is not None
    settings = inherited(kind, "__dataclass_params__")
    unchanging = issubclass(kind, Enum) or (settings is not None and settings.frozen) or not attributes
    return own_hash is not object.__hash__ and unchanging and _hashes(value)


def _hash_of(kind: type) -> Any:
    """What hashes the objects of a class; None if nothing does."""
    return inherited(kind, "__hash__")


def _is_node(kind: type, attributes: Iterable[Any]) -> bool:
    """Whether an object is a node of a tree, by its attributes: that is itself, not what hangs below it."""
    return any(_holds(item, kind) for item in attributes)


def is_its_attributes(value: Any) -> bool:
    """Whether objects of a class are copied as what their attributes hold, and have these in their dictionary alone."""
    kind, facts = type(value), facts_of(type(value))
    own_hash = _hash_of(kind)
    unnamed = own_hash is None or own_hash is object.__hash__
    whole = not callable(value) and kind.__module__ != "builtins" and not facts.members
    listed = issubclass(kind, (*_LISTS, set, frozenset, bytearray, memoryview)) or facts.is_mapping or facts.is_array
    return unnamed and whole and not listed and facts.dictionary is not None and not facts.is_stand_in


def is_stand_in(kind: type) -> bool:
    """Whether objects of a class answer to anything, and note that they were asked: mocks."""
    return facts_of(kind).is_stand_in


def _holds(item: Any, kind: type) -> bool:
    """Whether an attribute is, or lists, objects of a class; of a very long list the first elements tell it."""
    if type(item) in PLAIN:
        return False
    if facts_of(type(item)).is_mapping:
        item = list(islice(item.values(), _BOARD))
    if not issubclass(type(item), list | tuple):
        return kind in order_of(type(item))
    return any(kind in order_of(type(one)) for one in islice(item, _BOARD))


def _hashes(value: Any) -> bool:
    try:
        hash(value)
    except BaseException as error:  # a frozen dataclass that holds a list, or whatever somebody's hash does
        if comes_from_outside(error):
            raise
        return False
    return True


def is_larger_than_boards(value: Any) -> bool:
    """Whether something holds far more than a board, at all its levels, such as a table of many entries.

    It looks at no more elements than a board may have, and so it is also true of what contains itself.

    >>> is_larger_than_boards([[None] * 19] * 19), is_larger_than_boards({"cells": [0] * 9, "table": [0] * 5000})
    (False, True)
    """
    waiting, count = [value], 0
    while waiting and count <= _BOARD:
        held = waiting.pop()
        kind = type(held)
        if kind in PLAIN:
            continue
        inside: Iterable[Any] = ()
        if issubclass(kind, (*_LISTS, set, frozenset)):
            inside, more = held, len(held)
        elif facts_of(kind).is_mapping:
            inside, more = held.values(), 2 * len(held)
        elif facts_of(kind).is_array:
            more = held.size if held.size <= _SQUARES else held.nbytes // _BYTES
        elif is_stand_in(kind) or callable(held) or isinstance(held, ModuleType) or _stands_for_itself(held):
            more = 1
        else:
            attributes = attributes_of(held)
            inside, more = attributes.values(), _OBJECT + len(attributes)
        count += more
        if count <= _BOARD:
            waiting += [one for one in inside if type(one) not in PLAIN]
    return count > _BOARD


def changes(value: Any, snapshot: Hashable) -> bool:
    """Whether a position can be changed in place: not if its snapshot is itself, or a tuple equal to it."""
    if value is bare(snapshot) or type(value) is frozenset:
        return False
    try:
        return not (isinstance(value, tuple) and bool(comparable(value) == snapshot))
    except BaseException as error:  # whatever the elements of somebody's tuple do when they are compared or hashed
        if comes_from_outside(error):
            raise
        return True


def size(snapshot: Hashable) -> int:
    """About how many bytes a snapshot takes."""
    total, waiting = 0, [snapshot]
    while waiting:
        item = waiting.pop()
        total += sys.getsizeof(item)
        if isinstance(item, tuple | frozenset):
            waiting += item
    return total
