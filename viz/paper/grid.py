"""Several pictures on one canvas, in a grid: stages of a search, or searches to compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TypeVar

from tracer.errors import PlyscopeError
from viz.paper import captions
from viz.paper.canvas import Canvas, Shape, shift
from viz.paper.compose import compose
from viz.paper.sheets import PAD
from viz.pictures.boxes import Picture

_Item = TypeVar("_Item")


def canvas(
    pictures: Sequence[Picture], *, columns: int = 2, heading: Sequence[str] = (), like: Picture | None = None
) -> Canvas:
    """Several pictures as one drawing. What their legends explain is explained once, below them all.

    Args:
        pictures: from left to right, row by row.
        columns: pictures in a row.
        heading: what stands above them all, the title first.
        like: a picture that has every node of the others, which then stand where it has them; None places each picture
            for itself.

    Raises:
        PlyscopeError: there is no picture or no column, a picture asks for a layout of Graphviz, or has a node that
            `like` has not.
    """
    if any(picture.layout is not None for picture in pictures):
        raise PlyscopeError("panels have plyscope's own layout: leave out layout")
    alone = [replace(picture, legend=(), note="", fit=None, rows=0) for picture in pictures]
    whole = None if like is None else replace(like, legend=(), note="", fit=None, rows=0)
    drawn = grid([compose(picture, like=whole) for picture in alone], columns)
    above = replace(alone[0], heading=tuple(heading))
    below = replace(
        alone[0],
        heading=(),
        legend=tuple(_once(entry for picture in pictures for entry in picture.legend)),
        note=" · ".join(_once(picture.note for picture in pictures if picture.note)),
    )
    return _between(above, drawn, below)


def grid(canvases: Sequence[Canvas], columns: int) -> Canvas:
    """Several drawings as one, on the background of the first.

    A column is as wide as its widest drawing, a row as high as its highest; drawings stand at the top left. The names
    in the k-th drawing get `p<k>.` in front of them, so that each is still the only one of its kind.

    Raises:
        PlyscopeError: there is no drawing, or no column.
    """
    if not canvases:
        raise PlyscopeError("no picture: give one or more")
    if columns < 1:
        raise PlyscopeError(f"columns is {columns}: give 1 or more")
    columns = min(columns, len(canvases))
    widths = [max(canvas.width for canvas in canvases[k::columns]) for k in range(columns)]
    rows = [canvases[begin : begin + columns] for begin in range(0, len(canvases), columns)]
    lefts = list(accumulate(widths, initial=0.0))
    tops = list(accumulate((max(canvas.height for canvas in row) for row in rows), initial=0.0))
    shapes = tuple(
        shift(shape, lefts[k % columns], tops[k // columns], prefix=f"p{k}.")
        for k, canvas in enumerate(canvases)
        for shape in canvas.shapes
    )
    said = [". ".join(filter(None, (canvas.title, canvas.description))) for canvas in canvases]
    title = " · ".join(filter(None, (canvas.title for canvas in canvases)))
    return Canvas(lefts[-1], tops[-1], canvases[0].background, shapes, title, ". ".join(filter(None, said)))


def _between(above: Picture, drawn: Canvas, below: Picture) -> Canvas:
    """A drawing between a heading and a legend."""
    room = drawn.width - 2 * PAD
    head = captions.caption(above, room, left=PAD, top=PAD)
    top = PAD + head.height if head.shapes else 0.0
    foot = captions.caption(below, room, left=PAD, top=top + drawn.height)
    bottom = top + drawn.height + (foot.height + PAD if foot.shapes else 0.0)
    shapes: tuple[Shape, ...] = (*head.shapes, *(shift(shape, 0.0, top) for shape in drawn.shapes), *foot.shapes)
    title, *more = above.heading or (drawn.title,)
    description = ". ".join(filter(None, [*more, drawn.description, below.note]))
    width = max(drawn.width, head.width + 2 * PAD, foot.width + 2 * PAD)
    return Canvas(width, bottom, drawn.background, shapes, title, description)


def _once(items: Iterable[_Item]) -> list[_Item]:
    """Each item once, in the order in which they come first."""
    return list(dict.fromkeys(items))
