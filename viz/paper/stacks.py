"""Leaves below one another: many siblings in a few columns, each beside a line that comes from their parent."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil

from viz.pictures.boxes import Picture
from viz.pictures.roles import Kind

ROWS = 6
"""Leaves in a column at most."""
FEWEST = 3
"""Neighbours that make a column; fewer stand side by side."""
TRUNK = 11.0
"""Room for the line to the left of a column."""
LINE = 4.0
"""Where in it the line is."""
BETWEEN = 3.5
"""Room between two rows of a column."""
BESIDE = 3.0
"""Room between a box and the mark at its right."""
TO_STUB = 9.0
"""Room between a box and the stub at its right."""


Row = list[int]
"""A box with, perhaps, the stub below it, which stands beside it; by their places."""


def stacks(picture: Picture) -> list[list[Row]]:
    """The columns of a picture, each with its rows.

    A box has a row if it has nothing below it but a stub, nothing is written at its edge, and neighbours are like it.
    """
    if not picture.stacked or picture.sideways or picture.links:
        return []
    below: dict[int, list[int]] = {}
    for place, box in enumerate(picture.boxes):
        below.setdefault(box.parent, []).append(place)

    def takes(place: int) -> bool:
        box, under = picture.boxes[place], below.get(place, [])
        is_last = not under or (len(under) == 1 and picture.boxes[under[0]].role.kind is Kind.STUB)
        return is_last and not box.edge and box.board is None and box.parent >= 0

    columns, rows = list[list[Row]](), set[int]()
    # A stub in the row of its parent has none of its own.
    for children in below.values():
        for is_row, run in groupby(children, takes):
            if is_row and children[0] not in rows:
                found = [[place, *below.get(place, [])] for place in run]
                columns += _columns(found)
                if len(found) >= FEWEST:
                    rows.update(stub for row in found for stub in row[1:])
    return columns


def _columns(run: list[Row]) -> Iterator[list[Row]]:
    """Neighbours in columns of about the same height."""
    if len(run) < FEWEST:
        return
    rows = ceil(len(run) / ceil(len(run) / ROWS))
    for first in range(0, len(run), rows):
        yield run[first : first + rows]


def units(count: int, columns: Iterable[list[Row]]) -> list[list[Row]]:
    """What is placed: each column as one, and every other box for itself, in the order of the first boxes.

    >>> units(6, [[[2], [3, 4]]])
    [[[0]], [[1]], [[2], [3, 4]], [[5]]]
    """
    column_of = {place: column for column in columns for row in column for place in row}
    found = (column_of.get(place, [[place]]) for place in range(count))
    return [unit for place, unit in enumerate(found) if unit[0][0] == place]
