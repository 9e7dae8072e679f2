"""What a move changed between two snapshots of a position, as a short label: the place, and what stands there now."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sized
from enum import Enum
from functools import lru_cache
from numbers import Number
from operator import is_not, ne
from typing import Any

from tracer.games.attributes import attributes_of
from tracer.games.comparable import Comparable, object_of
from tracer.games.snapshots import PLAIN, freeze
from tracer.text import clean, readable_bytes


def difference(before: Hashable, after: Hashable) -> str | None:
    """What a move changed, as a short label: the place, and what stands there now; None where it is more than that.

    >>> difference(((".", "."), (".", ".")), ((".", "."), ("X", ".")))
    '1,0=X'
    >>> difference((False, False), (False, True)), difference("ab", "ac"), difference((3, 4), (3, 4, 5))
    ('1', '1=c', '+5')
    >>> difference("ab", "aba"), difference("ab", "b")
    ('+a', 'b')
    >>> difference(bytes([0, 2, 1]), bytes([0, 2, 2])), difference(b"..X", b"O.X")
    ('2=2', '0=O')
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
    if type(snapshot) is Comparable or _stands_for_itself(type(snapshot)):
        try:
            return {name: freeze(held) for name, held in attributes_of(object_of(snapshot)).items()} or None
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
    if isinstance(before, bytes) and isinstance(after, bytes):
        before, after = readable_bytes(before), readable_bytes(after)
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
    kind: Any = type(object_of(after))
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
