"""What a call's frame says: variables by name or by a callable, made ready for the calls of one function."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from types import FrameType, FunctionType, MappingProxyType
from typing import Any

from tracer.assembling.meaning import window_end_number
from tracer.deciding import guesses
from tracer.deciding.call import Path, answer_of, head, parameters, plain, variable_of
from tracer.deciding.referee import UNKNOWN
from tracer.errors import PlyscopeError
from tracer.games.object_attributes import facts_of, read_attribute
from tracer.games.rules import Turn
from tracer.games.snapshots import PLAIN_TYPES, freeze
from tracer.text import clean, message_of, nearest

Read = Callable[[FrameType], Any]
"""Reads one thing from the frame of a call."""
Again = Callable[[FrameType, Any], Callable[[], Any]]
"""From a call's frame and what was read there as it began: what reads the same thing once more when it returns."""
_STEP = re.compile(r"\.(\w+)|\[(?:(-?\d{1,9})|'([^']*)')\]")
"""One step into an object: an attribute, an element by its number, an entry by its name."""


def variables_of(frame: FrameType, *, keep: bool = False) -> Mapping[str, Any]:
    """Return the variables that a call sees when it begins: its arguments, its closure, and the globals of its module.

    With `keep` they are its arguments as it began when it has returned, too.
    """
    variables, names = frame.f_locals, parameters(frame.f_code) if keep else ()
    begun = [{name: variables[name] for name in names if name in variables}] if keep else []
    return MappingProxyType(ChainMap(*begun, variables, frame.f_globals))


def reader(option: str, source: Any, frame: FrameType) -> Read:
    """How to read what an option names.

    It is a variable, an attribute such as `self.board`, an element such as `window[0]`, several of these with commas
    between them, which are a tuple, or a callable of the variables.

    Raises:
        PlyscopeError: the option is none of these, or there is no such variable.
    """
    if callable(source):
        function, where = _at_home(source, frame), plain(frame.f_code)
        return lambda call: _ask(option, function, variables_of(call), where)
    if not isinstance(source, str):
        raise PlyscopeError(f"{option} is the name of a variable or a function of the variables, not {source!r}")
    if "," in source:
        parts = [reader(option, part.strip(), frame) for part in source.split(",")]
        return lambda call: tuple([part(call) for part in parts])
    if (variable := variable_of(source)) != source:
        inner = reader(option, variable, frame)
        return lambda call: answer_of(source, inner(call))
    name = re.split(r"[.\[]", source, maxsplit=1)[0]
    steps = _steps(option, source, name)
    code = frame.f_code
    if name in frame.f_locals or name in parameters(code) or name in code.co_freevars:
        return _local(option, name, steps)
    if name in frame.f_globals:
        return lambda call: _inside(option, call.f_globals[name], steps)
    known = [*parameters(code), *code.co_freevars]
    raise PlyscopeError(
        f"{clean(option)}={clean(source)!r}: {plain(code)} has no variable {clean(name)!r} when it is called"
        f"{nearest(name, known)}; there are: {', '.join(known) or 'none'}"
    )


def said_reader(
    option: str, source: Any, frame: FrameType, said_turn: Callable[[Any], Turn | None] | None = None
) -> Read:
    """How to read what the user said of a call; what is no end of a window, or no player, raises at that call.

    Args:
        option: the option.
        source: what was said.
        frame: one of the function's calls, which begins.
        said_turn: what tells the player, once it is decided; until then the words of a variable may be learned.

    Raises:
        PlyscopeError: the option is no variable and no callable, or there is no such variable.
    """
    read = reader(option, source, frame)
    if option in ("alpha", "beta"):
        return _checked(read, lambda end: window_end_number(option, end, 0, said=True))
    if option == "turn" and said_turn is None and callable(source):
        said_turn = guesses.as_turn(option, frame.f_code, chance=True)
    return read if option != "turn" or said_turn is None else _checked(read, said_turn)


def _checked(read: Read, check: Callable[[Any], Any]) -> Read:
    """Return what reads the same, where that passes a check: it raises otherwise."""

    def read_and_check(frame: FrameType) -> Any:
        found = read(frame)
        check(found)
        return found

    return read_and_check


def reread(option: str, source: Any, frame: FrameType) -> Again | None:
    """How to read a position once more as a call returns: None for the very object that was read at its beginning.

    An argument's name may stand for another object by then, so the object that it was is kept; a variable of the
    closure or of the module is looked up anew. A callable is asked once more, with the arguments that there were.
    """
    if callable(source):
        ask, where = _at_home(source, frame), plain(frame.f_code)
        return lambda call, _held: partial(_ask, option, ask, variables_of(call, keep=True), where)
    if not isinstance(source, str):
        return None
    if "," in source:
        return _reread_parts(option, source.split(","), frame)
    name = re.split(r"[.\[]", source, maxsplit=1)[0]
    steps = _steps(option, source, name)
    if name in parameters(frame.f_code):
        return None if not steps else lambda call, _held: partial(_inside, option, call.f_locals[name], steps)
    read = reader(option, source, frame)
    return lambda call, _held: partial(read, call)


