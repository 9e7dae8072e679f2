"""What may be told to a recorder's calls, and what is said where something else was told."""

from __future__ import annotations

import operator
from collections.abc import Container
from numbers import Real
from typing import Any, NoReturn

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import Array, Bools, Floats, Ints
from tracer.recording.lists import OPEN_FATE, PRUNED_TURN, SPARE, Lists
from tracer.recording.parts import UNFIT
from tracer.recording.status import EXPANDED, OPEN, PRUNED, TABLE, Status
from tracer.text import clean

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
