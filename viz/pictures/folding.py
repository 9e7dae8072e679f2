"""What is repeated, as one: more than three of a kind in a row are drawn as one box, which stands for all of them.

Nodes that fold together follow one another in the order of the search, so that a box stands for a range of ids.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from tracer.comparing.union_tree import CHANGED
from tracer.recording.node import outcome_probability
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.text import MOVE_LIMIT, clean, number
from tracer.tracing import Trace
from viz.pictures.boxes import Box, MoveText, UnseenValue
from viz.pictures.roles import SKIP_SIGN, Kind, Role, describe_searched_elsewhere
from viz.pictures.sides import SIDE_NAMES

MAX_UNFOLDED_RUN = 3
"""So many of a kind in a row are drawn each for itself."""
MAX_LISTED_WIDTH = 20
"""Characters that the moves, or the numbers, of a box may take; of more moves the first and the last are named."""
MAX_EXPLAINED_NODES = 40
"""Nodes of a box that are told to whoever rests on it."""


@dataclass(eq=False)
class Folding:
    """Says which nodes fold together: pruned siblings, leaves that differ in their moves alone, and only moves."""

    trace: Trace
    """What is drawn."""
    node_role: Callable[[int], Role]
    compared_text: Callable[[int], Hashable]
    """Gives all that stands in a node and at the edge above it, but its move."""
    stays_alone: Callable[[int], bool]
    """Whether a node is drawn for itself, whatever it is."""
    full_trace: Trace
    """The trace in its end, which says of an open node whether other moves were still to come."""

    def __post_init__(self) -> None:
        self._best_child = cache(self.trace.best_child)

    def iter_box_ranges(self, nodes: Sequence[int]) -> Iterator[range]:
        """Drawn nodes, in rising order, as the ranges that have one box each: most are of one node. O(nodes)."""
        node_range, range_key = range(nodes[0], nodes[0] + 1), None
        for node, following in pairwise((*nodes[1:], -1)):
            key = self._folding_key(node, following)
            if node == node_range.stop and key is not None and key == range_key:
                node_range = range(node_range.start, node + 1)
            else:
                yield from _split_short_run(node_range)
                node_range, range_key = range(node, node + 1), key
        yield from _split_short_run(node_range)

    def with_box_members(self, nodes: Sequence[int]) -> list[int]:
        """Drawn nodes with the leaves that share boxes with them; both in rising order."""
        members = list[int]()
        drawn_nodes, size = {*nodes}, len(self.trace)
        for node in nodes:
            if members and node <= members[-1]:
                continue
            members.append(node)
            key = self._leaf_folding_key(node)
            following = node + 1
            while key is not None and following < size and self._leaf_folding_key(following) == key:
                following += 1
            followers = range(node + 1, following)
            members += (
                followers
                if len(followers) >= MAX_UNFOLDED_RUN
                else [member for member in followers if member in drawn_nodes]
            )
        return members

    def _folding_key(self, node: int, next_drawn: int) -> Hashable | None:
        """What nodes that follow one another have in common where they fold together; None of what stays alone."""
        status = self.trace.columns.status.item(node)
        if status in (EXPANDED, OPEN):
            return self._only_move_key(node, self.trace.columns.parent.item(node)) if next_drawn == node + 1 else None
        return self._leaf_folding_key(node)

    def _leaf_folding_key(self, node: int) -> Hashable | None:
        columns = self.trace.columns
        status, parent = columns.status.item(node), columns.parent.item(node)
        if status == PRUNED and not self.stays_alone(node):
            return parent, self.node_role(node), self.compared_text(node)
        if status in (TERMINAL, HORIZON, TABLE) and not self.stays_alone(node) and self._best_child(parent) != node:
            return parent, self.node_role(node), self.compared_text(node), columns.value.item(node)
        return None

    def _only_move_key(self, node: int, parent: int) -> Role | None:
        """The role of a node without siblings and with one child, which was visited; None of others."""
        columns, drivers = self.full_trace.columns, self.trace.drivers
        subtree_end = columns.end.item(node)
        if columns.end.item(parent) != subtree_end or parent != node - 1 or columns.end.item(node + 1) != subtree_end:
            return None
        if {columns.status.item(parent), columns.status.item(node)} != {EXPANDED}:
            return None
        if columns.status.item(node + 1) == PRUNED:
            return None
        if parent in drivers or node in drivers or self.stays_alone(node):
            return None
        node_role = self.node_role(node)
        if node_role.refutes or node_role.side is CHANGED or node_role.other_window:
            return None
        return replace(node_role, kind=Kind.CHAIN)


def _split_short_run(node_range: range) -> Iterator[range]:
    """A row of nodes of a kind as it is drawn: as one box, or each node for itself."""
    yield from [node_range] if len(node_range) > MAX_UNFOLDED_RUN else (range(node, node + 1) for node in node_range)


def fold_boxes(
    trace: Trace, boxes: Sequence[Box], unseen_values: Mapping[int, float], spared_counts: Mapping[int, int]
) -> Box:
    """The box that stands for some that fold together, or for one pruned branch of which more is known."""
    first_box, nodes = boxes[0], [box.node for box in boxes]
    moves = MoveText(describe_moves(trace, nodes) + _describe_total_probability(trace, nodes) * first_box.role.pruned)
    has_edge_move = any(isinstance(piece, MoveText) for piece in first_box.edge)
    shared_edge_pieces = tuple(
        piece for piece in first_box.edge[has_edge_move:] if all(piece in box.edge for box in boxes)
    )
    lines: list[str] = [] if has_edge_move else [moves]
    role = first_box.role
    if role.kind is Kind.SKIPPED:
        if len(nodes) == 1:
            return first_box
        skip_reason = next((line for line in first_box.lines if line.startswith(SKIP_SIGN)), SKIP_SIGN)
        lines = [f"{SKIP_SIGN} ×{len(nodes):,}{skip_reason.removeprefix(SKIP_SIGN)}", *lines]
    elif role.kind is Kind.PRUNED:
        lines = [f"✗ ×{len(nodes):,}", *lines] if len(nodes) > 1 else lines
        unseen_numbers = [number(unseen_values[node]) for node in nodes if node in unseen_values]
        joined = ", ".join(unseen_numbers) if len(unseen_numbers) == len(nodes) else ""
        lines += [UnseenValue(joined)] if 0 < len(joined) <= MAX_LISTED_WIDTH else []
        if all(node in spared_counts for node in nodes) and (
            spared_total := sum(spared_counts[node] for node in nodes)
        ) > len(nodes):
            role = replace(role, kind=Kind.SUBTREE)
            lines.append(f"{spared_total:,} nodes")
        lines += describe_searched_elsewhere(trace, nodes)
        lines += [SIDE_NAMES[role.side]] if role.side in SIDE_NAMES else []
    elif trace.columns.parent[nodes[1]] == nodes[0]:
        role = replace(role, kind=Kind.CHAIN)
        shared_lines = (
            line for line in first_box.lines[0 if has_edge_move else 1 :] if all(line in box.lines for box in boxes)
        )
        lines += [f"{len(nodes):,} plies", *shared_lines]
    else:
        role = replace(role, stacked=True)
        lines += [f"×{len(nodes):,}", *first_box.lines[0 if has_edge_move else 1 :]]
    return replace(
        first_box,
        count=len(nodes),
        role=role,
        lines=tuple(lines),
        edge=(moves, *shared_edge_pieces) if has_edge_move else shared_edge_pieces,
        why="",
    )


def _describe_total_probability(trace: Trace, nodes: Sequence[int]) -> str:
    """How likely some outcomes of chance are together, in brackets; nothing where that is not known."""
    probabilities = [outcome_probability(trace, node) for node in nodes]
    known_probabilities = [chance for chance in probabilities if chance is not None]
    return f" ({number(sum(known_probabilities))})" if len(known_probabilities) == len(nodes) else ""


def describe_moves(trace: Trace, nodes: Sequence[int]) -> MoveText:
    """The moves to some nodes: all of them where they are short, else the first and the last."""
    if len(nodes) <= MAX_LISTED_WIDTH:
        all_moves = " ".join(clean(trace.label(node), MOVE_LIMIT) for node in nodes)
        if len(nodes) == 1 or len(all_moves) <= MAX_LISTED_WIDTH:
            return MoveText(all_moves)
    first_move, last_move = (clean(trace.label(node), MOVE_LIMIT) for node in (nodes[0], nodes[-1]))
    return MoveText(f"{first_move} … {last_move}")


def describe_folded_boxes(boxes: Sequence[Box]) -> str:
    """What is said of a box that stands for several to whoever rests on it: each of them with its text."""
    box_texts = "; ".join("  ".join((*box.edge, *box.lines)) for box in boxes[:MAX_EXPLAINED_NODES])
    return (
        f"{box_texts}; and {len(boxes) - MAX_EXPLAINED_NODES:,} more" if len(boxes) > MAX_EXPLAINED_NODES else box_texts
    )
