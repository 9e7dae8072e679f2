"""A position that is the default of an argument: it is made once, with the function, and all calls share it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from types import CodeType, FrameType, FunctionType
from typing import Any

from tracer.deciding.call import plain

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
