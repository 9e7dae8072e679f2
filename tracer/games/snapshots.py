"""Positions kept as they were on entry: a hashable copy of whatever a search calls its board."""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from copy import deepcopy
from enum import Enum
from itertools import islice
from types import MethodType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from tracer.errors import PlyscopeError
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
    hold; an object with an equality and a hash of its own stands for itself, and so does a node of a tree.

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
        return frozenset(value)
    if issubclass(kind, Mapping):
        return frozenset((freeze(name, level + 1), freeze(item, level + 1)) for name, item in value.items())
    if issubclass(kind, bytearray | memoryview):
        return bytes(value)
    if hasattr(kind, "tobytes") and hasattr(kind, "shape"):
        if value.size <= _SQUARES:
            return freeze(value.tolist(), level)
        return str(value.dtype), tuple(value.shape), value.tobytes()
    return _frozen_object(value, level)


_ADVICE = "; say what it is with state=lambda frame: …, which gives a text or a tuple"


def _frozen_object(value: Any, level: int) -> Hashable:
    kind = type(value)
    if is_stand_in(kind):
        raise PlyscopeError(f"the position is a {clean(kind.__name__)}, which is no position" + _ADVICE)
    own_hash: Any = kind.__hash__
    own = own_hash is not None and own_hash is not object.__hash__ and not isinstance(value, MethodType)
    if own and _hashes(value):
        return _with_hash(value)
    if level and (callable(value) or isinstance(value, ModuleType)):
        return value  # type: ignore[no-any-return]  # a function is no part of a position
    if callable(value) or kind.__module__ == "builtins":
        raise PlyscopeError(f"the position is a {kind.__name__}, which can be neither compared nor shown" + _ADVICE)
    names = attribute_names(value)
    if not names and any("__str__" in vars(base) or "__repr__" in vars(base) for base in kind.__mro__[:-1]):
        text = str(value)  # an object of a compiled library shows nothing else
        if f"at 0x{id(value):x}" not in text.lower():
            return kind.__name__, text
    if not names and not hasattr(value, "__dict__"):
        problem = f"the position is a {clean(kind.__name__)}, which can be neither compared nor shown"
        raise PlyscopeError(problem + _ADVICE)
    attributes = {name: getattr(value, name) for name in names}
    if own_hash is not None and _is_node(kind, attributes.values()):
        return value  # type: ignore[no-any-return]  # it has a hash
    return kind.__name__, freeze(attributes, level + 1)


def _with_hash(value: Any) -> Hashable:
    """An object with a hash of its own: itself, or a deep copy where its class lets its attributes be changed."""
    if _stands_for_itself(value):
        return value  # type: ignore[no-any-return]  # it has a hash
    try:
        return deepcopy(value)  # type: ignore[no-any-return]  # it has a hash
    except Exception as error:
        problem = f"the position is a {clean(type(value).__name__)}, which cannot be copied: {clean(str(error))}"
        raise PlyscopeError(problem + _ADVICE) from error


def _stands_for_itself(value: Any) -> bool:
    """Whether the copy of an object is the object itself: a node of a tree, or what cannot be changed."""
    kind: Any = type(value)
    attributes = [getattr(value, name) for name in attribute_names(value)]
    if kind.__hash__ is None or _is_node(kind, attributes):
        return kind.__hash__ is not None
    settings = getattr(kind, "__dataclass_params__", None)
    unchanging = isinstance(value, Enum) or (settings is not None and settings.frozen) or not attributes
    return kind.__hash__ is not object.__hash__ and unchanging and _hashes(value)


def _is_node(kind: type, attributes: Iterable[Any]) -> bool:
    """Whether an object is a node of a tree, by its attributes: that is itself, not what hangs below it."""
    return any(_holds(item, kind) for item in attributes)


def attribute_names(value: Any) -> list[str]:
    """The attributes that an object has of its own, those in slots first."""
    slots = [name for name in _facts(type(value))[0] if hasattr(value, name)]
    return [*slots, *getattr(value, "__dict__", {})]


def is_its_attributes(value: Any) -> bool:
    """Whether objects of a class are copied as what their attributes hold, and have these in their dictionary alone."""
    kind: Any = type(value)
    plain = kind.__getattribute__ is object.__getattribute__ and not hasattr(kind, "__getattr__")
    unnamed = kind.__hash__ is None or kind.__hash__ is object.__hash__
    whole = not callable(value) and kind.__module__ != "builtins" and not _facts(kind)[0]
    listed = issubclass(kind, (*_LISTS, set, frozenset, Mapping, bytearray, memoryview)) or hasattr(kind, "tobytes")
    return plain and unnamed and whole and not listed and kind.__dictoffset__ != 0 and not is_stand_in(kind)


def is_stand_in(kind: type) -> bool:
    """Whether objects of a class answer to anything, and note that they were asked: mocks."""
    return _facts(kind)[1]


_known: WeakKeyDictionary[type, tuple[tuple[str, ...], bool]] = WeakKeyDictionary()


def _facts(kind: type) -> tuple[tuple[str, ...], bool]:
    """The slots of a class with those above it, and whether its objects are stand-ins."""
    try:
        found = _known.get(kind)
    except TypeError:  # somebody's class has no hash
        return tuple(name for base in kind.__mro__ for name in _slots(base)), False
    if found is None:
        slots = tuple(name for base in kind.__mro__ for name in _slots(base))
        stand_in = any(base.__module__ in ("unittest.mock", "mock.mock") for base in kind.__mro__)
        found = _known[kind] = slots, stand_in
    return found


def _holds(item: Any, kind: type) -> bool:
    """Whether an attribute is, or lists, objects of a class; of a very long list the first elements tell it."""
    if type(item) in PLAIN:
        return False
    if isinstance(item, Mapping):
        item = list(islice(item.values(), _BOARD))
    if not isinstance(item, list | tuple):
        return isinstance(item, kind)
    return any(isinstance(one, kind) for one in islice(item, _BOARD))


def _hashes(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:  # a frozen dataclass that holds a list
        return False
    return True


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))


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
        elif issubclass(kind, Mapping):
            inside, more = held.values(), 2 * len(held)
        elif hasattr(kind, "tobytes") and hasattr(kind, "shape"):
            more = held.size if held.size <= _SQUARES else held.nbytes // _BYTES
        elif is_stand_in(kind) or callable(held) or isinstance(held, ModuleType) or _stands_for_itself(held):
            more = 1
        else:
            names = attribute_names(held)
            inside, more = (getattr(held, name) for name in names), _OBJECT + len(names)
        count += more
        if count <= _BOARD:
            waiting += [one for one in inside if type(one) not in PLAIN]
    return count > _BOARD


def changes(value: Any, snapshot: Hashable) -> bool:
    """Whether a position can be changed in place: not if its snapshot is itself, or a tuple equal to it."""
    if value is snapshot or type(value) is frozenset:
        return False
    try:
        return not (isinstance(value, tuple) and bool(value == snapshot))
    except Exception:  # whatever the elements of somebody's tuple do when they are compared
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
