"""Positions kept as they were on entry: a hashable copy of whatever a search calls its board."""

from __future__ import annotations

import sys
from array import array
from collections import deque
from collections.abc import Hashable, Mapping
from copy import deepcopy
from enum import Enum
from types import ModuleType
from typing import Any

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
    if own_hash is not None and own_hash is not object.__hash__ and _hashes(value):
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
    if own_hash is not None and any(_holds(item, kind) for item in attributes.values()):
        return value  # type: ignore[no-any-return]  # a node of a tree is itself, not what hangs below it
    return kind.__name__, freeze(attributes, level + 1)


def _with_hash(value: Any) -> Hashable:
    """An object with a hash of its own: itself, or a deep copy where its class lets its attributes be changed."""
    settings = getattr(type(value), "__dataclass_params__", None)
    attributes = [getattr(value, name) for name in attribute_names(value)]
    unchanging = isinstance(value, Enum) or (settings is not None and settings.frozen) or not attributes
    if unchanging or any(_holds(item, type(value)) for item in attributes):
        return value  # type: ignore[no-any-return]  # it has a hash
    try:
        return deepcopy(value)  # type: ignore[no-any-return]  # it has a hash
    except Exception as error:
        problem = f"the position is a {clean(type(value).__name__)}, which cannot be copied: {clean(str(error))}"
        raise PlyscopeError(problem + _ADVICE) from error


def attribute_names(value: Any) -> list[str]:
    """The attributes that an object has of its own, those in slots first."""
    slots = [name for base in type(value).__mro__ for name in _slots(base) if hasattr(value, name)]
    return [*slots, *getattr(value, "__dict__", {})]


def is_stand_in(kind: type) -> bool:
    """Whether objects of a class answer to anything, and note that they were asked: mocks."""
    return any(base.__module__ in ("unittest.mock", "mock.mock") for base in kind.__mro__)


def _holds(item: Any, kind: type) -> bool:
    """Whether an attribute is, or lists, objects of a class."""
    if isinstance(item, Mapping):
        item = list(item.values())
    return isinstance(item, kind) or (isinstance(item, list | tuple) and any(isinstance(one, kind) for one in item))


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
