"""The edges of a tree: lines from ply to ply that pass no node, the bars and marks of cutoffs, links as curves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import hypot

from viz.paper import edge_labels
from viz.paper.canvas import Dash, Paint, Path, Point, Shape
from viz.paper.links import STRAIGHT
from viz.paper.places import Places
from viz.pictures.theme import EdgeLook

BAR = 4.5
"""Half the length of the bar at a refuting edge's end."""
BAR_ROOM = 2.6
"""Between the bar and the node."""
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
        routes = zip(self.places.picture.links, self.places.routes, strict=True)
        links = [(look_of(link.role), [self.on_page(*point) for point in route.curve]) for link, route in routes]
        for look, curve in links:
            yield Path(tuple(curve), _paint(look), curved=True)
        for look, way in drawn + links:
            if look.head == "tee":
                yield _bar(look, way[-2], way[-1])
        for route in self.places.routes:
            if route.label:
                yield from edge_labels.draw(route.label, *self.on_page(*route.middle), theme)
        for label, middle in self.places.labels_of_edges():
            yield from edge_labels.draw(label, *self.on_page(*middle), theme)

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


@lru_cache(maxsize=1 << 10)
def _paint(look: EdgeLook) -> Paint:
    dash = Dash.NONE if look.style == "solid" else Dash(look.style)
    return Paint(line=look.line, width=look.width, dash=dash)


def _bar(look: EdgeLook, before: Point, end: Point) -> Shape:
    """A bar across a line, a little before its end."""
    right, down = end[0] - before[0], end[1] - before[1]
    length = hypot(right, down) or 1.0
    right, down = right / length, down / length
    x, y = end[0] - BAR_ROOM * right, end[1] - BAR_ROOM * down
    ends = (x - BAR * down, y + BAR * right), (x + BAR * down, y - BAR * right)
    return Path(ends, Paint(line=look.line, width=max(2.2, look.width)))
