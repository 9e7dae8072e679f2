"""Objects with an equality or a hash of their own, among the copies of others: each is compared with its kind alone."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # no stubs describe it
import signal
from collections.abc import Hashable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from tracer.errors import Signal
from tracer.games.object_attributes import facts_of, to_plain_value
from tracer.text import clean

_HASH_MASK = 0x5BD1E995
"""Tells the hash of an object among the copies from its own: no table then compares it with a bare one."""


class Comparable:
    """An object whose class has Python code for equality or hash, which expects objects of its own kind.

    It is equal to another one of the same class that its own equality says it is equal to, and to nothing else; what
    that raises means that it is not. The hash is asked once.

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

    __slots__ = ("_hash", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self._hash = hash(value) ^ _HASH_MASK

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if type(other) is not Comparable or self._hash != other._hash:
            return False
        own_value, other_value = self.value, other.value
        if own_value is other_value or type(own_value) is not type(other_value):
            return own_value is other_value
        try:
            return bool(own_value == other_value)
        except BaseException as error:  # whatever somebody's equality does
            if is_interruption(error):
                raise
            return False

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return repr(self.value)


def has_own_comparison(cls: type) -> bool:
    """Return whether objects of a class are compared or hashed by Python code of their own; that of enums is none.

    >>> has_own_comparison(int), has_own_comparison(Comparable)
    (False, True)
    """
    return facts_of(cls).has_own_comparison


def wrap_comparable(value: Any) -> Any:
    """Return something hashable in a form that is compared with its kind alone, tuples and sets with all they hold."""
    cls = type(value)
    if issubclass(cls, tuple):
        return tuple(map(wrap_comparable, tuple.__iter__(value)))
    if cls is frozenset:
        return cls(map(wrap_comparable, value))
    value = to_plain_value(value)
    cls = type(value)
    return Comparable(value) if has_own_comparison(cls) and cls is not Comparable else value


def unwrap_object(value: Any) -> Any:
    """Return the object of one that is among the copies; all else itself."""
    return value.value if type(value) is Comparable else value


def unwrap_snapshot(snapshot: Hashable) -> Any:
    """Return a copy with the objects themselves in it, as the program has them.

    >>> class Heap:
    ...     __hash__ = lambda self: 3
    >>> type(unwrap_snapshot((Comparable(Heap()), "X"))[0]).__name__
    'Heap'
    """
    cls = type(snapshot)
    if cls is tuple or cls is frozenset:
        elements: Any = snapshot
        return cls(map(unwrap_snapshot, elements))
    return unwrap_object(snapshot)


_PACKAGE_FOLDER = str(Path(__file__).parents[1])
_RECURSION_SHARE = 4
"""The part of the recursion limit from which on a program may be about to reach it: C functions count, too."""


def is_interruption(error: BaseException) -> bool:
    """Whether an exception only happened to come while something was looked at: Ctrl-C, a signal's handler, `Stop`."""
    if isinstance(error, Signal) or (isinstance(error, KeyboardInterrupt) and not error.args):
        return True
    traceback = error.__traceback__
    if traceback is not None:
        traceback = traceback.tb_next  # the first frame is that of whoever looked, and a handler is called by it
    handler_codes = _signal_handler_codes() if traceback is not None else set()
    while traceback is not None:
        if traceback.tb_frame.f_code in handler_codes:
            return True
        traceback = traceback.tb_next
    return False


class ContainedErrors:
    """A block in which somebody's objects are looked at: what they raise ends it, and no more than it.

    What only happened to come meanwhile goes on.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _traceback: object) -> bool:
        return error is not None and not is_interruption(error)


def _signal_handler_codes() -> set[CodeType]:
    """The functions that Python calls at signals."""
    codes: set[CodeType] = set()
    for number in range(1, signal.NSIG):
        handler: Any = _signal.getsignal(number)  # that of `signal` looks for a name of each, which takes milliseconds
        if not callable(handler):
            continue
        handler = getattr(handler, "func", handler)  # a partial
        code = getattr(handler, "__code__", None) or getattr(vars(type(handler)).get("__call__"), "__code__", None)
        if isinstance(code, CodeType):
            codes.add(code)
    return codes


def forget_own_context(error: BaseException) -> None:
    """Leave out of an exception that the program will see what was raised and handled before by plyscope itself."""
    traceback = None if error.__context__ is None else error.__context__.__traceback__
    if traceback is not None and traceback.tb_frame.f_code.co_filename.startswith(_PACKAGE_FOLDER):
        error.__context__ = None


def is_near_recursion_limit(frame: FrameType, limit: int) -> bool:
    """Whether so many calls are open that a program may be about to reach its recursion limit by itself."""
    caller: FrameType | None = frame
    open_calls = 0
    while caller is not None:
        open_calls, caller = open_calls + 1, caller.f_back
    return _RECURSION_SHARE * open_calls > limit


def safe_repr(value: Any, most: int = 60) -> str:
    """A value as a few words, whatever its own text raises.

    Raises:
        BaseException: what comes from outside.
    """
    with ContainedErrors():
        return clean(repr(value), most)
    return f"a {clean(type(value).__name__)}"
