"""Columns, whose nodes stand below one another, a row each; what is placed as one; and a line of moves in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, log

from viz.paper import tidy
from viz.paper.canvas import Point
from viz.paper.edge_labels import EdgeLabel
from viz.paper.figures import Figure
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


SIBLINGS, COUSINS = (7.0, 4.0), (12.0, 8.0)
"""Room between neighbours: in a tree that grows downwards, and in one that grows sideways."""
BESIDE_EDGE = 3.0
"""Between an edge and its text."""


def middles(picture: Picture, found: Sequence[Unit], layers: int) -> list[float]:
    """The place across of what is placed as one; what a column stands over stays free down to the last layer."""
    unit_of = dict[int, int]()
    parents, before, after, own = list[int](), list[float](), list[float](), list[int]()
    for one in found:
        own.append(len(parents))
        unit_of.update((box, len(parents)) for row in one.rows for box in row.boxes)
        parents.append(unit_of.get(picture.boxes[one.rows[0].boxes[0]].parent, tidy.NONE))
        below = layers - 1 - one.ply if one.is_column else 0
        parents += [len(parents) - 1 + depth for depth in range(below)]
        before += [one.before] * (1 + below)
        after += [one.after] * (1 + below)
    way = picture.sideways
    middles = tidy.coordinates(parents, before, after, siblings=SIBLINGS[way], cousins=COUSINS[way])
    return [middles[unit] for unit in own]


class Unit:
    """What is placed as one: a box, or a column of rows."""

    def __init__(
        self,
        picture: Picture,
        rows: Sequence[Row],
        figures: Sequence[Figure],
        labels: Sequence[EdgeLabel | None],
        shares: Sequence[float],
        *,
        is_column: bool,
    ) -> None:
        self.rows, self.figures, self.labels = rows, figures, labels
        first = rows[0].boxes[0]
        self.ply = picture.boxes[first].ply
        self.is_column = is_column
        if self.is_column:
            self.before = self.after = max(map(self._width, rows)) / 2
            heights = [self._height(row) for row in rows]
            self.thickness = sum(heights) + BETWEEN * (len(rows) - 1)
            return
        self.thickness = figures[first].width if picture.sideways else figures[first].height
        self.before, self.after = reach(figures[first], picture.sideways)
        label = labels[first]
        if label and picture.boxes[first].edge:
            room = beside(label, sideways=picture.sideways)
            sides = (room, 0.0) if picture.sideways else (0.0, room)
            self.before, self.after = max(self.before, sides[0]), max(self.after, sides[1])
        elif label:
            # Edges come together towards their parent, and so do the marks on them: shares of the way below each ply.
            half = (label.height if picture.sideways else label.width) / 2 / shares[self.ply - 1]
            self.before, self.after = max(self.before, half), max(self.after, half)

    def places(self) -> Iterator[tuple[int, float, float, float | None]]:
        """Each box, with the place of its axis seen from the middle, where along it begins, and the line beside it."""
        if not self.is_column:
            yield self.rows[0].boxes[0], 0.0, 0.0, None
            return
        top = 0.0
        for row in self.rows:
            left, height = row.level * INDENT - self.before, self._height(row)
            trunk: float | None = left + LINE
            left += TRUNK
            for box in row.boxes:
                drawn = self.figures[box]
                yield box, left + drawn.axis[0], top + (height - drawn.height) / 2, trunk
                left += self._room(box) + TO_STUB
                trunk = None
            top += height + BETWEEN

    def _height(self, row: Row) -> float:
        return max(self.figures[box].height for box in row.boxes)

    def _width(self, row: Row) -> float:
        boxes = sum(map(self._room, row.boxes)) + TO_STUB * (len(row.boxes) - 1)
        return row.level * INDENT + TRUNK + boxes

    def _room(self, box: int) -> float:
        label = self.labels[box]
        return self.figures[box].width + (BESIDE + label.width if label else 0.0)


def beside(label: EdgeLabel, *, sideways: bool) -> float:
    """How far across the text beside an edge reaches."""
    return BESIDE_EDGE + (label.height if sideways else label.width)


def reach(drawn: Figure, sideways: bool) -> tuple[float, float]:
    """How far a figure reaches to both sides of its axis."""
    size, axis = (drawn.height, drawn.axis[1]) if sideways else (drawn.width, drawn.axis[0])
    return axis, size - axis


FEWEST_FOLDED = 4
"""Nodes that are folded."""
EDGE = 15.0
"""Room for an edge between two nodes of a column."""
COLUMN = 26.0
"""Room between two columns, for the edge that leads to the next."""
TURN = 6.0
"""How far above and below a column that edge runs."""
ASPECT = 16 / 9
"""Width of the whole, in heights, about."""


def is_chain(picture: Picture) -> bool:
    """Whether a picture is one line, of some length, that may be folded."""
    boxes = picture.boxes
    is_line = all(box.parent == place - 1 for place, box in enumerate(boxes))
    is_shown = picture.fit is not None if picture.sideways else picture.rows > 0
    return is_shown and not picture.links and is_line and len(boxes) >= FEWEST_FOLDED


@dataclass(frozen=True)
class Folded:
    """Where everything of a chain is."""

    across: Sequence[float]
    """The place of each figure's axis."""
    tops: Sequence[float]
    """Where it begins along."""
    ways: dict[int, tuple[Point, ...]]
    """The edge to each box but the first, by places across and along."""
    breadth: float
    length: float


def fold(figures: Sequence[Figure], labels: Sequence[EdgeLabel | None], *, sideways: bool = False) -> Folded:
    """A chain in as many columns, or rows where it grows to the right, as make it about as wide as it should be."""
    count = len(figures)
    if sideways:
        sizes = [(drawn.height, drawn.width) for drawn in figures]
        beside = [2 * (BESIDE + label.height) if label else 0.0 for label in labels]
    else:
        sizes = [(drawn.width, drawn.height) for drawn in figures]
        beside = [2 * (BESIDE + label.width) if label else 0.0 for label in labels]
    room = max(across + more for (across, _), more in zip(sizes, beside, strict=True))
    pitch, wanted = max(along for _, along in sizes) + EDGE, 1 / ASPECT if sideways else ASPECT
    lines = min(
        range(1, count + 1),
        key=lambda one: abs(log(one * (room + COLUMN) / (ceil(count / one) * pitch) / wanted)),
    )
    length = ceil(count / lines)
    lines = ceil(count / length)
    across = [place // length * (room + COLUMN) + room / 2 for place in range(count)]
    tops = [TURN + place % length * pitch for place in range(count)]
    ways = dict[int, tuple[Point, ...]]()
    for child in range(1, count):
        begin = across[child - 1], tops[child - 1] + figures[child - 1].foot[sideways]
        end = across[child], tops[child] + figures[child].head[sideways]
        if child % length:
            ways[child] = begin, end
            continue
        between, below = across[child] - room / 2 - COLUMN / 2, TURN + length * pitch - EDGE + TURN
        ways[child] = begin, (begin[0], below), (between, below), (between, 0.0), (end[0], 0.0), end
    return Folded(across, tops, ways, lines * (room + COLUMN) - COLUMN, length * pitch - EDGE + 2 * TURN)
