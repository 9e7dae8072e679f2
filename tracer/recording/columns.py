"""The columns of a trace, and what follows from them alone.

Nodes are numbered in the order in which the search met them, so the id is the index into every column, and the subtree
of node i is the range i … end[i]−1.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tracer.errors import PlyscopeError
from tracer.recording.log import MAX_RESULT, Log, verify_log
from tracer.recording.status import EXPANDED, OPEN, PRUNED, SKIP_REASONS, Why
from tracer.recording.tree_shape import index_dtype as index_dtype  # noqa: PLC0414  # part of what columns are
from tracer.recording.tree_shape import iter_parts, iter_tree_parts, parents, plies, prefix_sums

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
    "evaluation": np.dtype("<f8"),
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
    "why": int(Why.PLAIN), "weight": NO_WEIGHT, "evaluation": float("nan"), "born": -1,
}  # fmt: skip
"""What stands in the optional columns where nothing is told."""


def is_told(name: str, entries: Array) -> Bools:
    """By entry: whether an optional column tells anything there."""
    told: Bools = ~np.isnan(entries) if name == "evaluation" else entries != MISSING[name]
    return told


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
    evaluation: Floats | None = None
    """The static evaluation of the position; NaN where none was reported."""
    born: Ints | None = None
    """int32: the row of the log by which the node was there; none in a depth-first recording."""
    log: Log | None = None
    """What a best-first search told, row by row; None in a depth-first recording."""

    def __len__(self) -> int:
        return len(self.end)

    def __post_init__(self) -> None:
        for array in (*(getattr(self, name) for name in DTYPES), *self.optional.values()):
            array.setflags(write=False)

    @property
    def optional(self) -> dict[str, Array]:
        """Those of the optional columns that there are, by their names."""
        return {name: column for name in OPTIONAL if (column := getattr(self, name)) is not None}

    def select(self, nodes: slice | Bools, **changed: Any) -> Columns:
        """Some of the nodes, with other columns in the place of some; without a log, unless that is one of them."""
        columns = {name: getattr(self, name) for name in DTYPES} | self.optional
        return Columns(**{name: column[nodes] for name, column in columns.items() if name not in changed}, **changed)

    @cached_property
    def ply(self) -> Ints:
        """int32: distance from the root in moves."""
        return _read_only(plies(self.end))

    @cached_property
    def parent(self) -> Ints:
        """The parent's id; −1 at the root."""
        return _read_only(parents(self.end))

    def iter_parents(self) -> Iterator[tuple[slice, Ints]]:
        """The parents of all nodes, part by part: where they are not known yet, in hardly any memory."""
        if "parent" in vars(self):
            yield from ((part, self.parent[part]) for part in iter_parts(len(self)))
            return
        for tree in iter_tree_parts(self.end):
            above = tree.ids[tree.parent[tree.own]]
            if tree.nodes.start == 0:
                above[0] = -1
            yield tree.nodes, above

    @cached_property
    def visited(self) -> int:
        """How many nodes were visited, the root and terminals included."""
        return sum(int(np.count_nonzero(self.status[part] != PRUNED)) for part in iter_parts(len(self)))

    @cached_property
    def visited_before(self) -> Ints:
        """N + 1 long: visited nodes among the ids below each id; the last entry counts them all."""
        return _read_only(prefix_sums(self.status != PRUNED, index_dtype(len(self))))

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

    def born_after(self, nodes: Ints, limit: int) -> Bools:
        """Which of some nodes are met later than the id `limit`, or of a best-first search born after this step."""
        is_later: Bools = (nodes if self.born is None else self.born[nodes]) > limit
        return is_later

    def born_at(self, row: int) -> int:
        """The node about which a row of the log is, if it came to be with this row; −1 otherwise."""
        assert self.log is not None
        assert self.born is not None
        node = self.log.node.item(row)
        rows = self.log.rows_of(node)
        return node if self.born.item(node) == row and rows.item(0) == row and not self.log.has_merits else -1

    @cached_property
    def settled(self) -> Ints:
        """Of a best-first recording the row from which on a node's value is what it is in the end; else none."""
        assert self.log is not None
        return _read_only(self.log.settled(self.end, self.parent))

    @property
    def nbytes(self) -> int:
        """Bytes of all arrays, the derived ones included."""
        arrays = [value for value in vars(self).values() if hasattr(value, "nbytes")]
        arrays += [] if self.log is None else self.log.arrays.values()
        return sum(array.nbytes for array in arrays)


def _read_only(array: Ints) -> Ints:
    array.setflags(write=False)
    return array


def last_visits(columns: Columns) -> Ints:
    """N long: the last visited child of each node, by which it was cut if it was; −1 where there is none. O(n)."""
    last_child, parent, status = np.full(len(columns), -1, columns.end.dtype), columns.parent, columns.status
    for part in iter_parts(len(columns)):
        visited = np.flatnonzero(status[part] != PRUNED) + part.start
        visited = visited[visited > 0]
        last_child[parent[visited]] = (
            visited  # ids ascend, so the last assignment for a parent is its last visited child
        )
    return last_child


