"""Whether visits are entered and left as calls are: the last one entered is left first, below one root."""

from __future__ import annotations

import operator
from collections.abc import Container, Sequence
from numbers import Real
from typing import Any, NoReturn

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Bools, Floats, Ints
from tracer.recording.part_collector import UNSTORABLE_VALUE
from tracer.recording.recorder_lists import OPEN_CODE, PRUNED_TURN, SPARE_SLOTS, LateReturn, RecorderLists
from tracer.recording.status import EXPANDED, OPEN, PRUNED, TABLE, Status
from tracer.recording.tree_shape import plies
from tracer.text import clean

ONE_ROOT_MESSAGE = "a trace has one root; give each search {}, or enter a node above them first"
"""What is wrong with a node that is entered after the root was left."""


class Nesting:
    """Follows the visits that are open from one draining of a recorder's lists to the next."""

    def __init__(self) -> None:
        self._open_nodes: Ints = np.empty(0, np.int64)
        """The nodes that were open at the last draining, from the root down."""

    @classmethod
    def from_open_nodes(cls, nodes: Sequence[int]) -> Nesting:
        """One to which these nodes are open, from the root down."""
        nesting = cls()
        nesting._open_nodes = np.array(nodes, np.int64)
        return nesting

    def check_lists(self, first: int, columns: dict[str, Array], late_returns: Sequence[LateReturn]) -> None:
        """Go on with what the lists hold. O(n), vectorised: the test is that of `verify`.

        Places count the nodes that were open, and then those in the lists. What is open still ends beyond one more
        place, which stands for whatever comes next.

        Raises:
            PlyscopeError: the visits do not nest; the message names the first node at fault, and what to do.
        """
        open_count, left_ends = len(self._open_nodes), columns["end"]
        size, shift = open_count + len(left_ends), open_count - first
        end = np.full(size + 1, size + 1, np.int64)
        listed_ends = end[open_count:size]
        np.add(left_ends, shift, out=listed_ends)
        listed_ends[left_ends < 0] = size + 1
        if late_returns:
            self._apply_late_ends(end, late_returns, shift)
        left_too_early = end <= np.arange(size + 1)
        if left_too_early.any():
            raise PlyscopeError(
                f"node {self._ids_by_index(first, size)[np.argmax(left_too_early)]}: it was left before it was entered"
            )
        ply = plies(end)
        root_count = size - np.count_nonzero(ply[:size])
        if root_count > (open_count > 0 or first == 0) or (first == 0 and PRUNED in columns["status"][:1]):
            _refuse_root(self._ids_by_index(first, size), ply[:size] == 0, columns["status"])
        overlaps = np.append(ply, 0)[end] > ply
        if overlaps.any():
            _refuse_order(self._ids_by_index(first, size), end, overlaps)
        still_open = np.flatnonzero(end[:size] > size)
        self._open_nodes = np.concatenate(
            [self._open_nodes[still_open[still_open < open_count]], still_open[still_open >= open_count] - shift]
        )

    def _apply_late_ends(self, end: Ints, late_returns: Sequence[LateReturn], shift: int) -> None:
        """Put the ends of nodes that were left or abandoned late in their places; `shift` leads from an id to one."""
        nodes, status, left_ends = (np.array([row[k] for row in late_returns], np.int64) for k in (0, 2, 4))
        open_count, size = len(self._open_nodes), len(end) - 1
        was_open = nodes + shift < open_count
        indexes = np.where(was_open, np.searchsorted(self._open_nodes, nodes), np.minimum(nodes + shift, size))
        is_open = ~was_open | (np.append(self._open_nodes, -1)[np.minimum(indexes, open_count)] == nodes)
        is_open &= (end[indexes] > size) & (indexes < size) | (status == OPEN)
        if not is_open.all():
            wrong_index = int(np.argmin(is_open))
            raise PlyscopeError(f"node {nodes[wrong_index]}: it was left, but it is not open: leave each node once")
        may_have_children = (status == EXPANDED) | (status == OPEN) | (left_ends == nodes + 1)
        if not may_have_children.all():
            wrong_index = int(np.argmin(may_have_children))
            problem = LEAF_MESSAGE.format(
                Status(int(status[wrong_index])).name, "something was searched or pruned below it"
            )
            raise PlyscopeError(f"node {nodes[wrong_index]}: {problem}")
        end[indexes] = left_ends + shift

    def _ids_by_index(self, first: int, size: int) -> Ints:
        return np.concatenate([self._open_nodes, np.arange(first, first + size - len(self._open_nodes))])


def _refuse_root(ids: Ints, is_root: Bools, status: Array) -> None:
    """Refuse a second root, and a branch that is pruned where nothing is open."""
    is_pruned = np.concatenate([np.zeros(len(ids) - len(status), bool), status == PRUNED])
    index = int(np.argmax(is_root & ((ids > 0) | is_pruned)))
    node = int(ids[index])
    if is_pruned[index]:
        raise PlyscopeError(f"node {node}: prune() without an open node{': the root was left' if node else ''}")
    raise PlyscopeError(
        f"node {node}: enter() after the root was left: {ONE_ROOT_MESSAGE.format('a Recorder')}, "
        'and each iteration below it with a move such as plyscope.Pass("depth 3")'
    )


