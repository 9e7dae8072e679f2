"""Where the nodes of a tree stand: the tidy layout of Reingold and Tilford, in linear time and without recursion.

The form is that of Buchheim, Jünger and Leipert, "Improving Walker's algorithm to run in linear time" (2002), with
nodes of any size. A tree grows along one direction, ply by ply, and spreads across the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

NO_NODE = -1
"""In place of a node, where there is none."""


def tidy_coordinates(
    parents: Sequence[int], before: Sequence[float], after: Sequence[float], *, siblings: float, cousins: float
) -> list[float]:
    """The place across of each node, so that the tree begins at 0.

    Nodes of one ply stay apart and in order, a parent is midway between its first and its last child, and a subtree has
    the shape that it has alone. O(n).

    Args:
        parents: the parent of each node, −1 at node 0; in pre-order.
        before: how far each node reaches to the side where the tree begins.
        after: how far it reaches to the other.
        siblings: free room between two neighbours of one parent.
        cousins: free room between neighbours of two parents.

    >>> tidy_coordinates([-1, 0, 1, 1, 0], [1] * 5, [1] * 5, siblings=1, cousins=2)
    [4.0, 2.5, 1.0, 4.0, 5.5]
    """
    return _TidyLayout(parents, before, after, siblings, cousins).compute_coordinates()


def layer_starts(thicknesses: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Where each layer begins along, given how thick each is and the room below each but the last.

    >>> layer_starts([10, 20, 5], [1, 2])
    [0, 11, 33]
    """
    return [0, *accumulate(thickness + gap for thickness, gap in zip(thicknesses, gaps, strict=False))][
        : len(thicknesses)
    ]


@dataclass(eq=False)
class _TidyLayout:
    """A layout while it is computed; the names are those of the paper.

    `prelim` is a place among siblings, `mod` what is to be added to it for all nodes below. A leaf on a contour has a
    thread to the next node of that contour, one ply deeper.
    """

    parents: Sequence[int]
    before: Sequence[float]
    after: Sequence[float]
    siblings: float
    cousins: float

    def __post_init__(self) -> None:
        size = len(self.parents)
        self.first, self.last, self.next = [NO_NODE] * size, [NO_NODE] * size, [NO_NODE] * size
        self.number = [0] * size
        self.prelim, self.mod, self.shift, self.change = ([0.0] * size for _ in range(4))
        # The next node of the left and of the right contour below each: a child, or else a thread.
        self.next_left, self.next_right = self.first, self.last
        self.ancestor = list(range(size))
        self._link_siblings()

    def compute_coordinates(self) -> list[float]:
        """The place of each node."""
        # Children come after their parents, so backwards every subtree is finished before it is placed.
        inner = [node for node in range(len(self.parents)) if self.first[node] != NO_NODE]
        end_children = {node: (self.first[node], self.last[node]) for node in inner}
        for node in reversed(inner):
            self._place_children(*end_children[node])
            first, last = end_children[node]
            self.prelim[node] = (self.prelim[first] + self.prelim[last]) / 2
        return self._absolute_coordinates()

    def _link_siblings(self) -> None:
        first, last, next_sibling, number = self.first, self.last, self.next, self.number
        for node in range(1, len(self.parents)):
            parent = self.parents[node]
            if first[parent] == NO_NODE:
                first[parent] = node
            else:
                next_sibling[last[parent]] = node
                number[node] = number[last[parent]] + 1
            last[parent] = node

    def _place_children(self, first: int, last: int) -> None:
        prelim, mod = self.prelim, self.mod
        left, default = first, first
        while left != last:
            node = self.next[left]
            middle = prelim[node]
            prelim[node] = prelim[left] + self.after[left] + self.siblings + self.before[node]
            mod[node] = prelim[node] - middle
            default = self._apportion(node, left, first, default)
            left = node
        shift = change = 0.0
        for node in self._children_from_right(first, last):
            prelim[node] += shift
            mod[node] += shift
            change += self.change[node]
            shift += self.shift[node] + change

    def _children_from_right(self, first: int, last: int) -> list[int]:
        nodes = [first]
        while nodes[-1] != last:
            nodes.append(self.next[nodes[-1]])
        nodes.reverse()
        return nodes

    def _apportion(self, node: int, left: int, leftmost: int, default: int) -> int:
        """Push a subtree away from all that stands to its left; the result is the new default ancestor."""
        prelim, mod, next_left, next_right = self.prelim, self.mod, self.next_left, self.next_right
        inner_right, outer_right, inner_left, outer_left = node, node, left, leftmost
        sum_in_right = sum_out_right = mod[node]
        sum_in_left, sum_out_left = mod[left], mod[leftmost]
        down_left, down_right = next_right[left], next_left[node]
        while NO_NODE not in (down_left, down_right):
            inner_left, inner_right = down_left, down_right
            outer_left, outer_right = next_left[outer_left], next_right[outer_right]
            self.ancestor[outer_right] = node
            room = self.after[inner_left] + self.cousins + self.before[inner_right]
            push = prelim[inner_left] + sum_in_left - prelim[inner_right] - sum_in_right + room
            if push > 0:
                self._push_sibling(self._sibling_above(inner_left, node, default), node, push)
                sum_in_right += push
                sum_out_right += push
            sum_in_left += mod[inner_left]
            sum_in_right += mod[inner_right]
            sum_out_left += mod[outer_left]
            sum_out_right += mod[outer_right]
            down_left, down_right = next_right[inner_left], next_left[inner_right]
        if down_left != NO_NODE and next_right[outer_right] == NO_NODE:
            next_left[outer_right] = next_right[outer_right] = down_left
            mod[outer_right] += sum_in_left - sum_out_right
        if down_right != NO_NODE and next_left[outer_left] == NO_NODE:
            next_left[outer_left] = next_right[outer_left] = down_right
            mod[outer_left] += sum_in_right - sum_out_left
            default = node
        return default

    def _sibling_above(self, contour: int, node: int, default: int) -> int:
        """The sibling of a node under which a node of the left contour stands."""
        above = self.ancestor[contour]
        return above if self.parents[above] == self.parents[node] else default

    def _push_sibling(self, left: int, right: int, push: float) -> None:
        """Push a sibling away from another, and note to spread those between them evenly."""
        push_per_sibling = push / (self.number[right] - self.number[left])
        self.change[right] -= push_per_sibling
        self.shift[right] += push
        self.change[left] += push_per_sibling
        self.prelim[right] += push
        self.mod[right] += push

    def _absolute_coordinates(self) -> list[float]:
        prelim, mod, parents = self.prelim, self.mod, self.parents
        positions, added_below = prelim[:], [0.0] * len(prelim)
        for node in range(1, len(prelim)):
            added = added_below[parents[node]]
            positions[node] += added
            added_below[node] = added + mod[node]
        left_edge = min(
            (position - left_reach for position, left_reach in zip(positions, self.before, strict=True)), default=0.0
        )
        return [position - left_edge for position in positions]


