"""Whether visits are entered and left as calls are: the last one entered is left first, below one root."""

from __future__ import annotations

import operator
from collections.abc import Container, Sequence
from numbers import Real
from typing import Any, NoReturn

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Bools, Floats, Ints
from tracer.recording.draining import OPEN_FATE, PRUNED_TURN, SPARE, Late, Lists
from tracer.recording.gathering import UNFIT
from tracer.recording.shape import plies
from tracer.recording.status import EXPANDED, OPEN, PRUNED, TABLE, Status
from tracer.text import clean

ONE_ROOT = "a trace has one root; give each search {}, or enter a node above them first"
"""What is wrong with a node that is entered after the root was left."""


class Nesting:
    """Follows the visits that are open from one draining of a recorder's lists to the next."""

    def __init__(self) -> None:
        self._open: Ints = np.empty(0, np.int64)
        """The nodes that were open at the last draining, from the root down."""

    @classmethod
    def of_open(cls, nodes: Sequence[int]) -> Nesting:
        """One to which these nodes are open, from the root down."""
        nesting = cls()
        nesting._open = np.array(nodes, np.int64)
        return nesting

    def follow(self, first: int, columns: dict[str, Array], late: Sequence[Late]) -> None:
        """Go on with what the lists hold. O(n), vectorised: the test is that of `verify`.

        Places count the nodes that were open, and then those in the lists. What is open still ends beyond one more
        place, which stands for whatever comes next.

        Args:
            first: the id of the first node in the lists.
            columns: of all nodes in them; those not left yet have end −1.
            late: the news of nodes that are in the lists no more, or were abandoned.

        Raises:
            PlyscopeError: the visits do not nest; the message names the first node at fault, and what to do.
        """
        before, left = len(self._open), columns["end"]
        size, shift = before + len(left), before - first
        end = np.full(size + 1, size + 1, np.int64)
        listed = end[before:size]
        np.add(left, shift, out=listed)
        listed[left < 0] = size + 1
        if late:
            self._end_late(end, late, shift)
        early = end <= np.arange(size + 1)
        if early.any():
            raise PlyscopeError(f"node {self._ids(first, size)[np.argmax(early)]}: it was left before it was entered")
        ply = plies(end)
        roots = size - np.count_nonzero(ply[:size])
        if roots > (before > 0 or first == 0) or (first == 0 and PRUNED in columns["status"][:1]):
            _refuse_root(self._ids(first, size), ply[:size] == 0, columns["status"])
        overlaps = np.append(ply, 0)[end] > ply
        if overlaps.any():
            _refuse_order(self._ids(first, size), end, overlaps)
        still = np.flatnonzero(end[:size] > size)
        self._open = np.concatenate([self._open[still[still < before]], still[still >= before] - shift])

    def _end_late(self, end: Ints, late: Sequence[Late], shift: int) -> None:
        """Put the ends of nodes that were left or abandoned late in their places; `shift` leads from an id to one."""
        nodes, status, left = (np.array([row[k] for row in late], np.int64) for k in (0, 2, 4))
        before, size = len(self._open), len(end) - 1
        earlier = nodes + shift < before
        places = np.where(earlier, np.searchsorted(self._open, nodes), np.minimum(nodes + shift, size))
        known = ~earlier | (np.append(self._open, -1)[np.minimum(places, before)] == nodes)
        known &= (end[places] > size) & (places < size) | (status == OPEN)
        if not known.all():
            wrong = int(np.argmin(known))
            raise PlyscopeError(f"node {nodes[wrong]}: it was left, but it is not open: leave each node once")
        inner = (status == EXPANDED) | (status == OPEN) | (left == nodes + 1)
        if not inner.all():
            wrong = int(np.argmin(inner))
            what = LEAF.format(Status(int(status[wrong])).name, "something was searched or pruned below it")
            raise PlyscopeError(f"node {nodes[wrong]}: {what}")
        end[places] = left + shift

    def _ids(self, first: int, size: int) -> Ints:
        """The id at each place."""
        return np.concatenate([self._open, np.arange(first, first + size - len(self._open))])


def _refuse_root(ids: Ints, top: Bools, status: Array) -> None:
    """Refuse a second root, and a branch that is pruned where nothing is open.

    Args:
        ids: the id at each place.
        top: where no open node is above.
        status: of the nodes in the lists, which have the last places.
    """
    pruned = np.concatenate([np.zeros(len(ids) - len(status), bool), status == PRUNED])
    place = int(np.argmax(top & ((ids > 0) | pruned)))
    node = int(ids[place])
    if pruned[place]:
        raise PlyscopeError(f"node {node}: prune() without an open node{': the root was left' if node else ''}")
    raise PlyscopeError(
        f"node {node}: enter() after the root was left: {ONE_ROOT.format('a Recorder')}, "
        'and each iteration below it with a move such as plyscope.Pass("depth 3")'
    )


