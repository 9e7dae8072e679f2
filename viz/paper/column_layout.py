"""Columns, whose nodes stand below one another, a row each; what is placed as one; and a line of moves in columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil, log

from viz.paper import tidy_layout
from viz.paper.canvas import Point
from viz.paper.edge_labels import EdgeLabel
from viz.paper.figures import NodeFigure
from viz.pictures.boxes import Picture
from viz.pictures.roles import Kind

MIN_COLUMN_ROWS = 3
"""Rows of neighbours that make a column; fewer stand side by side."""
TRUNK_ROOM = 11.0
"""Room to the left of a box for the line from its parent, and"""
TRUNK_OFFSET = 4.0
"""where in it the line is."""
ROW_INDENT = 14.0
"""By how much a node stands to the right of its parent."""
ROW_GAP = 5.0
"""Room between two rows of a column."""
MARK_GAP = 3.0
"""Room between a box and the mark at its right."""
STUB_GAP = 9.0
"""Room between a box and the stub at its right."""


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """A line of a column."""

    boxes: tuple[int, ...]
    """A box and the stub below it, which stands beside it; by their places."""
    level: int = 0
    """How many of the boxes above it are in the column."""


def find_columns(picture: Picture) -> list[list[ColumnRow]]:
    """The columns of a picture, each with its rows from the top.

    Neighbours stand in columns with all that is below them where that takes no more rows than a column has, and nothing
    is written at the edges.
    """
    if not picture.rows or picture.sideways or picture.links:
        return []
    boxes = picture.boxes
    child_indices: list[list[int]] = [[] for _ in boxes]
    stubs: list[tuple[int, ...]] = [() for _ in boxes]
    for index, box in enumerate(boxes[1:], start=1):
        child_indices[box.parent].append(index)
        if box.role.kind is Kind.STUB:
            stubs[box.parent] = (index,)
    row_counts = [0] * len(boxes)
    for index in reversed(range(len(boxes))):
        rows_below = sum(row_counts[child] for child in child_indices[index] if child not in stubs[index])
        row_counts[index] = picture.rows + 1 if boxes[index].edge else 1 + rows_below

    def subtree_rows(root: int) -> list[ColumnRow]:
        rows, pending = [], [(root, 0)]
        while pending:
            index, level = pending.pop()
            rows.append(ColumnRow((index, *stubs[index]), level))
            pending += [(child, level + 1) for child in reversed(child_indices[index]) if child not in stubs[index]]
        return rows

    columns, boxes_in_columns = list[list[ColumnRow]](), set[int]()
    for index, children in enumerate(child_indices):
        if index in boxes_in_columns:
            boxes_in_columns.update(children)
            continue
        for can_stack, siblings in groupby(children, lambda child: row_counts[child] <= picture.rows):
            column_roots = list(siblings)
            if can_stack and sum(row_counts[root] for root in column_roots) >= MIN_COLUMN_ROWS:
                columns += _balance_columns([subtree_rows(root) for root in column_roots], picture.rows)
                boxes_in_columns.update(column_roots)
    return columns


def _balance_columns(subtrees: list[list[ColumnRow]], max_rows: int) -> list[list[ColumnRow]]:
    """Subtrees in as few columns as hold them whole, of about the same height."""
    column_count = len(_fill_columns(subtrees, max_rows))
    min_rows = ceil(sum(map(len, subtrees)) / column_count)
    return next(
        columns
        for rows in range(min_rows, max_rows + 1)
        if len(columns := _fill_columns(subtrees, rows)) <= column_count
    )


def _fill_columns(subtrees: list[list[ColumnRow]], max_rows: int) -> list[list[ColumnRow]]:
    columns: list[list[ColumnRow]] = [[]]
    for subtree in subtrees:
        if columns[-1] and len(columns[-1]) + len(subtree) > max_rows:
            columns.append([])
        columns[-1] += subtree
    return columns


def split_units(box_count: int, columns: Iterable[list[ColumnRow]]) -> list[list[ColumnRow]]:
    """What is placed: each column as one, and every other box for itself, in the order of the first boxes.

    >>> split_units(6, [[ColumnRow((2,)), ColumnRow((3, 4), 1)]])[2:]
    [[ColumnRow(boxes=(2,), level=0), ColumnRow(boxes=(3, 4), level=1)], [ColumnRow(boxes=(5,), level=0)]]
    """
    column_of = {index: column for column in columns for row in column for index in row.boxes}
    unit_rows = (column_of.get(index, [ColumnRow((index,))]) for index in range(box_count))
    return [unit for index, unit in enumerate(unit_rows) if unit[0].boxes[0] == index]


SIBLING_GAPS, COUSIN_GAPS = (7.0, 4.0), (12.0, 8.0)
"""Room between neighbours: in a tree that grows downwards, and in one that grows sideways."""
EDGE_TEXT_GAP = 3.0
"""Between an edge and its text."""


def place_units(picture: Picture, layout_units: Sequence[LayoutUnit], layers: int) -> list[float]:
    """The place across of what is placed as one; what a column stands over stays free down to the last layer."""
    unit_of = dict[int, int]()
    parents, left_reaches, right_reaches, unit_nodes = list[int](), list[float](), list[float](), list[int]()
    for unit in layout_units:
        unit_nodes.append(len(parents))
        unit_of.update((box, len(parents)) for row in unit.rows for box in row.boxes)
        parents.append(unit_of.get(picture.boxes[unit.rows[0].boxes[0]].parent, tidy_layout.NO_NODE))
        layers_below = layers - 1 - unit.ply if unit.is_column else 0
        parents += [len(parents) - 1 + depth for depth in range(layers_below)]
        left_reaches += [unit.left_reach] * (1 + layers_below)
        right_reaches += [unit.right_reach] * (1 + layers_below)
    is_sideways = picture.sideways
    positions = tidy_layout.tidy_coordinates(
        parents, left_reaches, right_reaches, siblings=SIBLING_GAPS[is_sideways], cousins=COUSIN_GAPS[is_sideways]
    )
    return [positions[node] for node in unit_nodes]


class LayoutUnit:
    """What is placed as one: a box, or a column of rows."""

    def __init__(
        self,
        picture: Picture,
        rows: Sequence[ColumnRow],
        figures: Sequence[NodeFigure],
        labels: Sequence[EdgeLabel | None],
        label_shares: Sequence[float],
        *,
        is_column: bool,
    ) -> None:
        self.rows, self.figures, self.labels = rows, figures, labels
        first_box = rows[0].boxes[0]
        self.ply = picture.boxes[first_box].ply
        self.is_column = is_column
        if self.is_column:
            self.left_reach = self.right_reach = max(map(self._row_width, rows)) / 2
            heights = [self._row_height(row) for row in rows]
            self.thickness = sum(heights) + ROW_GAP * (len(rows) - 1)
            return
        self.thickness = figures[first_box].width if picture.sideways else figures[first_box].height
        self.left_reach, self.right_reach = figure_reach(figures[first_box], picture.sideways)
        label = labels[first_box]
        if label and picture.boxes[first_box].edge:
            label_reach = edge_text_reach(label, sideways=picture.sideways)
            label_sides = (label_reach, 0.0) if picture.sideways else (0.0, label_reach)
            self.left_reach = max(self.left_reach, label_sides[0])
            self.right_reach = max(self.right_reach, label_sides[1])
        elif label:
            # Edges come together towards their parent, and so do the marks on them: shares of the way below each ply.
            half_label = (label.height if picture.sideways else label.width) / 2 / label_shares[self.ply - 1]
            self.left_reach, self.right_reach = max(self.left_reach, half_label), max(self.right_reach, half_label)

    def iter_box_positions(self) -> Iterator[tuple[int, float, float, float | None]]:
        """Each box, with the place of its axis seen from the middle, where along it begins, and the line beside it."""
        if not self.is_column:
            yield self.rows[0].boxes[0], 0.0, 0.0, None
            return
        top = 0.0
        for row in self.rows:
            left, height = row.level * ROW_INDENT - self.left_reach, self._row_height(row)
            trunk_offset: float | None = left + TRUNK_OFFSET
            left += TRUNK_ROOM
            for box in row.boxes:
                figure = self.figures[box]
                yield box, left + figure.axis_point[0], top + (height - figure.height) / 2, trunk_offset
                left += self._box_room(box) + STUB_GAP
                trunk_offset = None
            top += height + ROW_GAP

    def _row_height(self, row: ColumnRow) -> float:
        return max(self.figures[box].height for box in row.boxes)

    def _row_width(self, row: ColumnRow) -> float:
        boxes = sum(map(self._box_room, row.boxes)) + STUB_GAP * (len(row.boxes) - 1)
        return row.level * ROW_INDENT + TRUNK_ROOM + boxes

    def _box_room(self, box: int) -> float:
        label = self.labels[box]
        return self.figures[box].width + (MARK_GAP + label.width if label else 0.0)


def edge_text_reach(label: EdgeLabel, *, sideways: bool) -> float:
    """How far across the text beside an edge reaches."""
    return EDGE_TEXT_GAP + (label.height if sideways else label.width)


def figure_reach(figure: NodeFigure, sideways: bool) -> tuple[float, float]:
    """How far a figure reaches to both sides of its axis."""
    size, axis = (figure.height, figure.axis_point[1]) if sideways else (figure.width, figure.axis_point[0])
    return axis, size - axis


MIN_FOLDED_CHAIN = 4
"""Nodes that are folded."""
CHAIN_GAP = 15.0
"""Room for an edge between two nodes of a column."""
CHAIN_COLUMN_GAP = 26.0
"""Room between two columns, for the edge that leads to the next."""
CHAIN_TURN_ROOM = 6.0
"""How far above and below a column that edge runs."""
TARGET_ASPECT = 16 / 9
"""Width of the whole, in heights, about."""


def is_foldable_chain(picture: Picture) -> bool:
    """Whether a picture is one line, of some length, that may be folded."""
    boxes = picture.boxes
    is_line = all(box.parent == index - 1 for index, box in enumerate(boxes))
    may_fold = picture.fit is not None if picture.sideways else picture.rows > 0
    return may_fold and not picture.links and is_line and len(boxes) >= MIN_FOLDED_CHAIN


FoldedChain = tuple[list[float], list[float], dict[int, tuple[Point, ...]], float, float]
"""Of a chain where the axis of each figure is and where it begins along, the edges to all but the first, by places
across and along, and how broad and how long it is."""


def fold_chain(
    figures: Sequence[NodeFigure], labels: Sequence[EdgeLabel | None], *, sideways: bool = False
) -> FoldedChain:
    """A chain in as many columns, or rows where it grows to the right, as make it about as wide as it should be."""
    count = len(figures)
    if sideways:
        sizes = [(figure.height, figure.width) for figure in figures]
        label_rooms = [2 * (MARK_GAP + label.height) if label else 0.0 for label in labels]
    else:
        sizes = [(figure.width, figure.height) for figure in figures]
        label_rooms = [2 * (MARK_GAP + label.width) if label else 0.0 for label in labels]
    column_width = max(
        axis_positions + label_room for (axis_positions, _), label_room in zip(sizes, label_rooms, strict=True)
    )
    row_pitch = max(length_along for _, length_along in sizes) + CHAIN_GAP
    target_aspect = 1 / TARGET_ASPECT if sideways else TARGET_ASPECT
    column_count = min(
        range(1, count + 1),
        key=lambda columns: abs(
            log(columns * (column_width + CHAIN_COLUMN_GAP) / (ceil(count / columns) * row_pitch) / target_aspect)
        ),
    )
    column_length = ceil(count / column_count)
    column_count = ceil(count / column_length)
    axis_positions = [
        index // column_length * (column_width + CHAIN_COLUMN_GAP) + column_width / 2 for index in range(count)
    ]
    box_starts = [CHAIN_TURN_ROOM + index % column_length * row_pitch for index in range(count)]
    edge_paths = dict[int, tuple[Point, ...]]()
    for child in range(1, count):
        edge_start = axis_positions[child - 1], box_starts[child - 1] + figures[child - 1].edge_start[sideways]
        edge_end = axis_positions[child], box_starts[child] + figures[child].edge_end[sideways]
        if child % column_length:
            edge_paths[child] = edge_start, edge_end
            continue
        gap_across = axis_positions[child] - column_width / 2 - CHAIN_COLUMN_GAP / 2
        turn_along = CHAIN_TURN_ROOM + column_length * row_pitch - CHAIN_GAP + CHAIN_TURN_ROOM
        edge_paths[child] = (
            edge_start,
            (edge_start[0], turn_along),
            (gap_across, turn_along),
            (gap_across, 0.0),
            (edge_end[0], 0.0),
            edge_end,
        )
    breadth = column_count * (column_width + CHAIN_COLUMN_GAP) - CHAIN_COLUMN_GAP
    return axis_positions, box_starts, edge_paths, breadth, column_length * row_pitch - CHAIN_GAP + 2 * CHAIN_TURN_ROOM
