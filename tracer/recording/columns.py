"""The columns of a trace, and what follows from them alone.

Nodes are numbered in the order in which the search met them, so the id is the index into every column, and the subtree
of node i is the range i … end[i]−1.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.errors import PlyscopeError
from tracer.recording.log import LARGEST, Log, verify_log
from tracer.recording.status import EXPANDED, OPEN, PRUNED, SKIPS, Why

Ints = npt.NDArray[np.signedinteger[Any]]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Array = npt.NDArray[Any]


DTYPES: dict[str, np.dtype[Any]] = {
    "move": np.dtype("<i4"),
    "end": np.dtype("<i8"),
    "turn": np.dtype("i1"),
    "alpha": np.dtype("<f8"),
    "beta": np.dtype("<f8"),
    "value": np.dtype("<f8"),
    "status": np.dtype("u1"),
    "cutoff": np.dtype("?"),
}
"""The columns every trace has. `end` is kept as int32 in memory while it fits."""
OPTIONAL: dict[str, np.dtype[Any]] = {
    **{name: np.dtype("<i4") for name in ("depth", "text", "left_text", "function", "called_at", "left_at")},
    "why": np.dtype("u1"),
    "weight": np.dtype("<f8"),
    "born": np.dtype("<i4"),
}
"""The columns that a trace has where its search tells of them."""
NO_DEPTH = -(2**31)
"""In the column of depths, a call without one."""
NO_LINE = -1
"""In the columns of lines, a call of which none is known."""
NO_WEIGHT = -1.0
"""In the column of weights, a node without one."""
MISSING: dict[str, Any] = {
    "depth": NO_DEPTH, "text": -1, "left_text": -1, "function": 0, "called_at": NO_LINE, "left_at": NO_LINE,
    "why": int(Why.PLAIN), "weight": NO_WEIGHT, "born": -1,
}  # fmt: skip
"""What stands in the optional columns where nothing is told."""


def index_dtype(size: int) -> np.dtype[Any]:
    """The smallest type that can number `size` nodes and their steps."""
    return np.dtype(np.int32 if 2 * size < 2**31 else np.int64)


@dataclass(eq=False)
class Columns:
    """A trace as plain arrays of one length n, one row a node, in visit order. All values are MAX's view."""

    move: Ints
    """int32: index into the table of moves; −1 at the root."""
    end: Ints
    """int32 or int64: one past the last id of the subtree."""
    turn: npt.NDArray[np.int8]
    """+1 MAX, −1 MIN, 0 chance (and 0 for a pruned branch, which was never looked into)."""
    alpha: Floats
    """The window's lower end on entry; NaN for a pruned branch."""
    beta: Floats
    """The window's upper end on entry; NaN for a pruned branch."""
    value: Floats
    """What the visit returned; NaN if it never returned, and for a pruned branch."""
    status: npt.NDArray[np.uint8]
    """A `Status`."""
    cutoff: Bools
    """The cutoff test held after one of the node's children."""
    depth: Ints | None = None
    """int32: the remaining depth given to the call; NO_DEPTH where none was."""
    text: Ints | None = None
    """int32: index into the table of texts of the position on entry; −1 where there is none."""
    left_text: Ints | None = None
    """int32: index of the position's text on return; −1 where it is not known to differ from that on entry."""
    function: Ints | None = None
    """int32: index into the table of sources of the function whose call the visit is; 0 where nothing is told."""
    called_at: Ints | None = None
    """int32: the line of the parent's function that made the call, as its file counts them; NO_LINE where none was."""
    left_at: Ints | None = None
    """int32: the line of its own function on which the visit returned; NO_LINE where none is known."""
    why: npt.NDArray[np.uint8] | None = None
    """A `Why`: for what a move was searched otherwise than the rest, or skipped without a cutoff."""
    weight: Floats | None = None
    """The probability of the outcome that leads to a node, or the prior of its move; NO_WEIGHT where it has none."""
    born: Ints | None = None
    """int32: the row of the log by which the node was there; none in a depth-first recording."""
    log: Log | None = None
    """What a best-first search told, row by row; None in a depth-first recording."""
    _derived: dict[str, Array] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.end)

    def __post_init__(self) -> None:
        for array in (*(getattr(self, name) for name in DTYPES), *self.optional.values()):
            array.setflags(write=False)

    @property
    def optional(self) -> dict[str, Array]:
        """Those of the optional columns that there are, by their names."""
        return {name: column for name in OPTIONAL if (column := getattr(self, name)) is not None}

    @property
    def ply(self) -> Ints:
        """int32: distance from the root in moves."""
        known = self._derived.get("ply")
        return self._kept("ply", plies(self.end)) if known is None else known

    @property
    def parent(self) -> Ints:
        """The parent's id; −1 at the root."""
        known = self._derived.get("parent")
        return self._kept("parent", parents(self.ply)) if known is None else known

    @property
    def visited_before(self) -> Ints:
        """N + 1 long: visited nodes among the ids below each id; the last entry counts them all."""
        known = self._derived.get("visited_before")
        return self._kept("visited_before", self._count_visited()) if known is None else known

    def _count_visited(self) -> Ints:
        counts = np.zeros(len(self) + 1, index_dtype(len(self)))
        np.cumsum(self.status != PRUNED, out=counts[1:])
        return counts

    def entered(self, node: Any) -> Any:
        """The step at which a node, or each of an array of nodes, was entered, or a branch pruned."""
        if self.born is not None:
            return self.born[node]
        return node + self.visited_before[node] - self.ply[node]

    def left(self, node: Any) -> Any:
        """The step at which a visit, or each of an array of visits, returned, if it did."""
        if self.log is not None:
            return self.settled[node]
        visited = self.visited_before[self.end[node]] - self.visited_before[node] - 1
        return self.entered(node) + self.end[node] - node + visited

    def born_after(self, nodes: Ints, reach: int) -> Bools:
        """Which of some nodes are met later than the id `reach`, or of a best-first search born after this step."""
        late: Bools = (nodes if self.born is None else self.born[nodes]) > reach
        return late

    def born_at(self, row: int) -> int:
        """The node about which a row of the log is, if it came to be with this row; −1 otherwise."""
        assert self.log is not None
        assert self.born is not None
        node = self.log.node.item(row)
        before = self.log.rows_of(node)
        return node if self.born.item(node) == row and before.item(0) == row and not self.log.has_merits else -1

    @property
    def settled(self) -> Ints:
        """Of a best-first recording the row from which on a node's value is what it is in the end; else none."""
        known = self._derived.get("settled")
        if known is None:
            assert self.log is not None
            known = self._kept("settled", self.log.settled(self.end, self.parent))
        return known

    def _kept(self, name: str, array: Ints) -> Ints:
        array.setflags(write=False)
        self._derived[name] = array
        return array

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays, the derived ones included."""
        arrays = [*(getattr(self, name) for name in DTYPES), *self.optional.values(), *self._derived.values()]
        arrays += [] if self.log is None else self.log.arrays.values()
        return sum(array.nbytes for array in arrays)


def plies(end: Ints) -> Ints:
    """The ply of every node: how many ranges that began before it are still open there. O(n)."""
    size = len(end)
    closed = np.bincount(end, minlength=size + 1)[:size]
    np.cumsum(closed, out=closed)
    ply = np.arange(size, dtype=np.int32)
    ply -= closed
    return ply


def parents(ply: Ints) -> Ints:
    """The parent of every node from the plies in visit order. O(n), however deep the tree is.

    Sorted by ply, siblings stand side by side, and the first of them follows its parent in visit order.
    """
    size = len(ply)
    parent = np.full(size, -1, index_dtype(size))
    if size < 2:
        return parent
    narrow = ply.astype(np.uint16) if int(ply.max()) < 2**16 else ply
    order = np.argsort(narrow, kind="stable")[1:]
    first = np.diff(ply, prepend=ply[0]) > 0
    first = first[order]
    above = (order[first] - 1).astype(parent.dtype)
    parent[order] = np.repeat(above, np.diff(np.flatnonzero(np.append(first, True))))
    return parent


def last_visits(columns: Columns) -> Ints:
    """N long: the last visited child of each node, by which it was cut if it was; −1 where there is none. O(n)."""
    last = np.full(len(columns), -1, columns.end.dtype)
    visited = np.flatnonzero(columns.status != PRUNED)[1:]
    last[columns.parent[visited]] = visited  # ids ascend, so the last assignment for a parent is its last visited child
    return last


def verify(columns: Columns, moves: int, texts: int = 0) -> None:
    """Check that columns of unknown origin are a trace: ranges nest, and each value lies where it may.

    O(n), vectorised. The nesting test needs no stack. Plies count the open ranges, so they are those of the one
    balanced sequence with the same multiset of ends; in it the range of i ends at the first later id that is not
    deeper. If `ply[end[i]] <= ply[i]` holds everywhere, no end comes before that id; and as both sets of ends have
    the same sum, all agree. A window may be empty or crossed: a wrong search passes such windows down.

    Args:
        columns: the columns.
        moves: the length of the table of moves.
        texts: the length of the table of texts.

    Raises:
        PlyscopeError: they are not; the message names the first node at fault.
    """
    size = len(columns)
    if size == 0:
        raise PlyscopeError("it has no nodes")
    end, status, value = columns.end, columns.status, columns.value
    ids = np.arange(size)

    def demand(good: Bools, problem: str) -> None:
        if not good.all():
            raise PlyscopeError(f"node {int(np.argmin(good))}: {problem}")

    demand((end > ids) & (end <= size), "its subtree ends before it begins or after the last node")
    ply = columns.ply
    demand((ply > 0) | (ids == 0), "a second root")
    demand(np.append(ply, 0)[end] <= ply, "its subtree overlaps another")
    demand(status <= OPEN, "an unknown status")
    pruned, unfinished = status == PRUNED, status == OPEN
    demand(~((status != OPEN) & (status != EXPANDED)) | (end == ids + 1), "a leaf with children")
    demand(
        (columns.turn >= -1) & (columns.turn <= 1),  # the modulus of −128 is −128
        "a player that is neither MAX, MIN nor chance",
    )
    demand((columns.move >= 0) & (columns.move < moves) | (ids == 0), "a move that is not in the table of moves")
    if columns.move[0] != -1 or pruned[0]:
        raise PlyscopeError("node 0: the root has no move before it and is visited")
    demand(np.isfinite(value) | pruned | unfinished, "a value that is not finite")
    demand(np.isnan(value) | ~(pruned | unfinished), "a value where nothing was returned")
    demand(~np.isnan(columns.alpha) & ~np.isnan(columns.beta) | pruned, "a window with an end that is no number")
    demand(np.isnan(columns.alpha) | ~pruned, "a window at a pruned branch")
    demand((status == EXPANDED) | (status == OPEN) | ~columns.cutoff, "a cutoff at a node without children")
    demand((columns.turn == 0) | ~pruned, "a player at a pruned branch")
    if columns.why is not None:
        demand(columns.why <= max(Why), "an unknown reason")
        demand((columns.why == Why.PLAIN) | (np.isin(columns.why, SKIPS) == pruned), "a reason that does not fit")
    if columns.weight is not None:
        weight = columns.weight
        demand((weight == NO_WEIGHT) | (weight >= 0) & (weight <= 1), "a weight that is not between 0 and 1")
    for name in ("text", "left_text"):
        if (column := getattr(columns, name)) is not None:
            demand((column >= -1) & (column < texts), "a text that is not in the table of texts")
    if (columns.born is None) != (columns.log is None):
        raise PlyscopeError("it has a log and no column that says when its nodes were born, or that column and no log")
    if columns.log is not None and len(columns.log) and columns.log.counts_visits:
        demand(~(np.abs(value) > LARGEST), f"a value above {LARGEST:g}, which no results have for a mean")
    if columns.born is not None and columns.log is not None:
        demand(~pruned, "a pruned branch, which a best-first search has not")
        verify_log(columns.log, end, columns.parent, columns.born)