def _refuse_order(ids: Ints, end: Ints, overlaps: Bools) -> None:
    """Name the two nodes of which the upper one was left first.

    All nodes nest until the first is left too early; of those below it, the first one open by then is at fault.
    """
    places = np.flatnonzero(overlaps)
    upper = int(places[np.lexsort((-places, end[places]))[0]])
    lower = upper + 1 + int(np.argmax(end[upper + 1 : end[upper]] > end[upper]))
    above, below = int(ids[upper]), int(ids[lower])
    if end[lower] > len(ids):
        raise PlyscopeError(
            f"node {below}: it was never left, though node {above} above it was: end every visit with leave(node, "
            "value), also where it returns early, or with abandon(node) where it returns no value"
        )
    raise PlyscopeError(f"node {above}: it was left before node {below} below it: the last one entered is left first")


LEAF = "its status {} makes it a leaf, but {}"
"""What is wrong with a leaf that is none."""
HABIT = 16_384
"""Nodes whose types are looked at, about."""
_NO_WINDOW = "enter() was told a window with an end that is no number: an open end is -inf or inf"
_LONGEST = 60


def need_types(lists: Lists, first: int) -> None:
    """Refuse players and statuses that are true or false, which would pass for the numbers 1 and 0.

    It takes its time, so only the first nodes of a search are asked: it has the habit everywhere or nowhere.

    Raises:
        TypeError: there are some; `refuse` says where.
    """
    for entries in (lists.turns, lists.fates) if first < HABIT else ():
        if bool in set(map(type, entries[SPARE : SPARE + lists.count])):
            raise TypeError("true and false are no players and no statuses")


def need_numbers(columns: dict[str, Array], late: dict[str, Array], first: int, *, finite: bool) -> None:
    """Refuse values and windows that cannot be kept.

    Args:
        columns: of the nodes in a recorder's lists.
        late: the news of nodes that are in the lists no more.
        first: the id of the first node in the lists.
        finite: whether values are to be finite, as in a file; what is no number can be kept nowhere.

    Raises:
        PlyscopeError: there are some; the message names the first node that has one.
    """
    status, nodes = columns["status"], first + np.arange(len(columns["status"]))
    fits = np.isfinite if finite else _is_known
    _need(fits(columns["value"]) | (status == OPEN) | (status == PRUNED), nodes, UNFIT)
    _need(_is_known(columns["alpha"]) & _is_known(columns["beta"]) | (status == PRUNED), nodes, _NO_WINDOW)
    _need(fits(late["value"]) | (late["status"] == OPEN), late["node"], UNFIT)


def _is_known(numbers: Floats) -> Bools:
    return ~np.isnan(numbers)


def _need(good: Bools, nodes: Ints, problem: str) -> None:
    if not good.all():
        raise PlyscopeError(f"node {int(nodes[np.argmin(good)])}: {problem}")


def refuse(lists: Lists, first: int) -> None:
    """Refuse the first entry that is not what it should be. O(n), one by one: something is known to be wrong.

    Args:
        lists: what was told.
        first: the id of the first node in them.

    Raises:
        PlyscopeError: there is one; the message names the node, and what belongs there.
    """
    cut = set(lists.cutoffs)
    for node, slot in enumerate(range(SPARE, SPARE + lists.count), first):
        turn, fate = lists.turns[slot], lists.fates[slot]
        _need_move(node, lists.moves[slot])
        if type(turn) is int and turn == PRUNED_TURN:
            continue
        if not _is_one_of(turn, (-1, 0, 1)):
            _fail(node, "the turn is MAX, MIN or CHANCE, or 1 for MAX and -1 for MIN", turn)
        for name, end in (("alpha", lists.alphas[slot]), ("beta", lists.betas[slot])) if lists.windowed else ():
            if not _is_number(end):
                _fail(node, f"{name} is a number, and -inf or inf for an open end", end)
        if type(fate) is bool or fate != OPEN_FATE:
            inner = type(fate) is int and fate >= SPARE
            _need_left(node, lists.values[slot], EXPANDED if inner else fate, cutoff=slot in cut)
    for node, value, status, cutoff, _ in lists.late:
        if status != OPEN:
            _need_left(node, value, status, cutoff=cutoff)


def _need_move(node: int, move: Any) -> None:
    try:
        hash(move)
    except TypeError:
        _fail(node, "a move is hashable, such as a text, a number or a tuple of these", move)


def _need_left(node: int, value: Any, status: Any, *, cutoff: bool) -> None:
    if not _is_number(value):
        _fail(node, "leave() is told the value that the visit returns, a number", value)
    if not _is_one_of(status, range(TABLE + 1)):
        _fail(node, "the status is EXPANDED, TERMINAL, HORIZON or TABLE", status)
    if cutoff and status != EXPANDED:
        raise PlyscopeError(f"node {node}: {LEAF.format(Status(status).name, 'there was a cutoff')}")


def _is_number(value: Any) -> bool:
    return isinstance(value, Real | np.bool_) or (not isinstance(value, str | bytes) and hasattr(value, "__float__"))


def _is_one_of(number: Any, known: Container[int]) -> bool:
    try:
        return not isinstance(number, bool) and operator.index(number) in known
    except TypeError:
        return False


def _fail(node: int, what: str, told: Any) -> NoReturn:
    said = getattr(told, "__class__", type(told)).__name__ if isinstance(told, list | dict | set) else repr(told)
    raise PlyscopeError(f"node {node}: {what}, not {clean(said, _LONGEST)}")
