"""The further edges of a tree whose positions are drawn once: where they run between the boxes, and their text."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from viz.paper.canvas import Point
from viz.paper.edge_labels import EdgeLabel
from viz.pictures.boxes import Link, Picture

STRAIGHT = 0.75
"""Points by which a node may be thinner than its layer before its edges first run straight on."""
TURN = 16.0
"""How far the controls of a turn stand from the plies; the curve reaches three quarters of that."""
CLEARANCE = 9.0
"""Between the first and the last node of a ply and what runs past them."""
SPARE = 1.0
"""Points between two texts."""
SHARES = tuple(sorted((0.08 + 0.03 * step for step in range(29)), key=lambda share: abs(share - 0.5)))
"""Parts of a curve after which its text may stand, the best one first."""
Extent = tuple[float, float, float, float]
"""A rectangle: where it begins across and along, and where it ends."""


@dataclass(frozen=True, slots=True)
class Route:
    """A further edge at its place."""

    curve: tuple[Point, ...]
    """Cubic curves by places across and along, from box to box."""
    ply: int
    """The ply above the room between plies in which its text stands, or should."""
    label: EdgeLabel | None = None
    middle: Point = (0.0, 0.0)
    """Of its text."""
    is_free: bool = True
    """Whether its text stands on nothing else."""


class Boxes(Protocol):
    """A tree whose boxes and the texts at its own edges are at their places."""

    @property
    def picture(self) -> Picture:
        """What is drawn."""

    @property
    def sideways(self) -> bool:
        """Whether the tree grows to the right."""

    @property
    def across(self) -> Sequence[float]:
        """The place of each box."""

    @property
    def begins(self) -> Sequence[float]:
        """Where each layer begins along."""

    @property
    def ends(self) -> Sequence[float]:
        """Where it ends."""

    def reach(self, box: int) -> tuple[float, float]:
        """Where across a box begins and ends."""

    def stretch(self, box: int) -> tuple[float, float]:
        """Where along it begins and ends."""

    def head(self, box: int) -> float:
        """Where along the edge to a box ends."""

    def foot(self, box: int) -> float:
        """Where along the edges to the children of a box begin."""

    def labels_of_edges(self) -> Iterator[tuple[EdgeLabel, Point]]:
        """The texts at the tree's own edges with their middles across and along."""

    def label_of_link(self, link: Link) -> EdgeLabel | None:
        """The text at a further edge."""


def routes(places: Boxes) -> list[Route]:
    """Every link of a picture, in order: past the nodes of the plies on its way, its text where nothing else stands."""
    return list(_Routes(places).found())


