"""What stands in the picture of chosen nodes: its boxes with their words and boards, and what is said around them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from tracer.count.sizes import Subtrees, pruned_leaves, states
from tracer.games.board import Board, board_from_text, draw_board
from tracer.recording.status import OPEN, PRUNED
from tracer.text import clean, number
from tracer.time.moments import best_child
from tracer.tracing import Trace
from tracer.why.selective_reasons import find_worse_played_move
from viz.pictures import headings, labels, legend
from viz.pictures.boxes import Box, ExtraEdge, MoveText, Picture, PiecedLine, UnseenValue
from viz.pictures.folding import describe_folded_boxes, fold_boxes
from viz.pictures.labels import LabelOptions
from viz.pictures.merged_positions import PositionIndex, has_small_boards, merge_positions
from viz.pictures.options import Settings
from viz.pictures.pruned_trees import UnvisitedPosition, grow_pruned_trees
from viz.pictures.roles import Kind, Role, leaf_kind, role_of_node
from viz.pictures.selection import Selection, Stub

MAX_EXPLAINED_BOXES = 400
"""Nodes of a picture up to which it is said why: what a cutoff saved is counted for each of them."""
MAX_DOWNWARD_RANK_WIDTH = 20
"""Nodes in one rank up to which a tree grows downwards; a wider one grows to the right, where a node is a line high."""
PRUNED_BRANCH_WIDTH = 0.4
"""Of a pruned branch, which shows its move alone, compared with a visited node."""
_NEVER_VISITED = Role(Kind.UNVISITED)
_STUB = Role(Kind.STUB)


@dataclass(frozen=True, slots=True)
class StepEvent:
    """The event of a step."""

    node: int
    """The node that it is about."""
    text: str
    """What happens."""


@dataclass(eq=False)
class PictureBuilder:
    """One picture while it is made."""

    trace: Trace
    """What was recorded, as it was at the step."""
    full_trace: Trace
    """What was recorded in the end."""
    settings: Settings
    selection: Selection
    text_options: LabelOptions
    """What is written of nodes."""
    event: StepEvent | None
    """That of the step; None in the end."""
    box_ranges: list[range]
    """The nodes that have one box each."""
    subtree_sizes: Subtrees
    """Counts what pruned branches spared."""
    highlighted_nodes: Container[int]
    position_index: PositionIndex | None
    """Which nodes are of one position, to be drawn as one box; None where each is drawn."""

    def __post_init__(self) -> None:
        trace, settings, selection = self.trace, self.settings, self.selection
        if (settings.board and trace.columns.text is None) or settings.unvisited or settings.merge:
            trace.need_game()
        self._drawn_nodes = frozenset(selection.nodes)
        self._played_node = None if settings.sides else find_worse_played_move(trace)
        self._gives_reasons = (
            settings.reasons and settings.sides is None and len(self.box_ranges) <= MAX_EXPLAINED_BOXES
        )
        self._left_out_texts = (
            settings.sides.remainder_lines(selection.nodes) if settings.sides and settings.sides.shown else {}
        )
        self._best_children = {} if self.text_options.previous_step is None else self._best_open_children()
        has_boards = settings.board or (self.position_index and has_small_boards(trace))
        self._boards_by_node = self._boards_of_drawn_nodes() if has_boards else {}
        self._unvisited_by_branch = self._unvisited_trees()
        self._unseen_leaf_values = pruned_leaves(trace, selection.nodes)
        self._spared_counts = self._count_spared_nodes()

    def build_picture(self) -> Picture:
        """The whole of it."""
        boxes: tuple[Box, ...] = tuple(self._make_boxes())
        links: tuple[ExtraEdge, ...] = ()
        has_table_hits = False
        if self.position_index is not None:
            boxes, links, has_table_hits = merge_positions(self.trace, boxes, self.selection.stubs, self.position_index)
        sides, wanted, theme = self.settings.sides, self.settings, self.settings.drawing_theme
        searches = [trace for _, trace, _ in sides.searches()] if sides else [self.trace]
        heading_options = (self.selection, wanted.title, wanted.subtitle)
        search_goes_on = self.event is not None
        heading = (
            headings.comparison_heading_lines(sides, *heading_options)
            if sides
            else headings.heading_lines(
                self.trace, *heading_options, full_trace=self.full_trace if search_goes_on else None
            )
        )
        sideways = (
            not wanted.board and _widest_rank(boxes) > MAX_DOWNWARD_RANK_WIDTH
            if wanted.sideways is None
            else wanted.sideways
        )
        return Picture(
            boxes=boxes,
            links=links,
            heading=(*heading, *([self.event.text] if self.event else [])) if wanted.caption else (),
            legend=tuple(
                legend.legend_entries(
                    boxes,
                    links,
                    theme,
                    shows_visit_numbers=wanted.numbers,
                    merges_positions=self.position_index is not None,
                    has_table_hits=has_table_hits,
                    other_search=sides.other if sides else "",
                    near_node=wanted.near,
                    played_node=self._played_node,
                    search_goes_on=search_goes_on,
                    log=None if sides else self.trace.columns.log,
                )
            )
            if wanted.legend
            else (),
            note=legend.describe_value_notation(searches, self.text_options) if wanted.legend else "",
            layers=self._layer_texts(boxes) if wanted.layers else (),
            theme=theme,
            sideways=sideways,
            layout=wanted.layout,
            dpi=wanted.dpi,
            marked=self._marked_box_indices(boxes),
        )

    def _marked_box_indices(self, boxes: Sequence[Box]) -> tuple[int, ...]:
        """The boxes of the event's node and of the one that is near, or of those that they are left out below."""
        marked_nodes = {None if self.event is None else self.event.node, self.settings.near} - {None}
        if not marked_nodes:
            return ()
        box_indices = {
            node: index
            for index, box in enumerate(boxes)
            if box.name.startswith("n")
            for node in range(box.node, box.node + box.count)
        }
        paths = [reversed(self.trace.ancestry(node)) for node in marked_nodes if node is not None]
        nearest_indices = (next((box_indices[node] for node in path if node in box_indices), None) for path in paths)
        return tuple(sorted({index for index in nearest_indices if index is not None}))

    def _make_boxes(self) -> list[Box]:
        """Every box in pre-order; a stub stands after the visited siblings that it counts, before those that follow."""
        subtree_ends, parents = self.trace.columns.end, self.trace.columns.parent
        stubs = {stub.parent: stub for stub in self.selection.stubs}
        stub_parents_by_follower = {
            node: parents for parents in stubs if (node := self._first_child_after_left_out(parents)) is not None
        }
        box_indices: dict[int, int] = {}
        open_boxes: list[Box] = []
        boxes: list[Box] = []

        def close_boxes(node_limit: float) -> None:
            """Add the stubs of the nodes whose subtrees end before an id."""
            while open_boxes and subtree_ends[open_boxes[-1].node] <= node_limit:
                box = open_boxes.pop()
                if box.node in stubs:
                    boxes.append(self._make_remainder_stub(box, box_indices[box.node], stubs.pop(box.node)))

        for node_range in self.box_ranges:
            close_boxes(node_range.start)
            parent_index = box_indices[int(parents[node_range.start])] if open_boxes else -1
            if node_range.start in stub_parents_by_follower:
                stub = stubs.pop(stub_parents_by_follower[node_range.start])
                boxes.append(self._make_remainder_stub(open_boxes[-1], parent_index, stub))
            new_box = self._make_box(node_range, parent_index, open_boxes[-1].ply + 1 if open_boxes else 0)
            # What stands below a chain stands below its last node.
            box_indices[node_range[-1]] = len(boxes)
            boxes.append(new_box)
            open_boxes.append(new_box)
            if node_range.start in self._unvisited_by_branch:
                boxes += self._iter_pruned_tree_boxes(new_box, len(boxes) - 1)
        close_boxes(float("inf"))
        return boxes

    def _first_child_after_left_out(self, parent: int) -> int | None:
        """The first child drawn after the last visited one that is not; None where no visited one comes before one."""
        children, statuses = self.trace.children(parent), self.trace.columns.status
        last_left_out = next(
            (
                child
                for child in reversed(children)
                if child not in self._drawn_nodes and statuses.item(child) != PRUNED
            ),
            None,
        )
        if last_left_out is None:
            return None
        return next((child for child in children if child > last_left_out and child in self._drawn_nodes), None)

    def _make_box(self, node_range: range, parent_index: int, ply: int) -> Box:
        if len(node_range) == 1 and (parent_index < 0 or self._spared_counts.get(node_range.start, 1) <= 1):
            return self._make_node_box(node_range.start, parent_index, ply)
        boxes = [self._make_node_box(node, parent_index, ply) for node in node_range]
        folded_box = fold_boxes(self.trace, boxes, self._unseen_leaf_values, self._spared_counts)
        member_texts = [describe_folded_boxes(boxes)] if len(node_range) > 1 and self.settings.reasons else []
        return replace(folded_box, why=". ".join([*member_texts, *filter(None, [boxes[0].why])]))

    def _make_node_box(self, node: int, parent_index: int, ply: int) -> Box:
        sides = self.settings.sides
        text_options = self.text_options if parent_index >= 0 else self.text_options.without_edge()
        lines = sides.node_lines(node, text_options) if sides else labels.node_lines(self.trace, node, text_options)
        heading_line_count = sum(isinstance(line, MoveText) for line in lines)
        unseen_values = (
            [UnseenValue(number(self._unseen_leaf_values[node]))] if node in self._unseen_leaf_values else []
        )
        node_role = picture_role(self.trace, self.settings, node)
        finished_trace = (
            self.full_trace if self.trace.columns.log is None else self.trace
        )  # which numbers its nodes otherwise
        if node_role.unfinished and (finished_kind := leaf_kind(finished_trace, node)):
            node_role = replace(node_role, kind=finished_kind)
            lines = [line for line in lines if not isinstance(line, PiecedLine)]
        if self._best_children.get(int(self.trace.columns.parent[node])) == node:
            node_role = replace(node_role, is_best=True)
        if node in self.highlighted_nodes:
            node_role, lines = replace(node_role, highlighted=True), labels.with_sign(lines, labels.HIGHLIGHT_SIGN)
        if node == self.settings.near:
            lines = labels.with_sign(lines, labels.NEAR_SIGN)
        if note := (self.settings.notes or {}).get(node):
            lines = [*lines, clean(note, labels.MAX_NOTE_LENGTH)]
        edge = sides.edge_lines(node, text_options) if sides else labels.edge_lines(self.trace, node, text_options)
        if node == self._played_node:
            edge = [*edge, labels.PLAYED_LABEL]
        return Box(
            name=f"n{node}",
            node=node,
            parent=parent_index,
            ply=ply,
            role=node_role,
            lines=(*lines[:heading_line_count], *unseen_values, *lines[heading_line_count:]),
            edge=tuple(edge) * (parent_index >= 0),
            board=self._boards_by_node.get(node),
            why=labels.cutoff_reason(self.trace, node) if self._gives_reasons else "",
        )

    def _best_open_children(self) -> dict[int, int | None]:
        """The best move so far of each drawn node that is open, where there is one."""
        columns, step = self.trace.columns, self.trace.steps - 1
        open_nodes = [node for node in self.selection.nodes if columns.status[node] == OPEN and columns.turn[node]]
        return {node: best_child(self.trace, node, step) for node in open_nodes}

    def _make_remainder_stub(self, parent_box: Box, parent_index: int, stub: Stub) -> Box:
        counts = stub.visited, stub.pruned, stub.skipped, stub.unvisited
        stub_lines = self._left_out_texts.get(parent_box.node) or labels.stub_lines(*counts)
        return self._make_stub(parent_box, parent_index, stub_lines)

    def _make_stub(self, parent_box: Box, parent_index: int, lines: Iterable[str]) -> Box:
        return Box(f"s{parent_box.node}", parent_box.node, parent_index, parent_box.ply + 1, _STUB, tuple(lines))

    def _count_spared_nodes(self) -> dict[int, int]:
        """The nodes that drawn pruned branches spared, where nothing is drawn below them."""
        if not self.settings.may_fold or self.settings.sides is not None:
            return {}
        statuses = self.trace.columns.status
        pruned_nodes = [
            node for node in self.selection.nodes if statuses[node] == PRUNED and node not in self._unvisited_by_branch
        ]
        return self.subtree_sizes.of(pruned_nodes)

    def _iter_pruned_tree_boxes(self, branch_box: Box, box_index: int) -> Iterator[Box]:
        """The positions below a pruned branch, in pre-order, and stubs for what is below them."""
        node, branch_ply, position_number = branch_box.node, branch_box.ply, 0
        unvisited_root = self._unvisited_by_branch[node]
        if unvisited_root.stub_lines:
            yield self._make_stub(branch_box, box_index, unvisited_root.stub_lines)
        pending: list[tuple[UnvisitedPosition, int, int]] = [
            (position, box_index, branch_ply + 1) for position in reversed(unvisited_root.children)
        ]
        while pending:
            position, parent_index, ply = pending.pop()
            box_index += 1
            position_index = box_index
            board = draw_board(self.trace.need_game(), position.state) if self.settings.board else None
            name, lines = f"u{node}.{position_number}", tuple(position.lines)
            yield Box(name, node, parent_index, ply, _NEVER_VISITED, lines, board=board)
            if position.stub_lines:
                box_index += 1
                yield Box(
                    f"s{node}.{position_number}", node, position_index, ply + 1, _STUB, tuple(position.stub_lines)
                )
            position_number += 1
            pending.extend((next_position, position_index, ply + 1) for next_position in reversed(position.children))

    def _unvisited_trees(self) -> dict[int, UnvisitedPosition]:
        settings = self.settings
        if not settings.unvisited:
            return {}
        pruned_nodes = [node for node in self.selection.nodes if self.trace.columns.status[node] == PRUNED]
        return grow_pruned_trees(self.trace, pruned_nodes, settings.unvisited, settings.node_budget)

    def _boards_of_drawn_nodes(self) -> dict[int, Board]:
        """The position of every drawn visit, on which the last move's squares are marked."""
        statuses = self.trace.columns.status
        visits = [node for node in self.selection.nodes if statuses[node] != PRUNED or self.position_index is not None]
        if self.trace.columns.text is not None:
            boards = {node: board_from_text(text) for node in visits if (text := self.trace.text(node)) is not None}
        else:
            draw = partial(draw_board, self.trace.need_game())
            boards = {node: draw(state) for node, state in states(self.trace, visits)}
        parents = self.trace.columns.parent
        return {
            node: node_board.after(boards[int(parents[node])]) if int(parents[node]) in boards else node_board
            for node, node_board in boards.items()
        }

    def _layer_texts(self, boxes: tuple[Box, ...]) -> tuple[str, ...]:
        """The player to move at each ply, where it is one."""
        movers = defaultdict[int, set[str]](set)
        for box in boxes:
            if box.role.kind in (Kind.MAX, Kind.MIN):
                movers[box.ply].add(box.role.kind.name)
        max_ply = max(box.ply for box in boxes)
        return tuple("".join(movers[ply]) if len(movers[ply]) == 1 else "" for ply in range(max_ply + 1))


def picture_role(trace: Trace, settings: Settings, node: int) -> Role:
    """What a node is in a picture."""
    node_role = (
        settings.sides.node_role(node) if settings.sides else role_of_node(trace, node, with_type=settings.types)
    )
    if node_role.other_window and settings.label_options.windows is labels.TextPlacement.NONE:
        node_role = replace(node_role, other_window=False)
    if settings.label_options.from_mover_view:
        node_role = node_role.seen_by_mover(trace, node)
    return node_role if node_role.prunes or settings.last_cutoffs else replace(node_role, refutes="")


def _widest_rank(boxes: Iterable[Box]) -> float:
    rank_widths = defaultdict[int, float](float)
    for box in boxes:
        rank_widths[box.ply] += (
            PRUNED_BRANCH_WIDTH if box.role.kind in (Kind.PRUNED, Kind.SKIPPED) and box.count == 1 else 1
        )
    return max(rank_widths.values())
