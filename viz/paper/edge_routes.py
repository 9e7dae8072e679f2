"""The further edges of a tree whose positions are drawn once: where they run between the boxes, and their text."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from viz.paper.canvas import Point
from viz.paper.edge_labels import EdgeLabel, make_edge_label
from viz.paper.placed_tree import EdgeRoute, TreeLayout
from viz.pictures.boxes import ExtraEdge

MIN_STRAIGHT_PART = 0.75
"""Points by which a node may be thinner than its layer before its edges first run straight on."""
TURN_ROOM = 16.0
"""How far the controls of a turn stand from the plies; the curve reaches three quarters of that."""
NODE_CLEARANCE = 9.0
"""Between the first and the last node of a ply and what runs past them."""
LABEL_CLEARANCE = 1.0
"""Points between two texts."""
LABEL_SHARES = tuple(sorted((0.08 + 0.03 * step for step in range(29)), key=lambda share: abs(share - 0.5)))
"""Parts of a curve after which its text may stand, the best one first."""
Rectangle = tuple[float, float, float, float]
"""A rectangle: where it begins across and along, and where it ends."""


def route_links(layout: TreeLayout) -> list[EdgeRoute]:
    """Every link of a picture, in order: past the nodes of the plies on its way, its text where nothing else stands."""
    return list(_Router(layout).iter_routes())


class _Router:
    def __init__(self, layout: TreeLayout) -> None:
        self.layout, self.boxes = layout, layout.picture.boxes
        ply_spans: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
        for index, box in enumerate(self.boxes):
            ply_spans[box.ply].append(layout.across_span(index))
        self.passages = {ply: _row_passages(sorted(row)) for ply, row in ply_spans.items()}
        # What is taken is looked up by where along it is.
        self.taken_by_strip: defaultdict[int, list[Rectangle]] = defaultdict(list)
        for index in range(len(self.boxes)):
            (left, right), (start, end) = layout.across_span(index), layout.along_span(index)
            self._mark_taken((left, start, right, end))
        for label, middle in layout.iter_edge_labels():
            self._mark_taken(self._label_rectangle(label, middle))

    def iter_routes(self) -> Iterator[EdgeRoute]:
        """The routes."""
        for link in self.layout.picture.links:
            parent_ply, child_ply = self.boxes[link.parent].ply, self.boxes[link.child].ply
            points, ply = self._curve_points(link), child_ply - 1 if child_ply > parent_ply else parent_ply
            if (label := make_edge_label(link.lines, link.role.mark, self.layout.picture)) is None:
                yield EdgeRoute(points, ply)
                continue
            label_parts = self._label_curve_parts(link, points)
            label_middle, covered_area = self._place_label(label, label_parts)
            self._mark_taken(self._label_rectangle(label, label_middle))
            yield EdgeRoute(points, ply, label, label_middle, not covered_area)

    def _label_curve_parts(self, link: ExtraEdge, curve: tuple[Point, ...]) -> list[Sequence[Point]]:
        """The parts of a curve at which its text may stand, the best one first: near its goal, then near its start."""
        # Its ends may lie within the layers of thin boxes.
        first_index = 3 * (
            self.layout.edge_start(link.parent)
            < self.layout.layer_ends[self.boxes[link.parent].ply] - MIN_STRAIGHT_PART
        )
        last_index = (
            len(curve)
            - 1
            - 3 * (self.layout.edge_end(link.child) > self.layout.layer_starts[self.boxes[link.child].ply])
        )
        return [curve[last_index - 3 : last_index + 1], curve[first_index : first_index + 4]]

    def _place_label(self, label: EdgeLabel, curve_parts: Sequence[Sequence[Point]]) -> tuple[Point, float]:
        """Where on parts of a curve a text covers nothing, or as little as can be; and how much."""
        best_spot: tuple[Point, float] | None = None
        for curve_part in curve_parts:
            for share in LABEL_SHARES:
                middle = _curve_point(curve_part, share)
                covered_area = self._covered_area(self._label_rectangle(label, middle))
                if best_spot is None or covered_area < best_spot[1]:
                    best_spot = middle, covered_area
                if not covered_area:
                    return best_spot
        assert best_spot is not None
        return best_spot

    def _label_rectangle(self, label: EdgeLabel, middle: Point) -> Rectangle:
        across, along = (label.height, label.width) if self.layout.sideways else (label.width, label.height)
        return middle[0] - across / 2, middle[1] - along / 2, middle[0] + across / 2, middle[1] + along / 2

    def _mark_taken(self, extent: Rectangle) -> None:
        for strip in _strips_of(extent):
            self.taken_by_strip[strip].append(extent)

    def _covered_area(self, extent: Rectangle) -> float:
        return sum(
            _overlap_area(extent, other)
            for other in {taken for strip in _strips_of(extent) for taken in self.taken_by_strip[strip]}
        )

    def _curve_points(self, link: ExtraEdge) -> tuple[Point, ...]:
        """Cubic curves from box to box, through the rooms between plies and past the nodes of the plies on the way."""
        layout, boxes = self.layout, self.boxes
        start_ply, goal_ply = boxes[link.parent].ply, boxes[link.child].ply
        across, target_across = layout.axis_positions[link.parent], layout.axis_positions[link.child]
        along = layout.edge_start(link.parent)
        points = [(across, along)]

        def add_curve(to_across: float, to_along: float, *, bend: float | None = None) -> None:
            nonlocal across, along
            bend = (along + to_along) / 2 if bend is None else bend
            points.extend([(across, bend), (to_across, bend), (to_across, to_along)])
            across, along = to_across, to_along

        if along < layout.layer_ends[start_ply] - MIN_STRAIGHT_PART:
            add_curve(across, layout.layer_ends[start_ply])
        goes_down = goal_ply > start_ply
        for index, ply in enumerate(
            range(start_ply + 1, goal_ply) if goes_down else range(start_ply, goal_ply - 1, -1), start=1
        ):
            progress = index / (abs(goal_ply - start_ply) + 1)
            gate_across = self._nearest_passage(ply, across + progress * (target_across - across))
            enter_along, leave_along = (
                (layout.layer_starts[ply], layout.layer_ends[ply])
                if goes_down
                else (layout.layer_ends[ply], layout.layer_starts[ply])
            )
            # A way back begins with a turn in the room below its node, and ends with one in the room above its goal.
            add_curve(
                gate_across, enter_along, bend=enter_along + TURN_ROOM if not goes_down and ply == start_ply else None
            )
            add_curve(gate_across, leave_along)
        add_curve(
            target_across,
            layout.layer_starts[goal_ply],
            bend=None if goes_down else layout.layer_starts[goal_ply] - TURN_ROOM,
        )
        if layout.edge_end(link.child) > along:
            add_curve(target_across, layout.edge_end(link.child))
        return tuple(points)

    def _nearest_passage(self, ply: int, across: float) -> float:
        """The place between two nodes of a ply that is nearest to a place across."""
        passages = self.passages[ply]
        next_index = bisect(passages, across)
        return min(passages[max(next_index - 1, 0) : next_index + 1], key=lambda passage: abs(passage - across))


def _row_passages(box_spans: Sequence[tuple[float, float]]) -> list[float]:
    """The middles of the free rooms of a ply, ascending, by where its boxes begin and end."""
    gap_middles = ((left[1] + right[0]) / 2 for left, right in pairwise(box_spans))
    return [box_spans[0][0] - NODE_CLEARANCE, *gap_middles, box_spans[-1][1] + NODE_CLEARANCE]


STRIP_WIDTH = 40.0
"""Points along in which what is taken is looked up together."""


def _strips_of(extent: Rectangle) -> Iterable[int]:
    return range(int(extent[1] // STRIP_WIDTH), int(extent[3] // STRIP_WIDTH) + 1)


def _overlap_area(first: Rectangle, second: Rectangle) -> float:
    """How much of the page two rectangles have in common, with some room between them."""
    width = min(first[2], second[2]) - max(first[0], second[0]) + LABEL_CLEARANCE
    height = min(first[3], second[3]) - max(first[1], second[1]) + LABEL_CLEARANCE
    return max(width, 0.0) * max(height, 0.0)


def _curve_point(curve: Sequence[Point], share: float) -> Point:
    rest_share = 1 - share
    weights = rest_share**3, 3 * rest_share**2 * share, 3 * rest_share * share**2, share**3
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y