def count_children(columns: Columns, is_counted: Bools) -> Ints:
    """N long: how many of some nodes are children of each node. O(n)."""
    child_counts = np.zeros(len(columns), columns.end.dtype)
    for part in iter_parts(len(columns)):
        parents = columns.parent[part][is_counted[part]]
        is_in_part = parents >= part.start
        child_counts[part] += np.bincount(parents[is_in_part] - part.start, minlength=part.stop - part.start).astype(
            child_counts.dtype
        )
        np.add.at(child_counts, parents[~is_in_part & (parents >= 0)], 1)
    return child_counts


def verify(columns: Columns, moves: int, texts: int = 0) -> None:
    """Check that columns of unknown origin are a trace: ranges nest, and each value lies where it may.

    O(n), vectorised. The nesting test needs no stack. Plies count the open ranges, so they and the parents are those of
    the one balanced sequence with the same multiset of ends. If no range ends after that of its parent, the open ranges
    are at each id a beginning of the path there, and as they are as many as the path is long, they are the path. A
    window may be empty or crossed: a wrong search passes such windows down.
    """
    size = len(columns)
    if size == 0:
        raise PlyscopeError("it has no nodes")
    for part in iter_parts(size):
        ids, end = np.arange(part.start, part.stop), columns.end[part]
        _require((end > ids) & (end <= size), "its subtree ends before it begins or after the last node", part)
    for tree in iter_tree_parts(columns.end):
        _require((tree.end <= tree.end[tree.parent])[tree.own], "its subtree overlaps another", tree.nodes)
        for is_valid, problem in _list_conditions(columns, tree.nodes, moves, texts):
            _require(is_valid, problem, tree.nodes)
    if columns.move[0] != -1 or columns.status[0] == PRUNED:
        raise PlyscopeError("node 0: the root has no move before it and is visited")
    if (columns.born is None) != (columns.log is None):
        raise PlyscopeError("it has a log and no column that says when its nodes were born, or that column and no log")
    if columns.born is not None and columns.log is not None:
        verify_log(columns.log, columns.end, columns.parent, columns.born)


def _require(is_valid: Bools, problem: str, part: slice) -> None:
    if not is_valid.all():
        raise PlyscopeError(f"node {part.start + int(np.argmin(is_valid))}: {problem}")


def _list_conditions(columns: Columns, part: slice, moves: int, texts: int) -> Iterator[tuple[Bools, str]]:
    """What holds of each node of a part, with what is wrong where it does not."""
    rows, ids = columns.select(part), np.arange(part.start, part.stop)
    end, status, why, weight = rows.end, rows.status, rows.why, rows.weight
    is_root, is_pruned, is_expanded = ids == 0, status == PRUNED, (status == EXPANDED) | (status == OPEN)
    is_unfinished = is_pruned | (status == OPEN)
    yield status <= OPEN, "an unknown status"
    yield is_expanded | (end == ids + 1), "a leaf with children"
    # The modulus of −128 is −128.
    yield (rows.turn >= -1) & (rows.turn <= 1), "a player that is neither MAX, MIN nor chance"
    yield (rows.move >= 0) & (rows.move < moves) | is_root, "a move that is not in the table of moves"
    yield np.isfinite(rows.value) | is_unfinished, "a value that is not finite"
    yield np.isnan(rows.value) | ~is_unfinished, "a value where nothing was returned"
    yield ~np.isnan(rows.alpha) & ~np.isnan(rows.beta) | is_pruned, "a window with an end that is no number"
    yield np.isnan(rows.alpha) | ~is_pruned, "a window at a pruned branch"
    yield is_expanded | ~rows.cutoff, "a cutoff at a node without children"
    yield (rows.turn == 0) | ~is_pruned, "a player at a pruned branch"
    if why is not None:
        yield why <= max(Why), "an unknown reason"
        yield (why == Why.PLAIN) | (np.isin(why, SKIP_REASONS) == is_pruned), "a reason that does not fit"
    if weight is not None:
        is_probability = (weight >= 0) & (weight <= 1)
        yield (weight == NO_WEIGHT) | is_probability, "a weight that is not between 0 and 1"
    if rows.evaluation is not None:
        yield (
            ~np.isinf(rows.evaluation) & (np.isnan(rows.evaluation) | ~is_pruned),
            "an evaluation that is infinite, or at a pruned branch",
        )
    for text in (rows.text, rows.left_text):
        if text is not None:
            yield (text >= -1) & (text < texts), "a text that is not in the table of texts"
    if columns.log is not None and len(columns.log) and columns.log.counts_visits:
        yield ~(np.abs(rows.value) > MAX_RESULT), f"a value above {MAX_RESULT:g}, which no results have for a mean"
    if columns.log is not None and columns.born is not None:
        yield ~is_pruned, "a pruned branch, which a best-first search has not"