class _Routes:
    """The links of a picture while they find their ways."""

    def __init__(self, places: Boxes) -> None:
        self.places, self.boxes = places, places.picture.boxes
        rows: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
        for box, one in enumerate(self.boxes):
            rows[one.ply].append(places.reach(box))
        self.passages = {ply: _passages(sorted(row)) for ply, row in rows.items()}
        # What is taken is looked up by where along it is.
        self.taken: defaultdict[int, list[Extent]] = defaultdict(list)
        for box in range(len(self.boxes)):
            (left, right), (begin, end) = places.reach(box), places.stretch(box)
            self._take((left, begin, right, end))
        for label, middle in places.labels_of_edges():
            self._take(self._extent(label, middle))

    def found(self) -> Iterator[Route]:
        """The routes."""
        for link in self.places.picture.links:
            above, below = self.boxes[link.parent].ply, self.boxes[link.child].ply
            curve, ply = self._curve(link), below - 1 if below > above else above
            if (label := self.places.label_of_link(link)) is None:
                yield Route(curve, ply)
                continue
            parts = self._parts(link, curve)
            middle, covered = self._free(label, parts)
            self._take(self._extent(label, middle))
            yield Route(curve, ply, label, middle, not covered)

    def _parts(self, link: Link, curve: tuple[Point, ...]) -> list[Sequence[Point]]:
        """The parts of a curve at which its text may stand, the best one first: near its goal, then near its start."""
        # Its ends may lie within the layers of thin boxes.
        first = 3 * (self.places.foot(link.parent) < self.places.ends[self.boxes[link.parent].ply] - STRAIGHT)
        last = len(curve) - 1 - 3 * (self.places.head(link.child) > self.places.begins[self.boxes[link.child].ply])
        return [curve[last - 3 : last + 1], curve[first : first + 4]]

    def _free(self, label: EdgeLabel, parts: Sequence[Sequence[Point]]) -> tuple[Point, float]:
        """Where on parts of a curve a text covers nothing, or as little as can be; and how much."""
        best: tuple[Point, float] | None = None
        for part in parts:
            for share in SHARES:
                middle = _point(part, share)
                covered = self._covered(self._extent(label, middle))
                if best is None or covered < best[1]:
                    best = middle, covered
                if not covered:
                    return best
        assert best is not None
        return best

    def _extent(self, label: EdgeLabel, middle: Point) -> Extent:
        across, along = (label.height, label.width) if self.places.sideways else (label.width, label.height)
        return middle[0] - across / 2, middle[1] - along / 2, middle[0] + across / 2, middle[1] + along / 2

    def _take(self, extent: Extent) -> None:
        for strip in _strips(extent):
            self.taken[strip].append(extent)

    def _covered(self, extent: Extent) -> float:
        return sum(_common(extent, other) for other in {o for strip in _strips(extent) for o in self.taken[strip]})

    def _curve(self, link: Link) -> tuple[Point, ...]:
        """Cubic curves from box to box, through the rooms between plies and past the nodes of the plies on the way."""
        places, boxes = self.places, self.boxes
        start, goal = boxes[link.parent].ply, boxes[link.child].ply
        across, target = places.across[link.parent], places.across[link.child]
        along = places.foot(link.parent)
        way = [(across, along)]

        def run(to_across: float, to_along: float, *, bend: float | None = None) -> None:
            nonlocal across, along
            bend = (along + to_along) / 2 if bend is None else bend
            way.extend([(across, bend), (to_across, bend), (to_across, to_along)])
            across, along = to_across, to_along

        if along < places.ends[start] - STRAIGHT:
            run(across, places.ends[start])
        down = goal > start
        for count, ply in enumerate(range(start + 1, goal) if down else range(start, goal - 1, -1), start=1):
            share = count / (abs(goal - start) + 1)
            gate = self._passage(ply, across + share * (target - across))
            enter, leave = (places.begins[ply], places.ends[ply]) if down else (places.ends[ply], places.begins[ply])
            # A way back begins with a turn in the room below its node, and ends with one in the room above its goal.
            run(gate, enter, bend=enter + TURN if not down and ply == start else None)
            run(gate, leave)
        run(target, places.begins[goal], bend=None if down else places.begins[goal] - TURN)
        if places.head(link.child) > along:
            run(target, places.head(link.child))
        return tuple(way)

    def _passage(self, ply: int, across: float) -> float:
        """The place between two nodes of a ply that is nearest to a place across."""
        passages = self.passages[ply]
        after = bisect(passages, across)
        return min(passages[max(after - 1, 0) : after + 1], key=lambda passage: abs(passage - across))


def _passages(row: Sequence[tuple[float, float]]) -> list[float]:
    """The middles of the free rooms of a ply, ascending, by where its boxes begin and end."""
    between = ((left[1] + right[0]) / 2 for left, right in pairwise(row))
    return [row[0][0] - CLEARANCE, *between, row[-1][1] + CLEARANCE]


STRIP = 40.0
"""Points along in which what is taken is looked up together."""


def _strips(extent: Extent) -> Iterable[int]:
    return range(int(extent[1] // STRIP), int(extent[3] // STRIP) + 1)


def _common(one: Extent, other: Extent) -> float:
    """How much of the page two rectangles have in common, with some room between them."""
    width = min(one[2], other[2]) - max(one[0], other[0]) + SPARE
    height = min(one[3], other[3]) - max(one[1], other[1]) + SPARE
    return max(width, 0.0) * max(height, 0.0)


def _point(curve: Sequence[Point], share: float) -> Point:
    """A point of a cubic Bézier curve."""
    rest = 1 - share
    weights = rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3
    x, y = (sum(weight * point[axis] for weight, point in zip(weights, curve, strict=True)) for axis in (0, 1))
    return x, y