ORDERING_SWEEPS = 8
"""How often the rows are ordered, and how often the boxes are placed; more change little."""


def layered_coordinates(
    plies: Sequence[int],
    edges: Iterable[tuple[int, int]],
    left_reaches: Sequence[float],
    right_reaches: Sequence[float],
    *,
    box_gap: float,
) -> list[float]:
    """The place of each box across, the leftmost edge of all being 0. The same boxes have the same places.

    >>> layered_coordinates([0, 1, 1, 2], [(0, 1), (0, 2), (1, 3), (2, 3)], [5] * 4, [5] * 4, box_gap=10)
    [15.0, 5.0, 25.0, 15.0]

    Args:
        plies: the row of each box.
        edges: pairs of boxes that are joined.
        left_reaches: how far each box reaches to the left of its place.
        right_reaches: how far to the right.
        box_gap: between neighbours at least.
    """
    rows: list[list[int]] = [[] for _ in range(max(plies) + 1)]
    for box, ply in enumerate(plies):
        rows[ply].append(box)
    neighbours = defaultdict[int, list[int]](list)
    for first_box, other in edges:
        neighbours[first_box].append(other)
        neighbours[other].append(first_box)
    positions = [0.0] * len(plies)
    for row in rows:
        _pack_row(row, positions, left_reaches, right_reaches, box_gap)
    for sweep in range(ORDERING_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            earlier_neighbours = [
                [other for other in neighbours[box] if (plies[other] < plies[box]) == (sweep % 2 == 0)] for box in row
            ]
            wanted_positions = {
                box: _mean_position(box_neighbours, positions, positions[box])
                for box, box_neighbours in zip(row, earlier_neighbours, strict=True)
            }
            row.sort(key=lambda box, wanted_positions=wanted_positions: wanted_positions[box])  # type: ignore[misc]  # of this row
            _pack_row(row, positions, left_reaches, right_reaches, box_gap)
    for _ in range(ORDERING_SWEEPS):
        for row in rows:
            _settle_row(
                row,
                [_mean_position(neighbours[box], positions, positions[box]) for box in row],
                positions,
                left_reaches,
                right_reaches,
                box_gap,
            )
    left_edge = min(position - left_reach for position, left_reach in zip(positions, left_reaches, strict=True))
    return [position - left_edge for position in positions]


def _mean_position(boxes: Sequence[int], positions: Sequence[float], default: float) -> float:
    return sum(positions[box] for box in boxes) / len(boxes) if boxes else default


def _pack_row(
    row: Sequence[int],
    positions: list[float],
    left_reaches: Sequence[float],
    right_reaches: Sequence[float],
    box_gap: float,
) -> None:
    """Boxes side by side, their middle at 0."""
    width = sum(left_reaches[box] + right_reaches[box] for box in row) + box_gap * (len(row) - 1)
    left = -width / 2
    for box in row:
        positions[box] = left + left_reaches[box]
        left += left_reaches[box] + right_reaches[box] + box_gap


def _settle_row(
    row: Sequence[int],
    wanted_positions: Sequence[float],
    positions: list[float],
    left_reaches: Sequence[float],
    right_reaches: Sequence[float],
    box_gap: float,
) -> None:
    """Boxes as near to the places wanted as their order allows: neighbours that would overlap share their wishes."""
    offset, offsets = 0.0, []
    for index, box in enumerate(row):
        offset += (right_reaches[row[index - 1]] + box_gap + left_reaches[box]) if index else 0.0
        offsets.append(offset)
    groups: list[tuple[float, int]] = []
    for position, offset_of_box in zip(wanted_positions, offsets, strict=True):
        position_sum, size = position - offset_of_box, 1
        while groups and groups[-1][0] / groups[-1][1] >= position_sum / size:
            other_sum, other_size = groups.pop()
            position_sum, size = position_sum + other_sum, size + other_size
        groups.append((position_sum, size))
    places = [position_sum / size for position_sum, size in groups for _ in range(size)]
    for box, position, offset_of_box in zip(row, places, offsets, strict=True):
        positions[box] = position + offset_of_box
