"""How a page is divided: the heading above the tree, the legend above, below or beside it, and their sizes.

Where a picture is shown on something, its legend is small beside the tree, and its tree is most of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil

from viz.paper import captions
from viz.paper.canvas import Point, Shape, move_shape
from viz.paper.captions import Caption
from viz.pictures.boxes import Picture
from viz.pictures.fits import DisplaySize

PAGE_PADDING = 14.0
"""Room around the drawing, in points."""
CAPTION_GAP = 14.0
"""Room between the caption and the tree."""
CAPTION_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2)
"""Sizes of heading and legend, in sizes of the tree: they are read where the tree is read, and are not what is seen."""
FINER_SCALES = tuple(size - step for size in CAPTION_SCALES[:-1] for step in (0.025, 0.05, 0.075))
"""Sizes that are tried where none of those fits."""
MIN_TREE_SHARE = 0.5
"""Of the page: what the tree takes at least."""
MAX_LEGEND_SHARE = 0.1
"""Of the page: what the legend takes at most."""
LEGEND_COLUMN_WIDTH = 260.0
"""Width of a legend beside the tree."""
MIN_CAPTION_WIDTH = 240.0
"""Width of a heading and of a legend below the tree, at least."""


@dataclass(frozen=True)
class PageDivision:
    """A page, divided."""

    width: float
    height: float
    tree_corner: Point
    """The top left corner of the tree."""
    caption_width: float
    """Width of the heading's lines at most."""
    caption_scale: float
    """Of the heading and the legend, in sizes of the tree."""
    min_text_size: float
    """The smallest text on it."""
    legend: Caption
    """It stands for itself, seen from"""
    legend_corner: Point
    """its top left corner."""
    scale: float = 1.0
    """By how much it grows in a file."""
    share_of_tree: float = 1.0
    """Of the page."""
    share_of_legend: float = 0.0
    """Of the page."""

    def draw_caption(self, picture: Picture) -> tuple[Shape, ...]:
        """The heading of a picture on this page, with the page's legend."""
        padding = PAGE_PADDING * self.caption_scale
        heading = captions.draw_caption(
            _heading_alone(picture), self.caption_width, left=padding, top=padding, scale=self.caption_scale
        )
        return (*heading.shapes, *(move_shape(shape, *self.legend_corner) for shape in self.legend.shapes))

    @property
    def excess(self) -> float:
        """How much less the tree is than it should be, or how much more the legend; up to 1 where they are not."""
        return max(MIN_TREE_SHARE / self.share_of_tree, self.share_of_legend / MAX_LEGEND_SHARE)


def divide_page(picture: Picture, width: float, height: float, min_tree_text: float) -> PageDivision:
    """The page of a picture.

    `width` and `height` are those of the tree with all that belongs to it.
    """
    if picture.fit is None:
        return _divide_unfitted(picture, width, height, min_tree_text)
    display_size = picture.fit
    divisions = list(_iter_divisions(picture, display_size, width, height, min_tree_text, CAPTION_SCALES))
    # What is read comes before what is seen.
    readable = [
        division for division in divisions if shown_min_text(division, display_size) >= display_size.min_text_size
    ] or divisions
    lawful = [division for division in readable if division.excess <= 1]
    if not lawful:
        finer_divisions = _iter_divisions(picture, display_size, width, height, min_tree_text, FINER_SCALES)
        lawful = [
            division
            for division in finer_divisions
            if shown_min_text(division, display_size) >= display_size.min_text_size and division.excess <= 1
        ]
    if lawful:
        return max(lawful, key=lambda division: shown_min_text(division, display_size))
    return min(readable, key=lambda division: division.excess)


def shown_min_text(division: PageDivision, display_size: DisplaySize | None) -> float:
    """The smallest text of a page that fills what it is shown on, in points."""
    if display_size:
        return division.min_text_size * display_size.scale(division.width, division.height)
    return division.min_text_size


def _heading_alone(picture: Picture) -> Picture:
    return replace(picture, legend=(), note="")


