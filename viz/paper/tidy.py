"""Where the nodes of a tree stand: the tidy layout of Reingold and Tilford, in linear time and without recursion.

The form is that of Buchheim, Jünger and Leipert, "Improving Walker's algorithm to run in linear time" (2002), with
nodes of any size. A tree grows along one direction, ply by ply, and spreads across the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate

NONE = -1
"""In place of a node, where there is none."""


def coordinates(
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

    >>> coordinates([-1, 0, 1, 1, 0], [1] * 5, [1] * 5, siblings=1, cousins=2)
    [4.0, 2.5, 1.0, 4.0, 5.5]
    """
    return _Layout(parents, before, after, siblings, cousins).across()


def plies(parents: Sequence[int]) -> list[int]:
    """The ply of each node.

    >>> plies([-1, 0, 1, 1, 0])
    [0, 1, 2, 2, 1]
    """
    found = [0] * len(parents)
    for node in range(1, len(parents)):
        found[node] = found[parents[node]] + 1
    return found


def starts(thicknesses: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Where each layer begins along, given how thick each is and the room below each but the last.

    >>> starts([10, 20, 5], [1, 2])
    [0, 11, 33]
    """
    return [0, *accumulate(thickness + gap for thickness, gap in zip(thicknesses, gaps, strict=False))][
        : len(thicknesses)
    ]


class _Layout:
    """A layout while it is computed; the names are those of the paper.

    `prelim` is a place among siblings, `mod` what is to be added to it for all nodes below. A leaf on a contour has a
    thread to the next node of that contour, one ply deeper.
    """

    def __init__(
        self,
        parents: Sequence[int],
        before: Sequence[float],
        after: Sequence[float],
        siblings: float,
        cousins: float,
    ) -> None:
        size = len(parents)
        self.parents, self.before, self.after = parents, before, after
        self.siblings, self.cousins = siblings, cousins
        self.first, self.last, self.next = [NONE] * size, [NONE] * size, [NONE] * size
        self.number = [0] * size
        self.prelim, self.mod, self.shift, self.change = ([0.0] * size for _ in range(4))
        # The next node of the left and of the right contour below each: a child, or else a thread.
        self.next_left, self.next_right = self.first, self.last
        self.ancestor = list(range(size))
        self._link()

    def across(self) -> list[float]:
        """The place of each node."""
        # Children come after their parents, so backwards every subtree is finished before it is placed.
        inner = [node for node in range(len(self.parents)) if self.first[node] != NONE]
        ends = {node: (self.first[node], self.last[node]) for node in inner}
        for node in reversed(inner):
            self._place_children(*ends[node])
            first, last = ends[node]
            self.prelim[node] = (self.prelim[first] + self.prelim[last]) / 2
        return self._absolute()

    def _link(self) -> None:
        first, last, following, number = self.first, self.last, self.next, self.number
        for node in range(1, len(self.parents)):
            parent = self.parents[node]
            if first[parent] == NONE:
                first[parent] = node
            else:
                following[last[parent]] = node
                number[node] = number[last[parent]] + 1
            last[parent] = node

    def _place_children(self, first: int, last: int) -> None:
        """Place the children of one node beside one another."""
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
        for node in self._backwards(first, last):
            prelim[node] += shift
            mod[node] += shift
            change += self.change[node]
            shift += self.shift[node] + change

    def _backwards(self, first: int, last: int) -> list[int]:
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
        while NONE not in (down_left, down_right):
            inner_left, inner_right = down_left, down_right
            outer_left, outer_right = next_left[outer_left], next_right[outer_right]
            self.ancestor[outer_right] = node
            room = self.after[inner_left] + self.cousins + self.before[inner_right]
            push = prelim[inner_left] + sum_in_left - prelim[inner_right] - sum_in_right + room
            if push > 0:
                self._move(self._sibling_above(inner_left, node, default), node, push)
                sum_in_right += push
                sum_out_right += push
            sum_in_left += mod[inner_left]
            sum_in_right += mod[inner_right]
            sum_out_left += mod[outer_left]
            sum_out_right += mod[outer_right]
            down_left, down_right = next_right[inner_left], next_left[inner_right]
        if down_left != NONE and next_right[outer_right] == NONE:
            next_left[outer_right] = next_right[outer_right] = down_left
            mod[outer_right] += sum_in_left - sum_out_right
        if down_right != NONE and next_left[outer_left] == NONE:
            next_left[outer_left] = next_right[outer_left] = down_right
            mod[outer_left] += sum_in_right - sum_out_left
            default = node
        return default

    def _sibling_above(self, contour: int, node: int, default: int) -> int:
        """The sibling of a node under which a node of the left contour stands."""
        above = self.ancestor[contour]
        return above if self.parents[above] == self.parents[node] else default

    def _move(self, left: int, right: int, push: float) -> None:
        """Push a sibling away from another, and note to spread those between them evenly."""
        share = push / (self.number[right] - self.number[left])
        self.change[right] -= share
        self.shift[right] += push
        self.change[left] += share
        self.prelim[right] += push
        self.mod[right] += push

    def _absolute(self) -> list[float]:
        prelim, mod, parents = self.prelim, self.mod, self.parents
        found, below = prelim[:], [0.0] * len(prelim)
        for node in range(1, len(prelim)):
            added = below[parents[node]]
            found[node] += added
            below[node] = added + mod[node]
        begin = min((place - reach for place, reach in zip(found, self.before, strict=True)), default=0.0)
        return [place - begin for place in found]


SWEEPS = 8
"""How often the rows are ordered, and how often the boxes are placed; more change little."""


def layered_coordinates(
    plies: Sequence[int],
    edges: Iterable[tuple[int, int]],
    before: Sequence[float],
    after: Sequence[float],
    *,
    room: float,
) -> list[float]:
    """The place of each box across, the leftmost edge of all being 0. The same boxes have the same places.

    >>> layered_coordinates([0, 1, 1, 2], [(0, 1), (0, 2), (1, 3), (2, 3)], [5] * 4, [5] * 4, room=10)
    [15.0, 5.0, 25.0, 15.0]

    Args:
        plies: the row of each box.
        edges: pairs of boxes that are joined.
        before: how far each box reaches to the left of its place.
        after: how far to the right.
        room: between neighbours at least.
    """
    rows: list[list[int]] = [[] for _ in range(max(plies) + 1)]
    for box, ply in enumerate(plies):
        rows[ply].append(box)
    joined = defaultdict[int, list[int]](list)
    for one, other in edges:
        joined[one].append(other)
        joined[other].append(one)
    across = [0.0] * len(plies)
    for row in rows:
        _pack(row, across, before, after, room)
    for sweep in range(SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            above = [[other for other in joined[box] if (plies[other] < plies[box]) == (sweep % 2 == 0)] for box in row]
            wanted = {box: _middle(near, across, across[box]) for box, near in zip(row, above, strict=True)}
            row.sort(key=lambda box, wanted=wanted: wanted[box])  # type: ignore[misc]  # of this row
            _pack(row, across, before, after, room)
    for _ in range(SWEEPS):
        for row in rows:
            _settle(row, [_middle(joined[box], across, across[box]) for box in row], across, before, after, room)
    left = min(at - reach for at, reach in zip(across, before, strict=True))
    return [at - left for at in across]


def _middle(boxes: Sequence[int], across: Sequence[float], otherwise: float) -> float:
    return sum(across[box] for box in boxes) / len(boxes) if boxes else otherwise


def _pack(
    row: Sequence[int], across: list[float], before: Sequence[float], after: Sequence[float], room: float
) -> None:
    """Boxes side by side, their middle at 0."""
    width = sum(before[box] + after[box] for box in row) + room * (len(row) - 1)
    left = -width / 2
    for box in row:
        across[box] = left + before[box]
        left += before[box] + after[box] + room


def _settle(
    row: Sequence[int],
    wanted: Sequence[float],
    across: list[float],
    before: Sequence[float],
    after: Sequence[float],
    room: float,
) -> None:
    """Boxes as near to the places wanted as their order allows: neighbours that would overlap share their wishes."""
    offset, offsets = 0.0, []
    for count, box in enumerate(row):
        offset += (after[row[count - 1]] + room + before[box]) if count else 0.0
        offsets.append(offset)
    groups: list[tuple[float, int]] = []
    for place, shift in zip(wanted, offsets, strict=True):
        total, size = place - shift, 1
        while groups and groups[-1][0] / groups[-1][1] >= total / size:
            more, others = groups.pop()
            total, size = total + more, size + others
        groups.append((total, size))
    places = [total / size for total, size in groups for _ in range(size)]
    for box, place, shift in zip(row, places, offsets, strict=True):
        across[box] = place + shift
