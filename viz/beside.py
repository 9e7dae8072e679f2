"""Several searches, or the iterations of one driver, beside one another, each with what it counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.text import clean
from tracer.tracing import Trace
from tracer.why.sentences import format_count
from viz.formats.format import DrawingOptions, Format
from viz.formats.registry import page_writer
from viz.paper import fitting, grid
from viz.paper.canvas import Canvas, Group, shape_bounds
from viz.paper.fitting import GrowthDirection
from viz.paper.page_division import MIN_TREE_SHARE, PAGE_PADDING
from viz.paper.tree_layout import lay_out
from viz.pictures.boxes import Picture
from viz.pictures.fits import DisplaySize
from viz.pictures.headings import describe_result, is_one_position, iteration_heading
from viz.pictures.options import parse_settings, refuse_options
from viz.pictures.theme import SMALL_TEXT_SIZE

WHAT = "several searches beside one another"
TITLES = ("title", "subtitle")
"""What stands above all of them."""
LACKS = ("layout", "sides")
"""Options of one picture alone."""
SAID = 100.0
"""Height of what stands above and below the trees, in points, until it is known."""
LEAST = 80.0
"""Width, or in a pile height, that one of them has at least."""
SEEN = 6
"""Nodes of a tree by which something is seen of it."""
TRIES = 3
"""How often the room is divided anew, now that it is known what each search takes of it."""


def check(found: Format, chart: str | None, animate: str | None, options: DrawingOptions) -> None:
    """Refuse what several searches cannot be drawn as.

    Raises:
        PlyscopeError: it is no still picture of trees in plyscope's own layout.
    """
    page_writer(found, WHAT)
    if chart is not None or animate is not None:
        raise PlyscopeError(f"{WHAT} are still pictures of trees: leave out {'chart' if chart else 'animate'}")
    refuse_options(WHAT, LACKS, options)


def data(traces: Sequence[Trace], found: Format, options: Sequence[DrawingOptions]) -> bytes:
    """Several searches as the content of a picture file, from left to right, all growing the same way.

    Where all are of one position, its game is the heading of all; what their legends explain is explained once. What
    they are shown on is divided so that their text can be read there, and as much of the trees is drawn as fits.

    Raises:
        PlyscopeError: the format draws no pages, or an option is wrong.
    """
    return page_writer(found, WHAT)(together(traces, options), options[0])


@dataclass(frozen=True)
class Together:
    """Several searches on one canvas, and how it is read where it is shown."""

    pictures: Sequence[Picture]
    canvas: Canvas
    fit: DisplaySize
    weight: float
    """Of the way in which they grow."""

    @property
    def smallest(self) -> float:
        """The smallest text of all, in points of the canvas."""
        return min((text.size for text in self.canvas.iter_texts()), default=self.fit.min_text_size)

    @property
    def is_read(self) -> bool:
        """Whether all text can be read there."""
        return self.smallest * self.fit.scale(self.canvas.width, self.canvas.height) >= self.fit.min_text_size

    @property
    def share_of_trees(self) -> float:
        """How much of the canvas the trees take, each with the ground that it stands on."""
        grounds = [ground(self.canvas, f"p{place}.") for place in range(len(self.pictures))]
        area = sum((right - left) * (bottom - top) for left, top, right, bottom in grounds)
        return area / (self.canvas.width * self.canvas.height)

    @property
    def is_enough(self) -> bool:
        """Whether it can be read, and of each something is seen: all of its tree, or so many nodes."""
        return self.is_read and all(picture.shows_all or len(picture.node_boxes) >= SEEN for picture in self.pictures)

    @property
    def rank(self) -> tuple[bool, bool, bool, float]:
        """The higher the better; where nothing is left out, no other way shows more."""
        shows_all = all(picture.shows_all for picture in self.pictures)
        drawn_count = sum(len(picture.node_boxes) for picture in self.pictures)
        return self.is_read, shows_all, self.share_of_trees >= MIN_TREE_SHARE, drawn_count * self.weight

    def grown(self) -> Canvas:
        """The canvas, in a file so large that it can be read."""
        scale = max(
            self.fit.min_text_size / self.smallest, min(1.0, self.fit.scale(self.canvas.width, self.canvas.height))
        )
        return replace(self.canvas, scale=scale)


def ground(canvas: Canvas, prefix: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the tree whose nodes have names that begin so."""
    return shape_bounds(
        Group(tuple(one for one in canvas.shapes if isinstance(one, Group) and one.name.startswith(prefix)))
    )


