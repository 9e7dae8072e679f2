"""Columns: subtrees whose nodes stand below one another, a row each, further to the right the deeper they are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from viz.pictures.boxes import Picture
from viz.pictures.roles import Kind

FEWEST = 3
"""Rows of neighbours that make a column; fewer stand side by side."""
TRUNK = 11.0
"""Room to the left of a box for the line from its parent, and"""
LINE = 4.0
"""where in it the line is."""
INDENT = 14.0
"""By how much a node stands to the right of its parent."""
BETWEEN = 5.0
"""Room between two rows of a column."""
BESIDE = 3.0
"""Room between a box and the mark at its right."""
TO_STUB = 9.0
"""Room between a box and the stub at its right."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a column."""

    boxes: tuple[int, ...]
    """A box and the stub below it, which stands beside it; by their places."""
    level: int = 0
    """How many of the boxes above it are in the column."""


def stacks(picture: Picture) -> list[list[Row]]:
    """The columns of a picture, each with its rows from the top.

    Neighbours stand in columns with all that is below them where that takes no more rows than a column has, and nothing
    is written at the edges.
    """
    if not picture.rows or picture.sideways or picture.links:
        return []
    boxes = picture.boxes
    below: list[list[int]] = [[] for _ in boxes]
    stubs: list[tuple[int, ...]] = [() for _ in boxes]
    for place, box in enumerate(boxes[1:], start=1):
        below[box.parent].append(place)
        if box.role.kind is Kind.STUB:
            stubs[box.parent] = (place,)
    sizes = [0] * len(boxes)
    for place in reversed(range(len(boxes))):
        under = sum(sizes[child] for child in below[place] if child not in stubs[place])
        sizes[place] = picture.rows + 1 if boxes[place].edge else 1 + under

    def rows(top: int) -> list[Row]:
        found, todo = [], [(top, 0)]
        while todo:
            place, level = todo.pop()
            found.append(Row((place, *stubs[place]), level))
            todo += [(child, level + 1) for child in reversed(below[place]) if child not in stubs[place]]
        return found

    columns, inside = list[list[Row]](), set[int]()
    for place, children in enumerate(below):
        if place in inside:
            inside.update(children)
            continue
        for fits, run in groupby(children, lambda child: sizes[child] <= picture.rows):
            tops = list(run)
            if fits and sum(sizes[top] for top in tops) >= FEWEST:
                columns += _columns([rows(top) for top in tops], picture.rows)
                inside.update(tops)
    return columns


def _columns(subtrees: list[list[Row]], most: int) -> list[list[Row]]:
    """Subtrees in as few columns as hold them whole, of about the same height."""
    fewest = len(_packed(subtrees, most))
    least = ceil(sum(map(len, subtrees)) / fewest)
    return next(found for rows in range(least, most + 1) if len(found := _packed(subtrees, rows)) <= fewest)


def _packed(subtrees: list[list[Row]], most: int) -> list[list[Row]]:
    columns: list[list[Row]] = [[]]
    for subtree in subtrees:
        if columns[-1] and len(columns[-1]) + len(subtree) > most:
            columns.append([])
        columns[-1] += subtree
    return columns


def units(count: int, columns: Iterable[list[Row]]) -> list[list[Row]]:
    """What is placed: each column as one, and every other box for itself, in the order of the first boxes.

    >>> units(6, [[Row((2,)), Row((3, 4), 1)]])[2:]
    [[Row(boxes=(2,), level=0), Row(boxes=(3, 4), level=1)], [Row(boxes=(5,), level=0)]]
    """
    column_of = {place: column for column in columns for row in column for place in row.boxes}
    found = (column_of.get(place, [Row((place,))]) for place in range(count))
    return [unit for place, unit in enumerate(found) if unit[0].boxes[0] == place]
