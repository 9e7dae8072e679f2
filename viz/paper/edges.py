"""The edges of a tree: lines from ply to ply that pass no node, the bars and marks of cutoffs, links as curves."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from math import hypot

from viz.paper import edge_labels, stacks
from viz.paper.canvas import Dash, Paint, Path, Point, Shape
from viz.paper.edge_labels import EdgeLabel
from viz.paper.places import CLEARANCE, Places, label_of
from viz.paper.units import BESIDE, beside
from viz.pictures.boxes import Link
from viz.pictures.theme import EdgeLook

BAR = 4.5
"""Half the length of the bar at a refuting edge's end."""
BAR_ROOM = 2.6
"""Between the bar and the node."""
STRAIGHT = 0.75
"""Points by which a node may be thinner than its layer before its edges first run straight on."""

TURN = 16.0
"""How far the controls of a turn stand from the plies; the curve reaches three quarters of that."""

SHARES = tuple(sorted((0.14 + 0.04 * step for step in range(19)), key=lambda share: abs(share - 0.5)))
"""Parts of a curve after which its label may stand, the best one first."""
Extent = tuple[float, float, float, float]
"""A rectangle: left, top, right, bottom."""
OnPage = Callable[[float, float], Point]
"""From places across and along to a point on the page."""


@dataclass(frozen=True)
class Edges:
    """All edges of a tree that stands at its place on a page."""

    places: Places
    on_page: OnPage

    def draw(self) -> Iterator[Shape]:
        """Lines first, the thin ones behind, then what is written at them."""
        theme = self.places.picture.theme
        boxes, look_of = self.places.picture.boxes, cache(theme.edge_to)
        drawn = [(look_of(box.role), self._way(child)) for child, box in enumerate(boxes) if box.parent >= 0]
        for look, way in sorted(drawn, key=lambda edge: edge[0].width):
            yield Path(tuple(way), _paint(look))
        links = [(look_of(link.role), link, self._curve(link)) for link in self.places.picture.links]
        for look, _, curve in links:
            yield Path(tuple(curve), _paint(look), curved=True)
        for look, way in drawn + [(look, curve) for look, _, curve in links]:
            if look.head == "tee":
                yield _bar(look, way[-2], way[-1])
        labels = [(child, label) for child, label in enumerate(self.places.labels) if label and child]
        texts = [(label, self._middle(child, label)) for child, label in labels]
        taken = [_rectangle(label, *middle) for label, middle in texts]
        extents = [self._extent(box) for box in range(len(boxes))] if links else []
        for _, link, curve in links:
            if label := label_of(link.lines, "", self.places.picture):
                middle = self._place_of(link, label, curve, taken, extents)
                taken.append(_rectangle(label, *middle))
                yield from edge_labels.draw(label, *middle, theme)
        for label, middle in texts:
            yield from edge_labels.draw(label, *middle, theme)

    def _place_of(
        self,
        link: Link,
        label: EdgeLabel,
        curve: Sequence[Point],
        taken: Sequence[Extent],
        boxes: Sequence[Extent],
    ) -> Point:
        """The middle of the label of a link: in the room between two plies above its goal."""
        places, (above, below) = self.places, (self.places.picture.boxes[end] for end in (link.parent, link.child))
        if below.ply <= above.ply:
            # It turns in little room.
            return _point(curve[-4:], SHARES[0])
        # Over several plies it may have come along the edge of the page.
        shares = SHARES if below.ply == above.ply + 1 else [share for share in SHARES if share >= SHARES[0]]
        # The last part may be within the layer of a thin box.
        last = len(curve) - 3 * (places.head(link.child) > places.begins[below.ply])
        return _free_place(label, curve[last - 4 : last], shares, taken, boxes)

    def _extent(self, box: int) -> Extent:
        """What a box covers of the page."""
        figure, (left, top) = self.places.figures[box], self.on_page(self.places.reach(box)[0], self.places.tops[box])
        return left, top, left + figure.width, top + figure.height

    def _way(self, child: int) -> list[Point]:
        """The line to a box from the one above it."""
        places = self.places
        box = places.picture.boxes[child]
        if child in places.ways:
            return [self.on_page(*place) for place in places.ways[child]]
        if box.parent in places.trunks:
            row = places.middle(child)
            if (below := places.trunks.get(child)) is None:
                return [self.on_page(places.reach(box.parent)[1], row), self.on_page(places.reach(child)[0], row)]
            turns = (below, places.middle(box.parent)), (below, row), (places.reach(child)[0], row)
            return [self.on_page(*turn) for turn in turns]
        above, foot, end = places.across[box.parent], places.foot(box.parent), places.ends[box.ply - 1]
        way = [self.on_page(above, foot)] if foot < end - STRAIGHT else []
        way.append(self.on_page(above, end if way else foot))
        if child in places.trunks:
            trunk, row = places.trunks[child], places.middle(child)
            turns = ((trunk, places.begins[box.ply]), (trunk, row), (places.reach(child)[0], row))
            return [*way, *(self.on_page(*turn) for turn in turns)]
        if lane := places.lanes[box.ply - 1]:
            way.append(self.on_page(places.across[child], places.begins[box.ply] - lane))
        way.append(self.on_page(places.across[child], places.begins[box.ply]))
        if places.head(child) > places.begins[box.ply]:
            way.append(self.on_page(places.across[child], places.head(child)))
        return way

    def _middle(self, child: int, label: EdgeLabel) -> Point:
        """Where the middle of the label at the edge to a box is."""
        places = self.places
        box = places.picture.boxes[child]
        if child in places.trunks or child in places.ways:
            across = places.reach(child)[1] + stacks.BESIDE + label.width / 2
            return self.on_page(across, places.middle(child))
        begin, end = places.ends[box.ply - 1], places.begins[box.ply]
        along = places.labels_along[box.ply - 1]
        if box.edge:
            side = -1 if places.sideways else 1
            middle = (BESIDE + beside(label, sideways=places.sideways)) / 2
            return self.on_page(places.across[child] + side * middle, along)
        part = (along - begin) / (end - begin)
        above = places.across[box.parent]
        return self.on_page(above + part * (places.across[child] - above), along)

    def _curve(self, link: Link) -> list[Point]:
        """Cubic curves from box to box, through the rooms between plies and past the nodes of the plies on the way."""
        places, boxes = self.places, self.places.picture.boxes
        start, goal = boxes[link.parent].ply, boxes[link.child].ply
        across, target = places.across[link.parent], places.across[link.child]
        along, way = places.foot(link.parent), [self.on_page(across, places.foot(link.parent))]

        def run(to_across: float, to_along: float, *, bend: float | None = None) -> None:
            nonlocal across, along
            bend = (along + to_along) / 2 if bend is None else bend
            way.extend(self.on_page(*place) for place in ((across, bend), (to_across, bend), (to_across, to_along)))
            across, along = to_across, to_along

        if along < places.ends[start] - STRAIGHT:
            run(across, places.ends[start])
        down = goal > start
        for count, ply in enumerate(range(start + 1, goal) if down else range(start, goal - 1, -1), start=1):
            share = count / (abs(goal - start) + 1)
            gate = self._passage(ply, across + share * (target - across))
            enter, leave = (places.begins[ply], places.ends[ply]) if down else (places.ends[ply], places.begins[ply])
            # A way back begins with a turn in the room below its node, and ends with one in the room above its goal.
            run(gate, enter, bend=enter + TURN if not down and ply == start else None)
            run(gate, leave)
        run(target, places.begins[goal], bend=None if down else places.begins[goal] - TURN)
        if places.head(link.child) > along:
            run(target, places.head(link.child))
        return way

    def _passage(self, ply: int, across: float) -> float:
        """The place between two nodes of a ply that is nearest to a place across."""
        passages = self._passages[ply]
        after = bisect(passages, across)
        return min(passages[max(after - 1, 0) : after + 1], key=lambda passage: abs(passage - across))

    @cached_property
    def _passages(self) -> dict[int, list[float]]:
        """The middles of the free rooms of each ply, ascending."""
        reaches: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
        for place, box in enumerate(self.places.picture.boxes):
            reaches[box.ply].append(self.places.reach(place))
        for row in reaches.values():
            row.sort()
        return {
            ply: [
                row[0][0] - CLEARANCE,
                *((left[1] + right[0]) / 2 for left, right in pairwise(row)),
                row[-1][1] + CLEARANCE,
            ]
            for ply, row in reaches.items()
        }


