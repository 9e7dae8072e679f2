"""The iterations of one driver, to be drawn beside one another: which of them there is room for, and what is said."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.status import PRUNED
from tracer.text import clean
from tracer.tracing import Trace
from viz.formats.format import DrawingOptions
from viz.pictures.fits import DisplaySize
from viz.pictures.headings import iteration_heading
from viz.pictures.theme import SMALL_TEXT_SIZE

MOST, SMALL_TREE = 12, 30
"""Iterations up to which it is tried whether all can be drawn, where none has more nodes."""
BESIDES = 2
"""So many more than have much room are tried, however large they are."""
WIDTH = 290.0
"""Points that one has at least where not all are drawn, so that much of its tree can be seen."""
A_LINE = 6
"""Of those that are as large as they come, in a line."""


def shapes_of_passes(trace: Trace, shape: DrawingOptions) -> list[dict[str, Any]]:
    """What shapes the pictures of a driver's iterations, drawn beside one another.

    Args:
        trace: what was recorded.
        shape: what shapes all of them.

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


def named(trace: Trace, shape: DrawingOptions) -> DrawingOptions:
    """What shapes the picture of one iteration: it is called as it is, with what came of it."""
    if not shape.get("caption", True):
        return shape
    title, came = iteration_heading(trace, shape["root"])
    return {**shape, "title": title, "subtitle": came}


def in_line(count: int) -> int:
    """How many of so many stand in a line, where all are as large as they come; the lines are as long as one another.

    >>> [in_line(count) for count in (2, 6, 7, 9, 22)]
    [2, 6, 4, 5, 6]
    """
    return ceil(count / ceil(count / A_LINE))


def may_all_be_seen(trace: Trace, shapes: Sequence[DrawingOptions], fit: DisplaySize) -> bool:
    """Whether it is worth to try: there are few iterations, or not many small ones."""
    end = trace.columns.end
    are_small = all(end.item(shape["root"]) - shape["root"] <= SMALL_TREE for shape in shapes)
    return len(shapes) <= _with_room(fit) + BESIDES or (are_small and len(shapes) <= MOST)


def _with_room(fit: DisplaySize) -> int:
    """Of how many much can be seen."""
    return max(2, int(fit.width * SMALL_TEXT_SIZE / fit.min_text_size / WIDTH))


def some(trace: Trace, shapes: Sequence[DrawingOptions], fit: DisplaySize) -> tuple[Sequence[DrawingOptions], str]:
    """Of too many iterations the first and the last ones, and what is said of those between.

    >>> import tracer
    >>> from viz.pictures.fits import parse_display_size
    >>> trace = tracer.trace("tictactoe", "deepening", depth=6)
    >>> found, said = some(trace, shapes_of_passes(trace, {}), parse_display_size("slide"))
    >>> [trace.label(shape["root"]) for shape in found]
    ['depth 1', 'depth 4', 'depth 5', 'depth 6']
    >>> said
    'left out: 2 passes, depth 2 to depth 3, 199 visited; --fit none draws all, --chart passes counts them'
    """
    count = _with_room(fit)
    if count >= len(shapes):
        return shapes, ""
    between = [shape["root"] for shape in shapes[1 : 1 - count]]
    columns = trace.columns
    visited = sum(int(np.count_nonzero(columns.status[one : columns.end.item(one)] != PRUNED)) for one in between)
    first, last = (clean(trace.label(one), 40) for one in (between[0], between[-1]))
    which = first if len(between) == 1 else f"{first} to {last}"
    passes = f"{len(between):,} pass{'' if len(between) == 1 else 'es'}"
    said = f"left out: {passes}, {which}, {visited:,} visited; --fit none draws all, --chart passes counts them"
    return [shapes[0], *shapes[1 - count :]], said
