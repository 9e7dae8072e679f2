"""The squares of a board as a search keeps them: rows, one text, places with marks, two numbers of bits."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

EMPTY = {None, "", " ", ".", "-", "_", 0}
"""What stands on an empty square."""
STONES = {"X": "X", "x": "X", 1: "X", "O": "O", "o": "O", "0": "O", -1: "O", 2: "O"}
"""Whose the usual marks are."""
BITS = {"sides": "X's", "mover": "the mover's"}
"""How two numbers of bits may be the stones, and whose the first are."""


def is_pair(snapshot: Hashable) -> bool:
    """Whether something is two numbers that may be bits."""
    return isinstance(snapshot, tuple) and len(snapshot) == 2 and all(type(one) is int and one >= 0 for one in snapshot)


def stones_of_bits(snapshot: Any, size: int, kind: str) -> list[str]:
    """The squares of two numbers; none where a bit is in both or beyond the board."""
    if not is_pair(snapshot):
        return []
    first, second = snapshot
    if first & second or (first | second) >> size:
        return []
    if kind == "mover" and first.bit_count() < second.bit_count():
        first, second = second, first
    return ["X" if first >> place & 1 else "O" if second >> place & 1 else "." for place in range(size)]


def _unnumbered(cells: list[Any]) -> list[Any]:
    """The squares without the numbers that stand on empty ones, where there are marks that are none."""
    if all(isinstance(cell, int | float) or cell is None for cell in cells):
        return cells
    return [
        None if str(cell) in (str(place), str(place + 1)) and type(cell) in (int, str) else cell
        for place, cell in enumerate(cells)
    ]


def _placed(snapshot: frozenset[Any], shape: list[int]) -> list[Any]:
    """The squares of marks by their places: numbers, or rows and columns, from 0 or from 1 on."""
    width, size = shape[0], sum(shape)
    places: list[tuple[int, Any]] = []
    for entry in snapshot:
        if not isinstance(entry, tuple) or len(entry) != 2:
            return []
        place, mark = entry
        if isinstance(place, tuple) and len(place) == 2 and all(type(one) is int for one in place):
            row, column = place
            place = row * width + column if 0 <= column <= width else -1
        if type(place) is not int:
            return []
        places.append((place, mark))
    from_one = bool(places) and (
        max(place for place, _mark in places) >= size
        or (len(places) == size and min(place for place, _mark in places) > 0)
    )
    first = min(place for place, _mark in places) if from_one and len(places) == size else int(from_one)
    cells: list[Any] = [None] * size
    for place, mark in places:
        if not 0 <= place - first < size:
            return []
        cells[place - first] = mark
    return cells


def cells_by_columns(snapshot: Any, shape: list[int]) -> list[Any]:
    """The squares of a board that is kept column by column, row by row; none where it is not.

    A column that ends early, such as a stack of what was dropped into it, is empty beyond.
    """
    width, height = shape[0], len(shape)
    if isinstance(snapshot, frozenset):
        turned = [
            (tuple(reversed(entry[0])), entry[1])
            for entry in snapshot
            if isinstance(entry, tuple) and len(entry) == len(("place", "mark")) and isinstance(entry[0], tuple)
        ]
        return _placed(frozenset(turned), shape) if len(turned) == len(snapshot) else []
    if not isinstance(snapshot, tuple):
        return []
    columns = list(snapshot)
    if len(columns) == width * height:
        columns = [snapshot[first : first + height] for first in range(0, len(snapshot), height)]
    if len(columns) != width or not all(
        isinstance(column, tuple | str) and len(column) <= height for column in columns
    ):
        return []
    filled = [[*column, *[None] * (height - len(column))] for column in columns]
    return _unnumbered([filled[column][row] for row in range(height) for column in range(width)])


def cells_of(snapshot: Any, shape: list[int]) -> list[Any]:
    """The squares of a board, row by row; of a dictionary those that are in it, others are empty."""
    if isinstance(snapshot, frozenset):
        return _placed(snapshot, shape)
    if isinstance(snapshot, str):
        return [cell for cell in snapshot if cell not in "\n/|"]
    if not isinstance(snapshot, tuple):
        return []
    cells: list[Any] = []
    for row in snapshot:
        cells += row if isinstance(row, tuple) else row if isinstance(row, str) and len(row) > 1 else [row]
    return _unnumbered(cells)
