"""What a picture of the tree holds: the visible nodes, or as many as there is room for, nearest to the selected one.

What is folded, skipped or has no room is there as a count, so that the counts of a sketch are those of the whole tree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from heapq import heappop, heappush
from typing import NamedTuple

from tracer.recording.status import PRUNED
from tui.model.explored import Explored

LONGEST_RUN = 1_000
"""A node with more pruned branches has each stand alone, because it would take long to find where they end."""
ANY = 1 << 30
"""More plies, and more leaves, than any tree has."""
UP, ALONG, ACROSS, DOWN, ASIDE = 0.5, 0.6, 1.0, 1.5, 2.5
"""How far the parent is, a child on a line of play, the next sibling of what is taken, the first child, and that of a
node beside the path."""


class Kind(Enum):
    """What stands in one place of a sketch."""

    NODE = "node"
    PRUNED = "pruned branches"
    """Several pruned branches side by side."""
    MORE = "more"
    """Siblings for which there is no room, and what is below them."""
    ABOVE = "above"
    """Everything that is not at or below the first node of the sketch."""


NODE, SEVERAL, MORE = Kind.NODE, Kind.PRUNED, Kind.MORE
"""Of an enumeration a member is looked up slowly, and here that is done for every place."""


class Item(NamedTuple):
    """One place of a sketch."""

    node: int
    """The node; of several the one that is selected in their place."""
    parent: int
    """The place, in the sketch, of what it hangs from; −1 for the first."""
    kind: Kind
    nodes: int
    """How many it stands for; more than one for a node whose children are not there."""


class Found(NamedTuple):
    """What leads to a place of a sketch, or to one that is there."""

    way: str
    """From which side it was come to: "up" from a node to its parent, "down" to a first child, "next" and "previous"
    to a sibling, "along" a line of play."""
    node: int
    above: int
    """Its parent."""
    new: bool
    """Whether it is a place that was not there yet."""


class Sketch:
    """The part of a tree around its selected node.

    Args:
        explored: the tree.
        opened: the nodes whose pruned branches stand one by one.
        lines: nodes from the root down, such as the principal variation: of a node that is taken, its child on one of
            them is taken before the others.

    Attributes:
        items: the places, each after what it hangs from, siblings in order; what is above all of them, last.
        chosen: the node of the place that stands for the selected one.
    """

    def __init__(self, explored: Explored, opened: set[int], lines: Sequence[Sequence[int]] = ()) -> None:
        self._rows, self._kin, self._opened = explored.rows, explored.rows.kin.remembering(), opened
        self._columns, self._pruned = explored.trace.columns, explored.trace.landmarks.pruned_children
        self._runs: dict[int, tuple[int, int | None]] = {}
        """By the first of several pruned branches: how many they are, and what follows them."""
        self._ends: dict[int, list[int]] = {}
        """By node: the first and the last of its children that are in the sketch side by side."""
        self._alone: dict[int, list[int]] = {}
        """By node: its children on lines of play. Of several pruned branches it is the first, in both."""
        self._lines = lines
        self.chosen = self._whole(explored.selected)
        self._outwards: dict[int, tuple[Iterator[Found], list[Found]]] = {}
        """By plies at most: what is found from the selected node outwards, and how much of it was found so far."""
        self.items: list[Item] = []

    def reach(self, most: int, levels: int, abreast: int, leaves: int = ANY) -> int:
        """How many of the nearest places there are, within limits.

        Args:
            most: of places.
            levels: of plies.
            abreast: of places of one ply.
            leaves: of places that nothing hangs from.
        """
        ply = self._columns.ply
        taken, above, wide = 1, set[int](), Counter[int]({ply.item(self.chosen): 1})
        for found in self._nearest(most, levels):
            above.add(found.above)
            if found.new:
                at = ply.item(found.above) + (found.way != "up")
                wide[at] += 1
                if wide[at] > abreast or taken + 1 - len(above) > leaves:
                    break
                taken += 1
        return taken

    def take(self, most: int, levels: int) -> list[Item]:
        """Take the nearest places.

        Args:
            most: places at most, two or more; those for what is left out are not counted.
            levels: plies at most.
        """
        self._ends.clear()
        self._alone.clear()
        self._top = self.chosen
        for found in self._nearest(most, levels):
            self._enter(found)
        self.items = list(self._listed())
        return self.items

    # Pruned branches side by side are one place.

    def _in_run(self, node: int) -> bool:
        if self._columns.status.item(node) != PRUNED:
            return False
        above = self._columns.parent.item(node)
        return above not in self._opened and bool(self._pruned[above] <= LONGEST_RUN)

    def _whole(self, node: int) -> int:
        """The node itself, or the first of the pruned branches that it stands among."""
        before = self._kin.previous_sibling(node) if self._in_run(node) else None
        while before is not None and self._in_run(before):
            node, before = before, self._kin.previous_sibling(before)
        return node

    def standing_for(self, node: int) -> int:
        """The node of the place where a node is, or would be if it were not folded away; −1 where there is none."""
        there = {item.node for item in self.items if item.kind in (NODE, SEVERAL)}
        node = self._whole(self._rows.nearest_visible(node))
        while node not in there and node >= 0:
            node = int(self._columns.parent[node])
            if self._holds(node):
                return -1  # it is among the siblings for which there is no room
        return node

    def _run(self, node: int) -> tuple[int, int | None]:
        """How many pruned branches a place stands for from a node on, and what follows them."""
        if node in self._runs:
            return self._runs[node]
        count, following = 1, self._kin.next_sibling(node)
        if self._in_run(node):
            while following is not None and self._in_run(following):
                count, following = count + 1, self._kin.next_sibling(following)
        self._runs[node] = count, following
        return count, following

    def _next(self, node: int) -> int | None:
        return self._run(node)[1]

    def _previous(self, node: int) -> int | None:
        before = self._kin.previous_sibling(node)
        return None if before is None else self._whole(before)

    def _first_child(self, node: int) -> int | None:
        return None if self._rows.is_collapsed(node) else self._kin.first_child(node)

    # The nearest ones.

    def _nearest(self, most: int, levels: int) -> Iterator[Found]:
        """What leads to so many places, the nearest first."""
        if levels not in self._outwards:
            self._outwards[levels] = self._gather(levels), []
        more, found = self._outwards[levels]
        taken, place = 1, 0
        while taken < most:
            if place == len(found):
                step = next(more, None)
                if step is None:
                    return
                found.append(step)
            yield found[place]
            taken += found[place].new
            place += 1

    def _enter(self, found: Found) -> None:
        """Have it in the sketch."""
        above, node = found.above, found.node
        if found.way == "along":
            self._alone.setdefault(above, []).append(node)
        elif found.way == "next":
            self._ends[above][1] = node
        elif found.way == "previous":
            self._ends[above][0] = node
        else:
            self._ends[above] = [node, node]
            self._top = above if found.way == "up" else self._top

    def _gather(self, levels: int) -> Iterator[Found]:
        """Go outwards from the selected one; each place hangs from one that is found before it."""
        ply, start = self._columns.ply, self.chosen
        highest = ply.item(start) - max(levels - 2, 1)
        lowest = max(highest, ply.item(self._rows.root)) + levels
        waiting: list[tuple[float, int, str, int]] = []
        number = 0

        def offer(distance: float, way: str, node: int | None) -> None:
            nonlocal number
            number += 1
            if node is not None and ply.item(node) < lowest:
                heappush(waiting, (distance, number, way, node))

        def offer_around(distance: float, node: int) -> None:
            """What a place on the path to the root leads to."""
            above = self._columns.parent.item(node)
            if node != self._rows.root and ply.item(above) >= highest:
                offer(distance + UP, "up", node)
            for child in self._along(node):
                offer(distance + ALONG, "along", child)

        def offer_below(distance: float, node: int, down: float) -> None:
            offer(distance + down, "down", self._first_child(node))
            for child in self._along(node):
                offer(distance + DOWN, "along", child)

        offer_around(0, start)
        offer(DOWN, "down", self._first_child(start))
        taken = {start}
        while waiting:
            distance, _, way, node = heappop(waiting)
            above = self._columns.parent.item(node)
            place = above if way == "up" else node
            yield Found(way, node, above, place not in taken)
            if way == "up":
                offer(distance + ACROSS, "next", self._next(node))
                offer(distance + ACROSS, "previous", self._previous(node))
                offer_around(distance, above)
            elif node not in taken:
                offer_below(distance, node, DOWN if way in ("down", "along") else ASIDE)
            taken.add(place)
            if way in ("down", "next"):
                offer(distance + ACROSS, "next", self._next(node))
            elif way == "previous":
                offer(distance + ACROSS, "previous", self._previous(node))

    def _along(self, node: int) -> Iterator[int]:
        """The places below a node to which the lines lead that go through it."""
        if self._rows.is_collapsed(node):
            return
        ply = int(self._columns.ply[node])
        for line in self._lines:
            if ply + 1 < len(line) and line[ply] == node and self._rows.is_shown(line[ply + 1]):
                yield self._whole(line[ply + 1])

    # From the first one on.

    def _listed(self) -> Iterator[Item]:
        """The places, each after what it hangs from, siblings in order."""
        place = -1
        waiting = [Item(self._top, place, NODE, 1)]
        while waiting:
            item = waiting.pop()
            place += 1
            if item.kind is MORE:
                yield item
                continue
            several = self._run(item.node)[0] if self._in_run(item.node) else 1
            holds = self._holds(item.node)
            nodes = several if several > 1 else 1 if holds else self._kin.count(item.node)
            yield Item(item.node, item.parent, SEVERAL if several > 1 else NODE, nodes)
            if holds:
                waiting.extend(reversed(list(self._children(item.node, place))))
        if self._top != self._rows.root:
            rest = self._kin.count(self._rows.root) - self._kin.count(self._top)
            yield Item(int(self._columns.parent[self._top]), -1, Kind.ABOVE, rest)

    def _holds(self, node: int) -> bool:
        """Whether children of a node are in the sketch."""
        return node in self._ends or node in self._alone

    def _groups(self, node: int) -> list[tuple[int, int, int]]:
        """The children of a node in the sketch, side by side: nodes before the first, the first, and the last."""
        before, ends = self._kin.count_before, self._ends.get(node)
        found = [] if ends is None else [(before(ends[0]), ends[0], ends[1])]
        begin, end = (-1, -1) if ends is None else map(before, ends)
        alone = [(before(one), one, one) for one in set(self._alone.get(node, ()))]
        return sorted([*found, *(group for group in alone if not begin <= group[0] <= end)])

    def _children(self, above: int, place: int) -> Iterator[Item]:
        """What hangs from a place: some children, and between them and on both sides how many nodes are left out."""
        all_, done = self._kin.count(above) - 1, 0
        following: int | None = None
        for before, first, last in self._groups(above):
            if before > done:
                beside = self._kin.previous_sibling(first) if following is None else following
                assert beside is not None, "something is left out before it"
                yield Item(beside, place, MORE, before - done)
            node = first
            while True:
                yield Item(node, place, NODE, 1)
                count, following = self._run(node)
                if node == last or following is None:
                    break
                node = following
            done = all_ - (self._kin.count_after(node) - count + 1)
        if following is not None:
            yield Item(following, place, MORE, all_ - done)
