"""Positions that calls share with their callers or with a default argument, or leave other than they got them.

An exception that leaves a search leaves the moves on its board which its calls would have taken back.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from tracer.deciding.call import plain
from tracer.deciding.thresholds import FEW

_Part = tuple[Hashable, Hashable, Hashable]
"""What one place of a position held before the search, after it, and as the next one begins."""


class Sharing:
    """What the objects tell that calls have as their positions."""

    def __init__(self) -> None:
        self._shares = False
        """Whether a call got the very object that its caller had as its position."""
        self.met = False
        """Whether any was compared with its caller's."""
        self.one_owner = False
        """Whether that was so though nothing else had it, or one object had it in all calls: then all is known."""
        self.changed = False
        """Whether a position was another one when its call returned."""
        self._default: str | None = None
        """The argument whose default the first such position is."""

    def compare(self, above: Any, owner_above: Any, held: Any, owner: Any) -> None:
        """Compare the object that a call has as its position with its caller's, each with what has it."""
        self.met = True
        shares = _share(above, held)
        self._shares = self._shares or shares
        self.one_owner = self.one_owner or (shares and (owner is None or owner is owner_above))

    def note_change(self, held: Any, code: CodeType) -> None:
        """Note that the position of a call is another one as it returns."""
        self._default = self._default if self.changed else default_argument(held, code)
        self.changed = True

    @property
    def notes(self) -> dict[str, str]:
        """What a header notes of it: `board`, and `default` where a position is an argument's default."""
        notes = {} if self._default is None else {"default": self._default}
        if self.met:
            whole = "one object" if self.one_owner else "a shared part"
            notes["board"] = whole if self._shares else "an object a call"
        return notes


def _share(above: Any, below: Any) -> bool:
    """Whether two calls have one object as their position, or as a part of it that can be changed.

    Several variables together are another tuple at each call.
    """
    if above is below:
        return True
    if type(above) is not tuple or type(below) is not tuple:
        return False
    return any(one is other and type(one).__hash__ is None for one, other in zip(above, below, strict=False))


_CHANGEABLE = (list, dict, set, bytearray)


def default_argument(position: Any, code: CodeType) -> str | None:
    """Return the function and its argument whose default a position is, or has in it; None where it is none.

    Args:
        position: the object itself.
        code: a function of the search, in whose file the function is looked for.
    """
    held = {id(part) for part in _parts(position)}
    for function in _functions(_namespace(code)):
        for name, default in _defaults(function):
            if id(default) in held:
                return f"{name} of {plain(function.__code__)}"
    return None


def _parts(position: Any) -> list[Any]:
    """Return a position and what its attributes hold, of that what can be changed."""
    try:
        parts = [position, *vars(position).values()]
        return [part for part in parts if isinstance(part, _CHANGEABLE) or hasattr(part, "__dict__")]
    except Exception:  # whatever the attributes of somebody's object do
        return [position] if isinstance(position, _CHANGEABLE) else []


def _namespace(code: CodeType) -> Mapping[str, Any]:
    """Return the globals of the nearest frame that runs in the file of a function."""
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code.co_filename != code.co_filename:
        frame = frame.f_back
    return {} if frame is None else frame.f_globals


def _functions(namespace: Mapping[str, Any]) -> Iterator[FunctionType]:
    for value in list(namespace.values()):
        held = list(vars(value).values()) if isinstance(value, type) else [value]
        for one in held:
            function = one.__func__ if isinstance(one, staticmethod | classmethod) else one
            if isinstance(function, FunctionType):
                yield function