def _legend_alone(picture: Picture) -> Picture:
    return replace(picture, heading=())


def _divide_unfitted(picture: Picture, width: float, height: float, min_tree_text: float) -> PageDivision:
    """All that is said of the picture above it."""
    caption_width = captions.line_width(width)
    heading = captions.draw_caption(_heading_alone(picture), caption_width)
    legend = captions.draw_caption(_legend_alone(picture), caption_width)
    top = heading.height + legend.height + CAPTION_GAP if heading.shapes or legend.shapes else 0.0
    # Whole points, so that a bitmap has no half-covered edge.
    page_width = ceil(2 * PAGE_PADDING + max(width, heading.width, legend.width))
    return PageDivision(
        width=page_width,
        height=ceil(2 * PAGE_PADDING + top + height),
        # A tree that is narrower than what is said of it stands in the middle.
        tree_corner=((page_width - width) / 2, PAGE_PADDING + top),
        caption_width=caption_width,
        caption_scale=1.0,
        min_text_size=min(min_tree_text, captions.min_text_size(picture, 1.0)),
        legend=legend,
        legend_corner=(PAGE_PADDING, PAGE_PADDING + heading.height),
    )


def _iter_divisions(
    picture: Picture,
    display_size: DisplaySize,
    width: float,
    height: float,
    min_tree_text: float,
    scales: Sequence[float],
) -> Iterator[PageDivision]:
    """Yield pages with the legend below the tree and beside it, in all of some sizes that can be read."""
    max_scale = display_size.scale(width, height)
    readable_scales = [
        caption_scale
        for caption_scale in scales
        if captions.min_text_size(picture, caption_scale) * max_scale >= display_size.min_text_size
    ]
    for caption_scale, is_legend_beside in product(readable_scales or scales[:1], (False, True)):
        padding, gap = PAGE_PADDING * caption_scale, CAPTION_GAP * caption_scale
        caption_width = max(width, MIN_CAPTION_WIDTH * caption_scale)
        column_room = LEGEND_COLUMN_WIDTH * caption_scale if is_legend_beside else caption_width
        legend_caption = captions.draw_caption(_legend_alone(picture), column_room, scale=caption_scale)
        heading_width = caption_width + (legend_caption.width + 2 * gap if is_legend_beside else 0.0)
        heading = captions.draw_caption(_heading_alone(picture), heading_width, scale=caption_scale)
        below_heading = heading.height + gap if heading.shapes else 0.0
        has_legend, content_size = bool(legend_caption.shapes), (max(width, heading.width), height)
        if has_legend and is_legend_beside:
            content_size = (
                max(width + 2 * gap + legend_caption.width, heading.width),
                max(height, legend_caption.height),
            )
        elif has_legend:
            content_size = max(width, heading.width, legend_caption.width), height + gap / 2 + legend_caption.height
        min_text = min(min_tree_text, captions.min_text_size(picture, caption_scale))
        page_width, page_height = 2 * padding + content_size[0], 2 * padding + below_heading + content_size[1]
        scale = max(
            display_size.min_text_size / min_text, min(1 / caption_scale, display_size.scale(page_width, page_height))
        )
        # Whole points, so that a bitmap has no half-covered edge.
        page_width, page_height = ceil(page_width * scale) / scale, ceil(page_height * scale) / scale
        top = padding + below_heading
        left = (
            padding
            + (content_size[0] - (legend_caption.width + 2 * gap if has_legend and is_legend_beside else 0.0) - width)
            / 2
        )
        legend_corner = (
            (page_width - padding - legend_caption.width, top)
            if is_legend_beside
            else (padding, top + height + gap / 2)
        )
        area = page_width * page_height
        yield PageDivision(
            width=page_width,
            height=page_height,
            tree_corner=(left, top),
            caption_width=heading_width,
            caption_scale=caption_scale,
            min_text_size=min_text,
            scale=scale,
            legend=legend_caption,
            legend_corner=legend_corner,
            share_of_tree=width * height / area,
            share_of_legend=legend_caption.width * legend_caption.height / area,
        )
