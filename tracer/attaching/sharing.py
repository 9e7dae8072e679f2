"""Positions that calls share with their callers or with a default argument, or leave other than they got them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from types import CodeType, FrameType, FunctionType
from typing import Any

from tracer.deciding.call import plain


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