def _defaults(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the arguments of a function that have defaults, with these."""
    defaults, code = function.__defaults__ or (), function.__code__
    names = code.co_varnames[code.co_argcount - len(defaults) : code.co_argcount]
    yield from zip(names, defaults, strict=True)
    yield from (function.__kwdefaults__ or {}).items()


class LeftOver(NamedTuple):
    """The root's position before and after, and how many calls were left with another position than they got.

    Where calls change places, as squares, what else an object has, as who moves and a count of the moves, is not asked.
    """

    before: Hashable
    after: Hashable
    calls: int
    error: str | None
    """The name of the exception, where the interpreter tells it."""
    partly: bool = False
    """Whether the function above the search took its own move back, and no other."""

    @property
    def note(self) -> dict[str, str]:
        """What is noted of a search whose moves are left."""
        return {"left_over": self.error or "an exception"}

    def is_in(self, later: Hashable) -> bool:
        """Return whether all left moves are still on the board with which the next search begins.

        Moves may have been played since: they change places as the search's own moves do. Two players may happen to
        play what was left, so there have to be more changes than those. Who searches a copy, or puts one back, begins
        with another position.

        >>> left = LeftOver((0, 0, 0, 0), (1, 2, 0, 0), 2, None)
        >>> left.is_in((1, 2, 1, 0)), left.is_in((1, 0, 0, 0)), left.is_in((1, 2, 0, 0))
        (True, False, False)
        """
        parts = _asked(self.before, self.after, later)
        changed = [(before, after) for before, after, _ in parts if before != after]
        if self.calls < 2 or len(changed) < self.calls:
            return False
        if any(now != after for before, after, now in parts if before != after):
            return False
        empty = Counter(before for before, _ in changed).most_common(1)[0][0]
        ways = {(before == empty, after == empty) for before, after in changed}
        since = {(after == empty, now == empty) for _, after, now in parts if after != now}
        return since <= ways and (bool(since) or self.calls >= FEW)

    def returned_with(self, now: Hashable) -> LeftOver:
        """Return it as the function above the search returned, which may have taken back a move of its own."""
        return self._replace(after=now, partly=self.is_partly_in(now))

    def is_partly_in(self, now: Hashable) -> bool:
        """Return whether a part of what was left was put back, and moves of several calls are still there.

        >>> left = LeftOver((0, 0, 0, 0), (1, 2, 1, 0), 2, None)
        >>> [left.is_partly_in(now) for now in ((0, 2, 1, 0), (1, 2, 1, 0), (1, 2, 1, 2), (0, 0, 0, 0), (0, 0, 1, 0))]
        [True, False, False, False, False]
        """
        parts = _asked(self.before, self.after, now)
        back = sum(before != after and now == before for before, after, now in parts)
        there = sum(before != after and now == after for before, after, now in parts)
        other = any(now not in (before, after) for before, after, now in parts)
        return bool(back) and not other and there >= self.calls >= 2


def _asked(before: Hashable, after: Hashable, later: Hashable) -> list[_Part]:
    """Return the places that are asked: those in rows, unless none of these has changed."""
    places = list(_places_of(before, after, later))
    rows = [part for part, is_in_row in places if is_in_row]
    return rows if any(one != other for one, other, _ in rows) else [part for part, _ in places]


def _places_of(*held: Hashable, is_in_row: bool = False) -> Iterator[tuple[_Part, bool]]:
    """Yield the places of a position, each with whether it is one of a row, as of the moves so far, or of a set."""
    if all(isinstance(one, tuple) for one in held):
        rows: list[tuple[Hashable, ...]] = [one for one in held if isinstance(one, tuple)]
        for k in range(max(map(len, rows))):
            yield from _places_of(*(one[k] if k < len(one) else None for one in rows), is_in_row=True)
        return
    sets = [one for one in held if isinstance(one, frozenset)]
    if len(sets) == len(held) and any(sets):
        named = [{part[0]: part[1] for part in one if type(part) is tuple and len(part) == 2} for one in sets]
        if any(len(names) < len(one) for names, one in zip(named, sets, strict=True)):
            named = [dict.fromkeys(one, True) for one in sets]
        kept = named[0].keys() == named[1].keys() == named[2].keys()  # attributes by their names
        for name in dict.fromkeys(name for one in named for name in one):
            yield from _places_of(*(one.get(name) for one in named), is_in_row=not kept)
        return
    before, after, later = held
    yield (before, after, later), is_in_row