def _refuse_order(ids: Ints, end: Ints, overlaps: Bools) -> None:
    """Name the two nodes of which the upper one was left first.

    All nodes nest until the first is left too early; of those below it, the first one open by then is at fault.
    """
    indexes = np.flatnonzero(overlaps)
    upper = int(indexes[np.lexsort((-indexes, end[indexes]))[0]])
    lower = upper + 1 + int(np.argmax(end[upper + 1 : end[upper]] > end[upper]))
    upper_id, lower_id = int(ids[upper]), int(ids[lower])
    if end[lower] > len(ids):
        raise PlyscopeError(
            f"node {lower_id}: it was never left, though node {upper_id} above it was: end every visit with "
            "leave(node, value), also where it returns early, or with abandon(node) where it returns no value"
        )
    raise PlyscopeError(
        f"node {upper_id}: it was left before node {lower_id} below it: the last one entered is left first"
    )


LEAF_MESSAGE = "its status {} makes it a leaf, but {}"
"""What is wrong with a leaf that is none."""
MAX_TYPE_CHECKS = 16_384
"""Nodes whose types are looked at, about."""
_NO_WINDOW = "enter() was told a window with an end that is no number: an open end is -inf or inf"
_MAX_SHOWN_LENGTH = 60


def check_types(lists: RecorderLists, first: int) -> None:
    """Refuse players and statuses that are true or false, which would pass for the numbers 1 and 0.

    It takes its time, so only the first nodes of a search are asked: it has the habit everywhere or nowhere.
    """
    for entries in (lists.turns, lists.exit_codes) if first < MAX_TYPE_CHECKS else ():
        if bool in set(map(type, entries[SPARE_SLOTS : SPARE_SLOTS + lists.count])):
            raise TypeError("true and false are no players and no statuses")


def check_numbers(columns: dict[str, Array], late_columns: dict[str, Array], first: int, *, finite: bool) -> None:
    """Refuse values and windows that cannot be kept. They are to be `finite` where a file is written."""
    status, nodes = columns["status"], first + np.arange(len(columns["status"]))
    is_storable = np.isfinite if finite else _is_not_nan
    _require(is_storable(columns["value"]) | (status == OPEN) | (status == PRUNED), nodes, UNSTORABLE_VALUE)
    _require(_is_not_nan(columns["alpha"]) & _is_not_nan(columns["beta"]) | (status == PRUNED), nodes, _NO_WINDOW)
    _require(
        is_storable(late_columns["value"]) | (late_columns["status"] == OPEN), late_columns["node"], UNSTORABLE_VALUE
    )


def _is_not_nan(numbers: Floats) -> Bools:
    return ~np.isnan(numbers)


def _require(is_valid: Bools, nodes: Ints, problem: str) -> None:
    if not is_valid.all():
        raise PlyscopeError(f"node {int(nodes[np.argmin(is_valid)])}: {problem}")


def refuse_first_problem(lists: RecorderLists, first: int) -> None:
    """Refuse the first entry that is not what it should be. O(n), one by one: something is known to be wrong."""
    cut_slots = set(lists.cutoffs)
    for node, slot in enumerate(range(SPARE_SLOTS, SPARE_SLOTS + lists.count), first):
        turn, exit_code = lists.turns[slot], lists.exit_codes[slot]
        _check_move(node, lists.moves[slot])
        if type(turn) is int and turn == PRUNED_TURN:
            continue
        if not _is_allowed(turn, (-1, 0, 1)):
            _fail(node, "the turn is MAX, MIN or CHANCE, or 1 for MAX and -1 for MIN", turn)
        for name, window_end in (("alpha", lists.alphas[slot]), ("beta", lists.betas[slot])) if lists.windowed else ():
            if not _is_number(window_end):
                _fail(node, f"{name} is a number, and -inf or inf for an open end", window_end)
        if type(exit_code) is bool or exit_code != OPEN_CODE:
            is_expanded = type(exit_code) is int and exit_code >= SPARE_SLOTS
            _check_leave(node, lists.values[slot], EXPANDED if is_expanded else exit_code, cutoff=slot in cut_slots)
    for node, value, status, cutoff, _ in lists.late:
        if status != OPEN:
            _check_leave(node, value, status, cutoff=cutoff)


def _check_move(node: int, move: Any) -> None:
    try:
        hash(move)
    except TypeError:
        _fail(node, "a move is hashable, such as a text, a number or a tuple of these", move)


def _check_leave(node: int, value: Any, status: Any, *, cutoff: bool) -> None:
    if not _is_number(value):
        _fail(node, "leave() is told the value that the visit returns, a number", value)
    if not _is_allowed(status, range(TABLE + 1)):
        _fail(node, "the status is EXPANDED, TERMINAL, HORIZON or TABLE", status)
    if cutoff and status != EXPANDED:
        raise PlyscopeError(f"node {node}: {LEAF_MESSAGE.format(Status(status).name, 'there was a cutoff')}")


def _is_number(value: Any) -> bool:
    return isinstance(value, Real | np.bool_) or (not isinstance(value, str | bytes) and hasattr(value, "__float__"))


def _is_allowed(number: Any, allowed: Container[int]) -> bool:
    try:
        return not isinstance(number, bool) and operator.index(number) in allowed
    except TypeError:
        return False


def _fail(node: int, problem: str, value: Any) -> NoReturn:
    shown_value = (
        getattr(value, "__class__", type(value)).__name__ if isinstance(value, list | dict | set) else repr(value)
    )
    raise PlyscopeError(f"node {node}: {problem}, not {clean(shown_value, _MAX_SHOWN_LENGTH)}")