def together(traces: Sequence[Trace], options: Sequence[DrawingOptions]) -> Canvas:
    """Several searches on one canvas; see `data`.

    Raises:
        PlyscopeError: an option is wrong; or they cannot be read there, and it was not asked for so many nodes.
    """
    shapes = [{**shape, "reasons": False} for shape in options]
    wanted = parse_settings(shapes[0])
    fit, passes = wanted.display_size, are_passes(traces, shapes)
    if fit is None:
        first, *others = _fitted(traces, shapes)
        alike = [first, *(replace(one, sideways=first.sideways) for one in others)]
        drawn, heading = _headed(traces, alike, shapes)
        return grid.draw_panels(drawn, columns=line_length(len(drawn)) if passes else len(drawn), heading=heading)
    asked = any(shapes[0].get(name) is not None for name in fitting.SIZE_OPTIONS)
    tries_all = asked or not passes or can_try_all(traces[0], shapes, fit)
    found = best(traces, shapes, fit) if tries_all else None
    if passes and not asked and (found is None or not found.is_enough):
        chosen, left_out = choose_passes(traces[0], shapes, fit)
        if left_out:
            found = best(traces[: len(chosen)], chosen, fit, left_out)
    if found is None or not (found.is_read or asked):
        raise PlyscopeError(
            f"{len(traces)} {'passes' if passes else 'searches'} beside one another cannot be read on "
            f"{fit.describe_size(fit.width, fit.height)}: "
            "give fewer of them, a larger fit, or the fit none, and they are as large as they come"
        )
    return found.grown()


def best(traces: Sequence[Trace], shapes: Sequence[DrawingOptions], fit: DisplaySize, left_out: str = "") -> Together:
    """The way in which most is drawn of all of them together, with what is said of others that are left out."""
    wanted = parse_settings(shapes[0])
    # What is no wider than it is high may have them below one another, where columns are less high.
    grounds = [(False, fit)]
    if fit.width <= fit.height:
        grounds.append((True, replace(fit, height=fit.height / len(traces))))
    found = (
        one
        for pile, ground in grounds
        for way in fitting.growth_directions(ground, with_columns=not wanted.layers)
        if wanted.sideways in (None, way.sideways)
        for one in divided(traces, shapes, fit, way, left_out, pile=pile)
    )
    return max(found, key=lambda one: one.rank)


def divided(
    traces: Sequence[Trace],
    shapes: Sequence[DrawingOptions],
    fit: DisplaySize,
    way: GrowthDirection,
    left_out: str = "",
    *,
    pile: bool = False,
) -> Iterator[Together]:
    """Searches that grow one way, beside one another or in a pile, each time with the room divided better."""
    count, smallest = len(traces), parse_settings(shapes[0]).drawing_theme.small
    # In points of the canvas, whose smallest text is then read.
    width, height = (length * smallest / fit.min_text_size for length in (fit.width, fit.height))
    below = SAID * (count if pile else 1)
    shares = [1 / count] * count
    for _ in range(TRIES):
        free = max(height - below, height / 4)
        rooms = [(width, share * free) if pile else (share * width, free) for share in shares]
        places = [{"given_size": DisplaySize(*room, smallest, fit.dpi), "directions": [way]} for room in rooms]
        drawn, heading = _headed(traces, _fitted(traces, shapes, places), shapes, left_out)
        widths = [room for room, _ in rooms]
        canvas = grid.draw_beside(drawn, heading=heading, widths=widths, height=height, is_pile=pile)
        yield Together(drawn, canvas, fit, way.weight)
        sizes = [lay_out(picture).size for picture in drawn]
        trees, full = [size[pile] + 2 * PAGE_PADDING for size in sizes], free if pile else width
        # Who shows all of its tree needs no more room than it has.
        poor = [not picture.shows_all for picture in drawn]
        poor = poor if any(poor) else [True] * count
        spare = (full - sum(trees)) / sum(poor)
        needs = [max(tree + spare * takes, LEAST) for tree, takes in zip(trees, poor, strict=True)]
        shares = [need / sum(needs) for need in needs]
        if canvas.height > height:
            tall = [size[1] + 2 * PAGE_PADDING for size in sizes]
            below = max(below, canvas.height - (sum(tall) if pile else max(tall)))


def _fitted(
    traces: Sequence[Trace], shapes: Sequence[DrawingOptions], places: Sequence[Mapping[str, Any]] = ()
) -> list[Picture]:
    """Pictures, iterations with what they are called; the titles that were asked for are those of all."""
    passes, drawn = are_passes(traces, shapes), []
    for trace, shape, place in zip(traces, shapes, places or [{}] * len(shapes), strict=True):
        alone = {name: value for name, value in shape.items() if name not in TITLES}
        if passes and alone.get("caption", True):
            alone["title"], alone["subtitle"] = iteration_heading(trace, shape["root"])
        drawn.append(fitting.fit_picture(trace, **place, **alone))
    return drawn


