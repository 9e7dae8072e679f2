"""Which functions call one another, or take turns, as the names in their code tell; calls that are not recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dis import get_instructions
from functools import partial
from inspect import CO_OPTIMIZED
from itertools import islice
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from tracer.attaching.origins import FAR
from tracer.deciding import guesses
from tracer.deciding.answers_taken import chooses
from tracer.deciding.call import frames_above, plain
from tracer.deciding.function_text import names_used
from tracer.deciding.loops import in_a_for_loop
from tracer.deciding.search_of import circles as groups_of
from tracer.deciding.search_of import stands_in_for
from tracer.deciding.thresholds import LEVELS, TRIED
from tracer.games.object_attributes import attribute_or_none, instance_dict

INSIDE = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>"}
"""The names of what stands inside a function, and is none."""


def candidates(codes: Collection[CodeType]) -> tuple[list[list[str]], list[str]]:
    """Names to be given to `attach`: those of groups of functions that call one another, and of some others."""
    ranked = sorted(codes, key=lambda code: "-packages" in code.co_filename)
    known = Counter(code.co_name for code in ranked)
    names = {code: code.co_name if known[code.co_name] == 1 else plain(code) for code in ranked}
    groups = [[names[code] for code in group] for group in circles(codes)[:TRIED]]
    own = [code for code in ranked if "-packages" not in code.co_filename and not code.co_name.startswith(("<", "__"))]
    return groups, [names[code] for code in own][:TRIED]


def circles(codes: Collection[CodeType]) -> list[list[CodeType]]:
    """Groups of functions that call one another, or themselves.

    Whether a function calls another is read from the names in its code, so another one of that name may be meant.
    """
    functions = (code for code in codes if code.co_flags & CO_OPTIMIZED)  # the body of a class is none
    ranked = sorted(functions, key=lambda code: "-packages" in code.co_filename)
    by_name: dict[str, list[CodeType]] = {}
    for code in ranked:
        by_name.setdefault(code.co_name, []).append(code)
    calls = {
        code: [
            called
            for name in names_used(code)
            if name != code.co_name or not _is_of_super(code)
            for called in by_name.get(name, ())
        ]
        for code in ranked
    }
    places = {code: place for place, code in enumerate(ranked)}
    together = [sorted(group, key=places.__getitem__) for group in groups_of(calls)]
    return sorted(together, key=lambda group: places[group[0]])


def _is_of_super(code: CodeType) -> bool:
    """Return whether a method names its own name only as that of the class above, by `super`."""
    read = [one.argval for one in get_instructions(code) if one.argval in ("super", code.co_name)]
    return "super" in read and 2 * read.count("super") >= len(read)


class StandIns:
    """Functions that stand in for one another, such as those of a node and of a leaf, by the calls that call both."""

    def __init__(self) -> None:
        self._called_at: dict[tuple[CodeType, int], set[CodeType]] = {}
        """The functions that each call in the program's text has called."""
        self.alike: dict[CodeType, set[CodeType]] = {}
        """Each function with those that stand in for it."""

    def meet(self, frame: FrameType, open_codes: Iterable[CodeType]) -> set[CodeType]:
        """Take a call that begins below open ones, and return the functions that its function stands in for."""
        code, back = frame.f_code, frame.f_back
        if back is None:
            return set()
        met = self._called_at.setdefault((back.f_code, back.f_lasti), set())
        met.add(code)
        caller = back
        while caller.f_code.co_name in INSIDE and caller.f_back is not None:
            caller = caller.f_back
        methods = {one for one in open_codes if one.co_argcount == 1 and one.co_name == code.co_name}  # of objects
        found = {one for one in met | methods if stands_in_for(code, one, caller.f_code)}
        for one in found:
            self.alike.setdefault(one, set()).add(code)
            self.alike.setdefault(code, set()).add(one)
        return found


def windowed_searches_named(frame: FrameType) -> list[CodeType]:
    """Return the searches with windows that a function with a window names, as a call of it sees them."""
    code = frame.f_code
    named = _iter_named_codes(frame, code) if _has_window_arguments(code) else ()
    return [one for one in named if _is_windowed_search(frame, one)]


def _has_window_arguments(code: CodeType, like: CodeType | None = None) -> bool:
    """Whether two arguments are ends by their names; a and b are only where a function like it has them, too."""
    pair = guesses.window(code) or guesses.argument_pair(code, guesses.ENDS)
    return pair is not None and (pair != ("a", "b") or like is None or guesses.window(like) == pair)


def _is_windowed_search(frame: FrameType, code: CodeType) -> bool:
    """Whether a function has a window and calls itself, also by way of others but for its caller, whose frame it is."""
    if not _has_window_arguments(code, like=frame.f_code):
        return False
    reached, visited = {code}, {frame.f_code}
    for _ in range(LEVELS):
        visited |= reached
        if any(code.co_name in names_used(inner) for inner in reached):
            return True
        reached = {inner for outer in reached for inner in _iter_named_codes(frame, outer)} - visited
    return False


def _iter_named_codes(frame: FrameType, code: CodeType) -> Iterator[CodeType]:
    """The functions that names in a function may stand for, as a call sees them, methods of its objects among them."""
    local_variables = frame.f_locals
    objects = [*local_variables.values(), *instance_dict(local_variables.get("self")).values()]
    holders: list[Any] = [local_variables, frame.f_globals]
    holders += [vars(class_) for class_ in dict.fromkeys(base for one in objects for base in type(one).__mro__)]
    for name in dict.fromkeys(names_used(code)):
        function = next((holder[name] for holder in holders if isinstance(holder.get(name), FunctionType)), None)
        if function is not None:
            yield function.__code__


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
    caller_frame = next((above for above in islice(frames_above(frame), FAR) if above.f_code is half), None)
    if caller_frame is not None:
        other_names = _find_names_by_code(half, _holders_of_call(caller_frame))
    else:
        read = _iter_named_functions(code, _holders_of_call(frame))
        function = next((one for _name, one in read if one.__code__ is half), None)
        holders: list[Holder] = [] if function is None else [_read_closure(function), function.__globals__]
        other_names = _find_names_by_code(half, holders or [frame.f_globals])
    places = {(one.co_filename, one.co_qualname.removesuffix(one.co_name)) for one in (half, code)}
    are_defined_together = len(places) == 1  # a name that is nowhere else is one of its own
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


def _reads_in_loop(code: CodeType, name: str) -> bool:
    inner = [one for one in code.co_consts if isinstance(one, CodeType) and one.co_name in INSIDE]
    read = [one.offset for one in get_instructions(code) if one.argval == name and one.opname.startswith("LOAD")]
    return any(name in names_used(one) for one in inner) or any(in_a_for_loop(code, offset) for offset in read)
