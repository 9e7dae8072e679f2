"""Several pictures on one canvas, in a grid: stages of a search, or searches to compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import TypeVar

from tracer.errors import PlyscopeError
from viz.paper import captions
from viz.paper.canvas import Canvas, Shape, shift, zoom
from viz.paper.captions import Caption
from viz.paper.compose import Page, compose
from viz.paper.places import Places, place
from viz.paper.sheets import PAD
from viz.pictures.boxes import Picture

LARGEST = 2.0
"""How large trees in a row are at most, in sizes of what is said of them."""
NARROWEST_HEADING = 120.0
"""Width of a heading above one of them at least."""
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
    if whole is not None:
        drawn = [compose(picture, like=whole) for picture in alone]
    else:
        each = columns if columns > 0 else len(alone) or 1
        rows = (alone[begin : begin + each] for begin in range(0, len(alone), each))
        drawn = [canvas for row in rows for canvas in _lined_up(row)]
    together = grid(drawn, columns)
    return _between(*_around(pictures, heading), together)


def row(pictures: Sequence[Picture], *, heading: Sequence[str], rooms: Sequence[float], height: float) -> Canvas:
    """Several pictures in a row, the trees as large as there is room for; what is said of them is as large as it comes.

    Args:
        pictures: from left to right.
        heading: what stands above them all, the title first.
        rooms: the width that each has, in points; it may take more.
        height: that of all, with what stands above and below.
    """
    trees = _lined_up(_bare(pictures))
    heads = [
        captions.heading(picture, max(room - 2 * PAD, NARROWEST_HEADING), left=PAD, top=PAD)
        for picture, room in zip(pictures, rooms, strict=True)
    ]
    tall = max(head.height for head in heads)
    above, below = _around(pictures, heading)
    said = _said(above, below, captions.lines(sum(rooms) - 2 * PAD))
    free = height - sum(one.height + PAD for one in said if one.shapes) - tall - 2 * PAD
    wide = [room / tree.width for room, tree in zip(rooms, trees, strict=True)]
    larger = min(free / max(tree.height for tree in trees), *wide)
    panels = [_panel(head, tall, tree, min(max(larger, 1.0), LARGEST)) for head, tree in zip(heads, trees, strict=True)]
    return _between(above, below, grid(panels, len(panels)))


def pile(pictures: Sequence[Picture], *, heading: Sequence[str], width: float, height: float) -> Canvas:
    """Several pictures below one another, the trees as large as there is room for; see `row`.

    Args:
        pictures: from the top down.
        heading: what stands above them all, the title first.
        width: of all, in points; they may take more.
        height: that of all, with what stands above and below.
    """
    trees = [compose(one) for one in _bare(pictures)]
    room = width - 2 * PAD
    heads = [captions.heading(picture, room, left=PAD, top=PAD) for picture in pictures]
    above, below = _around(pictures, heading)
    said = _said(above, below, room)
    free = height - sum(one.height + PAD for one in said if one.shapes) - sum(head.height + PAD for head in heads) - PAD
    larger = min([free / sum(tree.height for tree in trees), *(width / tree.width for tree in trees)])
    scale = min(max(larger, 1.0), LARGEST)
    panels = [_panel(head, head.height, tree, scale) for head, tree in zip(heads, trees, strict=True)]
    return _between(above, below, grid(panels, 1), room)


def _bare(pictures: Sequence[Picture]) -> list[Picture]:
    """The trees alone, as large as they come."""
    return [replace(picture, heading=(), legend=(), note="", fit=None) for picture in pictures]


def _lined_up(pictures: Sequence[Picture]) -> list[Canvas]:
    """Pictures beside one another, their plies at the same height."""
    return [Page(places).canvas() for places in _line_up([place(one) for one in pictures])]


def _line_up(found: Sequence[Places]) -> list[Places]:
    """Trees that grow downwards with each layer at the same height; others as they are."""
    if any(not one.layers or one.sideways for one in found):
        return list(found)
    begins = [0.0]
    for layer in range(1, max(len(one.begins) for one in found)):
        deep = [one.begins for one in found if len(one.begins) > layer]
        begins.append(begins[-1] + max(each[layer] - each[layer - 1] for each in deep))
    return [_lowered(one, [begin - was for begin, was in zip(begins, one.begins, strict=False)]) for one in found]


def _lowered(one: Places, by: Sequence[float]) -> Places:
    """A tree each of whose layers stands so much lower."""
    tops = [top + by[layer] for top, layer in zip(one.tops, one.layers, strict=True)]
    lowest, before = (
        max(top + drawn.height for top, drawn in zip(places, one.figures, strict=True)) for places in (tops, one.tops)
    )
    ends = [end + down for end, down in zip(one.ends, by, strict=True)]
    ends[-1] = one.ends[-1] + lowest - before
    labels = [along + down for along, down in zip(one.labels_along, by[1:], strict=False)]
    labels += one.labels_along[len(labels) :]
    begins = [begin + down for begin, down in zip(one.begins, by, strict=True)]
    return replace(one, tops=tops, begins=begins, ends=ends, labels_along=labels)


def _panel(head: Caption, tall: float, tree: Canvas, larger: float) -> Canvas:
    """A tree below its heading, for which there is some height."""
    top = tall + PAD if tall else 0.0
    shapes = (*head.shapes, *(shift(zoom(shape, larger), 0.0, top) for shape in tree.shapes))
    width = max(head.width + 2 * PAD, tree.width * larger)
    return replace(tree, width=width, height=top + tree.height * larger, shapes=shapes)


def _around(pictures: Sequence[Picture], heading: Sequence[str]) -> tuple[Picture, Picture]:
    """What has the heading above all, and what has the legend of all below them."""
    bare = replace(pictures[0], heading=(), legend=(), note="", fit=None)
    legend = tuple(_once(entry for picture in pictures for entry in picture.legend))
    note = " · ".join(_once(picture.note for picture in pictures if picture.note))
    return replace(bare, heading=tuple(heading)), replace(bare, legend=legend, note=note)


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


def _said(above: Picture, below: Picture, room: float, top: float = PAD) -> tuple[Caption, Caption]:
    """The heading of all in lines of some width, and their legend, which begins at some height."""
    return captions.heading(above, room, left=PAD, top=PAD), captions.legend(below, room, left=PAD, top=top)


def _between(above: Picture, below: Picture, drawn: Canvas, room: float | None = None) -> Canvas:
    """A drawing between a heading and a legend, whose lines are as wide as the drawing, or as the room is."""
    room = captions.lines(drawn.width - 2 * PAD) if room is None else room
    head, _ = _said(above, below, room)
    top = PAD + head.height if head.shapes else 0.0
    _, foot = _said(above, below, room, top + drawn.height)
    bottom = top + drawn.height + (foot.height + PAD if foot.shapes else 0.0)
    shapes: tuple[Shape, ...] = (*head.shapes, *(shift(shape, 0.0, top) for shape in drawn.shapes), *foot.shapes)
    title, *more = above.heading or (drawn.title,)
    description = ". ".join(filter(None, [*more, drawn.description, below.note]))
    width = max(drawn.width, head.width + 2 * PAD, foot.width + 2 * PAD)
    return Canvas(width, bottom, drawn.background, shapes, title, description)


def _once(items: Iterable[_Item]) -> list[_Item]:
    """Each item once, in the order in which they come first."""
    return list(dict.fromkeys(items))
