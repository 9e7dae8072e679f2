"""What differs between two traces, for people and for programs: counts, a relation, the differences, a folded tree.

The tree is the union of both. What is the same all the way down is folded to one line with its count, what only one
search has as well, and siblings of one kind together. No screen is needed here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tracer.comparing.comparison import Comparison
from tracer.comparing.difference_text import describe_difference, format_difference_path, has_same_leaves
from tracer.comparing.node_matching import NO_MATCH
from tracer.comparing.topmost_differences import ComparedPair
from tracer.comparing.union_tree import CHANGED, ONLY_A, ONLY_B
from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Bools, Ints
from tracer.recording.status import PRUNED
from tracer.recording.tree_shape import index_dtype, prefix_sums
from tracer.text import number
from tui.terminal.output import align_columns
from viz.pictures import labels
from viz.pictures.sides import Sides, from_comparison

DEFAULT_LIMIT = 40
"""Lines of a folded tree that still fit on a screen or two."""
MOVES_SHOWN = 6
"""Moves of a run of siblings that are written out."""
MAX_INDENT_PLIES = 30
"""Plies up to which a line is indented; a deeper one says its ply."""
OWN_LINE, UNCHANGED = 0, 1
"""Kinds of rows: one with a line of its own; one with nothing different at or below it. `_ONE_SIDED_KINDS` follow."""
_ONE_SIDED_KINDS = (
    (2, ONLY_A, "only A"),
    (3, ONLY_A, "only A, pruned by B"),
    (4, ONLY_A, "pruned by A, unknown to B"),
    (5, ONLY_B, "only B"),
    (6, ONLY_B, "only B, pruned by A"),
    (7, ONLY_B, "pruned by B, unknown to A"),
)
_KIND_WORDS = {UNCHANGED: "the same"} | {kind: words for kind, _, words in _ONE_SIDED_KINDS}

BY_PATHS_NOTE = """\
Their passes are not the same and no part of a path, so every path counts once. Of its visits the last one that searched
its moves is compared."""

COUNT_ROWS = (
    ("both", "visited by both"),
    ("only_a", "visited by A alone"),
    ("only_b", "visited by B alone"),
    ("value", "… in both, another value"),
    ("bound", "… in both, another bound"),
    ("window", "… in both, another window"),
    ("fate", "… in both, another fate"),
    ("order", "… in both, moves in another order"),
    ("pruned_only_a", "pruned by A, unknown to B"),
    ("pruned_only_b", "pruned by B, unknown to A"),
)
"""Name of a count, and what people read."""


@dataclass(frozen=True, slots=True)
class FoldedLine:
    """A line of the folded tree: one node, or siblings that follow one another and are of one kind."""

    node: int
    """In the union tree: the first of them."""
    ply: int
    moves: tuple[str, ...]
    """The labels of the first few."""
    siblings: int
    what: str
    """What is to be said of them."""
    visited: int
    """Visited nodes that are folded away here, these included; 0 for a line that stands for itself alone."""
    pruned: int
    """Pruned branches that are folded away here."""
    not_shown: dict[str, int]
    """Below this node, what the limit left out: `only_a`, `only_b`, `changed`; empty where it left out nothing."""

    def text(self) -> str:
        """The line as people read it."""
        moves = ", ".join(self.moves) + (f" … ({self.siblings:,} moves)" if self.siblings > len(self.moves) else "")
        indent = "  " * self.ply if self.ply <= MAX_INDENT_PLIES else "  " * MAX_INDENT_PLIES + f"[ply {self.ply:,}] "
        parts = [self.what]
        parts += [f"{self.visited:,} visited"] if self.visited else []
        parts += [f"{self.pruned:,} pruned"] if self.pruned else []
        hidden_counts = ", ".join(
            f"{count:,} {name.replace('_a', ' A').replace('_b', ' B')}" for name, count in self.not_shown.items()
        )
        return f"{indent}{moves}  {', '.join(parts)}" + (
            f"  (not shown below: {hidden_counts})" if hidden_counts else ""
        )


def fold_differences(comparison: Comparison, limit: int = DEFAULT_LIMIT) -> list[FoldedLine]:
    """The folded tree in its order, the root first; under a limit, what is nearest to the root. O(n)."""
    if limit < 1:
        raise PlyscopeError(
            f"the limit is {limit}, which shows nothing: give 1 line or more (the default is {DEFAULT_LIMIT})"
        )
    return list(_TreeFolder(from_comparison(comparison)).lines(limit))


def _count_before(mask: Bools) -> Ints:
    """How many entries of a mask are set before each; one longer than the mask."""
    return prefix_sums(mask, index_dtype(len(mask)))


class _TreeFolder:
    def __init__(self, sides: Sides) -> None:
        self.sides, self.columns = sides, sides.trace.columns
        self.visited = self.columns.status != PRUNED
        self.reordered = np.zeros(len(self.columns), bool)
        nodes_in_a = np.flatnonzero(sides.in_a != NO_MATCH)
        self.reordered[nodes_in_a] = sides.comparison.order[sides.in_a[nodes_in_a]]
        is_different = (sides.codes > 0) | self.reordered
        different_before = _count_before(is_different)
        different_below = different_before[self.columns.end] - different_before[1:]
        self.line_kinds = self._find_kinds(is_different | (different_below > 0))
        self.is_opened = (self.line_kinds == OWN_LINE) & (different_below > 0)
        is_changed = (sides.codes == CHANGED) | self.reordered
        only_masks = {"only_a": sides.codes == ONLY_A, "only_b": sides.codes == ONLY_B}
        self.counts_before = {
            name: _count_before(mask & self.visited) for name, mask in (only_masks | {"changed": is_changed}).items()
        }
        self.visited_before, self.pruned_before = (
            _count_before(self.visited),
            _count_before(~self.visited),
        )

    def _find_kinds(self, is_different: Array) -> Array:
        line_kinds = np.where(is_different, np.int8(OWN_LINE), np.int8(UNCHANGED))
        for side, other_nodes in ((ONLY_A, self.sides.in_b), (ONLY_B, self.sides.in_a)):
            first_kind = next(line_kind for line_kind, kind_side, _ in _ONE_SIDED_KINDS if kind_side is side)
            is_own_side = self.sides.codes == side
            line_kinds[is_own_side] = first_kind + (other_nodes[is_own_side] != NO_MATCH)
            line_kinds[is_own_side & ~self.visited] = first_kind + 2
        return line_kinds

    def lines(self, limit: int) -> Iterator[FoldedLine]:
        """The first lines by ply, in the order of the tree."""
        first_nodes, last_nodes = self._find_runs()
        hidden_children = self._first_hidden_children(first_nodes[limit:])
        order = np.argsort(first_nodes[:limit])
        for first_node, last_node in zip(
            first_nodes[:limit][order].tolist(), last_nodes[:limit][order].tolist(), strict=True
        ):
            yield self._make_line(first_node, last_node, hidden_children.get(first_node))

    def _find_runs(self) -> tuple[Ints, Ints]:
        """The first and the last sibling of every line, by ply and then in the order of the tree."""
        parent = self.columns.parent
        shown_nodes = np.flatnonzero(np.append(True, self.is_opened[parent[1:]]))
        shown_nodes = shown_nodes[np.argsort(self.columns.ply[shown_nodes], kind="stable")]
        parents, kinds = parent[shown_nodes], self.line_kinds[shown_nodes]
        is_start = np.append(True, (parents[1:] != parents[:-1]) | (kinds[1:] != kinds[:-1]) | (kinds[1:] == OWN_LINE))
        return shown_nodes[is_start], shown_nodes[np.append(np.flatnonzero(is_start)[1:] - 1, len(shown_nodes) - 1)]

    def _first_hidden_children(self, first_nodes: Ints) -> dict[int, int]:
        """For each node with lines that are left out, where the first of those begins."""
        parents, first_indices = np.unique(self.columns.parent[first_nodes], return_index=True)
        return dict(zip(parents.tolist(), first_nodes[first_indices].tolist(), strict=True))

    def _make_line(self, first_node: int, last_node: int, hidden_child: int | None) -> FoldedLine:
        moves, siblings, node = [], 0, first_node
        while node <= last_node:
            if siblings < MOVES_SHOWN:
                moves.append(labels.move_text(self.sides.trace, node))
            siblings, node = siblings + 1, int(self.columns.end[node])
        line_kind, end = int(self.line_kinds[first_node]), int(self.columns.end[last_node])
        is_folded = line_kind != OWN_LINE
        return FoldedLine(
            node=first_node,
            ply=int(self.columns.ply[first_node]),
            moves=tuple(moves),
            siblings=siblings,
            what=_KIND_WORDS[line_kind] if is_folded else self._describe_node(first_node),
            visited=int(self.visited_before[end] - self.visited_before[first_node]) if is_folded else 0,
            pruned=int(self.pruned_before[end] - self.pruned_before[first_node]) if is_folded else 0,
            not_shown={} if hidden_child is None else self._count_hidden(hidden_child, end),
        )

    def _describe_node(self, node: int) -> str:
        if self.sides.side(node) is CHANGED:
            facts = " · ".join(self.sides.contrast_lines(node))
        else:
            facts = " ".join(self.sides.node_lines(node)[1:])
        return facts + (", moves in another order" if self.reordered[node] else "")

    def _count_hidden(self, first_node: int, end: int) -> dict[str, int]:
        counts = {
            name: int(running_counts[end] - running_counts[first_node])
            for name, running_counts in self.counts_before.items()
        }
        return {name: count for name, count in counts.items() if count}


def describe_relation(comparison: Comparison) -> str:
    """How what the searches visited is related, and what their roots returned, in a sentence."""
    if comparison.same:
        return "A and B are the same, event for event"
    nodes = {
        (True, True): "A = B: they visited the same nodes",
        (True, False): "A ⊂ B: B visited every node that A did, and more",
        (False, True): "B ⊂ A: A visited every node that B did, and more",
        (False, False): "neither A ⊂ B nor B ⊂ A: each visited nodes that the other did not",
    }[comparison.a_within_b, comparison.b_within_a]
    may_differ_in_kind = any(trace.columns.log is not None or trace.passes for trace in comparison.recordings)
    if may_differ_in_kind and has_same_leaves(*comparison.recordings):
        nodes = "A and B evaluate the same leaves in the same order"
    value_of_a, value_of_b = (
        "no value" if trace.value is None else number(trace.value) for trace in (comparison.a, comparison.b)
    )
    roots = (
        f"both roots returned {value_of_a}"
        if comparison.same_value
        else f"A's root returned {value_of_a}, B's {value_of_b}"
    )
    return f"{nodes}; {roots}"


def format_counts(comparison: Comparison) -> str:
    """The counts as a table; rows in which nothing happened are left out."""
    counts = asdict(comparison.counts)
    rows = [
        (text, f"{counts[name]:,}") for name, text in COUNT_ROWS if counts[name] or name.startswith(("both", "only"))
    ]
    return align_columns(rows)


def describe_partings(compared: ComparedPair, limit: int = DEFAULT_LIMIT) -> list[str]:
    """Where the searches part, as the explorer lists it: a line each, the first ones; and how many more there are."""
    comparison, differences = compared
    texts = [describe_difference(comparison, differences[number]) for number in range(min(limit, len(differences)))]
    remaining = len(differences) - len(texts)
    return [*texts, *([f"… and {remaining:,} more"] if remaining else [])]


def as_json(compared: ComparedPair, limit: int = DEFAULT_LIMIT) -> dict[str, Any]:
    """Everything that is printed, in plain types."""
    comparison, differences = compared
    first_difference = comparison.first
    relations = {name: getattr(comparison, name) for name in ("same_value", "a_within_b", "b_within_a")}
    return {
        "same": comparison.same,
        "by_paths": comparison.recorded is not None,
        **relations,
        "counts": asdict(comparison.counts),
        "first": None if first_difference is None else asdict(first_difference),
        "differences": len(differences),
        "partings": [
            {
                "path": format_difference_path(comparison, difference),
                "kind": difference.kind.name.lower(),
                "alone_a": difference.alone_a,
                "alone_b": difference.alone_b,
                "text": describe_difference(comparison, difference),
            }
            for difference in (differences[number] for number in range(min(limit, len(differences))))
        ],
        "tree": [asdict(line) for line in fold_differences(comparison, limit)],
    }
