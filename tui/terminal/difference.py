"""What differs between two traces, for people and for programs: counts, a relation, the differences, a folded tree.

The tree is the union of both. What is the same all the way down is folded to one line with its count, what only one
search has as well, and siblings of one kind together. No screen is needed here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from tracer.comparing.align import NOWHERE
from tracer.comparing.comparison import Comparison
from tracer.comparing.contrast import contrast, same_leaves, where
from tracer.comparing.topmost import Both
from tracer.comparing.union import CHANGED, ONLY_A, ONLY_B
from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Ints
from tracer.recording.status import PRUNED
from tracer.text import number
from viz.pictures import labels
from viz.pictures.sides import Sides, from_comparison

LIMIT = 40
"""Lines of a folded tree that still fit on a screen or two."""
MOVES_SHOWN = 6
"""Moves of a run of siblings that are written out."""
INDENTS = 30
"""Plies up to which a line is indented; a deeper one says its ply."""
OWN, SAME = 0, 1
"""Kinds of rows: one that has a line of its own; one with nothing different at it or below. Above them, `_ALONE`."""
_ALONE = (
    (2, ONLY_A, "only A"),
    (3, ONLY_A, "only A, pruned by B"),
    (4, ONLY_A, "pruned by A, unknown to B"),
    (5, ONLY_B, "only B"),
    (6, ONLY_B, "only B, pruned by A"),
    (7, ONLY_B, "pruned by B, unknown to A"),
)
_WORDS = {SAME: "the same"} | {kind: words for kind, _, words in _ALONE}

BY_PATHS = """\
Their passes are not the same and no part of a path, so every path counts once. Of its visits the last one that searched
its moves is compared."""

ROWS = (
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
        indent = "  " * self.ply if self.ply <= INDENTS else "  " * INDENTS + f"[ply {self.ply:,}] "
        parts = [self.what]
        parts += [f"{self.visited:,} visited"] if self.visited else []
        parts += [f"{self.pruned:,} pruned"] if self.pruned else []
        rest = ", ".join(
            f"{count:,} {name.replace('_a', ' A').replace('_b', ' B')}" for name, count in self.not_shown.items()
        )
        return f"{indent}{moves}  {', '.join(parts)}" + (f"  (not shown below: {rest})" if rest else "")


def lines(comparison: Comparison, limit: int = LIMIT) -> list[FoldedLine]:
    """The folded tree in its order, the root first; under a limit, what is nearest to the root. O(n).

    Raises:
        PlyscopeError: the limit leaves nothing.
    """
    if limit < 1:
        raise PlyscopeError(f"the limit is {limit}, which shows nothing: give 1 line or more (the default is {LIMIT})")
    return list(_Fold(from_comparison(comparison)).lines(limit))


class _Fold:
    """The union tree while it is folded."""

    def __init__(self, sides: Sides) -> None:
        self.sides, self.columns = sides, sides.trace.columns
        self.visited = self.columns.status != PRUNED
        self.reordered = np.zeros(len(self.columns), bool)
        known = np.flatnonzero(sides.in_a != NOWHERE)
        self.reordered[known] = sides.comparison.order[sides.in_a[known]]
        differs = (sides.codes > 0) | self.reordered
        before = _counted(differs)
        below = before[self.columns.end] - before[1:]
        self.kinds = self._kinds(differs | (below > 0))
        self.opens = (self.kinds == OWN) & (below > 0)
        changed = (sides.codes == CHANGED) | self.reordered
        alone = {"only_a": sides.codes == ONLY_A, "only_b": sides.codes == ONLY_B}
        self.before = {name: _counted(mask & self.visited) for name, mask in (alone | {"changed": changed}).items()}
        self.visited_before, self.pruned_before = _counted(self.visited), _counted(~self.visited)

    def _kinds(self, differs: Array) -> Array:
        kinds = np.where(differs, OWN, SAME)
        for side, there in ((ONLY_A, self.sides.in_b), (ONLY_B, self.sides.in_a)):
            first = next(kind for kind, whose, _ in _ALONE if whose is side)
            mine = self.sides.codes == side
            kinds[mine] = first + (there[mine] != NOWHERE)
            kinds[mine & ~self.visited] = first + 2
        return kinds

    def lines(self, limit: int) -> Iterator[FoldedLine]:
        """The first lines by ply, in the order of the tree."""
        firsts, lasts = self._runs()
        hidden = self._hidden(firsts[limit:])
        order = np.argsort(firsts[:limit])
        for first, last in zip(firsts[:limit][order].tolist(), lasts[:limit][order].tolist(), strict=True):
            yield self._line(first, last, hidden.get(first))

    def _runs(self) -> tuple[Ints, Ints]:
        """The first and the last sibling of every line, by ply and then in the order of the tree."""
        parent = self.columns.parent
        shown = np.flatnonzero(np.append(True, self.opens[parent[1:]]))
        shown = shown[np.argsort(self.columns.ply[shown], kind="stable")]
        above, kinds = parent[shown], self.kinds[shown]
        starts = np.append(True, (above[1:] != above[:-1]) | (kinds[1:] != kinds[:-1]) | (kinds[1:] == OWN))
        return shown[starts], shown[np.append(np.flatnonzero(starts)[1:] - 1, len(shown) - 1)]

    def _hidden(self, firsts: Ints) -> dict[int, int]:
        """For each node with lines that are left out, where the first of those begins."""
        above, places = np.unique(self.columns.parent[firsts], return_index=True)
        return dict(zip(above.tolist(), firsts[places].tolist(), strict=True))

    def _line(self, first: int, last: int, hidden: int | None) -> FoldedLine:
        moves, siblings, node = [], 0, first
        while node <= last:
            if siblings < MOVES_SHOWN:
                moves.append(labels.move_text(self.sides.trace, node))
            siblings, node = siblings + 1, int(self.columns.end[node])
        kind, end = int(self.kinds[first]), int(self.columns.end[last])
        folded = kind != OWN
        return FoldedLine(
            node=first,
            ply=int(self.columns.ply[first]),
            moves=tuple(moves),
            siblings=siblings,
            what=_WORDS[kind] if folded else self._what(first),
            visited=int(self.visited_before[end] - self.visited_before[first]) if folded else 0,
            pruned=int(self.pruned_before[end] - self.pruned_before[first]) if folded else 0,
            not_shown={} if hidden is None else self._rest(hidden, end),
        )

    def _what(self, node: int) -> str:
        if self.sides.side(node) is CHANGED:
            facts = " · ".join(self.sides.contrast_lines(node))
        else:
            facts = " ".join(self.sides.node_lines(node)[1:])
        return facts + (", moves in another order" if self.reordered[node] else "")

    def _rest(self, first: int, end: int) -> dict[str, int]:
        counts = {name: int(before[end] - before[first]) for name, before in self.before.items()}
        return {name: count for name, count in counts.items() if count}


def _counted(mask: Array) -> Ints:
    """How many entries of a mask are set before each; one longer than the mask."""
    counts = np.zeros(len(mask) + 1, np.int64)
    np.cumsum(mask, out=counts[1:])
    return counts


def relation(comparison: Comparison) -> str:
    """How what the searches visited is related, and what their roots returned, in a sentence."""
    if comparison.same:
        return "A and B are the same, event for event"
    nodes = {
        (True, True): "A = B: they visited the same nodes",
        (True, False): "A ⊂ B: B visited every node that A did, and more",
        (False, True): "B ⊂ A: A visited every node that B did, and more",
        (False, False): "neither A ⊂ B nor B ⊂ A: each visited nodes that the other did not",
    }[comparison.a_within_b, comparison.b_within_a]
    unlike = any(trace.columns.log is not None or trace.passes for trace in comparison.recordings)
    if unlike and same_leaves(*comparison.recordings):
        nodes = "A and B evaluate the same leaves in the same order"
    one, other = ("no value" if trace.value is None else number(trace.value) for trace in (comparison.a, comparison.b))
    roots = f"both roots returned {one}" if comparison.same_value else f"A's root returned {one}, B's {other}"
    return f"{nodes}; {roots}"


def tally(comparison: Comparison) -> str:
    """The counts as a table; rows in which nothing happened are left out."""
    counts = asdict(comparison.counts)
    rows = [(text, f"{counts[name]:,}") for name, text in ROWS if counts[name] or name.startswith(("both", "only"))]
    width, digits = (max(len(row[k]) for row in rows) for k in (0, 1))
    return "\n".join(f"{text.ljust(width)}  {count.rjust(digits)}" for text, count in rows)


def partings(found: Both, limit: int = LIMIT) -> list[str]:
    """Where the searches part, as the explorer lists it: a line each, the first ones; and how many more there are."""
    comparison, differences = found
    shown = [contrast(comparison, differences[number]) for number in range(min(limit, len(differences)))]
    left = len(differences) - len(shown)
    return [*shown, *([f"… and {left:,} more"] if left else [])]


def as_json(found: Both, limit: int = LIMIT) -> dict[str, Any]:
    """Everything that is printed, in plain types."""
    comparison, differences = found
    first = comparison.first
    return {
        "same": comparison.same,
        "by_paths": comparison.recorded is not None,
        "same_value": comparison.same_value,
        "a_within_b": comparison.a_within_b,
        "b_within_a": comparison.b_within_a,
        "counts": asdict(comparison.counts),
        "first": None if first is None else asdict(first),
        "differences": len(differences),
        "partings": [
            {
                "path": where(comparison, one),
                "kind": one.kind.name.lower(),
                "alone_a": one.alone_a,
                "alone_b": one.alone_b,
                "text": contrast(comparison, one),
            }
            for one in (differences[number] for number in range(min(limit, len(differences))))
        ],
        "tree": [asdict(line) for line in lines(comparison, limit)],
    }
