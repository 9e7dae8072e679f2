"""Positions kept as they were on entry: a hashable copy of whatever a search calls its board."""

from __future__ import annotations

import re
import sys
from array import array
from collections import deque
from collections.abc import Hashable, Mapping, Sized
from copy import deepcopy
from enum import Enum
from functools import lru_cache
from numbers import Number
from operator import is_not, ne
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


def difference(before: Hashable, after: Hashable) -> str | None:
    """What a move changed, as a short label: the place, and what stands there now; None where it is more than that.

    >>> difference(((".", "."), (".", ".")), ((".", "."), ("X", ".")))
    '1,0=X'
    >>> difference((False, False), (False, True)), difference("ab", "ac"), difference((3, 4), (3, 4, 5))
    ('1', '1=c', '+5')
    >>> difference("ab", "aba"), difference("ab", "b")
    ('+a', 'b')
    """
    found: list[str] = []
    if not _compare(before, after, "", found) or not 0 < len(found) <= 3:
        return None
    return clean(" ".join(found), 40)


def move_names(before: Hashable, after: Hashable) -> list[str]:
    """Names for what a move changed, the shortest first: of a position with a board in it, of what changed there alone.

    >>> move_names(((".", "."), "X"), ((".", "X"), "O"))
    ['1=X', '0,1=X 1=O']
    >>> move_names(("State", "..X."), ("State", "O.X.")), changed_squares(("State", "..X."), ("State", "O.X."))
    (['0=O', '1=O.X.'], None)
    """
    whole = difference(before, after)
    parts = _parts(before, after)
    boards = [(place, one, other) for place, one, other in parts if _are_boards(one, other, parts)]
    names = [whole]
    if len(boards) < len(parts):
        found: list[str] = []
        if all(_compare(one, other, "" if len(boards) == 1 else place, found) for place, one, other in boards):
            gained = [entry for entry in found if not _TAKEN_AWAY.match(entry)]
            names = [*(clean(" ".join(one), 40) for one in (gained, found) if 0 < len(one) <= 3), whole]
    return list(dict.fromkeys(name for name in names if name))


_LONG, _FEW = 4, 4
"""Characters of a text from which it may be a board, and how many parts a position has at most that has it."""
_TAKEN_AWAY = re.compile(r"[\d,]*-")


def _is_text(value: Any, parts: Sized) -> bool:
    """Whether one of a few parts is a text that may be a board, and no mark on a square."""
    return type(value) is str and len(value) >= _LONG and len(parts) <= _FEW


def _are_boards(one: Any, other: Any, parts: Sized) -> bool:
    """Whether both are something with squares: lists, sets, or texts of one length."""
    if _is_text(one, parts) and _is_text(other, parts):
        return one != other and len(one) == len(other)
    return isinstance(one, tuple | frozenset) and isinstance(other, tuple | frozenset)


def _parts(before: Any, after: Any) -> list[tuple[str, Any, Any]]:
    """What an object or a tuple holds, before and after, with the place of each; nothing of anything else."""
    one, other = _attributes(before), _attributes(after)
    if one is not None and other is not None and one.keys() == other.keys():
        return [(name, one[name], other[name]) for name in sorted(one)]
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        return [(str(k), one, other) for k, (one, other) in enumerate(zip(before, after, strict=True))]
    return []


def _attributes(snapshot: Any) -> dict[str, Any] | None:
    """The attributes of an object as it was frozen, or as itself; None of anything else."""
    if _stands_for_itself(type(snapshot)):
        try:
            return {name: freeze(getattr(snapshot, name)) for name in attribute_names(snapshot)} or None
        except Exception:  # whatever the attributes of somebody's object do
            return None
    if not (isinstance(snapshot, tuple) and len(snapshot) == 2 and isinstance(snapshot[0], str)):
        return None
    pairs = snapshot[1]
    if not isinstance(pairs, frozenset) or not pairs:
        return None
    if not all(isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], str) for pair in pairs):
        return None
    return dict(pairs)


def _stands_for_itself(kind: Any) -> bool:
    """Whether objects of a class are kept as they are, since they have an equality and a hash, and have attributes."""
    if kind in PLAIN or kind.__module__ == "builtins" or issubclass(kind, tuple | frozenset | Enum | Number):
        return False
    return kind.__hash__ is not None and kind.__hash__ is not object.__hash__