def _headed(
    traces: Sequence[Trace], drawn: Sequence[Picture], shapes: Sequence[DrawingOptions], left_out: str = ""
) -> tuple[list[Picture], tuple[str, ...]]:
    """Pictures that all say as much of their signs; and the heading of all, their game if they are of one position.

    That of iterations of one driver is what was searched, with its result.
    """
    title, subtitle = (clean(shapes[0].get(name) or "") for name in TITLES)
    longest = max((one.note for one in drawn), key=len)
    found = [replace(one, note=longest) for one in drawn]
    if are_passes(traces, shapes) and all(one.heading for one in drawn):
        words = (title or traces[0].header.title, subtitle or describe_result(traces[0]), left_out)
        return found, tuple(filter(None, words))
    if is_one_position(traces) and all(one.heading for one in drawn):
        title = title or traces[0].header.game_and_position
        found = [
            replace(one, heading=(trace.header.search_title, *one.heading[1:]))
            for one, trace in zip(found, traces, strict=True)
        ]
    return found, tuple(filter(None, (title, subtitle, left_out)))


MAX_SMALL_PASSES, SMALL_TREE = 12, 30
"""Iterations up to which it is tried whether all can be drawn, where none has more nodes."""
EXTRA_PASSES = 2
"""So many more than have much room are tried, however large they are."""
MIN_PASS_WIDTH = 290.0
"""Points that one has at least where not all are drawn, so that much of its tree can be seen."""
MAX_LINE_LENGTH = 6
"""Of those that are as large as they come, in a line."""


def shapes_of_passes(trace: Trace, shape: DrawingOptions) -> list[dict[str, Any]]:
    """What shapes the pictures of a driver's iterations, drawn beside one another.

    Raises:
        PlyscopeError: its root is no driver.
    """
    if 0 not in trace.drivers:
        raise PlyscopeError(
            f"{trace.header.title} has no passes: -a deepening and -a mtdf have, and programs that call their search so"
        )
    return [{**shape, "root": one} for one in trace.children(0)]


def are_passes(traces: Sequence[Trace], shapes: Sequence[DrawingOptions]) -> bool:
    """Whether the pictures are those of iterations of one driver."""
    move = traces[0].columns.move
    return all(one is traces[0] for one in traces) and all(
        int(move[shape.get("root", 0)]) in traces[0].passes for shape in shapes
    )


def line_length(count: int) -> int:
    """How many of so many stand in a line, where all are as large as they come; the lines are as long as one another.

    >>> [line_length(count) for count in (2, 6, 7, 9, 22)]
    [2, 6, 4, 5, 6]
    """
    return ceil(count / ceil(count / MAX_LINE_LENGTH))


def can_try_all(trace: Trace, shapes: Sequence[DrawingOptions], fit: DisplaySize) -> bool:
    """Whether it is worth to try: there are few iterations, or not many small ones."""
    end = trace.columns.end
    are_small = all(end.item(shape["root"]) - shape["root"] <= SMALL_TREE for shape in shapes)
    return len(shapes) <= _count_with_room(fit) + EXTRA_PASSES or (are_small and len(shapes) <= MAX_SMALL_PASSES)


def _count_with_room(fit: DisplaySize) -> int:
    """Of how many much can be seen."""
    return max(2, int(fit.width * SMALL_TEXT_SIZE / fit.min_text_size / MIN_PASS_WIDTH))


def choose_passes(
    trace: Trace, shapes: Sequence[DrawingOptions], fit: DisplaySize
) -> tuple[Sequence[DrawingOptions], str]:
    """Of too many iterations the first and the last ones, and what is said of those between.

    >>> import tracer
    >>> from viz.pictures.fits import parse_display_size
    >>> trace = tracer.trace("tictactoe", "deepening", depth=6)
    >>> found, said = choose_passes(trace, shapes_of_passes(trace, {}), parse_display_size("slide"))
    >>> [trace.label(shape["root"]) for shape in found]
    ['depth 1', 'depth 4', 'depth 5', 'depth 6']
    >>> said
    'left out: 2 passes, depth 2 to depth 3, 199 visited; --fit none draws all, --chart passes counts them'
    """
    count = _count_with_room(fit)
    if count >= len(shapes):
        return shapes, ""
    between = [shape["root"] for shape in shapes[1 : 1 - count]]
    columns = trace.columns
    visited = sum(int(np.count_nonzero(columns.status[one : columns.end.item(one)] != PRUNED)) for one in between)
    first, last = (clean(trace.label(one), 40) for one in (between[0], between[-1]))
    which = first if len(between) == 1 else f"{first} to {last}"
    passes = format_count(len(between), "pass")
    said = f"left out: {passes}, {which}, {visited:,} visited; --fit none draws all, --chart passes counts them"
    return [shapes[0], *shapes[1 - count :]], said
