"""How a page is divided: the heading above the tree, the legend above, below or beside it, and their sizes.

Where a picture is shown on something, its legend is small beside the tree, and its tree is most of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil

from viz.paper import captions
from viz.paper.canvas import Point, Shape, shift
from viz.paper.captions import Caption
from viz.pictures.boxes import Picture
from viz.pictures.fits import Fit

PAD = 14.0
"""Room around the drawing, in points."""
BELOW_CAPTION = 14.0
"""Room between the caption and the tree."""
SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)
"""Sizes of heading and legend, in sizes of the tree: they are read where the tree is read, and are not what is seen."""
BETWEEN = tuple(size - step for size in SCALES[:-1] for step in (0.025, 0.05, 0.075))
"""Sizes that are tried where none of those fits."""
TREE = 0.5
"""Of the page: what the tree takes at least."""
LEGEND = 0.1
"""Of the page: what the legend takes at most."""
COLUMN = 260.0
"""Width of a legend beside the tree."""
NARROWEST = 240.0
"""Width of a heading and of a legend below the tree, at least."""


@dataclass(frozen=True)
class Sheet:
    """A page, divided."""

    width: float
    height: float
    tree: Point
    """The top left corner of the tree."""
    room: float
    """Width of the heading's lines at most."""
    size: float
    """Of the heading and the legend, in sizes of the tree."""
    smallest: float
    """The smallest text on it."""
    scale: float = 1.0
    """By how much it grows in a file."""
    legend: Caption | None = None
    """Where it stands for itself, seen from"""
    legend_at: Point = (0.0, 0.0)
    """its top left corner."""
    share_of_tree: float = 1.0
    """Of the page."""
    share_of_legend: float = 0.0
    """Of the page."""

    def caption(self, picture: Picture) -> tuple[Shape, ...]:
        """The heading of a picture on this page, with the page's legend."""
        if self.legend is None:
            return captions.caption(picture, self.room, left=PAD, top=PAD).shapes
        pad = PAD * self.size
        heading = captions.heading(picture, self.room, left=pad, top=pad, scale=self.size)
        return (*heading.shapes, *(shift(shape, *self.legend_at) for shape in self.legend.shapes))

    @property
    def excess(self) -> float:
        """How much less the tree is than it should be, or how much more the legend; up to 1 where they are not."""
        return max(TREE / self.share_of_tree, self.share_of_legend / LEGEND)


def sheet(picture: Picture, width: float, height: float, smallest: float) -> Sheet:
    """The page of a picture.

    Args:
        picture: what is drawn.
        width: of the tree, with all that belongs to it.
        height: of the tree.
        smallest: its smallest text.
    """
    if picture.fit is None:
        return _as_it_comes(picture, width, height, smallest)
    fit = picture.fit
    found = list(_divided(picture, fit, width, height, smallest, SCALES))
    # What is read comes before what is seen.
    read = [one for one in found if read_on(one, fit) >= fit.smallest] or found
    lawful = [one for one in read if one.excess <= 1]
    if not lawful:
        between = _divided(picture, fit, width, height, smallest, BETWEEN)
        lawful = [one for one in between if read_on(one, fit) >= fit.smallest and one.excess <= 1]
    return max(lawful, key=lambda one: read_on(one, fit)) if lawful else min(read, key=lambda one: one.excess)


def read_on(one: Sheet, fit: Fit | None) -> float:
    """The smallest text of a page that fills what it is shown on, in points."""
    return one.smallest * fit.scale(one.width, one.height) if fit else one.smallest


def _as_it_comes(picture: Picture, width: float, height: float, smallest: float) -> Sheet:
    """All that is said of the picture above it."""
    caption = captions.caption(picture, width, left=PAD, top=PAD)
    top = caption.height + BELOW_CAPTION if caption.shapes else 0.0
    # Whole points, so that a bitmap has no half-covered edge.
    full = ceil(2 * PAD + max(width, caption.width)), ceil(2 * PAD + top + height)
    room, least = min(max(width, captions.NARROWEST), captions.WIDEST), min(smallest, captions.smallest(picture, 1.0))
    # A tree that is narrower than what is said of it stands in the middle.
    corner = (full[0] - width) / 2, PAD + top
    return Sheet(*full, corner, room, 1.0, least)


def _divided(
    picture: Picture, fit: Fit, width: float, height: float, smallest: float, scales: Sequence[float]
) -> Iterator[Sheet]:
    """Yield pages with the legend below the tree and beside it, in all of some sizes that can be read."""
    most = fit.scale(width, height)
    read = [size for size in scales if captions.smallest(picture, size) * most >= fit.smallest]
    for size, beside in product(read or scales[:1], (False, True)):
        pad, gap = PAD * size, BELOW_CAPTION * size
        wide = max(width, NARROWEST * size)
        column_room = COLUMN * size if beside else wide
        column = captions.legend(picture, column_room, scale=size)
        room = wide + (column.width + 2 * gap if beside else 0.0)
        heading = captions.heading(picture, room, scale=size)
        below_heading = heading.height + gap if heading.shapes else 0.0
        said, full = bool(column.shapes), (max(width, heading.width), height)
        if said and beside:
            full = max(width + 2 * gap + column.width, heading.width), max(height, column.height)
        elif said:
            full = max(width, heading.width, column.width), height + gap / 2 + column.height
        least = min(smallest, captions.smallest(picture, size))
        across, along = 2 * pad + full[0], 2 * pad + below_heading + full[1]
        scale = max(fit.smallest / least, min(1 / size, fit.scale(across, along)))
        # Whole points, so that a bitmap has no half-covered edge.
        across, along = ceil(across * scale) / scale, ceil(along * scale) / scale
        top = pad + below_heading
        left = pad + (full[0] - (column.width + 2 * gap if said and beside else 0.0) - width) / 2
        corner = (across - pad - column.width, top) if beside else (pad, top + height + gap / 2)
        area = across * along
        yield Sheet(
            width=across,
            height=along,
            tree=(left, top),
            room=room,
            size=size,
            smallest=least,
            scale=scale,
            legend=column,
            legend_at=corner,
            share_of_tree=width * height / area,
            share_of_legend=column.width * column.height / area,
        )