def _reread_parts(option: str, sources: Sequence[str], frame: FrameType) -> Again | None:
    """Return the same for several variables together: whatever cannot change in place is what it was."""
    parts = [reread(option, source.strip(), frame) for source in sources]
    if not any(parts):
        return None

    def begin(call: FrameType, position_parts: tuple[Any, ...]) -> Callable[[], tuple[Any, ...]]:
        agains = [
            None if again is None or type(part) in PLAIN_TYPES else again(call, part)
            for again, part in zip(parts, position_parts, strict=True)
        ]
        return lambda: tuple(
            [part if again is None else again() for again, part in zip(agains, position_parts, strict=True)]
        )

    return begin


def _steps(option: str, source: str, name: str) -> list[str | int]:
    """The steps after the name: attributes as texts that begin with a point, elements by number or name."""
    rest, found = source[len(name) :], list[str | int]()
    while rest:
        step = _STEP.match(rest)
        if step is None:
            raise PlyscopeError(
                f"{clean(option)}={clean(source)!r} is no variable, such as board, self.board or window[0]"
            )
        attribute, number, key = step.groups()
        found.append(f".{attribute}" if attribute is not None else int(number) if number is not None else key)
        rest = rest[step.end() :]
    return found


def held_at_once(variables: Mapping[str, Any], path: Path) -> Any:
    """Return what a path, or several together, leads to among variables; UNKNOWN where that is nothing, or may change.

    >>> held_at_once({"state": ((3, 5), "max"), "board": [0]}, "state[1]")
    'max'
    >>> held_at_once({"state": ((3, 5), "max"), "board": [0]}, "board[0]") is UNKNOWN
    True
    """
    if "," in path:
        parts = tuple([held_at_once(variables, one) for one in path.split(",")])
        return UNKNOWN if any(part is UNKNOWN for part in parts) else parts
    name = head(path)
    try:
        return _inside(path, variables[name], _steps(path, path, name)) if _is_fixed(variables[name]) else UNKNOWN
    except (KeyError, PlyscopeError):
        return UNKNOWN


def _is_fixed(value: Any) -> bool:
    if isinstance(value, tuple | frozenset):
        return all(map(_is_fixed, value))
    return type(value) in PLAIN_TYPES or isinstance(value, Enum)


def _local(option: str, name: str, steps: list[str | int]) -> Read:
    def read(frame: FrameType) -> Any:
        try:
            value = frame.f_locals[name]
        except KeyError:
            where = plain(frame.f_code)
            raise PlyscopeError(f"{option}: {clean(name)} has no value yet when {where} is called") from None
        return _inside(option, value, steps) if steps else value

    return read


def _inside(option: str, value: Any, steps: list[str | int]) -> Any:
    for step in steps:
        try:
            value = attribute_at(value, step[1:]) if isinstance(step, str) and step[:1] == "." else _entry(value, step)
        except (AttributeError, LookupError, TypeError):
            what, named = type(value).__name__, clean(str(step).removeprefix("."))
            kind = "attribute" if str(step)[:1] == "." else "element"
            raise PlyscopeError(f"{option}: {clean(what)} has no {kind} {named!r}") from None
    return value


def attribute_at(owner: Any, name: str) -> Any:
    """Return an attribute, without what a class of its own does for those that its objects have.

    Raises:
        AttributeError: there is none.
    """
    if not facts_of(type(owner)).has_plain_getattr:
        with suppress(AttributeError):
            return read_attribute(owner, name)
    return getattr(owner, name)


def _entry(collection: Any, step: str | int) -> Any:
    """Return an element, and of a dictionary only what is in it: one with default entries would make one.

    Raises:
        LookupError: there is none.
        TypeError: it has no elements.
    """
    if not isinstance(collection, dict):
        return collection[step]
    found = dict.get(collection, step, UNKNOWN)
    if found is UNKNOWN:
        raise KeyError(step)
    return found


def _at_home(source: Callable[..., Any], frame: FrameType) -> Callable[..., Any]:
    """Return a function of no module, as a command line gives one, as if it stood in that of the called function."""
    if type(source) is not FunctionType or "__name__" in source.__globals__:
        return source
    return FunctionType(source.__code__, frame.f_globals, source.__name__, source.__defaults__, source.__closure__)


def _ask(option: str, function: Callable[[Mapping[str, Any]], Any], variables: Mapping[str, Any], where: str) -> Any:
    try:
        return function(variables)
    except PlyscopeError:
        raise
    except Exception as error:
        problem = f"{type(error).__name__}: {clean(str(error))}"
        raise PlyscopeError(f"{option}: your function raised {problem}, at a call of {where}") from error


def copy_move(move: Any) -> Any:
    """Return the copy of a move; None if there is no move.

    Raises:
        PlyscopeError: there is no copy of it.
    """
    try:
        return None if move is None or move is UNKNOWN else freeze(move)
    except PlyscopeError:
        kind = clean(type(move).__name__)
        raise PlyscopeError(
            f"move: a {kind} can be neither compared nor shown; move=lambda frame: … gives a text or a number"
        ) from None


def copy_legal_moves(moves: Any) -> list[Hashable]:
    """Copies of the moves that the user said to be the legal ones.

    Raises:
        PlyscopeError: they are none.
    """
    try:
        return [freeze(move) for move in moves]
    except TypeError as error:
        raise PlyscopeError(f"moves: what its call says cannot be read: {message_of(error)}") from error