def changed_squares(before: Hashable, after: Hashable) -> str | None:
    """As `difference` and sooner, of boards of one size alone: two lists of plain values, of such lists, or two texts.

    It is None for anything else.

    >>> changed_squares((".", "."), (".", "X")), changed_squares("..", "X."), changed_squares((), (1,))
    ('1=X', '0=X', None)
    >>> changed_squares(((0, 0), (0, 0)), ((0, 0), (0, 1))), changed_squares(((1, 2), (3, 4)), (1, 2))
    ('1,1=1', None)
    """
    kind = type(before)
    if kind is not type(after) or (kind is not tuple and kind is not str):
        return None
    one: Any = before
    other: Any = after
    if len(one) != len(other) or len(one) < (2 if kind is str else 1):
        return None
    changed = list(map(is_not, one, other))
    if changed.count(True) == 1:  # the usual move, told at once
        place = changed.index(True)
        old, mark = one[place], other[place]
        if mark == old or _is_text(mark, one):
            return None
        if type(mark) in PLAIN and type(one[0]) in PLAIN and type(one[-1]) in PLAIN:
            return _square("", place, mark) if kind is tuple or "\n" not in other else difference(one, other)
        return None if type(one[0]) in PLAIN or type(one[-1]) in PLAIN else _changed_row(place, old, mark)
    if kind is str:
        return difference(one, other)
    if type(one[0]) not in PLAIN or type(one[-1]) not in PLAIN:
        rows = [k for k, changes in enumerate(changed) if changes and one[k] != other[k]]
        return _changed_row(rows[0], one[rows[0]], other[rows[0]]) if len(rows) == 1 else None
    places = [k for k, changes in enumerate(changed) if changes and one[k] != other[k]]
    if not 0 < len(places) <= 3 or not all(type(other[k]) in PLAIN for k in places):
        return None
    return clean(" ".join([_square("", k, other[k]) for k in places]), 40)


def _changed_row(row: int, before: Any, after: Any) -> str | None:
    """What changed in the one row that is another."""
    if type(before) is not tuple or type(after) is not tuple or len(before) != len(after) or not before:
        return None
    places = [k for k, changes in enumerate(map(ne, before, after)) if changes]
    if not 0 < len(places) <= 3 or not PLAIN.issuperset(map(type, before + after)):
        return None
    found = [_square(f"{row},", k, after[k]) for k in places]
    return found[0] if len(found) == 1 else clean(" ".join(found), 40)


@lru_cache(1 << 12, typed=True)
def _square(row: str, place: int, mark: Any) -> str:
    """A square and what stands on it now."""
    return clean(f"{row}{place}" if type(mark) is bool else f"{row}{place}={mark}", 40)


def _compare(before: Any, after: Any, place: str, found: list[str]) -> bool:
    """Collect the places where two snapshots differ; False where they cannot be compared place by place."""
    if before == after or len(found) > 3:
        return True
    if isinstance(before, str) and isinstance(after, str) and len(before) == len(after) > 1 and not place:
        return _compare_texts(before, after, found)
    if isinstance(before, str) and isinstance(after, str) and not place and after[: len(before)] == before:
        found.append(f"+{after[len(before) :]}")
        return True
    one_object, other_object = _attributes(before), _attributes(after)
    if one_object is not None and other_object is not None and one_object.keys() == other_object.keys():
        return all(
            _compare(one_object[name], other_object[name], f"{place},{name}" if place else name, found)
            for name in sorted(one_object)
        )
    if isinstance(before, tuple) and isinstance(after, tuple):
        if len(before) == len(after):
            return all(
                _compare(one, other, f"{place},{k}" if place else str(k), found)
                for k, (one, other) in enumerate(zip(before, after, strict=True))
                if one != other
            )
        if after[: len(before)] == before and len(after) == len(before) + 1:
            found.append(f"{place}+{after[-1]}")
            return True
        return _compare_shorter(before, after, place, found)
    if isinstance(before, frozenset) and isinstance(after, frozenset):
        found += sorted(_entry(item) for item in after - before) or sorted(f"-{_entry(i)}" for i in before - after)
        return True
    kind: Any = type(after)
    if isinstance(after, tuple | frozenset) or kind.__repr__ is object.__repr__:
        return False
    found.append(place if type(after) is bool and place else f"{place}={after}" if place else str(after))
    return True


def _compare_texts(before: str, after: str, found: list[str]) -> bool:
    row = column = 0
    for one, other in zip(before, after, strict=True):
        if one != other:
            found.append(f"{row},{column}={other}" if "\n" in after else f"{column}={other}")
        row, column = (row + 1, 0) if other == "\n" else (row, column + 1)
    return True


def _compare_shorter(before: tuple[Any, ...], after: tuple[Any, ...], place: str, found: list[str]) -> bool:
    """One element taken away."""
    if len(after) != len(before) - 1:
        return False
    gone = next((k for k, item in enumerate(after) if item != before[k]), len(after))
    if before[gone + 1 :] != after[gone:]:
        return False
    found.append(f"{place}-{before[gone]}")
    return True


def _entry(item: Any) -> str:
    """An entry of a dictionary, or an element of a set."""
    return f"{item[0]}={item[1]}" if isinstance(item, tuple) and len(item) == 2 else str(item)
