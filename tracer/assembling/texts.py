"""The text of a position, as people read it, of whatever a search calls its board."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import chain, count
from math import isqrt
from typing import Any

from tracer.deciding.call import Copy
from tracer.deciding.position_texts import LONGEST
from tracer.deciding.thresholds import REMEMBERED
from tracer.games.comparable_objects import is_interruption, unwrap_object
from tracer.games.object_attributes import attributes_of
from tracer.games.snapshots import PLAIN_TYPES
from tracer.text import LABEL_LIMIT, clean, readable_bytes

_WIDEST = 12
"""Characters of a square that still stands in rows."""
_SIMPLE = {str, int, float, bool, type(None)}
_LIST = 7
"""Numbers from which they are the squares of a board."""
_LISTS = {list, tuple}


class Position:
    """A position of a search as it was when it was met; its text is `str` of it.

    Args:
        snapshot: the copy of it.
        text: its text, or what writes it when it is asked for; None if that is the copy.
        number: which position of the recording it is, from 1; 0 of what is none of them.
    """

    __slots__ = ("_text", "key", "number", "snapshot")

    def __init__(self, snapshot: Hashable, text: object, number: int = 0) -> None:
        self.snapshot, self._text, self.number = snapshot, text, number
        self.key = hash((snapshot,)) & -4
        """A number for it, a multiple of 4; with who moves added, one for both."""

    def __str__(self) -> str:
        if type(self._text) is not str:
            self._text = position_text(self.snapshot) if self._text is None else str(self._text)
        return self._text


class Texts:
    """The positions of a recording with their texts."""

    def __init__(self) -> None:
        self.known: dict[Hashable, Position] = {}
        """Those that have been met lately, by their snapshots."""
        self._numbers = count(1)

    def position(self, snapshot: Hashable, position: Any, text: object = None, *, several: bool = False) -> Position:
        """A position that was met; it is made anew, with its text or what writes it, only if it was not met lately."""
        found = self.known.get(snapshot)
        if found is None:
            if len(self.known) >= REMEMBERED:
                self.known.clear()
            if text is None and not is_simple(position):
                text = "\n".join(map(position_text, position))[:LONGEST] if several else position_text(position)
            found = self.known[snapshot] = Position(snapshot, text, next(self._numbers))
        return found


def joined(parts: Iterable[Any]) -> Copy:
    """Return the copy of several variables together, each a copy or a plain value."""
    copies = [part if isinstance(part, Copy) else Copy(part, position_text(part), part) for part in parts]
    snapshots = tuple(one.snapshot for one in copies)
    text = position_text(snapshots) if is_simple(snapshots) else "\n".join(one.text for one in copies)[:LONGEST]
    return Copy(snapshots, text, tuple(one.held for one in copies))


def is_simple(position: Any) -> bool:
    """Whether a position is a text, a list of plain values or a list of such lists: its copy has the same text."""
    kinds = {type(position)}
    if kinds <= _LISTS:
        kinds = set(map(type, position))
        if kinds and kinds <= _LISTS:
            kinds = {type(item) for row in position for item in row}
    return kinds <= PLAIN_TYPES


def position_text(position: Any) -> str:
    """A position as text: its own where it has one, a board of lists row by row, a short `repr` otherwise.

    >>> print(position_text([["X", None], [".", "O"]]))
    X.
    .O
    >>> print(position_text([[1, 0], [-1, 1]]))
     1  0
    -1  1
    >>> position_text([False, True, False]), position_text({"a": 1, "b": [2, 3]}), position_text((3, "MAX"))
    ('010', 'a 1, b 2 3', '3 MAX')
    >>> position_text(bytearray([0, 2, 1])), position_text(b".X.")
    ('0 2 1', '.X.')
    """
    try:
        text = _written(position)
    except BaseException as error:  # whatever the text of somebody's object raises
        if is_interruption(error):
            raise
        text = f"a {type(position).__name__}"
    lines = text[:LONGEST].split("\n")
    whole = "".join(lines)
    if whole.isascii() and whole.isprintable() and max(map(len, lines)) <= LABEL_LIMIT:
        return text[:LONGEST]
    return "\n".join(map(clean, lines))


def _written(position: Any) -> str:
    position = unwrap_object(position)
    if isinstance(position, bytes | bytearray):
        position = readable_bytes(bytes(position))
    if isinstance(position, str):
        return position
    if type(position) in _LISTS:
        return _rows(list(position))
    if hasattr(type(position), "tolist") and hasattr(type(position), "shape"):
        position = position.tolist()
    if hasattr(type(position), "_asdict"):
        position = position._asdict()
    kind: Any = type(position)
    if kind.__str__ is not object.__str__:
        return str(position)
    if isinstance(position, Mapping):
        return _pairs(position)
    if isinstance(position, set | frozenset):
        return " ".join(sorted(map(_cell, position)))
    if isinstance(position, list | tuple | deque | array):
        return _rows(list(position))
    if type(position).__module__ != "builtins" and (attributes := attributes_of(position)):
        return _written(next(iter(attributes.values()))) if len(attributes) == 1 else _pairs(attributes)
    return repr(position)


def _pairs(named: Mapping[Any, Any]) -> str:
    """Names and what they stand for: side by side, or one under the other where one of them takes several lines."""
    texts = {_cell(name): _written(item) for name, item in named.items()}
    if any("\n" in text for text in texts.values()):
        return "\n".join(f"{name}:\n{text}" if "\n" in text else f"{name}: {text}" for name, text in texts.items())
    return ", ".join(f"{name} {text}" for name, text in texts.items())


def _rows(items: list[Any]) -> str:
    """A list of cells as one line, a list of rows as several; a square of single marks is a board as well."""
    kinds = set(map(type, items))
    if items and kinds <= _LISTS and (board := _board_of_marks(items)):
        return board
    are_rows = all(issubclass(kind, list | tuple) for kind in kinds)
    are_texts = all(issubclass(kind, str) for kind in kinds)
    if items and (are_rows or (are_texts and min(map(len, items)) > 1)):
        return _board([_cells(row) for row in items])
    if len(items) == 1:
        return f"[{_written(items[0])}]"
    if len(items) < _LIST and kinds <= {int}:
        return " ".join(map(str, items))
    if kinds <= _SIMPLE or all(isinstance(item, str | int | float | None) for item in items):
        cells, side = _cells(items), isqrt(len(items))
        if side >= 3 and side * side == len(items) and max(map(len, cells)) <= 2:
            return _board([cells[first : first + side] for first in range(0, len(items), side)])
        return _board([cells])
    return _one_below_the_other(items)


def _one_below_the_other(items: list[Any]) -> str:
    """Lines of their own for each; those that would be cut off are not written: a node may have a whole tree below."""
    found: list[str] = []
    length = 0
    for item in items:
        if length > LONGEST:
            found.append("")
            break
        found.append(_written(item))
        length += len(found[-1]) + 1
    return "\n".join(found)


def _board_of_marks(rows: list[Any]) -> str:
    r"""Return rows of single characters, as `_board` would write them but at once; nothing where other cells are there.

    >>> _board_of_marks([["X", " "], [".", "O"]]), _board_of_marks([["X", None]]), _board_of_marks([["X", "\n"]])
    ('X.\n.O', '', '')
    """
    if {*map(type, chain.from_iterable(rows))} != {str} or {*map(len, chain.from_iterable(rows))} != {1}:
        return ""
    text = "\n".join(map("".join, rows)).replace(" ", ".")
    lines = text.split("\n")
    return text if len(lines) == len(rows) and text.split() == lines else ""


def _board(cells: list[list[str]]) -> str:
    """Rows of cells of one width: without a blank between them where that is one character."""
    width = max(map(len, chain.from_iterable(cells)), default=0)
    if width <= 1:
        return "\n".join(map("".join, cells))
    if width > _WIDEST or len(cells) == 1:
        return "\n".join(map(" ".join, cells))
    return "\n".join([" ".join([cell.rjust(width) for cell in row]) for row in cells])


def _cells(row: Iterable[Any]) -> list[str]:
    return [_plain_cell(item) if type(item) in PLAIN_TYPES else _cell(item) for item in row]


def _cell(item: Any) -> str:
    """A square, a number, a name: a dot where it is empty, 1 and 0 for true and false."""
    if item is None or (isinstance(item, str) and not item.strip()):
        return "."
    return str(int(item)) if isinstance(item, bool) else str(item)


_plain_cell = lru_cache(1 << 12, typed=True)(_cell)
