"""What is placed as one, a box or a column of rows: the room that it takes, and where it stands across."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from viz.paper import stacks, tidy
from viz.paper.edge_labels import EdgeLabel
from viz.paper.figures import Figure
from viz.pictures.boxes import Picture

SIBLINGS, COUSINS = (7.0, 4.0), (12.0, 8.0)
"""Room between neighbours: in a tree that grows downwards, and in one that grows sideways."""
BESIDE = 3.0
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
        rows: Sequence[stacks.Row],
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
            self.thickness = sum(heights) + stacks.BETWEEN * (len(rows) - 1)
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
            left, height = row.level * stacks.INDENT - self.before, self._height(row)
            trunk: float | None = left + stacks.LINE
            left += stacks.TRUNK
            for box in row.boxes:
                drawn = self.figures[box]
                yield box, left + drawn.axis[0], top + (height - drawn.height) / 2, trunk
                left += self._room(box) + stacks.TO_STUB
                trunk = None
            top += height + stacks.BETWEEN

    def _height(self, row: stacks.Row) -> float:
        return max(self.figures[box].height for box in row.boxes)

    def _width(self, row: stacks.Row) -> float:
        boxes = sum(map(self._room, row.boxes)) + stacks.TO_STUB * (len(row.boxes) - 1)
        return row.level * stacks.INDENT + stacks.TRUNK + boxes

    def _room(self, box: int) -> float:
        label = self.labels[box]
        return self.figures[box].width + (stacks.BESIDE + label.width if label else 0.0)


def beside(label: EdgeLabel, *, sideways: bool) -> float:
    """How far across the text beside an edge reaches."""
    return BESIDE + (label.height if sideways else label.width)


def reach(drawn: Figure, sideways: bool) -> tuple[float, float]:
    """How far a figure reaches to both sides of its axis."""
    size, axis = (drawn.height, drawn.axis[1]) if sideways else (drawn.width, drawn.axis[0])
    return axis, size - axis
