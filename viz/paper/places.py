"""Where everything of a tree stands: its figures ply by ply, and the room between them for edges and their labels.

All is computed along (from the root on) and across, whichever way the tree grows on the page.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from math import inf
from types import MappingProxyType

from tracer.errors import PlyscopeError
from tracer.games.board import Board
from viz.paper import stacks, tidy
from viz.paper.canvas import Point
from viz.paper.edge_labels import EdgeLabel, edge_label
from viz.paper.figures import Figure, figure, one_row
from viz.paper.links import Route, routes
from viz.paper.stacks import BESIDE_EDGE as BESIDE
from viz.paper.stacks import COUSINS, Unit, beside, middles, reach
from viz.pictures.boxes import Link, Picture
from viz.pictures.labels import Pieces
from viz.pictures.roles import Kind, Role

GAP = 34.0
"""Room between two plies at least, for the edges."""
WIDEST_GAP = 120.0
"""At most, where edges spread far."""
A_LINK = 4.0
"""The room between two plies grows by so much with each link, for its text."""
WIDER, A_WIDER_GAP = 6, 28.0
"""How often the room between two plies is made wider where texts of links cover something, and by how much."""
SLOPE = 0.15, 0.16
"""The gap as a part of how far the edges in it spread: downwards, sideways."""
CLEARANCE = 9.0
"""Between a label and the node below it, where the bar of a cutoff stands."""

FAN = 20.0
"""For edges to spread, before they run straight beside their text."""

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
    """Of the boxes that rows of columns begin with: the place across of the line at their left."""
    ways: Mapping[int, Sequence[Point]] = field(default_factory=dict)
    """Edges to boxes that are not drawn as others are, by places across and along."""
    layers: Sequence[int] = ()
    """The layer of each box, those of a column the one in which it begins; empty of a chain."""

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
            if boxes[link.child].ply <= boxes[link.parent].ply
            and (label := label_of(link.lines, link.role.mark, self.picture))
        ]
        return max(found, default=0.0)

    @property
    def smallest(self) -> float:
        """Its smallest text; infinity where it has none."""
        # Boxes with the same text share one figure.
        texts = [drawn.smallest for drawn in {id(drawn): drawn for drawn in self.figures}.values()]
        return min([*texts, *(label.size for label in self.labels if label)], default=inf)

    def is_in_a_row(self, box: int) -> bool:
        """Whether a box is in a column or, in a chain, in a line of its own."""
        return box in self.trunks or bool(self.ways) or self.picture.boxes[box].parent in self.trunks

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
        before, after = reach(self.figures[box], self.sideways)
        return self.across[box] - before, self.across[box] + after

    def stretch(self, box: int) -> tuple[float, float]:
        """Where along it begins and ends."""
        drawn = self.figures[box]
        return self.tops[box], self.tops[box] + (drawn.width if self.sideways else drawn.height)

    def labels_of_edges(self) -> Iterator[tuple[EdgeLabel, Point]]:
        """The texts at the edges of the tree, with their middles across and along."""
        for box, label in enumerate(self.labels):
            if label and box:
                yield label, self._middle_of(box, label)

    def label_of_link(self, link: Link) -> EdgeLabel | None:
        """The text at a further edge."""
        return label_of(link.lines, link.role.mark, self.picture)

    @cached_property
    def routes(self) -> list[Route]:
        """The further edges, in their order in the picture."""
        return routes(self) if self.picture.links else []

    def _middle_of(self, child: int, label: EdgeLabel) -> Point:
        """Where the middle of the text at the edge to a box is."""
        box = self.picture.boxes[child]
        if child in self.ways and self.sideways:
            return self.reach(child)[1] + BESIDE + label.height / 2, self.tops[child] + self.figures[child].width / 2
        if child in self.trunks or child in self.ways:
            return self.reach(child)[1] + BESIDE + label.width / 2, self.middle(child)
        along = self.labels_along[box.ply - 1]
        if box.edge:
            middle = (BESIDE + beside(label, sideways=self.sideways)) / 2
            return self.across[child] + (-middle if self.sideways else middle), along
        begin, end = self.ends[box.ply - 1], self.begins[box.ply]
        above = self.across[box.parent]
        return above + (along - begin) / (end - begin) * (self.across[child] - above), along


def place(picture: Picture, rooms: Rooms = MappingProxyType({})) -> Places:
    """Everything of a picture at its place.

    Args:
        picture: what is drawn.
        rooms: width and height that boxes have for their text at least, by their names.
    """
    if stacks.is_chain(picture):
        return _place_chain(picture, rooms)
    columns = stacks.stacks(picture)
    in_rows = {box for column in columns for row in column for box in row.boxes}
    figures, labels = _drawn(picture, rooms, in_rows)
    above = [None if box in in_rows else label for box, label in enumerate(labels)]
    gaps, lengths, lanes = _room_for_labels(picture, above)
    shares = [1 - length / gap for length, gap in zip(lengths, gaps, strict=True)]
    found = [
        Unit(picture, rows, figures, labels, shares, is_column=rows[0].boxes[0] in in_rows)
        for rows in stacks.units(len(figures), columns)
    ]
    layers = 1 + max(one.ply for one in found)
    at_middles = _near_to_joined(picture, found) if picture.links else middles(picture, found, layers)
    across, offsets, trunks = [0.0] * len(figures), [0.0] * len(figures), dict[int, float]()
    thickness, ply_of, breadth = [0.0] * layers, [0] * len(figures), 0.0
    for one, at in zip(found, at_middles, strict=True):
        # A column reaches as far down as it needs: nothing stands below it.
        thickness[one.ply] = max(thickness[one.ply], 0.0 if one.is_column else one.thickness)
        breadth = max(breadth, at + one.after)
        for box, right, along, trunk in one.places():
            across[box], offsets[box], ply_of[box] = at + right, along, one.ply
            if trunk is not None:
                trunks[box] = at + trunk
    gaps = _room_for_edges(picture, [trunks.get(box, at) for box, at in enumerate(across)], gaps[:layers], in_rows)

    def placed() -> Places:
        begins = tidy.starts(thickness, gaps)
        ends = [begin + thick for begin, thick in zip(begins, thickness, strict=True)]
        labels_along = [end + gap - length for end, gap, length in zip(ends, gaps, lengths, strict=False)]
        ends[-1] = max(begins[one.ply] + one.thickness for one in found)
        tops = [begins[ply] + offset for ply, offset in zip(ply_of, offsets, strict=True)]
        there = Places(picture, figures, labels, across, tops, begins, ends, labels_along, lanes, breadth, trunks)
        return replace(there, layers=ply_of)

    for _ in range(WIDER):
        there = placed()
        crowded = {route.ply for route in there.routes if not route.is_free}
        if not crowded:
            return there
        gaps = [gap + A_WIDER_GAP * (ply in crowded) for ply, gap in enumerate(gaps)]
    return placed()


def _near_to_joined(picture: Picture, found: Sequence[Unit]) -> list[float]:
    """The place across of each box, where boxes have several above them."""
    joined = [(box.parent, place) for place, box in enumerate(picture.boxes) if box.parent >= 0]
    joined += [(link.parent, link.child) for link in picture.links]
    before, after = [one.before for one in found], [one.after for one in found]
    plies = [box.ply for box in picture.boxes]
    return tidy.layered_coordinates(plies, joined, before, after, room=COUSINS[picture.sideways])


def _place_chain(picture: Picture, rooms: Rooms) -> Places:
    figures, labels = _drawn(picture, rooms, range(len(picture.boxes)))
    found = stacks.fold(figures, labels, sideways=picture.sideways)
    layer = [0.0], [found.length], [found.length], [0.0]
    return Places(picture, figures, labels, found.across, found.tops, *layer, found.breadth, ways=found.ways)


def place_like(picture: Picture, whole: Places, rooms: Rooms = MappingProxyType({})) -> Places:
    """A part of a picture, where its boxes stand in the whole; rooms as for `place`.

    Raises:
        PlyscopeError: a box is not in the whole.
    """
    places = {(box.name, box.ply): place for place, box in enumerate(whole.picture.boxes)}
    if lost := next((box.name for box in picture.boxes if (box.name, box.ply) not in places), None):
        raise PlyscopeError(f"{lost} is not in the picture whose places are taken")
    there = [places[box.name, box.ply] for box in picture.boxes]
    in_rows = [box for box, place in enumerate(there) if whole.is_in_a_row(place)]
    figures, labels = _drawn(picture, rooms, in_rows)
    across, tops = ([one[place] for place in there] for one in (whole.across, whole.tops))
    trunks = {box: whole.trunks[place] for box, place in enumerate(there) if place in whole.trunks}
    ways = {box: whole.ways[place] for box, place in enumerate(there) if place in whole.ways}
    return replace(
        whole,
        picture=picture,
        figures=figures,
        labels=labels,
        across=across,
        tops=tops,
        trunks=trunks,
        ways=ways,
        layers=[whole.layers[place] for place in there] if whole.layers else (),
    )


def rooms(pictures: Iterable[Picture], whole: Places) -> dict[str, Room]:
    """The width and the height of what each box of a whole has in it in some pictures, where they are most."""
    found: dict[str, Room] = {}
    in_rows = {box.name for place, box in enumerate(whole.picture.boxes) if whole.is_in_a_row(place)}
    for picture in pictures:
        figures, _ = _drawn(picture, {}, {place for place, box in enumerate(picture.boxes) if box.name in in_rows})
        for box, drawn in zip(picture.boxes, figures, strict=True):
            wide, tall = found.get(box.name, NO_ROOM)
            found[box.name] = max(wide, drawn.room), max(tall, drawn.tall)
    return found


def _drawn(picture: Picture, rooms: Rooms, in_rows: Collection[int]) -> tuple[list[Figure], list[EdgeLabel | None]]:
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
            place in in_rows,
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
    is_row: bool,
) -> Figure:
    """The figure of a box; lines of the same letters and other `kinds`, such as a move and a value, look different."""
    look = picture.theme.node(role)
    if picture.links and picture.sideways and board is None and len(lines) > 1 and role.kind is not Kind.STUB:
        # Between many edges a ply should be short: a position and below it what is known of it.
        return figure(look, (lines[0], Pieces(*one_row(lines[1:], "  "))), sideways=True, least=least)
    # A row is as high as the two lines of a stub.
    if not picture.sideways and (not is_row or role.kind is Kind.STUB):
        return figure(look, lines, board, least=least)
    joint = " · " if role.kind is Kind.STUB else "  "
    return figure(look, lines, board, joint=joint, sideways=picture.sideways, least=least)


def label_of(lines: Sequence[str], mark: str, picture: Picture) -> EdgeLabel | None:
    """The label of an edge or a link; one line long where the tree grows sideways."""
    joined = ("  ".join(lines),) if lines and picture.sideways else lines
    return edge_label(joined, mark, picture.theme)


def _room_for_labels(
    picture: Picture, labels: Sequence[EdgeLabel | None]
) -> tuple[list[float], list[float], list[float]]:
    """The room below each ply that the labels in it ask for, how far before its end their middles are, the lanes."""
    deepest = max(box.ply for box in picture.boxes)
    gaps, lengths = [GAP] * (deepest + 1), [0.0] * (deepest + 1)
    texts = [(box.ply, label) for box, label in zip(picture.boxes, labels, strict=True) if label]
    # The labels of links stand half-way.
    texts += [
        (picture.boxes[link.child].ply, label)
        for link in picture.links
        if (label := label_of(link.lines, link.role.mark, picture))
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


def _room_for_edges(
    picture: Picture, across: Sequence[float], gaps: Sequence[float], in_rows: Collection[int]
) -> list[float]:
    """Wider gaps where edges spread far, so that no edge lies too flat."""
    spread: defaultdict[int, float] = defaultdict(float)
    for at, box in zip(across, picture.boxes, strict=True):
        if box.parent >= 0 and box.parent not in in_rows:
            spread[box.ply - 1] = max(spread[box.ply - 1], abs(at - across[box.parent]))
    slope = SLOPE[picture.sideways]
    links = Counter(picture.boxes[link.child].ply - 1 for link in picture.links)
    wanted = [max(slope * spread[ply], GAP + A_LINK * links[ply] if links[ply] else 0.0) for ply in range(len(gaps))]
    return [max(gap, min(room, WIDEST_GAP)) for gap, room in zip(gaps, wanted, strict=True)]
