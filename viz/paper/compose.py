"""A picture in plyscope's own layout: the tree at its place, the caption above it, the players in the margin."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import hypot

from viz.paper import edge_labels, figures, font
from viz.paper.canvas import Anchor, Canvas, Dash, Group, Paint, Path, Point, Rectangle, Shape, Text
from viz.paper.links import STRAIGHT
from viz.paper.places import Places, place, place_like
from viz.paper.sheets import Sheet, read_on, sheet
from viz.pictures.boxes import Picture
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


HALO = 4.0
"""How far the ground behind a marked node reaches beyond it."""
LAYER_SIZE = 10.0
"""Of the text in the margin."""
MARGIN = 16.0
"""Room between the text in the margin and the tree."""


@contextmanager
def _uncollected() -> Iterator[None]:
    """No search for cycles: shapes have none, and to look through a million of them takes as long as to make them."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@_uncollected()
def compose(picture: Picture, *, like: Picture | None = None) -> Canvas:
    """A picture as a drawing; the same picture gives the same drawing. O(n) but for the sorting of edges and links.

    Args:
        picture: what is drawn.
        like: a picture that has every box of this one, which then stands where it stands there.

    Raises:
        PlyscopeError: there is a box that `like` has not.
    """
    if like is None:
        return Page(place(picture)).canvas()
    whole = Page(place(replace(like, heading=picture.heading)))
    return Page(place_like(picture, whole.places), like=whole).canvas()


class Page:
    """A page with a tree on it."""

    def __init__(self, places: Places, *, like: Page | None = None) -> None:
        """Where everything on it is.

        Args:
            places: the tree.
            like: a page of the same size, which has the tree where this one then has it.
        """
        self.places, self.picture, self.theme = places, places.picture, places.picture.theme
        self.sideways = places.sideways
        margin = self._margin()
        turning = (places.turning, 0.0) if self.sideways else (0.0, places.turning)
        width, height = (
            size + beside + 2 * turn for size, beside, turn in zip(places.size, margin, turning, strict=True)
        )
        self.sheet: Sheet = sheet(self.picture, width, height, places.smallest) if like is None else like.sheet
        left, top = self.sheet.tree
        self.origin = left + margin[0] + turning[0], top + margin[1] + turning[1]
        if like is not None:
            self.origin = like.origin

    @property
    def read(self) -> float:
        """The smallest text of the page when it fills what it is shown on, in points."""
        return read_on(self.sheet, self.picture.fit)

    @property
    def text(self) -> float:
        """The smallest text of the tree then."""
        fit, sheet = self.picture.fit, self.sheet
        return self.places.smallest * (fit.scale(sheet.width, sheet.height) if fit else 1.0)

    @property
    def share(self) -> float:
        """How much of what it is shown on it takes then."""
        fit, sheet = self.picture.fit, self.sheet
        return (
            1.0
            if fit is None
            else sheet.width * sheet.height * fit.scale(sheet.width, sheet.height) ** 2 / (fit.width * fit.height)
        )

    @property
    def fits(self) -> bool:
        """Whether its smallest text can be read there."""
        return self.picture.fit is None or self.read >= self.picture.fit.smallest

    def canvas(self) -> Canvas:
        """All of the page."""
        title, *more = self.picture.heading or ("",)
        tree = (*self._halo(), *Edges(self.places, self.on_page).draw(), *self._figures())
        shapes = (*self.sheet.caption(self.picture), *self._layers(), *tree)
        description = ". ".join(filter(None, [*more, self.picture.note]))
        sheet = self.sheet
        return Canvas(sheet.width, sheet.height, self.theme.background, shapes, title, description, sheet.scale)

    def on_page(self, across: float, along: float) -> Point:
        """A point of the tree."""
        x, y = self.origin
        return (x + along, y + across) if self.sideways else (x + across, y + along)

    def corner(self, box: int) -> Point:
        """The top left corner of a box."""
        return self.on_page(self.places.reach(box)[0], self.places.tops[box])

    def _figures(self) -> Iterator[Shape]:
        for number, (box, figure) in enumerate(zip(self.picture.boxes, self.places.figures, strict=True)):
            x, y = self.corner(number)
            yield Group(tuple(figures.draw(figure, x, y, self.theme)), box.name, box.why)

    def _halo(self) -> Iterator[Shape]:
        """A ground behind the nodes that are marked."""
        for box in self.picture.marked:
            (x, y), figure = self.corner(box), self.places.figures[box]
            size = figure.width + 2 * HALO, figure.height + 2 * HALO
            yield Rectangle(x - HALO, y - HALO, *size, Paint(self.theme.last, self.theme.text), HALO)

    def _margin(self) -> Point:
        """Room for the players: to the left of the tree, or above it."""
        named = [font.width(name, LAYER_SIZE) for name in self.picture.layers if name]
        if not named:
            return 0.0, 0.0
        return (0.0, LAYER_SIZE * 2) if self.sideways else (max(named) + MARGIN, 0.0)

    def _layers(self) -> Iterator[Shape]:
        """The players beside the plies at which they move, with a faint line to the first node of each."""
        places, rule = self.places, Paint(line=self.theme.faint, width=0.6, dash=Dash.DOTTED)
        firsts: dict[int, int] = {}
        for number, box in enumerate(self.picture.boxes):
            firsts.setdefault(box.ply, number)
        for ply, name in enumerate(self.picture.layers):
            if not name or ply not in firsts or places.ways:
                continue
            if self.sideways:
                x, y = self.on_page(0.0, places.begins[ply])
                yield Text(x, y - LAYER_SIZE, name, LAYER_SIZE, self.theme.text, Anchor.START)
                continue
            across, along = places.reach(firsts[ply])[0], places.begins[ply] + places.figures[firsts[ply]].axis[1]
            end, y = self.on_page(across, along)
            begin = self.sheet.tree[0] + font.width(name, LAYER_SIZE)
            yield Text(self.sheet.tree[0], font.middle(y, LAYER_SIZE), name, LAYER_SIZE, self.theme.text, Anchor.START)
            if end - begin > 3 * MARGIN:
                yield Path(((begin + 5, y), (end - 5, y)), rule)
