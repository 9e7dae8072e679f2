"""A tree with everything at its place: its figures ply by ply, and the texts at its edges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

from viz.paper.canvas import Point
from viz.paper.column_layout import EDGE_TEXT_GAP as BESIDE
from viz.paper.column_layout import edge_text_reach, figure_reach
from viz.paper.edge_labels import EdgeLabel, make_edge_label
from viz.paper.figures import NodeFigure
from viz.pictures.boxes import Picture


@dataclass(frozen=True, slots=True)
class EdgeRoute:
    """A further edge at its place."""

    curve_points: tuple[Point, ...]
    """Cubic curves by places across and along, from box to box."""
    ply: int
    """The ply above the room between plies in which its text stands, or should."""
    label: EdgeLabel | None = None
    label_middle: Point = (0.0, 0.0)
    """Of its text."""
    is_label_free: bool = True
    """Whether its text stands on nothing else."""


@dataclass(frozen=True)
class TreeLayout:
    """A tree with everything at its place."""

    picture: Picture
    figures: Sequence[NodeFigure]
    labels: Sequence[EdgeLabel | None]
    """The text at the edge above each box."""
    axis_positions: Sequence[float]
    """The place of each figure's axis."""
    box_starts: Sequence[float]
    """Where each figure begins along."""
    layer_starts: Sequence[float]
    """Where each layer begins along."""
    layer_ends: Sequence[float]
    """Where it ends."""
    labels_along: Sequence[float]
    """Where in the room below each layer the middles of the labels are."""
    label_lanes: Sequence[float]
    """How long edges run straight at the end of the room below each layer, beside their text; 0 where there is none."""
    breadth: float
    """Of the whole tree, across."""
    trunk_positions: Mapping[int, float] = field(default_factory=dict)
    """Of the boxes that rows of columns begin with: the place across of the line at their left."""
    chain_paths: Mapping[int, Sequence[Point]] = field(default_factory=dict)
    """Edges to boxes that are not drawn as others are, by places across and along."""
    layer_of_box: Sequence[int] = ()
    """The layer of each box, those of a column the one in which it begins; empty of a chain."""
    routes: Sequence[EdgeRoute] = ()
    """Of the further edges, in their order in the picture."""

    @property
    def sideways(self) -> bool:
        """Whether the tree grows to the right."""
        return self.picture.sideways

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the tree."""
        return (self.layer_ends[-1], self.breadth) if self.sideways else (self.breadth, self.layer_ends[-1])

    @property
    def link_turn_room(self) -> float:
        """Room before the first and after the last ply for the labels of links that turn there."""
        boxes = self.picture.boxes
        label_sizes = [
            label.width if self.sideways else label.height
            for link in self.picture.links
            if boxes[link.child].ply <= boxes[link.parent].ply
            and (label := make_edge_label(link.lines, link.role.mark, self.picture))
        ]
        return max(label_sizes, default=0.0)

    @property
    def min_text_size(self) -> float:
        """Its smallest text; infinity where it has none."""
        # Boxes with the same text share one figure.
        text_sizes = [figure.min_text_size for figure in {id(drawn): drawn for drawn in self.figures}.values()]
        return min([*text_sizes, *(label.size for label in self.labels if label)], default=inf)

    def is_in_row(self, box: int) -> bool:
        """Whether a box is in a column or, in a chain, in a line of its own."""
        return (
            box in self.trunk_positions
            or bool(self.chain_paths)
            or self.picture.boxes[box].parent in self.trunk_positions
        )

    def row_middle(self, box: int) -> float:
        """Where along the middle of a box is, where the tree grows downwards."""
        return self.box_starts[box] + self.figures[box].height / 2

    def edge_end(self, box: int) -> float:
        """Where along the edge to a box ends."""
        return self.box_starts[box] + self.figures[box].edge_end[self.sideways]

    def edge_start(self, box: int) -> float:
        """Where along the edges to the children of a box begin."""
        return self.box_starts[box] + self.figures[box].edge_start[self.sideways]

    def across_span(self, box: int) -> tuple[float, float]:
        """Where across a box begins and ends."""
        left_reach, right_reach = figure_reach(self.figures[box], self.sideways)
        return self.axis_positions[box] - left_reach, self.axis_positions[box] + right_reach

    def along_span(self, box: int) -> tuple[float, float]:
        """Where along it begins and ends."""
        figure = self.figures[box]
        return self.box_starts[box], self.box_starts[box] + (figure.width if self.sideways else figure.height)

    def iter_edge_labels(self) -> Iterator[tuple[EdgeLabel, Point]]:
        """The texts at the edges of the tree, with their middles across and along."""
        for box, label in enumerate(self.labels):
            if label and box:
                yield label, self._edge_label_middle(box, label)

    def _edge_label_middle(self, child: int, label: EdgeLabel) -> Point:
        box = self.picture.boxes[child]
        if child in self.chain_paths and self.sideways:
            return self.across_span(child)[1] + BESIDE + label.height / 2, self.box_starts[child] + self.figures[
                child
            ].width / 2
        if child in self.trunk_positions or child in self.chain_paths:
            return self.across_span(child)[1] + BESIDE + label.width / 2, self.row_middle(child)
        along = self.labels_along[box.ply - 1]
        if box.edge:
            label_offset = (BESIDE + edge_text_reach(label, sideways=self.sideways)) / 2
            return self.axis_positions[child] + (-label_offset if self.sideways else label_offset), along
        gap_start, gap_end = self.layer_ends[box.ply - 1], self.layer_starts[box.ply]
        parent_position = self.axis_positions[box.parent]
        return parent_position + (along - gap_start) / (gap_end - gap_start) * (
            self.axis_positions[child] - parent_position
        ), along
