"""What a picture of the tree holds: the visible nodes, or as many as there is room for, nearest to the selected one.

What is folded, skipped or has no room is there as a count, so that the counts of a sketch are those of the whole tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from heapq import heappop, heappush
from typing import NamedTuple

from tracer.recording.status import PRUNED
from tui.model.explorer_state import ExplorerState

MAX_GROUPED_BRANCHES = 1_000
"""A node with more pruned branches has each stand alone, because it would take long to find where they end."""
MIN_BLOCK_WIDTH = 4
"""Columns of a block with its marks, at least."""
NO_LIMIT = 1 << 30
"""More plies, and more leaves, than any tree has."""
PARENT_DISTANCE, LINE_DISTANCE, SIBLING_DISTANCE, CHILD_DISTANCE, SIDE_CHILD_DISTANCE = 0.5, 0.6, 1.0, 1.5, 2.5
"""How far the parent is, a child on a line of play, the next sibling of what is taken, the first child, and that of a
node beside the path."""


class ItemType(Enum):
    """What stands in one place of a sketch."""

    NODE = "node"
    PRUNED = "pruned branches"
    """Several pruned branches side by side."""
    MORE = "more"
    """Siblings for which there is no room, and what is below them."""
    ABOVE = "above"
    """Everything that is not at or below the first node of the sketch."""


NODE, PRUNED_RUN, MORE = ItemType.NODE, ItemType.PRUNED, ItemType.MORE
"""Of an enumeration a member is looked up slowly, and here that is done for every place."""


class SketchItem(NamedTuple):
    """One place of a sketch."""

    node: int
    """The node; of several the one that is selected in their place."""
    parent: int
    """The place, in the sketch, of what it hangs from; −1 for the first."""
    item_type: ItemType
    node_count: int
    """How many it stands for; more than one for a node whose children are not there."""


class Discovery(NamedTuple):
    """What leads to a place of a sketch, or to one that is there."""

    node: int
    is_up: bool
    """Whether it leads from the node to its parent, and not to the node."""
    is_new: bool
    """Whether that is a place that was not there yet."""


class TreeSketch:
    """The part of a tree around its selected node.

    Args:
        opened_nodes: the nodes whose pruned branches stand one by one.
        lines: nodes from the root down, such as the principal variation: of a node that is taken, its child on one of
            them is taken before the others.

    Attributes:
        items: the places, each after what it hangs from, siblings in order; what is above all of them, last.
        selected_node: the node of the place that stands for the selected one.
    """

    def __init__(self, explorer: ExplorerState, opened_nodes: set[int], lines: Sequence[Sequence[int]] = ()) -> None:
        self._rows, self._relatives, self._opened = explorer.rows, explorer.rows.relatives, opened_nodes
        self._columns, self._pruned = explorer.trace.columns, explorer.trace.landmarks.pruned_children
        self._pruned_runs: dict[int, tuple[int, int | None]] = {}
        """By the first of several pruned branches: how many they are, and what follows them."""
        self._children: dict[int, set[int]] = {}
        """By node: its children that are in the sketch; of several pruned branches side by side the first."""
        self._lines = lines
        self.selected_node = self._first_of_run(explorer.selected)
        self._discoveries_by_height: dict[int, tuple[Iterator[Discovery], list[Discovery]]] = {}
        """By plies at most: what is found from the selected node outwards, and how much of it was found so far."""
        self.items: list[SketchItem] = []

    def take_nearest(self, max_items: int, max_plies: int) -> list[SketchItem]:
        """Take the nearest places."""
        self._children.clear()
        self._top_node = self.selected_node
        for discovery in self._iter_nearest(max_items, max_plies):
            parent = self._columns.parent.item(discovery.node)
            self._children.setdefault(parent, set()).add(discovery.node)
            self._top_node = parent if discovery.is_up else self._top_node
        self.items = list(self._iter_items())
        return self.items

    # Pruned branches side by side are one place.

    def _is_in_run(self, node: int) -> bool:
        if self._columns.status.item(node) != PRUNED:
            return False
        parent = self._columns.parent.item(node)
        return parent not in self._opened and bool(self._pruned[parent] <= MAX_GROUPED_BRANCHES)

    def _first_of_run(self, node: int) -> int:
        """The node itself, or the first of the pruned branches that it stands among."""
        sibling = self._relatives.previous_sibling(node) if self._is_in_run(node) else None
        while sibling is not None and self._is_in_run(sibling):
            node, sibling = sibling, self._relatives.previous_sibling(sibling)
        return node

    def item_node_for(self, node: int) -> int:
        """The node of the place where a node is, or would be if it were not folded away; −1 where there is none."""
        nodes_in_sketch = {item.node for item in self.items if item.item_type in (NODE, PRUNED_RUN)}
        node = self._first_of_run(self._rows.nearest_visible(node))
        while node not in nodes_in_sketch and node >= 0:
            node = int(self._columns.parent[node])
            if node in self._children:
                return -1  # it is among the siblings for which there is no room
        return node

    def _measure_run(self, node: int) -> tuple[int, int | None]:
        if node in self._pruned_runs:
            return self._pruned_runs[node]
        run_length, next_sibling = 1, self._relatives.next_sibling(node)
        if self._is_in_run(node):
            while next_sibling is not None and self._is_in_run(next_sibling):
                run_length, next_sibling = run_length + 1, self._relatives.next_sibling(next_sibling)
        self._pruned_runs[node] = run_length, next_sibling
        return run_length, next_sibling

    def _next_item(self, node: int) -> int | None:
        return self._measure_run(node)[1]

    def _previous_item(self, node: int) -> int | None:
        sibling = self._relatives.previous_sibling(node)
        return None if sibling is None else self._first_of_run(sibling)

    def _first_child(self, node: int) -> int | None:
        return None if self._rows.is_collapsed(node) else self._relatives.first_child(node)

    # The nearest ones.

    def _iter_nearest(self, max_items: int, max_plies: int) -> Iterator[Discovery]:
        """What leads to so many places, the nearest first."""
        if max_plies not in self._discoveries_by_height:
            self._discoveries_by_height[max_plies] = self._iter_outwards(max_plies), []
        remaining, discoveries = self._discoveries_by_height[max_plies]
        taken_count, index = 1, 0
        while taken_count < max_items:
            if index == len(discoveries):
                discovery = next(remaining, None)
                if discovery is None:
                    return
                discoveries.append(discovery)
            yield discoveries[index]
            taken_count += discoveries[index].is_new
            index += 1

    def _iter_outwards(self, max_plies: int) -> Iterator[Discovery]:
        """Go outwards from the selected one; each place hangs from one that is found before it.

        One goes "up" from a node to its parent, "down" to a first child, to the "next" or the "previous" sibling, and
        "along" a line of play.
        """
        ply, start_node = self._columns.ply, self.selected_node
        top_ply = ply.item(start_node) - max(max_plies - 2, 1)
        ply_limit = max(top_ply, ply.item(self._rows.root)) + max_plies
        queue: list[tuple[float, int, str, int]] = []
        queue_number = 0

        def offer(distance: float, direction: str, node: int | None) -> None:
            nonlocal queue_number
            queue_number += 1
            if node is not None and ply.item(node) < ply_limit:
                heappush(queue, (distance, queue_number, direction, node))

        def offer_around(distance: float, node: int) -> None:
            """What a place on the path to the root leads to."""
            parent = self._columns.parent.item(node)
            if node != self._rows.root and ply.item(parent) >= top_ply:
                offer(distance + PARENT_DISTANCE, "up", node)
            for child in self._iter_line_children(node):
                offer(distance + LINE_DISTANCE, "along", child)

        def offer_below(distance: float, node: int, child_distance: float) -> None:
            offer(distance + child_distance, "down", self._first_child(node))
            for child in self._iter_line_children(node):
                offer(distance + CHILD_DISTANCE, "along", child)

        offer_around(0, start_node)
        offer(CHILD_DISTANCE, "down", self._first_child(start_node))
        yielded_nodes = {start_node}
        while queue:
            distance, _, way, node = heappop(queue)
            parent = self._columns.parent.item(node)
            item_node = parent if way == "up" else node
            yield Discovery(node, way == "up", item_node not in yielded_nodes)
            if way == "up":
                offer(distance + SIBLING_DISTANCE, "next", self._next_item(node))
                offer(distance + SIBLING_DISTANCE, "previous", self._previous_item(node))
                offer_around(distance, parent)
            elif node not in yielded_nodes:
                offer_below(distance, node, CHILD_DISTANCE if way in ("down", "along") else SIDE_CHILD_DISTANCE)
            yielded_nodes.add(item_node)
            if way in ("down", "next"):
                offer(distance + SIBLING_DISTANCE, "next", self._next_item(node))
            elif way == "previous":
                offer(distance + SIBLING_DISTANCE, "previous", self._previous_item(node))

    def _iter_line_children(self, node: int) -> Iterator[int]:
        """The places below a node to which the lines lead that go through it."""
        if self._rows.is_collapsed(node):
            return
        ply = int(self._columns.ply[node])
        for line in self._lines:
            if ply + 1 < len(line) and line[ply] == node and self._rows.is_shown(line[ply + 1]):
                yield self._first_of_run(line[ply + 1])

    # From the first one on.

    def _iter_items(self) -> Iterator[SketchItem]:
        """The places, each after what it hangs from, siblings in order."""
        index = -1
        pending = [SketchItem(self._top_node, index, NODE, 1)]
        while pending:
            item = pending.pop()
            index += 1
            if item.item_type is MORE:
                yield item
                continue
            run_length = self._measure_run(item.node)[0] if self._is_in_run(item.node) else 1
            has_children = item.node in self._children
            node_count = run_length if run_length > 1 else 1 if has_children else self._relatives.count_shown(item.node)
            yield SketchItem(item.node, item.parent, PRUNED_RUN if run_length > 1 else NODE, node_count)
            if has_children:
                pending.extend(reversed(list(self._iter_child_items(item.node, index))))
        if self._top_node != self._rows.root:
            ancestor_count = self._relatives.count_shown(self._rows.root) - self._relatives.count_shown(self._top_node)
            yield SketchItem(int(self._columns.parent[self._top_node]), -1, ItemType.ABOVE, ancestor_count)

    def _iter_child_items(self, parent: int, parent_index: int) -> Iterator[SketchItem]:
        """What hangs from a place: some children, and between them and on both sides how many nodes are left out."""
        relatives, total, passed = self._relatives, self._relatives.count_shown(parent) - 1, 0
        next_node: int | None = None
        for node in sorted(self._children[parent], key=relatives.count_before):
            if relatives.count_before(node) > passed:
                sibling = relatives.previous_sibling(node) if next_node is None else next_node
                assert sibling is not None, "something is left out before it"
                yield SketchItem(sibling, parent_index, MORE, relatives.count_before(node) - passed)
            yield SketchItem(node, parent_index, NODE, 1)
            run_length, next_node = self._measure_run(node)
            passed = total - (relatives.count_after(node) - run_length + 1)
        if next_node is not None:
            yield SketchItem(next_node, parent_index, MORE, total - passed)


def describe_share(items: list[SketchItem]) -> str:
    """How many of the nodes that some places stand for are there themselves, or are pruned branches side by side."""
    total = sum(item.node_count for item in items)
    drawn = sum(item.node_count if item.item_type is PRUNED_RUN else item.item_type is NODE for item in items)
    return f"all {total:,} nodes" if drawn == total else f"{drawn:,} of {total:,} nodes"


def plies_of(items: list[SketchItem]) -> list[int]:
    """Return the ply of each place, that of the first being 0."""
    plies: list[int] = []
    for item in items:
        plies.append(plies[item.parent] + 1 if item.parent >= 0 else 0)
    return plies


def indices_by_ply(plies: list[int]) -> list[list[int]]:
    """By ply: the numbers of its places."""
    by_ply: list[list[int]] = [[] for _ in range(max(plies) + 1)]
    for index, ply in enumerate(plies):
        by_ply[ply].append(index)
    return by_ply


def min_size_across(items: list[SketchItem], *, is_upright: bool) -> int:
    """How many columns, or rows where the tree lies, a plan takes at least, known before anything is written."""
    if is_upright:
        return MIN_BLOCK_WIDTH * max(map(len, indices_by_ply(plies_of(items))))
    items_with_children = {item.parent for item in items}
    return sum(index not in items_with_children for index in range(len(items)))
