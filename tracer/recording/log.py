"""What a best-first search told, row by row: its axis of time. A depth-first search needs none, its columns say it all.

Three kinds of searches have a log, and what its two numbers are follows from the kind of its rows: a value that a leaf
gives to every node above it (UCT, PUCT), the merit of the state that was taken (SSS*, DUAL*), or a node's new proof
and disproof numbers (PNS, df-pn).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from tracer.errors import PlyscopeError

Ints = npt.NDArray[np.signedinteger[Any]]
Floats = npt.NDArray[np.float64]
Array = TypeVar("Array", bound=npt.NDArray[Any])


class RowKind(IntEnum):
    """What a row of a log is."""

    VALUE = 0
    """A value (`x`, MAX's view) was found at a leaf, and counts for it and for all nodes above it."""
    GAMMA1 = 1
    """A solved child of MAX was taken with the merit `x`: its parent is solved, what is below that leaves OPEN."""
    GAMMA2 = 2
    """A solved child of MIN that has a next brother, which is live now."""
    GAMMA3 = 3
    """A solved child of MIN that is the last one: its parent is solved."""
    GAMMA4 = 4
    """A live leaf, which is evaluated: solved with its value or the merit."""
    GAMMA5 = 5
    """A live node of MIN, whose first child is live now."""
    GAMMA6 = 6
    """A live node of MAX, whose children are all live now."""
    SOLVED = 7
    """The root, solved with the merit `x`: the search is over."""
    PROOF = 8
    """A node has other numbers: `x` is its proof number, `y` its disproof number."""


VALUE, GAMMA1, GAMMA2, GAMMA3, GAMMA4, GAMMA5, GAMMA6, SOLVED, PROOF = RowKind
LOG_TYPES: dict[str, np.dtype[Any]] = {
    "iteration": np.dtype("<i4"),
    "node": np.dtype("<i8"),
    "kind": np.dtype("u1"),
    "x": np.dtype("<f8"),
    "y": np.dtype("<f8"),
}
"""The columns of a log."""
MAX_RESULT = 1e250
"""The largest result of a leaf: as many as a recording can have add up to a finite number."""
MAX_CACHED_STEPS = 4
"""Steps whose counts are kept: the one in hand, the one before, and those just left."""


def cached_by_step(cache: dict[int, Array], step: int, make: Callable[[], Array]) -> Array:
    """What is known of a step, made where it is not; that of the oldest step is forgotten."""
    entry = cache.get(step)
    if entry is None:
        if len(cache) >= MAX_CACHED_STEPS:
            cache.pop(next(iter(cache)))
        entry = cache[step] = make()
    return entry


@dataclass(eq=False)
class Log:
    """The rows of a best-first recording, arrays of one length; a row's number is a step."""

    iteration: Ints
    """int32: which iteration of the search the row belongs to, from 0 on; never less than before."""
    node: Ints
    """int64: the id of the node that the row is about."""
    kind: npt.NDArray[np.uint8]
    """A `RowKind`; those of one log go together."""
    x: Floats
    """The value, the merit or the proof number."""
    y: Floats
    """The disproof number; 0 where there is none."""

    def __post_init__(self) -> None:
        for name in LOG_TYPES:
            getattr(self, name).setflags(write=False)

    def __len__(self) -> int:
        return len(self.node)

    @property
    def arrays(self) -> dict[str, Any]:
        """Return the arrays by their names."""
        return {name: getattr(self, name) for name in LOG_TYPES}

    @property
    def counts_visits(self) -> bool:
        """Whether its rows are values of leaves, as those of UCT are."""
        return bool(self.kind[0] == VALUE)

    @property
    def has_merits(self) -> bool:
        """Whether its rows are states that were taken, as those of SSS* are."""
        return bool(GAMMA1 <= self.kind[0] <= SOLVED)

    @property
    def has_proofs(self) -> bool:
        """Whether its rows are proof and disproof numbers."""
        return bool(self.kind[0] == PROOF)

    def first_rows(self, rows: int) -> Log:
        """The rows before one, as a log of their own."""
        return Log(**{name: array[:rows] for name, array in self.arrays.items()})

    @cached_property
    def rows_by_node(self) -> tuple[Ints, Ints]:
        """The rows sorted by their nodes, those of one node in their order; and where those of each node begin."""
        order = np.argsort(self.node, kind="stable")
        starts = np.zeros(int(self.node.max()) + 2, np.int64)
        np.cumsum(np.bincount(self.node), out=starts[1:])
        return starts, order

    def _first_index(self, node: int) -> int:
        starts, _ = self.rows_by_node
        return starts.item(min(node, len(starts) - 1))

    @cached_property
    def adds_exactly(self) -> bool:
        """Whether sums of its numbers are exact in any order: they are few enough multiples of one power of two."""
        largest = float(np.abs(self.x).max())
        unit = int(np.frexp(largest)[1]) - 52 + len(self).bit_length()
        multiples = np.ldexp(self.x, -unit)
        return bool(np.isfinite(largest) and np.all(multiples == np.rint(multiples)))

    @cached_property
    def value_range(self) -> tuple[float, float]:
        """The least and the greatest of its first numbers."""
        return float(self.x.min()), float(self.x.max())

    @cached_property
    def _visit_cache(self) -> dict[int, Ints]:
        return {}

    def cached_visits(self, end: Ints, step: int) -> Ints:
        """`visits` of all nodes up to a step; those of the last steps that were asked for are kept."""
        return cached_by_step(self._visit_cache, step, lambda: self.visits(end, step))

    @cached_property
    def sum_cache(self) -> dict[int, Floats]:
        """`sums` of all nodes up to the last steps that were asked for."""
        return {}

    def rows_of(self, node: int) -> Ints:
        """The rows about a node, ascending. O(log rows)."""
        return self.rows_by_node[1][self._first_index(node) : self._first_index(node + 1)]

    def rows_below(self, node: int, end: int) -> Ints:
        """The rows about a node and all below it, in no order of time. O(log rows)."""
        return self.rows_by_node[1][self._first_index(node) : self._first_index(end)]

    def last_row(self, node: int, step: int) -> int | None:
        """The last row about a node up to a step; None where there is none. O(log rows)."""
        rows = self.rows_of(node)
        index = int(np.searchsorted(rows, step, side="right"))
        return int(rows[index - 1]) if index else None

    def settled(self, end: Ints, parent: Ints) -> Ints:
        """For each node the row from which on its value is what it is in the end; as many as there are where none is.

        A mean changes as long as the search goes on; a proof, and a node that is solved, stand.
        """
        row_count, size = len(self), len(end)
        settled_rows = np.full(size, row_count, np.int64)
        if self.counts_visits:
            settled_rows[self.visits(end, row_count - 1) > 0] = row_count - 1
            return settled_rows
        if self.has_proofs:
            decisive_rows = np.flatnonzero((self.x == 0) | (self.y == 0))
            nodes = self.node[decisive_rows]
        else:
            decisive_rows = np.flatnonzero(np.isin(self.kind, (GAMMA1, GAMMA3, GAMMA4)))
            nodes = np.where(
                self.kind[decisive_rows] == GAMMA4, self.node[decisive_rows], parent[self.node[decisive_rows]]
            )
        settled_rows[nodes[::-1]] = decisive_rows[::-1]  # the first row about a node is put last, and stays
        return settled_rows

    def visits(self, end: Ints, step: int) -> Ints:
        """How often each node was on the way of an iteration, up to a step. O(rows + nodes)."""
        cumulative = np.zeros(len(end) + 1, np.int64)
        np.cumsum(np.bincount(self.node[: step + 1], minlength=len(end)), out=cumulative[1:])
        return cumulative[end] - cumulative[:-1]

    def sums(self, end: Ints, step: int) -> Floats:
        """The sum of the values that were counted for each node, up to a step, if it adds exactly. O(rows + nodes)."""
        cumulative = np.zeros(len(end) + 1)
        counted_rows = slice(0, step + 1)
        np.cumsum(np.bincount(self.node[counted_rows], self.x[counted_rows], minlength=len(end)), out=cumulative[1:])
        return cumulative[end] - cumulative[:-1]


def check_leaf_result(value: float) -> None:
    """Refuse what does not add up."""
    if abs(value) > MAX_RESULT:
        raise PlyscopeError(f"the result {value!r} is too large to be added up: at most {MAX_RESULT:g}")


def verify_log(log: Log, end: Ints, parent: Ints, born: Ints) -> None:
    """Check that a log of unknown origin is one of some nodes. O(n)."""

    def require(is_valid: npt.NDArray[np.bool_], item_name: str, problem: str) -> None:
        if not is_valid.all():
            raise PlyscopeError(f"{item_name} {int(np.argmin(is_valid))}: {problem}")

    if not len(log):
        raise PlyscopeError("its log has no rows")
    first_kind = log.kind[0]
    has_first_kind = (
        (log.kind >= GAMMA1) & (log.kind <= SOLVED) if GAMMA1 <= first_kind <= SOLVED else log.kind == first_kind
    )
    require(
        has_first_kind & (log.kind <= PROOF), "row", "it is of a kind that is unknown, or goes not with the first one"
    )
    require((log.node >= 0) & (log.node < len(end)), "row", "it is about a node that there is not")
    require(np.diff(log.iteration, prepend=np.int32(0)) >= 0, "row", "an iteration before that of the row above")
    require(~np.isnan(log.x) & ~np.isnan(log.y), "row", "a number that is none")
    require(
        (np.abs(log.x) <= MAX_RESULT) | (log.kind != VALUE),
        "row",
        f"a value that is not finite, or above {MAX_RESULT:g}",
    )
    require((log.x >= 0) & (log.y >= 0) | (log.kind != PROOF), "row", "a proof number below 0")
    require((born >= 0) & (born < len(log)), "node", "it was born at a row that there is not")
    require(born[np.maximum(parent, 0)] <= born, "node", "it was born before its parent")
    require(born[log.node] <= np.arange(len(log)), "row", "it is about a node that was not born yet")
    if born[0]:
        raise PlyscopeError("node 0: the root is there from the first row on")