@lru_cache(maxsize=1 << 10)
def _paint(look: EdgeLook) -> Paint:
    dash = Dash(look.style) if look.style in (Dash.DASHED, Dash.DOTTED) else Dash.NONE
    return Paint(line=look.line, width=look.width, dash=dash)


def _bar(look: EdgeLook, before: Point, end: Point) -> Shape:
    """A bar across a line, a little before its end."""
    right, down = end[0] - before[0], end[1] - before[1]
    length = hypot(right, down) or 1.0
    right, down = right / length, down / length
    x, y = end[0] - BAR_ROOM * right, end[1] - BAR_ROOM * down
    ends = (x - BAR * down, y + BAR * right), (x + BAR * down, y - BAR * right)
    return Path(ends, Paint(line=look.line, width=max(2.2, look.width)))


def _free_place(
    label: EdgeLabel,
    curve: Sequence[Point],
    shares: Sequence[float],
    taken: Sequence[Extent],
    boxes: Sequence[Extent],
) -> Point:
    """Where on a curve a label covers no box, and no other label or as little of them as can be.

    Of places that are equally good it takes the one after the first of some parts of the curve.
    """

    def covered(place: Point) -> tuple[float, float]:
        mine = _rectangle(label, *place)
        return sum(_common(mine, box) for box in boxes), sum(_common(mine, other) for other in taken)

    return min((_point(curve, share) for share in shares), key=covered)


def _rectangle(label: EdgeLabel, x: float, y: float) -> Extent:
    return x - label.width / 2, y - label.height / 2, x + label.width / 2, y + label.height / 2


def _common(one: Extent, other: Extent) -> float:
    """How much of the page two rectangles have in common."""
    width, height = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return max(width, 0.0) * max(height, 0.0)


def _point(curve: Sequence[Point], share: float) -> Point:
    """A point of a cubic Bézier curve."""
    rest = 1 - share
    weights = rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y
