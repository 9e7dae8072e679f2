"""What a move changed between two snapshots of a position, as a short label: the place, and what stands there now."""

from __future__ import annotations

import re
from collections.abc import Hashable, Sized
from enum import Enum
from functools import lru_cache
from numbers import Number
from operator import is_not, ne
from typing import Any

from tracer.games.comparable_objects import Comparable, unwrap_object
from tracer.games.object_attributes import attributes_of
from tracer.games.snapshots import PLAIN_TYPES, freeze
from tracer.text import clean, readable_bytes


def describe_difference(old_snapshot: Hashable, new_snapshot: Hashable) -> str | None:
    """What a move changed, as a short label: the place, and what stands there now; None where it is more than that.

    >>> describe_difference(((".", "."), (".", ".")), ((".", "."), ("X", ".")))
    '1,0=X'
    >>> (
    ...     describe_difference((False, False), (False, True)),
    ...     describe_difference("ab", "ac"),
    ...     describe_difference((3, 4), (3, 4, 5)),
    ... )
    ('1', '1=c', '+5')
    >>> describe_difference("ab", "aba"), describe_difference("ab", "b")
    ('+a', 'b')
    >>> describe_difference(bytes([0, 2, 1]), bytes([0, 2, 2])), describe_difference(b"..X", b"O.X")
    ('2=2', '0=O')
    """
    changes: list[str] = []
    if not _collect_changes(old_snapshot, new_snapshot, "", changes) or not 0 < len(changes) <= 3:
        return None
    return clean(" ".join(changes), 40)


def name_changes(old_snapshot: Hashable, new_snapshot: Hashable) -> list[str]:
    """Names for what a move changed, the shortest first: of a position with a board in it, of what changed there alone.

    >>> name_changes(((".", "."), "X"), ((".", "X"), "O"))
    ['1=X', '0,1=X 1=O']
    >>> (
    ...     name_changes(("State", "..X."), ("State", "O.X.")),
    ...     describe_changed_squares(("State", "..X."), ("State", "O.X.")),
    ... )
    (['0=O', '1=O.X.'], None)
    """
    full_text = describe_difference(old_snapshot, new_snapshot)
    parts = _pair_parts(old_snapshot, new_snapshot)
    boards = [(path, old, new) for path, old, new in parts if _are_boards(old, new, parts)]
    names = [full_text]
    if len(boards) < len(parts):
        changes: list[str] = []
        if all(_collect_changes(old, new, "" if len(boards) == 1 else path, changes) for path, old, new in boards):
            gained_changes = [entry for entry in changes if not _REMOVAL_PATTERN.match(entry)]
            names = [*(clean(" ".join(old), 40) for old in (gained_changes, changes) if 0 < len(old) <= 3), full_text]
    return list(dict.fromkeys(name for name in names if name))


_MIN_BOARD_TEXT, _MAX_PARTS = 4, 4
"""Characters of a text from which it may be a board, and how many parts a position has at most that has it."""
_REMOVAL_PATTERN = re.compile(r"[\d,]*-")


def _is_board_text(value: Any, parts: Sized) -> bool:
    """Whether one of a few parts is a text that may be a board, and no mark on a square."""
    return type(value) is str and len(value) >= _MIN_BOARD_TEXT and len(parts) <= _MAX_PARTS


def _are_boards(old: Any, new: Any, parts: Sized) -> bool:
    """Whether both are something with squares: lists, sets, or texts of one length."""
    if _is_board_text(old, parts) and _is_board_text(new, parts):
        return old != new and len(old) == len(new)
    return isinstance(old, tuple | frozenset) and isinstance(new, tuple | frozenset)


