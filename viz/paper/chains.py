"""A tree that is one line of moves, folded into columns that are read one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from viz.paper import stacks
from viz.paper.canvas import Point
from viz.paper.edge_labels import EdgeLabel
from viz.paper.figures import Figure
from viz.pictures.boxes import Picture

FEWEST = 6
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
    return picture.rows > 0 and not picture.sideways and not picture.links and is_line and len(boxes) >= FEWEST


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


def fold(figures: Sequence[Figure], labels: Sequence[EdgeLabel | None]) -> Folded:
    """A chain in as many columns as make it about as wide as it should be."""
    count = len(figures)
    room = max(
        drawn.width + (2 * (stacks.BESIDE + label.width) if label else 0.0)
        for drawn, label in zip(figures, labels, strict=True)
    )
    pitch = max(drawn.height for drawn in figures) + EDGE
    columns = min(
        range(1, count + 1), key=lambda one: abs(one * (room + COLUMN) / (ceil(count / one) * pitch) - ASPECT)
    )
    rows = ceil(count / columns)
    columns = ceil(count / rows)
    across = [place // rows * (room + COLUMN) + room / 2 for place in range(count)]
    tops = [TURN + place % rows * pitch for place in range(count)]
    ways = dict[int, tuple[Point, ...]]()
    for child in range(1, count):
        begin = across[child - 1], tops[child - 1] + figures[child - 1].height
        end = across[child], tops[child]
        if child % rows:
            ways[child] = begin, end
            continue
        between, below = across[child] - room / 2 - COLUMN / 2, begin[1] + TURN
        ways[child] = begin, (begin[0], below), (between, below), (between, 0.0), (end[0], 0.0), end
    return Folded(across, tops, ways, columns * (room + COLUMN) - COLUMN, rows * pitch - EDGE + 2 * TURN)
