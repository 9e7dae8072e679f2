"""One box for each position, however many paths lead to it: the tree becomes a graph."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

import numpy as np

from tracer.count.sizes import states
from tracer.count.transpositions import positions_of
from tracer.games.board import draw_board
from tracer.games.rules import game_error, key, show
from tracer.recording.no_moves import mask_iterations
from tracer.recording.node import remaining_depth
from tracer.text import clean
from tracer.tracing import Trace
from viz.pictures import labels
from viz.pictures.boxes import Box, ExtraEdge, MoveText, NodeName
from viz.pictures.roles import Kind
from viz.pictures.selection import Stub

MAX_POSITION_TEXT = 14
"""Characters of a position that stands in its box as the game writes it; a longer one has a number."""
VISIT_COUNT_SUFFIX = "×"
"""Behind the number of visits of a position."""
TABLE_HIT_LABEL = "hit"
"""Behind a move after which the table answered."""
MAX_JOINED_NODES = 10_000
"""Nodes that are put together at most."""
MAX_BOARD_SIDE = 4
"""Rows and columns of a board that is drawn in each box."""


class PositionIndex:
    """Which nodes are of one position, by the game's key: asked for ever more nodes, each is looked at once."""

    def __init__(self, trace: Trace) -> None:
        """Nothing is known yet; the trace has a game."""
        self._trace = trace
        self._position_by_node: dict[int, int] = {}
        self._position_by_key: dict[Hashable, int] = {}

    def number_positions(self, nodes: Iterable[int]) -> dict[int, int]:
        """A number for each of some nodes, and others, the same for the same position.

        Raises:
            GameError: the game misbehaved.
        """
        game = self._trace.need_game()
        position_key, position_by_key = key(game), self._position_by_key
        for node, state in states(self._trace, sorted(set(nodes) - self._position_by_node.keys())):
            try:
                self._position_by_node[node] = position_by_key.setdefault(position_key(state), len(position_by_key))
            except Exception as error:
                raise game_error(game, error) from error
        return self._position_by_node

    def count_positions(self, nodes: Sequence[int]) -> int:
        """How many positions some nodes are of."""
        position_by_node = self.number_positions(nodes)
        return len({position_by_node[node] for node in nodes})

    def with_same_positions(self, nodes: Sequence[int]) -> list[int]:
        """Nodes, and those below them that need no box of their own, for one of them is of their position; rising."""
        joined_nodes, seen_nodes = {*nodes}, set[int]()
        position_by_node = self.number_positions(nodes)
        positions = {position_by_node[node] for node in nodes}
        max_ply = max(int(self._trace.columns.ply[node]) for node in nodes)
        pending = list(nodes)
        while pending and len(joined_nodes) < MAX_JOINED_NODES:
            children = [child for node in pending for child in self._trace.children(node) if child not in seen_nodes]
            children = [child for child in children if self._trace.columns.ply[child] <= max_ply]
            seen_nodes.update(children)
            position_by_node = self.number_positions(children)
            pending = [child for child in children if child in joined_nodes or position_by_node[child] in positions]
            pending = [child for child in pending if child not in joined_nodes]
            joined_nodes.update(pending)
        return sorted(joined_nodes)


def repeated_visits(trace: Trace, max_visits: int) -> list[int]:
    """Visits to positions that were visited several times, those of one position together, the shallowest first."""
    visits, positions = positions_of(trace).numbered
    plies = trace.columns.ply[visits]
    counts, shallowest = np.bincount(positions), np.full(int(positions.max()) + 1, np.iinfo(np.int64).max)
    np.minimum.at(shallowest, positions, plies)
    order = np.lexsort((visits, positions, shallowest[positions]))
    order = order[counts[positions[order]] > 1][:max_visits]
    repeated: list[int] = visits[order].tolist()
    return repeated


def has_small_boards(trace: Trace) -> bool:
    """Whether positions are boards that have room in a box, and no line of text."""
    game = trace.need_game()
    if "\n" not in show(game, trace.start()):  # a name that says all, as of heaps
        return False
    start_board = draw_board(game, trace.start())
    return 1 < start_board.rows <= MAX_BOARD_SIDE and start_board.columns <= MAX_BOARD_SIDE


def merge_positions(
    trace: Trace, boxes: Sequence[Box], stubs: Sequence[Stub], position_index: PositionIndex
) -> tuple[tuple[Box, ...], tuple[ExtraEdge, ...], bool]:
    """Put the boxes of one position together: it stands where it was met first, and says how often it was visited.

    It is called as the game writes it where that is short, and otherwise, where no board is drawn, by a number. What
    else it shows is its first visit that is drawn, below a driver that which looked deepest. Its stub counts what
    the stubs of all its boxes did. Every other way to it becomes a link, one a pair of positions; an iteration is no
    way, as it leads nowhere. A way on which the table answered says so, at its move; whether there are any is given
    last.

    Raises:
        PlyscopeError: the trace has no game.
        GameError: the game misbehaved.
    """
    first_indices = _first_box_indices(boxes, position_index)
    iterations = set(np.flatnonzero(mask_iterations(trace.columns, trace.passes)).tolist())
    merged_boxes = _merge_position_boxes(trace, boxes, first_indices, stubs)
    # The ways, from place to place, on which the table answered a visit.
    hit_indices = (index for index, box in enumerate(boxes) if index and box.role.kind is Kind.TABLE)
    hit_edges = {(first_indices[boxes[index].parent], first_indices[index]) for index in hit_indices}
    new_indices: dict[int, int] = {}
    merged: list[Box] = []
    for index in _merged_order(boxes, first_indices):
        parent_index = new_indices[first_indices[boxes[index].parent]] if merged else -1
        new_indices[index] = len(merged)
        box, ply = merged_boxes[index], merged[parent_index].ply + 1 if merged else 0
        edge = (first_indices[boxes[index].parent], index)
        merged.append(
            replace(box, parent=parent_index, ply=ply, edge=_mark_table_hit(boxes[index].edge, edge in hit_edges))
        )
    return (
        tuple(_name_positions(trace, merged)),
        _extra_edges(boxes, first_indices, new_indices, hit_edges, iterations),
        bool(hit_edges),
    )