def _pair_parts(old_snapshot: Any, new_snapshot: Any) -> list[tuple[str, Any, Any]]:
    """What an object or a tuple holds, before and after, with the place of each; nothing of anything else."""
    old_attributes, new_attributes = _snapshot_attributes(old_snapshot), _snapshot_attributes(new_snapshot)
    if old_attributes is not None and new_attributes is not None and old_attributes.keys() == new_attributes.keys():
        return [(name, old_attributes[name], new_attributes[name]) for name in sorted(old_attributes)]
    if isinstance(old_snapshot, tuple) and isinstance(new_snapshot, tuple) and len(old_snapshot) == len(new_snapshot):
        return [
            (str(index), old_attributes, new_attributes)
            for index, (old_attributes, new_attributes) in enumerate(zip(old_snapshot, new_snapshot, strict=True))
        ]
    return []


def _snapshot_attributes(snapshot: Any) -> dict[str, Any] | None:
    """The attributes of an object as it was frozen, or as itself; None of anything else."""
    if type(snapshot) is Comparable or _is_kept_as_object(type(snapshot)):
        try:
            return {name: freeze(value) for name, value in attributes_of(unwrap_object(snapshot)).items()} or None
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


def _is_kept_as_object(value_class: Any) -> bool:
    """Whether objects of a class are kept as they are, since they have an equality and a hash, and have attributes."""
    if (
        value_class in PLAIN_TYPES
        or value_class.__module__ == "builtins"
        or issubclass(value_class, tuple | frozenset | Enum | Number)
    ):
        return False
    return value_class.__hash__ is not None and value_class.__hash__ is not object.__hash__


def describe_changed_squares(old_snapshot: Hashable, new_snapshot: Hashable) -> str | None:
    """Describe what changed on boards of one size, as `describe_difference` does, and sooner; None for anything else.

    Boards are two lists of plain values, two lists of such lists, or two texts.

    >>> (
    ...     describe_changed_squares((".", "."), (".", "X")),
    ...     describe_changed_squares("..", "X."),
    ...     describe_changed_squares((), (1,)),
    ... )
    ('1=X', '0=X', None)
    >>> describe_changed_squares(((0, 0), (0, 0)), ((0, 0), (0, 1))), describe_changed_squares(((1, 2), (3, 4)), (1, 2))
    ('1,1=1', None)
    """
    board_type = type(old_snapshot)
    if board_type is not type(new_snapshot) or (board_type is not tuple and board_type is not str):
        return None
    old_board: Any = old_snapshot
    new_board: Any = new_snapshot
    if len(old_board) != len(new_board) or len(old_board) < (2 if board_type is str else 1):
        return None
    changed = list(map(is_not, old_board, new_board))
    if changed.count(True) == 1:  # the usual move, told at once
        index = changed.index(True)
        old_mark, new_mark = old_board[index], new_board[index]
        if new_mark == old_mark or _is_board_text(new_mark, old_board):
            return None
        if type(new_mark) in PLAIN_TYPES and type(old_board[0]) in PLAIN_TYPES and type(old_board[-1]) in PLAIN_TYPES:
            if board_type is tuple or "\n" not in new_board:
                return _describe_square("", index, new_mark)
            return describe_difference(old_board, new_board)
        if type(old_board[0]) in PLAIN_TYPES or type(old_board[-1]) in PLAIN_TYPES:
            return None
        return _describe_changed_row(index, old_mark, new_mark)
    if board_type is str:
        return describe_difference(old_board, new_board)
    if type(old_board[0]) not in PLAIN_TYPES or type(old_board[-1]) not in PLAIN_TYPES:
        rows = [
            square for square, is_changed in enumerate(changed) if is_changed and old_board[square] != new_board[square]
        ]
        return _describe_changed_row(rows[0], old_board[rows[0]], new_board[rows[0]]) if len(rows) == 1 else None
    changed_indexes = [
        square for square, is_changed in enumerate(changed) if is_changed and old_board[square] != new_board[square]
    ]
    if not 0 < len(changed_indexes) <= 3 or not all(
        type(new_board[square]) in PLAIN_TYPES for square in changed_indexes
    ):
        return None
    return clean(" ".join([_describe_square("", square, new_board[square]) for square in changed_indexes]), 40)


