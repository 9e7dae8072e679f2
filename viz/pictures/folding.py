"""What is repeated, as one: more than three of a kind in a row are drawn as one box, which stands for all of them.

Nodes that fold together follow one another in the order of the search, so that a box stands for a range of ids.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from tracer.comparing.union_tree import CHANGED
from tracer.count.sizes import Subtrees
from tracer.recording.node import outcome_probability
from tracer.recording.status import EXPANDED, HORIZON, OPEN, PRUNED, TABLE, TERMINAL
from tracer.text import MOVE_LIMIT, clean, number
from tracer.tracing import Trace
from viz.pictures.boxes import Box
from viz.pictures.labels import Move, Unseen
from viz.pictures.roles import SKIP_SIGN, Kind, Role, elsewhere
from viz.pictures.sides import NAMES

ALONE = 3
"""So many of a kind in a row are drawn each for itself."""
WIDEST = 20
"""Characters that the moves, or the numbers, of a box may take; of more moves the first and the last are named."""
LISTED = 40
"""Nodes of a box that are told to whoever rests on it."""


class Folding:
    """Says which nodes fold together: pruned siblings, leaves that differ in their moves alone, and only moves."""

    def __init__(
        self,
        trace: Trace,
        role: Callable[[int], Role],
        text: Callable[[int], Hashable],
        alone: Callable[[int], bool],
        whole: Trace,
    ) -> None:
        """Of a trace.

        Args:
            trace: what is drawn.
            role: what a node is.
            text: all that stands in a node and at the edge above it, but its move.
            alone: whether a node is drawn for itself, whatever it is.
            whole: the trace in its end, which says of an open node whether other moves were still to come.
        """
        self._whole, self._trace = whole, trace
        self._role, self._text, self._alone = role, text, alone
        self._best = cache(trace.best_child)

    def runs(self, nodes: Sequence[int]) -> Iterator[range]:
        """Drawn nodes, in rising order, as the ranges that have one box each: most are of one node. O(nodes)."""
        run, known = range(nodes[0], nodes[0] + 1), None
        for node, following in pairwise((*nodes[1:], -1)):
            kind = self._kind(node, following)
            if node == run.stop and kind is not None and kind == known:
                run = range(run.start, node + 1)
            else:
                yield from _boxes(run)
                run, known = range(node, node + 1), kind
        yield from _boxes(run)

    def whole(self, nodes: Sequence[int]) -> list[int]:
        """Drawn nodes with the leaves that share boxes with them; both in rising order."""
        found = list[int]()
        drawn, size = {*nodes}, len(self._trace)
        for node in nodes:
            if found and node <= found[-1]:
                continue
            found.append(node)
            kind = self._leaf_kind(node)
            following = node + 1
            while kind is not None and following < size and self._leaf_kind(following) == kind:
                following += 1
            run = range(node + 1, following)
            found += run if len(run) >= ALONE else [other for other in run if other in drawn]
        return found

    def _kind(self, node: int, following: int) -> Hashable | None:
        """What nodes that follow one another have in common where they fold together; None of what stays alone."""
        status = self._trace.columns.status.item(node)
        if status in (EXPANDED, OPEN):
            return self._only_move(node, self._trace.columns.parent.item(node)) if following == node + 1 else None
        return self._leaf_kind(node)

    def _leaf_kind(self, node: int) -> Hashable | None:
        columns = self._trace.columns
        status, above = columns.status.item(node), columns.parent.item(node)
        if status == PRUNED and not self._alone(node):
            return above, self._role(node), self._text(node)
        if status in (TERMINAL, HORIZON, TABLE) and not self._alone(node) and self._best(above) != node:
            return above, self._role(node), self._text(node), columns.value.item(node)
        return None

    def _only_move(self, node: int, above: int) -> Role | None:
        """The role of a node without siblings and with one child, which was visited; None of others."""
        columns, drivers = self._whole.columns, self._trace.drivers
        end = columns.end.item(node)
        if columns.end.item(above) != end or above != node - 1 or columns.end.item(node + 1) != end:
            return None
        if {columns.status.item(above), columns.status.item(node)} != {EXPANDED}:
            return None
        if columns.status.item(node + 1) == PRUNED:
            return None
        if above in drivers or node in drivers or self._alone(node):
            return None
        found = self._role(node)
        return None if found.refutes or found.side is CHANGED or found.other_window else replace(found, kind=Kind.CHAIN)


class Together:
    """Nodes that share boxes as they do in another picture, of which not all are met yet."""

    def __init__(self, boxes: Sequence[range], spared: Subtrees) -> None:
        """By the nodes of each box of that picture, in rising order.

        Args:
            boxes: the nodes.
            spared: counts what pruned branches spared, once for all pictures.
        """
        self._boxes, self.spared = boxes, spared

    def runs(self, nodes: Sequence[int]) -> Iterator[range]:
        """Drawn nodes, the first ones of that picture, as the ranges that have one box each."""
        for run in self._boxes:
            if run.start <= nodes[-1]:
                yield range(run.start, min(run.stop, nodes[-1] + 1))


def _boxes(run: range) -> Iterator[range]:
    """A row of nodes of a kind as it is drawn: as one box, or each node for itself."""
    yield from [run] if len(run) > ALONE else (range(node, node + 1) for node in run)


def fold(trace: Trace, boxes: Sequence[Box], unseen: Mapping[int, float], spared: Mapping[int, int]) -> Box:
    """The box that stands for some that fold together, or for one pruned branch of which more is known.

    Args:
        trace: what is drawn.
        boxes: those of nodes that follow one another; the first has the place of the new one.
        unseen: values of leaves that no search came to see, by their nodes.
        spared: nodes of the full tree that pruned branches spared, by their nodes.
    """
    first, nodes = boxes[0], [box.node for box in boxes]
    moves = Move(named(trace, nodes) + _chance(trace, nodes) * first.role.pruned)
    at_edge = any(isinstance(piece, Move) for piece in first.edge)
    rest = tuple(piece for piece in first.edge[at_edge:] if all(piece in box.edge for box in boxes))
    lines: list[str] = [] if at_edge else [moves]
    role = first.role
    if role.kind is Kind.SKIPPED:
        if len(nodes) == 1:
            return first
        word = next((line for line in first.lines if line.startswith(SKIP_SIGN)), SKIP_SIGN)
        lines = [f"{SKIP_SIGN} ×{len(nodes):,}{word.removeprefix(SKIP_SIGN)}", *lines]
    elif role.kind is Kind.PRUNED:
        lines = [f"✗ ×{len(nodes):,}", *lines] if len(nodes) > 1 else lines
        lines += _numbers([unseen[node] for node in nodes if node in unseen], len(nodes))
        if all(node in spared for node in nodes) and (total := sum(spared[node] for node in nodes)) > len(nodes):
            role = replace(role, kind=Kind.SUBTREE)
            lines.append(f"{total:,} nodes")
        lines += elsewhere(trace, nodes)
        lines += [NAMES[role.side]] if role.side in NAMES else []
    elif trace.columns.parent[nodes[1]] == nodes[0]:
        role = replace(role, kind=Kind.CHAIN)
        same = (line for line in first.lines[0 if at_edge else 1 :] if all(line in box.lines for box in boxes))
        lines += [f"{len(nodes):,} plies", *same]
    else:
        role = replace(role, stacked=True)
        lines += [f"×{len(nodes):,}", *first.lines[0 if at_edge else 1 :]]
    return replace(
        first,
        count=len(nodes),
        role=role,
        lines=tuple(lines),
        edge=(moves, *rest) if at_edge else rest,
        why="",
    )


def _chance(trace: Trace, nodes: Sequence[int]) -> str:
    """How likely some outcomes of chance are together, in brackets; nothing where that is not known."""
    chances = [outcome_probability(trace, node) for node in nodes]
    known = [chance for chance in chances if chance is not None]
    return f" ({number(sum(known))})" if len(known) == len(nodes) else ""


def named(trace: Trace, nodes: Sequence[int]) -> Move:
    """The moves to some nodes: all of them where they are short, else the first and the last."""
    if len(nodes) <= WIDEST:
        joined = " ".join(clean(trace.label(node), MOVE_LIMIT) for node in nodes)
        if len(nodes) == 1 or len(joined) <= WIDEST:
            return Move(joined)
    first, last = (clean(trace.label(node), MOVE_LIMIT) for node in (nodes[0], nodes[-1]))
    return Move(f"{first} … {last}")


def _numbers(values: Sequence[float], wanted: int) -> list[str]:
    joined = ", ".join(number(value) for value in values) if len(values) == wanted else ""
    return [Unseen(joined)] if 0 < len(joined) <= WIDEST else []


def told(boxes: Sequence[Box]) -> str:
    """What is said of a box that stands for several to whoever rests on it: each of them with its text."""
    said = "; ".join("  ".join((*box.edge, *box.lines)) for box in boxes[:LISTED])
    return f"{said}; and {len(boxes) - LISTED:,} more" if len(boxes) > LISTED else said