def _mark_table_hit(edge_texts: tuple[str, ...], is_hit: bool) -> tuple[str, ...]:
    """The text at a way, its move first."""
    if edge_texts and is_hit:
        return (MoveText(f"{edge_texts[0]} {TABLE_HIT_LABEL}"), *edge_texts[1:])
    return edge_texts


def _name_positions(trace: Trace, boxes: Sequence[Box]) -> Iterator[Box]:
    """The boxes with what their positions are called; the root needs no word for its move."""
    game, position_count = trace.need_game(), 0
    drawn_nodes = [box.node for box in boxes if box.role.kind is not Kind.STUB]
    positions = dict(states(trace, sorted(drawn_nodes)))
    for box in boxes:
        if box.role.kind is Kind.STUB:
            yield box
            continue
        position_count += 1
        lines = box.lines[1:] if box.lines[:1] == ("root",) else box.lines
        if box.board is None:
            text = show(game, positions[box.node])
            is_short = len(text) <= MAX_POSITION_TEXT and "\n" not in text
            lines = (NodeName(clean(text) if is_short else f"P{position_count}"), *lines)
        yield replace(box, lines=lines)


def _first_box_indices(boxes: Sequence[Box], position_index: PositionIndex) -> list[int]:
    """For each box the place of the first of its position."""
    position_by_node = position_index.number_positions(box.node for box in boxes if box.role.kind is not Kind.STUB)
    first_by_position: dict[tuple[bool, int], int] = {}
    return [
        first_by_position.setdefault((box.role.kind is Kind.STUB, position_by_node[box.node]), index)
        for index, box in enumerate(boxes)
    ]


def _merge_position_boxes(
    trace: Trace, boxes: Sequence[Box], first_indices: Sequence[int], stubs: Sequence[Stub]
) -> dict[int, Box]:
    """What stands for each position, by the place where it was met first."""
    stub_counts = {stub.parent: (stub.visited, stub.pruned, stub.skipped, stub.unvisited) for stub in stubs}
    boxes_by_first: defaultdict[int, list[Box]] = defaultdict(list)
    for index, shown_box in enumerate(boxes):
        boxes_by_first[first_indices[index]].append(shown_box)
    positions = positions_of(trace)

    def searched_depth(shown_box: Box) -> float:
        """How deep below iterations a visit looked; a driver stands for all of them."""
        if not trace.passes:
            return 0
        return inf if shown_box.node in trace.drivers else remaining_depth(trace, shown_box.node) or 0

    merged_boxes = {}
    for index, position_boxes in boxes_by_first.items():
        if position_boxes[0].role.kind is Kind.STUB:
            all_counts = (stub_counts[shown_box.node] for shown_box in position_boxes)
            stub_lines = labels.stub_lines(*map(sum, zip(*all_counts, strict=True)))
            merged_boxes[index] = replace(position_boxes[0], lines=tuple(stub_lines))
            continue
        # A visit says more than a pruned branch, a search of the position more than an answer of the table, and a
        # deeper one more than that of an earlier iteration.
        shown_box = min(
            position_boxes,
            key=lambda shown_box: (
                shown_box.role.pruned,
                shown_box.role.kind is Kind.TABLE,
                -searched_depth(shown_box),
            ),
        )
        visits = len(positions.visits(shown_box.node))
        merged_boxes[index] = (
            replace(shown_box, lines=(*shown_box.lines, f"{visits:,}{VISIT_COUNT_SUFFIX}")) if visits > 1 else shown_box
        )
    return merged_boxes


def _merged_order(boxes: Sequence[Box], first_indices: Sequence[int]) -> list[int]:
    """The places that remain, in pre-order of the tree of first ways."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    for index, box in enumerate(boxes):
        if index and first_indices[index] == index:
            children[first_indices[box.parent]].append(index)
    order, pending = [], [0]
    while pending:
        index = pending.pop()
        order.append(index)
        # A stub stands after its siblings, also after those that come from a later visit.
        pending.extend(
            sorted(children[index], key=lambda child: (boxes[child].role.kind is Kind.STUB, child), reverse=True)
        )
    return order


def _extra_edges(
    boxes: Sequence[Box],
    first_indices: Sequence[int],
    new_indices: dict[int, int],
    hit_edges: Container[tuple[int, int]],
    iterations: Container[int],
) -> tuple[ExtraEdge, ...]:
    """The ways that are not those of the tree, in the order in which they were met."""
    tree_edges = {
        (first_indices[box.parent], index) for index, box in enumerate(boxes) if index and first_indices[index] == index
    }
    links: dict[tuple[int, int], ExtraEdge] = {}
    for index, box in enumerate(boxes):
        if not index or box.role.kind is Kind.STUB or box.node in iterations:
            continue
        parent_index, child_index = first_indices[box.parent], first_indices[index]
        if (parent_index, child_index) in tree_edges:
            continue
        # A visit says more than a pruned branch.
        known_link = links.get((parent_index, child_index))
        if known_link is None or (known_link.role.pruned and not box.role.pruned):
            links[parent_index, child_index] = ExtraEdge(
                new_indices[parent_index],
                new_indices[child_index],
                box.role,
                _mark_table_hit(box.edge, (parent_index, child_index) in hit_edges),
            )
    return tuple(links.values())
