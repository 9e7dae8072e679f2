"""Values that their windows leave open, and the values of all moves prove exact.

A node that was cut after its last move, or at which no move came up to alpha, returned what its window calls a bound.
Where each of its moves was searched, what these returned may leave one value alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from tracer.count.sizes import lacks_moves
from tracer.errors import PlyscopeError
from tracer.games.rules import MAX
from tracer.recording.columns import Bools, Columns, Floats, Ints
from tracer.recording.log_numbers import bounds_by_log
from tracer.recording.no_moves import find_partial_probes
from tracer.recording.recording import Recording
from tracer.recording.status import EXACT, EXPANDED, HORIZON, LOWER, PRUNED, TABLE, TERMINAL, UPPER, Bound
from tracer.recording.tree_shape import iter_parts


def proved_bound(trace: Recording, node: int) -> Bound | None:
    """What is proved of a node's true value: its `trace.bound`, or EXACT. O(1), where moves may prove it first O(n)."""
    if trace.known_answer(_proved_bounds) is None and _only_windows_prove(trace):
        return trace.bound(node)
    # `item` gives Python's own number, which compares much faster with an enumeration.
    return EXACT if proved_bounds(trace).item(node) == EXACT else trace.bound(node)


def is_derived(trace: Recording, node: int) -> bool:
    """Whether a node's value is exact because of its moves' values, and by its window alone would be a bound."""
    return proved_bound(trace, node) is EXACT and trace.bound(node) is not EXACT


def proved_bounds(trace: Recording) -> Codes:
    """What is proved of every node's true value, a `Bound` or `NONE`; worked out once, in O(n).

    A value is proved where the window proves it, and at an expanded node of MAX or MIN none of whose moves was pruned
    or left out, if the ranges of the moves' values make one value, and that was returned. A bound is a range to one
    side. Of several visits of a move the last one counts. What a table answered in another program, and what a driver's
    iterations returned, proves no more than the window; so does everything in a selective search, and where it is not
    known that all moves are recorded.
    """
    return trace.once(_proved_bounds)


def keep_bounds(trace: Recording, codes: Codes) -> None:
    """Let these be what is proved of a recording's nodes, where they were proved in another one."""
    trace.keep_answer(_proved_bounds, codes)


def _proved_bounds(trace: Recording) -> Codes:
    codes = classical_bounds(trace)
    if _only_windows_prove(trace):
        return codes
    open_ = _open(trace, codes)
    if not open_.any() or not _has_all_moves(trace):
        return codes
    columns, ours = trace.columns, trace.header.ours
    searched = _last_visits(trace, np.flatnonzero(open_[columns.parent[1:]]) + 1)
    for parents, first, children in families(columns, searched):
        said = codes[children]
        if not ours:
            said[columns.status[children] == TABLE] = NONE
        least, most = ends_above(columns, parents, first, *ends(said, columns.value[children]))
        value = columns.value[parents]
        codes[parents[(least == value) & (most == value)]] = EXACT
    return codes


def _only_windows_prove(trace: Recording) -> bool:
    """Whether nothing is known of a node's moves that would prove more than its window. O(1), the first time O(n)."""
    header = trace.header
    if trace.uses_windows_only or not header.windowed or trace.selective:
        return True
    return trace.game is None and not header.ours and not header.never_cuts


def _open(trace: Recording, codes: Codes) -> Bools:
    columns = trace.columns
    found: Bools = (codes != EXACT) & (columns.status == EXPANDED) & (columns.turn != 0)
    found[columns.parent[columns.status == PRUNED]] = False
    found[list(trace.drivers)] = False
    return found


def _has_all_moves(trace: Recording) -> bool:
    """Whether each move of a node is recorded, visited or pruned; False where nobody knows."""
    if trace.header.ours:
        return True
    if trace.header.never_cuts and not trace.header.answers_unseen:
        return True
    if trace.game is None or trace.header.answers_unseen:
        return False
    try:
        return not trace.once(lacks_moves)
    except PlyscopeError:
        return False


def _last_visits(trace: Recording, children: Ints) -> Ints:
    """The children without those whose move was visited again at the same node later."""
    columns = trace.columns
    keys = columns.parent[children].astype(np.int64) * trace.move_count + columns.move[children]
    order = np.argsort(keys, kind="stable")
    again = keys[order[1:]] == keys[order[:-1]]
    if not again.any():
        return children
    kept = np.ones(len(children), np.bool_)
    kept[order[:-1][again]] = False
    return children[kept]


NONE = -1
"""Stands for nothing that is known: of a column of codes, no bound, no turn, no move."""

Codes = npt.NDArray[np.int8]
"""A number for each node, such as its `Bound`; or `NONE`."""


def classical_bounds(trace: Recording, *, limited: bool = True) -> Codes:
    """`trace.bound` of all nodes at once; `NONE` where it is None. O(n).

    Where `limited`, the least and the greatest value that there can be are exact.
    """
    if trace.columns.log is not None:
        return bounds_by_log(trace.columns)
    codes = np.empty(len(trace), np.int8)
    for part in iter_parts(len(trace)):
        codes[part] = _codes(trace, part, trace.header.value_bounds if limited else (-np.inf, np.inf))
    for node in find_partial_probes(trace.columns):
        bound = trace.bound(node)
        codes[node] = NONE if bound is None else bound
    return codes


def _codes(trace: Recording, part: slice, between: tuple[float, float]) -> Codes:
    """The same of a part of the nodes, by their windows and where all values lie."""
    columns, options, (least, most) = trace.columns, trace.header.options, between
    value, alpha, beta = columns.value[part], columns.alpha[part], columns.beta[part]
    status, hard = columns.status[part], options.get("fail") == "hard"
    found = np.where(value >= beta, LOWER, UPPER).astype(np.int8)
    if hard:
        found[alpha == beta] = NONE
    elif options.get("cut") == ">":
        found[(alpha <= value) & (value <= beta)] = EXACT
    found[(alpha < value) & (value < beta)] = EXACT
    if not hard:
        found[(status == TERMINAL) | (status == HORIZON)] = EXACT
    found[((found == LOWER) & (value >= most)) | ((found == UPPER) & (value <= least))] = EXACT
    found[np.isnan(value)] = NONE
    return found


def families(columns: Columns, children: Ints) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Some nodes by their parents, the deepest ply first.

    For each ply: the parents; where the children of each begin among the children; and the children. The nodes are
    given in the order of the search.
    """
    children = children[np.argsort(columns.ply[children], kind="stable")]
    ends = np.flatnonzero(np.diff(columns.ply[children], prepend=-1, append=-1)).tolist()
    for begin, end in reversed(list(pairwise(ends))):
        below = children[begin:end]
        above = columns.parent[below]
        first = np.flatnonzero(np.diff(above, prepend=-1))
        yield above[first], first, below


def ends(codes: Codes, value: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest that true values can be, by what is proved of each and the value it returned."""
    low = np.where((codes == EXACT) | (codes == LOWER), value, -np.inf)
    high = np.where((codes == EXACT) | (codes == UPPER), value, np.inf)
    return low, high


def ends_above(columns: Columns, parents: Ints, first: Ints, low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest that some nodes of MAX or MIN can be, by those of all their moves."""
    is_max = columns.turn[parents] == MAX
    least, most = (
        np.where(is_max, np.maximum.reduceat(end, first), np.minimum.reduceat(end, first)) for end in (low, high)
    )
    return least, most
