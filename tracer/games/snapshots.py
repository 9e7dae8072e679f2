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
from tracer.games.comparable_objects import (
    Comparable,
    has_own_comparison,
    is_interruption,
    unwrap_snapshot,
    wrap_comparable,
)
from tracer.games.object_attributes import attributes_of, facts_of, inherited, mro_of, namespace_of, to_plain_value
from tracer.text import clean

PLAIN_TYPES = frozenset((int, str, float, bool, type(None), bytes, complex))
"""Classes whose objects cannot be changed, and hold nothing that can."""
_LIST_TYPES = (tuple, list, deque, array)
_MAX_LEVELS = 12
"""Levels of a position: more are a position that contains the search, or itself."""
_MAX_BOARD_ARRAY = 1024
"""Elements of an array up to which it is copied as a board of lists would be."""
LARGE_SNAPSHOT_BYTES = 100_000
"""Bytes of a snapshot from which its cost is worth a word."""
_MAX_BOARD_ELEMENTS, _ELEMENTS_PER_OBJECT = 4_096, 4
"""Elements beyond which something is far larger than a board, and how many of them an object counts for in itself."""
_BYTES_PER_ELEMENT = 64
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
    value_class = type(value)
    if value_class in PLAIN_TYPES:
        return value  # type: ignore[no-any-return]  # one of the plain types
    if level > _MAX_LEVELS:
        raise PlyscopeError("the position is nested too deeply, or contains itself" + _STATE_OPTION_HINT)
    if issubclass(value_class, _LIST_TYPES):
        copy = tuple(value)
        if PLAIN_TYPES.issuperset(map(type, copy)):
            return copy
        return tuple([freeze(item, level + 1) for item in copy])
    if issubclass(value_class, set | frozenset):
        elements = frozenset(value)
        return elements if PLAIN_TYPES.issuperset(map(type, elements)) else wrap_comparable(elements)
    facts = facts_of(value_class)
    if facts.is_mapping:
        return frozenset((freeze(name, level + 1), freeze(item, level + 1)) for name, item in value.items())
    if issubclass(value_class, bytearray | memoryview):
        return bytes(value)
    if facts.is_array:
        if value.size <= _MAX_BOARD_ARRAY:
            return freeze(value.tolist(), level)
        return str(value.dtype), tuple(value.shape), value.tobytes()
    return _freeze_object(value, level)


_STATE_OPTION_HINT = "; say what it is with state=lambda frame: …, which gives a text or a tuple"


def _freeze_object(value: Any, level: int) -> Hashable:
    value_class = type(value)
    if is_mock_class(value_class):
        raise PlyscopeError(
            f"the position is a {clean(value_class.__name__)}, which is no position" + _STATE_OPTION_HINT
        )
    if type(plain_value := to_plain_value(value)) in PLAIN_TYPES:
        return plain_value  # type: ignore[no-any-return]  # one of the plain types
    hash_method = _hash_method_of(value_class)
    has_own_hash = hash_method is not None and hash_method is not object.__hash__ and not isinstance(value, MethodType)
    if has_own_hash and _is_hashable(value):
        copy = _copy_hashable_object(value)
        return Comparable(copy) if has_own_comparison(value_class) else copy
    if level and (callable(value) or isinstance(value, ModuleType)):
        return value  # type: ignore[no-any-return]  # a function is no part of a position
    if callable(value) or value_class.__module__ == "builtins":
        raise PlyscopeError(
            f"the position is a {value_class.__name__}, which can be neither compared nor shown" + _STATE_OPTION_HINT
        )
    attributes = attributes_of(value)
    if not attributes and any(
        not {"__str__", "__repr__"}.isdisjoint(namespace_of(base)) for base in mro_of(value_class)[:-1]
    ):
        text = str(value)  # an object of a compiled library shows nothing else
        if f"at 0x{id(value):x}" not in text.lower():
            return value_class.__name__, text
    if not attributes and facts_of(value_class).dict_reader is None:
        problem = f"the position is a {clean(value_class.__name__)}, which can be neither compared nor shown"
        raise PlyscopeError(problem + _STATE_OPTION_HINT)
    if hash_method is not None and _is_tree_node(value_class, attributes.values()):
        return value  # type: ignore[no-any-return]  # it has a hash
    return value_class.__name__, freeze(attributes, level + 1)


def _copy_hashable_object(value: Any) -> Hashable:
    """An object with a hash of its own: itself, or a deep copy where its class lets its attributes be changed."""
    if _is_own_snapshot(value):
        return value  # type: ignore[no-any-return]  # it has a hash
    try:
        return deepcopy(value)  # type: ignore[no-any-return]  # it has a hash
    except BaseException as error:
        if is_interruption(error):
            raise
        problem = f"the position is a {clean(type(value).__name__)}, which cannot be copied: {clean(str(error))}"
        raise PlyscopeError(problem + _STATE_OPTION_HINT) from error


