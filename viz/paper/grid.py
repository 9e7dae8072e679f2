"""Several pictures on one canvas, in a grid: stages of a search, or searches to compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

from tracer.errors import PlyscopeError
from viz.paper import captions
from viz.paper.canvas import Canvas, move_shape
from viz.paper.captions import Caption
from viz.paper.page_division import PAGE_PADDING
from viz.paper.picture_drawing import PictureDrawing, draw_picture
from viz.paper.placed_tree import TreeLayout
from viz.paper.tree_layout import lay_out, with_routes
from viz.pictures.boxes import Picture

MAX_TREE_SCALE = 2.0
"""How large trees in a row are at most, in sizes of what is said of them."""
MIN_HEADING_WIDTH = 120.0
"""Width of a heading above one of them at least."""


def draw_panels(
    pictures: Sequence[Picture], *, columns: int = 2, heading: Sequence[str] = (), full_tree: Picture | None = None
) -> Canvas:
    """Several pictures as one drawing. What their legends explain is explained once, below them all.

    With `full_tree`, which has every node of the others, these stand where it has them.

    Raises:
        PlyscopeError: there is no picture or no column, a picture asks for a layout of Graphviz, or has a node that
            `full_tree` has not.
    """
    if any(picture.layout is not None for picture in pictures):
        raise PlyscopeError("panels have plyscope's own layout: leave out layout")
    bare_pictures = [replace(picture, legend=(), note="", fit=None, rows=0) for picture in pictures]
    full_picture = None if full_tree is None else replace(full_tree, legend=(), note="", fit=None, rows=0)
    if full_picture is not None:
        canvases = [draw_picture(picture, like=full_picture) for picture in bare_pictures]
    else:
        row_length = columns if columns > 0 else len(bare_pictures) or 1
        rows = (bare_pictures[begin : begin + row_length] for begin in range(0, len(bare_pictures), row_length))
        canvases = [canvas for row in rows for canvas in _draw_lined_up(row)]
    all_trees = arrange_grid(canvases, columns)
    return _frame_with_captions(*_around(pictures, heading), all_trees)


def draw_beside(
    pictures: Sequence[Picture], *, heading: Sequence[str], widths: Sequence[float], height: float, is_pile: bool
) -> Canvas:
    """Several pictures in a row or in a pile, the trees as large as there is room for.

    What is said of them is as large as it comes.

    The widths are those that each has, in points, and may be exceeded; the height is that of all, captions included.
    """
    bare_pictures = [replace(picture, heading=(), legend=(), note="", fit=None) for picture in pictures]
    trees = [draw_picture(picture) for picture in bare_pictures] if is_pile else _draw_lined_up(bare_pictures)
    heads = [
        captions.draw_caption(
            replace(picture, legend=(), note=""),
            max(room - 2 * PAGE_PADDING, MIN_HEADING_WIDTH),
            left=PAGE_PADDING,
            top=PAGE_PADDING,
        )
        for picture, room in zip(pictures, widths, strict=True)
    ]
    max_head_height = max(head.height for head in heads)
    head_heights = [head.height if is_pile else max_head_height for head in heads]
    frame = _around(pictures, heading)
    max_width = widths[0] - 2 * PAGE_PADDING if is_pile else captions.line_width(sum(widths) - 2 * PAGE_PADDING)
    frame_captions = [_draw_caption(picture, max_width) for picture in frame]
    free_height = (
        height
        - sum(caption.height + PAGE_PADDING for caption in frame_captions if caption.shapes)
        - (sum if is_pile else max)(head_height + PAGE_PADDING for head_height in head_heights)
        - PAGE_PADDING
    )
    tree_height = (sum if is_pile else max)(tree.height for tree in trees)
    width_scales = [room / tree.width for room, tree in zip(widths, trees, strict=True)]
    scale = min(max(min(free_height / tree_height, *width_scales), 1.0), MAX_TREE_SCALE)
    panels = [_panel(*parts, scale) for parts in zip(heads, head_heights, trees, strict=True)]
    all_trees = arrange_grid(panels, 1 if is_pile else len(panels))
    return _frame_with_captions(*frame, all_trees, max_width if is_pile else None)


def _draw_lined_up(pictures: Sequence[Picture]) -> list[Canvas]:
    """Pictures beside one another, their plies at the same height."""
    return [PictureDrawing(places).draw_canvas() for places in _line_up([lay_out(one) for one in pictures])]


def _line_up(found: Sequence[TreeLayout]) -> list[TreeLayout]:
    """Return the trees with equal layers at equal heights; unchanged if one grows sideways or has no layers."""
    if any(not one.layer_of_box or one.sideways for one in found):
        return list(found)
    begins = [0.0]
    for layer in range(1, max(len(one.layer_starts) for one in found)):
        deep = [one.layer_starts for one in found if len(one.layer_starts) > layer]
        begins.append(begins[-1] + max(each[layer] - each[layer - 1] for each in deep))
    return [_lowered(one, [begin - was for begin, was in zip(begins, one.layer_starts, strict=False)]) for one in found]


def _lowered(one: TreeLayout, by: Sequence[float]) -> TreeLayout:
    """A tree each of whose layers stands so much lower."""
    tops = [top + by[layer] for top, layer in zip(one.box_starts, one.layer_of_box, strict=True)]
    lowest, before = (
        max(top + drawn.height for top, drawn in zip(places, one.figures, strict=True))
        for places in (tops, one.box_starts)
    )
    ends = [end + down for end, down in zip(one.layer_ends, by, strict=True)]
    ends[-1] = one.layer_ends[-1] + lowest - before
    labels = [along + down for along, down in zip(one.labels_along, by[1:], strict=False)]
    labels += one.labels_along[len(labels) :]
    begins = [begin + down for begin, down in zip(one.layer_starts, by, strict=True)]
    lowered = replace(one, box_starts=tops, layer_starts=begins, layer_ends=ends, labels_along=labels)
    return with_routes(lowered)


def _panel(head: Caption, tall: float, tree: Canvas, larger: float) -> Canvas:
    """A tree below its heading, for which there is some height."""
    top = tall + PAGE_PADDING if tall else 0.0
    shapes = (*head.shapes, *(move_shape(shape, 0.0, top, scale=larger) for shape in tree.shapes))
    width = max(head.width + 2 * PAGE_PADDING, tree.width * larger)
    return replace(tree, width=width, height=top + tree.height * larger, shapes=shapes)


def _around(pictures: Sequence[Picture], heading: Sequence[str]) -> tuple[Picture, Picture]:
    """What has the heading above all, and what has the legend of all below them."""
    bare = replace(pictures[0], heading=(), legend=(), note="", fit=None)
    legend = tuple(dict.fromkeys(entry for picture in pictures for entry in picture.legend))  # each once
    note = " · ".join(dict.fromkeys(picture.note for picture in pictures if picture.note))
    return replace(bare, heading=tuple(heading)), replace(bare, legend=legend, note=note)


def arrange_grid(canvases: Sequence[Canvas], columns: int) -> Canvas:
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
    widths = [max(canvas.width for canvas in canvases[index::columns]) for index in range(columns)]
    rows = [canvases[begin : begin + columns] for begin in range(0, len(canvases), columns)]
    lefts = list(accumulate(widths, initial=0.0))
    tops = list(accumulate((max(canvas.height for canvas in row) for row in rows), initial=0.0))
    shapes = tuple(
        move_shape(shape, lefts[index % columns], tops[index // columns], prefix=f"p{index}.")
        for index, canvas in enumerate(canvases)
        for shape in canvas.shapes
    )
    descriptions = [". ".join(filter(None, (canvas.title, canvas.description))) for canvas in canvases]
    title = " · ".join(filter(None, (canvas.title for canvas in canvases)))
    return Canvas(lefts[-1], tops[-1], canvases[0].background, shapes, title, ". ".join(filter(None, descriptions)))


def _draw_caption(picture: Picture, max_width: float, top: float = PAGE_PADDING) -> Caption:
    return captions.draw_caption(picture, max_width, left=PAGE_PADDING, top=top)


def _frame_with_captions(
    heading_picture: Picture, legend_picture: Picture, panel_canvas: Canvas, max_width: float | None = None
) -> Canvas:
    """A drawing between a heading and a legend, whose lines are as wide as the drawing, or as the room is."""
    max_width = captions.line_width(panel_canvas.width - 2 * PAGE_PADDING) if max_width is None else max_width
    heading = _draw_caption(heading_picture, max_width)
    top = PAGE_PADDING + heading.height if heading.shapes else 0.0
    legend = _draw_caption(legend_picture, max_width, top + panel_canvas.height)
    bottom = top + panel_canvas.height + (legend.height + PAGE_PADDING if legend.shapes else 0.0)
    shapes = (*heading.shapes, *(move_shape(shape, 0.0, top) for shape in panel_canvas.shapes), *legend.shapes)
    title, *subtitles = heading_picture.heading or (panel_canvas.title,)
    description = ". ".join(filter(None, [*subtitles, panel_canvas.description, legend_picture.note]))
    width = max(panel_canvas.width, heading.width + 2 * PAGE_PADDING, legend.width + 2 * PAGE_PADDING)
    return Canvas(width, bottom, panel_canvas.background, shapes, title, description)
