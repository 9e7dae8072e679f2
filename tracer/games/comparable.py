"""Objects with an equality or a hash of their own, among the copies of others: each is compared with its kind alone."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # no stubs describe it
import signal
from collections.abc import Hashable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tracer.errors import Signal
from tracer.games.attributes import facts_of, unadorned
from tracer.text import clean

_APART = 0x5BD1E995
"""Tells the hash of an object among the copies from its own: no table then compares it with a bare one."""


class Comparable:
    """An object whose class has Python code for equality or hash, which expects objects of its own kind.

    It is equal to another one of the same class that its own equality says it is equal to, and to nothing else; what
    that raises means that it is not. The hash is asked once.

    Args:
        held: the object.

    Raises:
        BaseException: whatever its hash raises.

    >>> class Heap:
    ...     def __init__(self, size):
    ...         self.size = size
    ...
    ...     def __eq__(self, other):
    ...         return self.size == other.size
    ...
    ...     def __hash__(self):
    ...         return hash(self.size)
    >>> Comparable(Heap(3)) == Comparable(Heap(3)), Comparable(Heap(3)) == Comparable(Heap(4)), Comparable(Heap(3)) == 3
    (True, False, False)
    """

    __slots__ = ("_hash", "held")

    def __init__(self, held: Any) -> None:
        self.held = held
        self._hash = hash(held) ^ _APART

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if type(other) is not Comparable or self._hash != other._hash:
            return False
        one, two = self.held, other.held
        if one is two or type(one) is not type(two):
            return one is two
        try:
            return bool(one == two)
        except BaseException as error:  # whatever somebody's equality does
            if comes_from_outside(error):
                raise
            return False

    def __str__(self) -> str:
        return str(self.held)

    def __repr__(self) -> str:
        return repr(self.held)


def compares(kind: type) -> bool:
    """Return whether objects of a class are compared or hashed by Python code of their own; that of enums is none.

    >>> compares(int), compares(Comparable)
    (False, True)
    """
    return facts_of(kind).compares


def comparable(held: Any) -> Any:
    """Return something hashable in a form that is compared with its kind alone, tuples and sets with all they hold."""
    kind = type(held)
    if issubclass(kind, tuple):
        return tuple(map(comparable, tuple.__iter__(held)))
    if kind is frozenset:
        return kind(map(comparable, held))
    held = unadorned(held)
    kind = type(held)
    return Comparable(held) if compares(kind) and kind is not Comparable else held


def object_of(held: Any) -> Any:
    """Return the object of one that is among the copies; all else itself."""
    return held.held if type(held) is Comparable else held


def bare(snapshot: Hashable) -> Any:
    """Return a copy with the objects themselves in it, as the program has them.

    >>> class Heap:
    ...     __hash__ = lambda self: 3
    >>> type(bare((Comparable(Heap()), "X"))[0]).__name__
    'Heap'
    """
    kind = type(snapshot)
    if kind is tuple or kind is frozenset:
        found: Any = snapshot
        return kind(map(bare, found))
    return object_of(snapshot)


_OURS = str(Path(__file__).parents[1])
_DEEP = 4
"""The part of the recursion limit from which on a program may be about to reach it: C functions count, too."""


def comes_from_outside(error: BaseException) -> bool:
    """Whether an exception only happened to come while something was looked at: Ctrl-C, a signal's handler, `Stop`."""
    if isinstance(error, Signal) or (isinstance(error, KeyboardInterrupt) and not error.args):
        return True
    traceback = error.__traceback__
    if traceback is not None:
        traceback = traceback.tb_next  # the first frame is that of whoever looked, and a handler is called by it
    codes = _handlers() if traceback is not None else set()
    while traceback is not None:
        if traceback.tb_frame.f_code in codes:
            return True
        traceback = traceback.tb_next
    return False


def _handlers() -> set[CodeType]:
    """The functions that Python calls at signals."""
    found: set[CodeType] = set()
    for number in range(1, signal.NSIG):
        handler: Any = _signal.getsignal(number)  # that of `signal` looks for a name of each, which takes milliseconds
        if not callable(handler):
            continue
        handler = getattr(handler, "func", handler)  # a partial
        code = getattr(handler, "__code__", None) or getattr(vars(type(handler)).get("__call__"), "__code__", None)
        if isinstance(code, CodeType):
            found.add(code)
    return found


def forget_own_context(error: BaseException) -> None:
    """Leave out of an exception that the program will see what was raised and handled before by plyscope itself."""
    traceback = None if error.__context__ is None else error.__context__.__traceback__
    if traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(_OURS):
        error.__context__ = None


def is_deep(frame: FrameType, limit: int) -> bool:
    """Whether so many calls are open that a program may be about to reach its recursion limit by itself."""
    back: FrameType | None = frame
    calls = 0
    while back is not None:
        calls, back = calls + 1, back.f_back
    return _DEEP * calls > limit


def shown(value: Any) -> str:
    """A value as a few words, whatever its own text raises.

    Raises:
        BaseException: what comes from outside.
    """
    try:
        return clean(repr(value), 60)
    except BaseException as error:
        if comes_from_outside(error):
            raise
        return f"a {clean(type(value).__name__)}"
