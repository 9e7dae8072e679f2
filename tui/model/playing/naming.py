"""The names of columns and rows, as the labels of moves tell them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from tui.model.playing.touching import Touching

LABEL = re.compile(r"([A-Za-z]+)([0-9]+)")
"""A move that is called by a letter and a number, as `b2`."""


class Names(NamedTuple):
    """What columns and rows are called; none where they have no names."""

    columns: Sequence[str] = ()
    rows: Sequence[str] = ()

    @property
    def margin(self) -> int:
        """Columns of the screen for the names of rows, and one beside them."""
        return max(map(len, self.rows), default=-1) + 1


NO_NAMES = Names()


def names(found: Touching | None) -> Names:
    """The names that hold for every move: in each column the same letters and in no other, or numbers; so for rows."""
    if found is None:
        return NO_NAMES
    parts: list[tuple[tuple[str, str], frozenset[tuple[int, int]]]] = []
    for label, squares in found.touched.items():
        if (match := LABEL.fullmatch(label)) is None:
            return NO_NAMES
        parts.append(((match[1], match[2]), squares))

    def called(axis: int, part: int) -> Sequence[str]:
        told: dict[int, set[str]] = {}
        for both, squares in parts:
            for square in squares:
                told.setdefault(square[axis], set()).add(both[part])
        ones = {place: next(iter(words)) for place, words in told.items() if len(words) == 1}
        if len(ones) < len(told) or len(set(ones.values())) < len(ones):
            return ()
        return [ones.get(place, "") for place in range((found.board.rows, found.board.columns)[axis])]

    columns, rows = called(1, 0), called(0, 1)
    return Names(columns or (() if rows else called(1, 1)), rows or (() if columns else called(0, 0)))
