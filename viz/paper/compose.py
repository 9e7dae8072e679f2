"""A picture in plyscope's own layout: the tree at its place, the caption above it, the players in the margin."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from viz.paper import figures, font
from viz.paper.canvas import Anchor, Canvas, Dash, Group, Paint, Path, Point, Rectangle, Shape, Text
from viz.paper.edges import Edges
from viz.paper.places import Places, place, place_like
from viz.paper.sheets import Sheet, read_on, sheet
from viz.pictures.boxes import Picture

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
