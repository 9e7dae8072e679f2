"""Where everything of a tree stands: its figures ply by ply, and the room between them for edges and their labels.

All is computed along (from the root on) and across, whichever way the tree grows on the page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import inf
from types import MappingProxyType

from tracer.errors import PlyscopeError
from tracer.games.board import Board
from viz.paper import chains, stacks, tidy
from viz.paper.canvas import Point
from viz.paper.edge_labels import EdgeLabel, edge_label
from viz.paper.figures import Figure, figure
from viz.pictures.boxes import Picture
from viz.pictures.roles import Kind, Role

SIBLINGS, COUSINS = (7.0, 4.0), (12.0, 8.0)
"""Room between neighbours: in a tree that grows downwards, and in one that grows sideways."""
GAP = 34.0
"""Room between two plies at least, for the edges."""
WIDEST_GAP = 120.0
"""At most, where edges spread far."""
SLOPE = 0.15, 0.16
"""The gap as a part of how far the edges in it spread: downwards, sideways."""
CLEARANCE = 9.0
"""Between a label and the node below it, where the bar of a cutoff stands."""

FAN = 20.0
"""For edges to spread, before they run straight beside their text."""
BESIDE = 3.0
"""Between an edge and its text."""

Room = tuple[float, float]
"""The width and the height for which a box has room at least."""
NO_ROOM: Room = (0.0, 0.0)
Rooms = Mapping[str, Room]
"""By the names of the boxes."""


@dataclass(frozen=True)
class Places:
    """A tree with everything at its place."""

    picture: Picture
    figures: Sequence[Figure]
    labels: Sequence[EdgeLabel | None]
    """The text at the edge above each box."""
    across: Sequence[float]
    """The place of each figure's axis."""
    tops: Sequence[float]
    """Where each figure begins along."""
    begins: Sequence[float]
    """Where each layer begins along."""
    ends: Sequence[float]
    """Where it ends."""
    labels_along: Sequence[float]
    """Where in the room below each layer the middles of the labels are."""
    lanes: Sequence[float]
    """How long edges run straight at the end of the room below each layer, beside their text; 0 where there is none."""
    breadth: float
    """Of the whole tree, across."""
    trunks: Mapping[int, float] = field(default_factory=dict)
    """Of the boxes in columns: the place across of the line beside the column."""
    ways: Mapping[int, Sequence[Point]] = field(default_factory=dict)
    """Edges to boxes that are not drawn as others are, by places across and along."""

    @property
    def sideways(self) -> bool:
        """Whether the tree grows to the right."""
        return self.picture.sideways

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the tree."""
        return (self.ends[-1], self.breadth) if self.sideways else (self.breadth, self.ends[-1])

    @property
    def turning(self) -> float:
        """Room before the first and after the last ply for the labels of links that turn there."""
        boxes = self.picture.boxes
        found = [
            label.width if self.sideways else label.height
            for link in self.picture.links
            if boxes[link.child].ply <= boxes[link.parent].ply and (label := label_of(link.lines, "", self.picture))
        ]
        return max(found, default=0.0)

    @property
    def smallest(self) -> float:
        """Its smallest text; infinity where it has none."""
        texts = [drawn.smallest for drawn in set(self.figures)]
        return min([*texts, *(label.size for label in self.labels if label)], default=inf)

    def middle(self, box: int) -> float:
        """Where along the middle of a box is, where the tree grows downwards."""
        return self.tops[box] + self.figures[box].height / 2

    def head(self, box: int) -> float:
        """Where along the edge to a box ends."""
        return self.tops[box] + self.figures[box].head[self.sideways]

    def foot(self, box: int) -> float:
        """Where along the edges to the children of a box begin."""
        return self.tops[box] + self.figures[box].foot[self.sideways]

    def reach(self, box: int) -> tuple[float, float]:
        """Where across a box begins and ends."""
        before, after = _reach(self.figures[box], self.sideways)
        return self.across[box] - before, self.across[box] + after


def place(picture: Picture, rooms: Rooms = MappingProxyType({})) -> Places:
    """Everything of a picture at its place.

    Args:
        picture: what is drawn.
        rooms: width and height that boxes have for their text at least, by their names.
    """
    if chains.is_chain(picture):
        return _place_chain(picture, rooms)
    columns = stacks.stacks(picture)
    stacked = {box for column in columns for row in column for box in row}
    figures, labels = _drawn(picture, rooms, stacked)
    above = [None if box in stacked else label for box, label in enumerate(labels)]
    gaps, lengths, lanes = _room_for_labels(picture, above)
    shares = [1 - length / gap for length, gap in zip(lengths, gaps, strict=True)]
    units = stacks.units(len(figures), columns)
    found = [_Unit(picture, unit, figures, labels, shares) for unit in units]
    unit_of = {box: number for number, unit in enumerate(units) for row in unit for box in row}
    parents = [unit_of.get(picture.boxes[unit[0][0]].parent, tidy.NONE) for unit in units]
    way, before, after = picture.sideways, [one.before for one in found], [one.after for one in found]
    middles = tidy.coordinates(parents, before, after, siblings=SIBLINGS[way], cousins=COUSINS[way])
    across, offsets, trunks = [0.0] * len(figures), dict[int, float](), dict[int, float]()
    # A stub in a row takes no layer of its own.
    layers = 1 + max(one.ply for one in found)
    thickness, gaps = [0.0] * layers, gaps[:layers]
    for one, at in zip(found, middles, strict=True):
        thickness[one.ply] = max(thickness[one.ply], one.thickness)
        for box, right, along in one.places():
            across[box] = at + right
            if box in stacked:
                offsets[box], trunks[box] = along, at - one.before + stacks.LINE
    gaps = _room_for_edges(picture, [trunks.get(box, at) for box, at in enumerate(across)], gaps)
    begins = tidy.starts(thickness, gaps)
    ends = [begin + thick for begin, thick in zip(begins, thickness, strict=True)]
    breadth = max(at + reach for at, reach in zip(middles, after, strict=True))
    labels_along = [end + gap - length for end, gap, length in zip(ends, gaps, lengths, strict=False)]
    begins_of = [begins[one.ply] for one in found]
    tops = [begins_of[unit_of[box]] + offsets.get(box, 0.0) for box in range(len(figures))]
    return Places(picture, figures, labels, across, tops, begins, ends, labels_along, lanes, breadth, trunks)


def _place_chain(picture: Picture, rooms: Rooms) -> Places:
    figures, labels = _drawn(picture, rooms, range(len(picture.boxes)))
    found = chains.fold(figures, labels)
    layer = [0.0], [found.length], [found.length], [0.0]
    return Places(picture, figures, labels, found.across, found.tops, *layer, found.breadth, ways=found.ways)


class _Unit:
    """What is placed as one: a box, or a column of rows."""

    def __init__(
        self,
        picture: Picture,
        rows: Sequence[stacks.Row],
        figures: Sequence[Figure],
        labels: Sequence[EdgeLabel | None],
        shares: Sequence[float],
    ) -> None:
        self.rows, self.figures, self.labels = rows, figures, labels
        first = rows[0][0]
        self.ply = picture.boxes[first].ply
        self.is_column = len(rows) > 1
        if self.is_column:
            self.before = self.after = (stacks.TRUNK + max(map(self._width, rows))) / 2
            heights = [self._height(row) for row in rows]
            self.thickness = sum(heights) + stacks.BETWEEN * (len(rows) - 1)
            return
        self.thickness = figures[first].width if picture.sideways else figures[first].height
        self.before, self.after = _reach(figures[first], picture.sideways)
        label = labels[first]
        if label and picture.boxes[first].edge:
            room = beside(label, sideways=picture.sideways)
            sides = (room, 0.0) if picture.sideways else (0.0, room)
            self.before, self.after = max(self.before, sides[0]), max(self.after, sides[1])
        elif label:
            # Edges come together towards their parent, and so do the marks on them: shares of the way below each ply.
            half = (label.height if picture.sideways else label.width) / 2 / shares[self.ply - 1]
            self.before, self.after = max(self.before, half), max(self.after, half)

    def places(self) -> Iterator[tuple[int, float, float]]:
        """Each box, with the place of its axis seen from the middle, and where along it begins."""
        if not self.is_column:
            yield self.rows[0][0], 0.0, 0.0
            return
        top = 0.0
        for row in self.rows:
            left, height = stacks.TRUNK - self.before, self._height(row)
            for box in row:
                drawn = self.figures[box]
                yield box, left + drawn.axis[0], top + (height - drawn.height) / 2
                left += self._room(box) + stacks.TO_STUB
            top += height + stacks.BETWEEN

    def _height(self, row: stacks.Row) -> float:
        return max(self.figures[box].height for box in row)

    def _width(self, row: stacks.Row) -> float:
        return sum(map(self._room, row)) + stacks.TO_STUB * (len(row) - 1)

    def _room(self, box: int) -> float:
        label = self.labels[box]
        return self.figures[box].width + (stacks.BESIDE + label.width if label else 0.0)


def place_like(picture: Picture, whole: Places, rooms: Rooms = MappingProxyType({})) -> Places:
    """A part of a picture, where its boxes stand in the whole; rooms as for `place`.

    Raises:
        PlyscopeError: a box is not in the whole.
    """
    places = {(box.name, box.ply): place for place, box in enumerate(whole.picture.boxes)}
    if lost := next((box.name for box in picture.boxes if (box.name, box.ply) not in places), None):
        raise PlyscopeError(f"{lost} is not in the picture whose places are taken")
    figures, labels = _drawn(picture, rooms)
    across, tops = ([one[places[box.name, box.ply]] for box in picture.boxes] for one in (whole.across, whole.tops))
    return replace(whole, picture=picture, figures=figures, labels=labels, across=across, tops=tops)


def rooms(pictures: Iterable[Picture]) -> dict[str, Room]:
    """The width and the height of what each box has in it, where they are most, by its name."""
    found: dict[str, Room] = {}
    for picture in pictures:
        figures, _ = _drawn(picture, {})
        for box, drawn in zip(picture.boxes, figures, strict=True):
            wide, tall = found.get(box.name, NO_ROOM)
            found[box.name] = max(wide, drawn.room), max(tall, drawn.tall)
    return found


def _drawn(
    picture: Picture, rooms: Rooms, stacked: Collection[int] = ()
) -> tuple[list[Figure], list[EdgeLabel | None]]:
    """The figure of each box, and the label above it."""
    # Many nodes of a large tree have the same text.
    figure_of = cache(partial(_figure, picture))
    figures = [
        figure_of(
            box.role,
            box.lines,
            tuple(map(type, box.lines)),
            box.board,
            rooms.get(box.name, NO_ROOM),
            place in stacked,
        )
        for place, box in enumerate(picture.boxes)
    ]
    return figures, [label_of(box.edge, box.mark if box.parent >= 0 else "", picture) for box in picture.boxes]


def _figure(
    picture: Picture,
    role: Role,
    lines: tuple[str, ...],
    kinds: tuple[type[str], ...],
    board: Board | None,
    least: Room,
    is_stacked: bool,
) -> Figure:
    """The figure of a box; lines of the same letters and other `kinds`, such as a move and a value, look different."""
    look = picture.theme.node(role)
    if (picture.sideways or is_stacked) and board is None:
        return figure(look, lines, joint=" · " if role.kind is Kind.STUB else "  ", least=least)
    return figure(look, lines, board, least=least)


def label_of(lines: Sequence[str], mark: str, picture: Picture) -> EdgeLabel | None:
    """The label of an edge or a link; one line long where the tree grows sideways."""
    joined = ("  ".join(lines),) if lines and picture.sideways else lines
    return edge_label(joined, mark, picture.theme)


def beside(label: EdgeLabel, *, sideways: bool) -> float:
    """How far across the text beside an edge reaches."""
    return BESIDE + (label.height if sideways else label.width)


def _reach(drawn: Figure, sideways: bool) -> tuple[float, float]:
    """How far a figure reaches to both sides of its axis."""
    size, axis = (drawn.height, drawn.axis[1]) if sideways else (drawn.width, drawn.axis[0])
    return axis, size - axis


def _room_for_labels(
    picture: Picture, labels: Sequence[EdgeLabel | None]
) -> tuple[list[float], list[float], list[float]]:
    """The room below each ply that the labels in it ask for, how far before its end their middles are, the lanes."""
    deepest = max(box.ply for box in picture.boxes)
    gaps, lengths = [GAP] * (deepest + 1), [0.0] * (deepest + 1)
    texts = [(box.ply, label) for box, label in zip(picture.boxes, labels, strict=True) if label]
    # The labels of links stand half-way.
    texts += [
        (picture.boxes[link.child].ply, label) for link in picture.links if (label := label_of(link.lines, "", picture))
    ]
    for ply, label in texts:
        length, spare = (label.width, 26.0) if picture.sideways else (1.2 * label.height, 24.0)
        gaps[ply - 1] = max(gaps[ply - 1], length + spare)
        lengths[ply - 1] = max(lengths[ply - 1], CLEARANCE + (label.width if picture.sideways else label.height) / 2)
    lanes = [0.0] * (deepest + 1)
    for box, label in zip(picture.boxes, labels, strict=True):
        if label and box.edge:
            lane = 2 * lengths[box.ply - 1] - CLEARANCE
            lanes[box.ply - 1], gaps[box.ply - 1] = lane, max(gaps[box.ply - 1], lane + FAN)
    return gaps, lengths, lanes


def _room_for_edges(picture: Picture, across: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Wider gaps where edges spread far, so that no edge lies too flat."""
    spread: defaultdict[int, float] = defaultdict(float)
    for at, box in zip(across, picture.boxes, strict=True):
        if box.parent >= 0:
            spread[box.ply - 1] = max(spread[box.ply - 1], abs(at - across[box.parent]))
    slope = SLOPE[picture.sideways]
    return [max(gap, min(slope * spread[ply], WIDEST_GAP)) for ply, gap in enumerate(gaps)]