def _is_own_snapshot(value: Any) -> bool:
    """Whether the copy of an object is the object itself: a node of a tree, or what cannot be changed."""
    value_class = type(value)
    attributes, hash_method = attributes_of(value), _hash_method_of(value_class)
    if hash_method is None or _is_tree_node(value_class, attributes.values()):
        return hash_method is not None
    dataclass_params = inherited(value_class, "__dataclass_params__")
    is_immutable = (
        issubclass(value_class, Enum) or (dataclass_params is not None and dataclass_params.frozen) or not attributes
    )
    return hash_method is not object.__hash__ and is_immutable and _is_hashable(value)


def _hash_method_of(value_class: type) -> Any:
    """What hashes the objects of a class; None if nothing does."""
    return inherited(value_class, "__hash__")


def _is_tree_node(value_class: type, attributes: Iterable[Any]) -> bool:
    """Whether an object is a node of a tree, by its attributes: that is itself, not what hangs below it."""
    return any(_holds_class(attribute, value_class) for attribute in attributes)


def is_copied_by_attributes(value: Any) -> bool:
    """Whether objects of a class are copied as what their attributes hold, and have these in their dictionary alone."""
    value_class, facts = type(value), facts_of(type(value))
    hash_method = _hash_method_of(value_class)
    has_no_own_hash = hash_method is None or hash_method is object.__hash__
    is_plain_object = not callable(value) and value_class.__module__ != "builtins" and not facts.slot_readers
    is_container = (
        issubclass(value_class, (*_LIST_TYPES, set, frozenset, bytearray, memoryview))
        or facts.is_mapping
        or facts.is_array
    )
    return (
        has_no_own_hash and is_plain_object and not is_container and facts.dict_reader is not None and not facts.is_mock
    )


def is_mock_class(value_class: type) -> bool:
    """Whether objects of a class answer to anything, and note that they were asked: mocks."""
    return facts_of(value_class).is_mock


def _holds_class(attribute: Any, value_class: type) -> bool:
    """Whether an attribute is, or lists, objects of a class; of a very long list the first elements tell it."""
    if type(attribute) in PLAIN_TYPES:
        return False
    if facts_of(type(attribute)).is_mapping:
        attribute = list(islice(attribute.values(), _MAX_BOARD_ELEMENTS))
    if not issubclass(type(attribute), list | tuple):
        return value_class in mro_of(type(attribute))
    return any(value_class in mro_of(type(element)) for element in islice(attribute, _MAX_BOARD_ELEMENTS))


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except BaseException as error:  # a frozen dataclass that holds a list, or whatever somebody's hash does
        if is_interruption(error):
            raise
        return False
    return True


def is_larger_than_boards(value: Any) -> bool:
    """Whether something holds far more than a board, at all its levels, such as a table of many entries.

    It looks at no more elements than a board may have, and so it is also true of what contains itself.

    >>> is_larger_than_boards([[None] * 19] * 19), is_larger_than_boards({"cells": [0] * 9, "table": [0] * 5000})
    (False, True)
    """
    pending, total = [value], 0
    while pending and total <= _MAX_BOARD_ELEMENTS:
        item = pending.pop()
        item_class = type(item)
        if item_class in PLAIN_TYPES:
            continue
        elements: Iterable[Any] = ()
        if issubclass(item_class, (*_LIST_TYPES, set, frozenset)):
            elements, element_count = item, len(item)
        elif facts_of(item_class).is_mapping:
            elements, element_count = item.values(), 2 * len(item)
        elif facts_of(item_class).is_array:
            element_count = item.size if item.size <= _MAX_BOARD_ARRAY else item.nbytes // _BYTES_PER_ELEMENT
        elif is_mock_class(item_class) or callable(item) or isinstance(item, ModuleType) or _is_own_snapshot(item):
            element_count = 1
        else:
            attributes = attributes_of(item)
            elements, element_count = attributes.values(), _ELEMENTS_PER_OBJECT + len(attributes)
        total += element_count
        if total <= _MAX_BOARD_ELEMENTS:
            pending += [element for element in elements if type(element) not in PLAIN_TYPES]
    return total > _MAX_BOARD_ELEMENTS


def can_change_in_place(value: Any, snapshot: Hashable) -> bool:
    """Whether a position can be changed in place: not if its snapshot is itself, or a tuple equal to it."""
    if value is unwrap_snapshot(snapshot) or type(value) is frozenset:
        return False
    try:
        return not (isinstance(value, tuple) and bool(wrap_comparable(value) == snapshot))
    except BaseException as error:  # whatever the elements of somebody's tuple do when they are compared or hashed
        if is_interruption(error):
            raise
        return True


def snapshot_bytes(snapshot: Hashable) -> int:
    """About how many bytes a snapshot takes."""
    total_bytes, pending = 0, [snapshot]
    while pending:
        item = pending.pop()
        total_bytes += sys.getsizeof(item)
        if isinstance(item, tuple | frozenset):
            pending += item
    return total_bytes
