"""Which functions take turns with one that was named, as those for MAX and MIN do, wherever they are and are kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dis import get_instructions
from functools import partial
from inspect import CO_OPTIMIZED
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from tracer.attaching.callers import INSIDE
from tracer.attaching.origins import FAR
from tracer.deciding.answers_taken import chooses
from tracer.deciding.function_text import names_used
from tracer.deciding.loops import in_a_for_loop
from tracer.deciding.thresholds import LEVELS
from tracer.games.object_attributes import attribute_or_none

Holder = Mapping[str, Any]
"""What has variables by their names."""


def may_take_turns(code: CodeType) -> bool:
    """Return whether a function may be one of two that take turns: it never calls itself."""
    return code.co_name not in names_used(code) and bool(code.co_flags & CO_OPTIMIZED)


def do_take_turns(half: CodeType, frame: FrameType) -> bool:
    """Return whether a function, and the one that is called for the first time, each loop over calls of the other.

    One of them has to choose among what these return: what only makes a move, and hands on, makes its call in no loop,
    and the functions of a grammar choose nothing.
    """
    code = frame.f_code
    if code is half or not (may_take_turns(code) and may_take_turns(half)):
        return False
    own_names = _find_names_by_code(code, _holders_of_call(frame))
    caller_frame = _find_calling_function(half, frame)
    if caller_frame is not None:
        other_names = _find_names_by_code(half, _holders_of_call(caller_frame))
    else:
        read = _iter_named_functions(code, _holders_of_call(frame))
        function = next((one for _name, one in read if one.__code__ is half), None)
        holders: list[Holder] = [] if function is None else [_read_closure(function), function.__globals__]
        other_names = _find_names_by_code(half, holders or [frame.f_globals])
    are_defined_together = _are_defined_together(half, code)
    name_in_half = other_names.get(code, code.co_name if are_defined_together or code in half.co_consts else "")
    name_in_code = own_names.get(half, half.co_name if are_defined_together or half in code.co_consts else "")
    return _reads_in_loop(half, name_in_half) and _reads_in_loop(code, name_in_code) and chooses((half, code))


def find_read_codes(frame: FrameType) -> dict[CodeType, tuple[str, str]]:
    """Return the functions that the names in the function of a call stand for, or that are written in it.

    Each has the name by which it is read, and the module in which it is.
    """
    code, module = frame.f_code, str(frame.f_globals.get("__name__"))
    found = {one: (one.co_name, module) for one in code.co_consts if isinstance(one, CodeType)}
    read = _iter_named_functions(code, _holders_of_call(frame))
    return found | {one.__code__: (name, str(one.__module__)) for name, one in read}


def _find_calling_function(half: CodeType, frame: FrameType) -> FrameType | None:
    """Return the nearest call above that is a function's; None where none is near."""
    above = frame.f_back
    for _ in range(FAR):
        if above is None or above.f_code is half:
            return above
        above = above.f_back
    return None


def _find_names_by_code(code: CodeType, holders: list[Holder]) -> dict[CodeType, str]:
    return {function.__code__: name for name, function in _iter_named_functions(code, holders)}


def _iter_named_functions(code: CodeType, holders: list[Holder]) -> Iterator[tuple[str, FunctionType]]:
    """Yield the functions that names in a function stand for, also as parts of modules and classes, unwrapped."""
    names = list(dict.fromkeys((*names_used(code), *code.co_varnames, *code.co_cellvars)))
    for name in names:
        value = next((holder[name] for holder in holders if name in holder), None)
        values = {name: value}
        if issubclass(type(value), ModuleType | type):  # isinstance would run a property `__class__` of the program
            values = {part: vars(value)[part] for part in names if part in vars(value)}
        yield from ((part, function) for part, one in values.items() for function in _iter_wrapped_functions(one))


def _holders_of_call(frame: FrameType) -> list[Holder]:
    local = frame.f_locals
    return [local, frame.f_globals, *(vars(kind) for kind in type(local.get("self")).__mro__)]


def _read_closure(function: FunctionType) -> dict[str, Any]:
    """Return the variables of the function around one that this uses; no code of the program is run."""
    cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    found = {}
    for name, cell in cells:
        with suppress(ValueError):  # a variable that has no value yet
            found[name] = cell.cell_contents
    return found


def _iter_wrapped_functions(value: Any) -> Iterator[FunctionType]:
    """Yield the function that something is, or that it wraps: as a method, a cache or a decorator does."""
    for _ in range(LEVELS):
        kind = type(value)
        if kind is FunctionType:
            yield value
            inner = value.__dict__.get("__wrapped__")
            kept = [one for one in _read_closure(value).values() if type(one) is FunctionType]
            value = inner if inner is not None else kept[0] if len(kept) == 1 else None
        elif issubclass(kind, partial):
            value = value.func
        elif issubclass(kind, staticmethod | classmethod):
            value = value.__func__
        else:
            value = attribute_or_none(value, "__wrapped__")
        if value is None:
            return


def _are_defined_together(one: CodeType, other: CodeType) -> bool:
    """Return whether two functions are written in one place, where a name that is nowhere else is one of its own."""
    places = {code.co_qualname.removesuffix(code.co_name) for code in (one, other)}
    return len(places) == 1 and one.co_filename == other.co_filename


def _reads_in_loop(code: CodeType, name: str) -> bool:
    inner = [one for one in code.co_consts if isinstance(one, CodeType) and one.co_name in INSIDE]
    read = [one.offset for one in get_instructions(code) if one.argval == name and one.opname.startswith("LOAD")]
    return any(name in names_used(one) for one in inner) or any(in_a_for_loop(code, offset) for offset in read)
