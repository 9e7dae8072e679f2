"""A tree that is one line of moves, folded into columns that are read one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, log

from viz.paper import stacks
from viz.paper.canvas import Point
from viz.paper.edge_labels import EdgeLabel
from viz.paper.figures import Figure
from viz.pictures.boxes import Picture

FEWEST = 4
"""Nodes that are folded."""
EDGE = 15.0
"""Room for an edge between two nodes of a column."""
COLUMN = 26.0
"""Room between two columns, for the edge that leads to the next."""
TURN = 6.0
"""How far above and below a column that edge runs."""
ASPECT = 16 / 9
"""Width of the whole, in heights, about."""


def is_chain(picture: Picture) -> bool:
    """Whether a picture is one line, of some length, that may be folded."""
    boxes = picture.boxes
    is_line = all(box.parent == place - 1 for place, box in enumerate(boxes))
    is_shown = picture.fit is not None if picture.sideways else picture.rows > 0
    return is_shown and not picture.links and is_line and len(boxes) >= FEWEST


@dataclass(frozen=True)
class Folded:
    """Where everything of a chain is."""

    across: Sequence[float]
    """The place of each figure's axis."""
    tops: Sequence[float]
    """Where it begins along."""
    ways: dict[int, tuple[Point, ...]]
    """The edge to each box but the first, by places across and along."""
    breadth: float
    length: float


def fold(figures: Sequence[Figure], labels: Sequence[EdgeLabel | None], *, sideways: bool = False) -> Folded:
    """A chain in as many columns, or rows where it grows to the right, as make it about as wide as it should be."""
    count = len(figures)
    if sideways:
        sizes = [(drawn.height, drawn.width) for drawn in figures]
        beside = [2 * (stacks.BESIDE + label.height) if label else 0.0 for label in labels]
    else:
        sizes = [(drawn.width, drawn.height) for drawn in figures]
        beside = [2 * (stacks.BESIDE + label.width) if label else 0.0 for label in labels]
    room = max(across + more for (across, _), more in zip(sizes, beside, strict=True))
    pitch, wanted = max(along for _, along in sizes) + EDGE, 1 / ASPECT if sideways else ASPECT
    lines = min(
        range(1, count + 1),
        key=lambda one: abs(log(one * (room + COLUMN) / (ceil(count / one) * pitch) / wanted)),
    )
    length = ceil(count / lines)
    lines = ceil(count / length)
    across = [place // length * (room + COLUMN) + room / 2 for place in range(count)]
    tops = [TURN + place % length * pitch for place in range(count)]
    ways = dict[int, tuple[Point, ...]]()
    for child in range(1, count):
        begin = across[child - 1], tops[child - 1] + figures[child - 1].foot[sideways]
        end = across[child], tops[child] + figures[child].head[sideways]
        if child % length:
            ways[child] = begin, end
            continue
        between, below = across[child] - room / 2 - COLUMN / 2, TURN + length * pitch - EDGE + TURN
        ways[child] = begin, (begin[0], below), (between, below), (between, 0.0), (end[0], 0.0), end
    return Folded(across, tops, ways, lines * (room + COLUMN) - COLUMN, length * pitch - EDGE + 2 * TURN)