def _describe_changed_row(row: int, old_row: Any, new_row: Any) -> str | None:
    """What changed in the one row that is another."""
    if type(old_row) is not tuple or type(new_row) is not tuple or len(old_row) != len(new_row) or not old_row:
        return None
    changed_indexes = [column for column, is_changed in enumerate(map(ne, old_row, new_row)) if is_changed]
    if not 0 < len(changed_indexes) <= 3 or not PLAIN_TYPES.issuperset(map(type, old_row + new_row)):
        return None
    squares = [_describe_square(f"{row},", column, new_row[column]) for column in changed_indexes]
    return squares[0] if len(squares) == 1 else clean(" ".join(squares), 40)


@lru_cache(1 << 12, typed=True)
def _describe_square(row_prefix: str, index: int, mark: Any) -> str:
    """A square and what stands on it now."""
    return clean(f"{row_prefix}{index}" if type(mark) is bool else f"{row_prefix}{index}={mark}", 40)


def _collect_changes(old_value: Any, new_value: Any, path: str, changes: list[str]) -> bool:
    """Collect the places where two snapshots differ; False where they cannot be compared place by place."""
    if old_value == new_value or len(changes) > 3:
        return True
    if isinstance(old_value, bytes) and isinstance(new_value, bytes):
        old_value, new_value = readable_bytes(old_value), readable_bytes(new_value)
    if isinstance(old_value, str) and isinstance(new_value, str) and len(old_value) == len(new_value) > 1 and not path:
        return _collect_text_changes(old_value, new_value, changes)
    if (
        isinstance(old_value, str)
        and isinstance(new_value, str)
        and not path
        and new_value[: len(old_value)] == old_value
    ):
        changes.append(f"+{new_value[len(old_value) :]}")
        return True
    old_attributes, new_attributes = _snapshot_attributes(old_value), _snapshot_attributes(new_value)
    if old_attributes is not None and new_attributes is not None and old_attributes.keys() == new_attributes.keys():
        return all(
            _collect_changes(old_attributes[name], new_attributes[name], f"{path},{name}" if path else name, changes)
            for name in sorted(old_attributes)
        )
    if isinstance(old_value, tuple) and isinstance(new_value, tuple):
        if len(old_value) == len(new_value):
            return all(
                _collect_changes(old, new, f"{path},{index}" if path else str(index), changes)
                for index, (old, new) in enumerate(zip(old_value, new_value, strict=True))
                if old != new
            )
        if new_value[: len(old_value)] == old_value and len(new_value) == len(old_value) + 1:
            changes.append(f"{path}+{new_value[-1]}")
            return True
        return _collect_removal(old_value, new_value, path, changes)
    if isinstance(old_value, frozenset) and isinstance(new_value, frozenset):
        changes += sorted(_format_entry(item) for item in new_value - old_value) or sorted(
            f"-{_format_entry(i)}" for i in old_value - new_value
        )
        return True
    value_class: Any = type(unwrap_object(new_value))
    if isinstance(new_value, tuple | frozenset) or value_class.__repr__ is object.__repr__:
        return False
    changes.append(path if type(new_value) is bool and path else f"{path}={new_value}" if path else str(new_value))
    return True


def _collect_text_changes(old_text: str, new_text: str, changes: list[str]) -> bool:
    row = column = 0
    for old, new in zip(old_text, new_text, strict=True):
        if old != new:
            changes.append(f"{row},{column}={new}" if "\n" in new_text else f"{column}={new}")
        row, column = (row + 1, 0) if new == "\n" else (row, column + 1)
    return True


def _collect_removal(old_items: tuple[Any, ...], new_items: tuple[Any, ...], path: str, changes: list[str]) -> bool:
    """One element taken away."""
    if len(new_items) != len(old_items) - 1:
        return False
    removed_index = next((index for index, item in enumerate(new_items) if item != old_items[index]), len(new_items))
    if old_items[removed_index + 1 :] != new_items[removed_index:]:
        return False
    changes.append(f"{path}-{old_items[removed_index]}")
    return True


def _format_entry(item: Any) -> str:
    """An entry of a dictionary, or an element of a set."""
    return f"{item[0]}={item[1]}" if isinstance(item, tuple) and len(item) == 2 else str(item)
