"""What a call's frame says: variables by name or by a callable, read at entry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.targets import plain
from tracer.errors import PlyscopeError
from tracer.text import clean, nearest

Read = Callable[[FrameType], Any]
"""Reads one thing from the frame of a call that has just begun."""
Again = Callable[[FrameType], Callable[[], Any]]
"""From the frame of a call that has just begun: what reads the same thing once more when the call returns."""


class Variables(Mapping[str, Any]):
    """The variables that a call sees when it begins: its arguments, its closure, and the globals of its module."""

    def __init__(self, frame: FrameType) -> None:
        self._locals: Mapping[str, Any] = frame.f_locals
        self._globals = frame.f_globals

    def __getitem__(self, name: str) -> Any:
        try:
            return self._locals[name]
        except KeyError:
            return self._globals[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self._globals, **self._locals})

    def __len__(self) -> int:
        return len({**self._globals, **self._locals})


def parameters(code: CodeType) -> tuple[str, ...]:
    """The names of a function's arguments, `*args` and `**kwargs` left out."""
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


def reader(option: str, source: Any, frame: FrameType) -> Read:
    """How to read what an option names: a variable, an attribute such as `self.board`, or a callable of the variables.

    Raises:
        PlyscopeError: the option is neither, or there is no such variable.
    """
    if callable(source):
        return _called(option, source, plain(frame.f_code))
    if not isinstance(source, str):
        raise PlyscopeError(f"{option} is the name of a variable or a function of the variables, not {source!r}")
    name, *attributes = source.split(".")
    code = frame.f_code
    if name in parameters(code) or name in code.co_freevars:
        return _local(option, name, attributes)
    if name in frame.f_globals:
        return _global(option, name, attributes)
    known = [*parameters(code), *code.co_freevars]
    raise PlyscopeError(
        f"{option}={clean(source)!r}: {plain(code)} has no variable {clean(name)!r} when it is called"
        f"{nearest(name, known)}; there are: {', '.join(known) or 'none'}"
    )


def reread_position(option: str, source: Any, frame: FrameType) -> Again | None:
    """How to read a position once more at the end of a call: None for the very object that was read at its beginning.

    An argument's name may stand for another object by then, so the object that it was is kept; a variable of the
    closure or of the module is looked up anew.
    """
    if not isinstance(source, str):
        return None
    name, *attributes = source.split(".")
    if name in parameters(frame.f_code):
        return None if not attributes else lambda call: partial(_attribute, option, call.f_locals[name], attributes)
    read = reader(option, source, frame)
    return lambda call: partial(read, call)


def _local(option: str, name: str, attributes: list[str]) -> Read:
    def read(frame: FrameType) -> Any:
        try:
            value = frame.f_locals[name]
        except KeyError:
            where = plain(frame.f_code)
            raise PlyscopeError(f"{option}: {clean(name)} has no value yet when {where} is called") from None
        return _attribute(option, value, attributes) if attributes else value

    return read


def _global(option: str, name: str, attributes: list[str]) -> Read:
    return lambda frame: _attribute(option, frame.f_globals[name], attributes)


def _attribute(option: str, value: Any, attributes: list[str]) -> Any:
    for name in attributes:
        try:
            value = getattr(value, name)
        except AttributeError:
            what = type(value).__name__
            raise PlyscopeError(f"{option}: {clean(what)} has no attribute {clean(name)!r}") from None
    return value


def _called(option: str, function: Callable[[Variables], Any], where: str) -> Read:
    def read(frame: FrameType) -> Any:
        try:
            return function(Variables(frame))
        except PlyscopeError:
            raise
        except Exception as error:
            problem = f"{type(error).__name__}: {clean(str(error))}"
            raise PlyscopeError(f"{option}: your function raised {problem}, at a call of {where}") from error

    return read
