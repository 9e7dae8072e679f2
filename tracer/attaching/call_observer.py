"""The first calls of a search with all that their variables hold: what it is decided from which of them is what."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from enum import Enum
from itertools import islice
from numbers import Number, Real
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from tracer.assembling.texts import Position, is_simple, joined
from tracer.attaching.copies import ConstantVariables, Copies
from tracer.attaching.value_readers import Keeping, ValueReader
from tracer.attaching.variables import Read, copy_legal_moves, copy_move, reader, reread, said_reader
from tracer.deciding import guesses
from tracer.deciding.call import PLAIN, THAT_COMPARE, Call, Copy, Path, parameters, snapshot
from tracer.deciding.returned import numbers, orders_itself
from tracer.deciding.thresholds import ENTRIES, MANY, TOGETHER
from tracer.deciding.weights import fraction
from tracer.errors import PlyscopeError
from tracer.games.comparable_objects import ContainedErrors, has_own_comparison, is_interruption, safe_repr
from tracer.games.object_attributes import attributes_of, fields_of, to_plain_value
from tracer.games.snapshots import LARGE_SNAPSHOT_BYTES, is_larger_than_boards, is_mock_class, snapshot_bytes

_OWN_MODULES = {"tracer.attaching.attachment", "tracer.tracing"}
"""Where recordings are, which a program may hold, and which are no position of it."""
_BOARD_TYPES = (tuple, list, deque, bytearray, array)
"""What is a board of whatever size, if its name says so; all else with a large part in it is looked at by its parts."""


class CallObserver:
    """Looks at calls."""

    def __init__(self, user_options: Mapping[str, Any], copies: Copies, value: ValueReader | None) -> None:
        self._user_sources = user_options
        self._copies, self._value = copies, value
        self.outside: FrameType | None = None
        """The frame in which the recording was entered."""
        self._copy_count = 0
        self._keeping = Keeping(None if value is None else value.keeper)
        self._position_paths: set[Path] = set()
        """Variables whose names say that they are the position."""
        self._paths: dict[CodeType, dict[Path, Read]] = {}
        self._call_counts: dict[CodeType, int] = {}
        self._first_bytes: dict[CodeType, int] = {}
        """What the copies of the first call of each function take."""
        self._total_bytes = 0
        self._constants = ConstantVariables()

    def forget(self) -> None:
        """Keep nothing of the program's, once no call is to come."""
        self.outside, self._constants = None, ConstantVariables()

    def times(self, code: CodeType) -> int:
        """Return how many calls of a function were looked at."""
        return self._call_counts.get(code, 0)

    def copied_bytes(self, codes: Iterable[CodeType]) -> int:
        """Return what was copied as calls of functions began, about: for a later call as much as for the first."""
        return sum(self.times(code) * self._first_bytes.get(code, 0) for code in codes)

    @property
    def is_costly(self) -> bool:
        """Whether so much was copied that functions are looked at seldom which are no part of a recursion."""
        return self._total_bytes > MANY * LARGE_SNAPSHOT_BYTES

    def enter(
        self,
        frame: FrameType,
        above: int,
        between: tuple[CodeType, ...] = (),
        *,
        caller: Call | None = None,
        root: bool = False,
        whole: bool = True,
    ) -> Call:
        """What a call that begins looks like; the function above the search may lack what the user said of that.

        Args:
            frame: its own.
            above: the number of the call below which it is.
            between: functions between the two.
            caller: the call below which it is, if it is the first that this makes of the function.
            root: whether it is the function above the search.
            whole: whether more than its arguments is looked at.

        Raises:
            PlyscopeError: what the user said cannot be read.
        """
        code = frame.f_code
        times = self._call_counts[code] = self._call_counts.get(code, 0) + 1
        if times <= 2:
            self._paths.setdefault(code, {}).update(self._readers(frame, is_root=root, with_globals=whole))
        paths, entry_values = self._paths[code], dict[Path, Any]()
        for path, read in list(paths.items()):
            if path.startswith("="):
                with suppress(PlyscopeError) if root else nullcontext():
                    entry_values[path] = self._read_user_value(path, read(frame))
                continue
            try:
                now = read(frame)
            except PlyscopeError:  # an element that leaves do not have
                continue
            except BaseException as error:  # whatever the variables of somebody's program do
                if is_interruption(error):
                    raise
                del paths[path]
                continue
            with ContainedErrors():
                entry_values[path] = self._copy_value(now, is_position=path in self._position_paths)
                continue
            if times > 2 or not isinstance(read_variable(frame, path), PLAIN):
                del paths[path]
        if code not in self._first_bytes:
            copies = [value.snapshot for value in entry_values.values() if isinstance(value, Copy)]
            self._first_bytes[code] = sum(map(snapshot_bytes, copies))
        self._total_bytes += self._first_bytes[code]
        for path in self._constants.enter(code, entry_values, caller):
            paths.pop(path, None)
        call = Call(code, above, entry_values, between, fractions={} if root else _find_fractions(frame.f_back))
        call.reread = self._reread_state(entry_values.get("=state"), frame)
        if not root:
            self._keeping.enter(call, frame)
        return call

    def _reread_state(self, state: Any, frame: FrameType) -> Callable[[], Any] | None:
        """Return what reads the position that the user named once more as the call returns; None for what it was."""
        source = self._user_sources.get("state")
        again = None if state is None else reread("state", source, frame)
        if again is None or not (callable(source) or isinstance(state, Copy)):
            return None
        return again(frame, state.held if isinstance(state, Copy) else state)

    def leave(self, call: Call, frame: FrameType, returned: Any) -> None:
        """What it looks like as it returns: the same arguments, which may have been changed."""
        if self._value is None:
            found: dict[Path, float] = {}
            with ContainedErrors():
                found = numbers(returned)
            call.numbers = found
        else:
            value = self._value(call.keepers.get(self._value.keeper) if self._value.keeper else returned)
            call.numbers = {} if value is None else {self._value.place: value}
        self._keeping.leave(call, returned)
        call.length = len(returned) if isinstance(returned, list | tuple) else -1
        if not call.numbers:
            kind = type(returned)
            call.shown = f"{kind.__name__}{THAT_COMPARE}" if orders_itself(kind) else safe_repr(returned)
        self.look_again(call, frame)

    def unwind(self, call: Call, frame: FrameType, error: BaseException | None) -> None:
        """What it looks like as an exception leaves it."""
        call.left_by = None if error is None else type(error).__name__
        self.look_again(call, frame)

    def look_again(self, call: Call, frame: FrameType) -> None:
        """Look at what the variables of a call hold as it returns, or is left by an exception."""
        paths = self._paths.get(call.code, {})
        arguments = parameters(call.code)
        for path, earlier_value in call.entry_values.items():
            reread_it = call.reread if path == "=state" else None
            if path not in paths or (reread_it is None and not isinstance(earlier_value, Copy)):
                continue
            with ContainedErrors():  # it is gone, or can be read no more: nothing is known of it
                is_same = path in arguments or path == "=state"
                value = reread_it() if reread_it is not None else earlier_value.held if is_same else paths[path](frame)
                later_value = (
                    self._read_user_value(path, value)
                    if path == "=state"
                    else self._copy_value(value, is_position=path in self._position_paths)
                )
                if reread_it is not None and not isinstance(later_value, Copy):
                    later_value = Copy(later_value, Position(later_value, None), later_value)
                if isinstance(later_value, Copy) and later_value.snapshot != snapshot(earlier_value):
                    call.after[path] = later_value
                    self._constants.leave(call.code, path, snapshot(earlier_value), later_value.snapshot)

    def _read_user_value(self, path: Path, value: Any) -> Any:
        if path == "=state":
            has_several = isinstance(source := self._user_sources["state"], str) and "," in source
            if has_several:
                return joined(self._copy_value(part, is_position=True, is_given=True) for part in value)
            return self._copy_value(value, is_position=True, is_given=True)
        if path == "=moves":
            return tuple(copy_legal_moves(value))
        return copy_move(value) if path == "=move" else value

    def _copy_value(self, value: Any, *, is_position: bool, is_given: bool = False) -> Any:
        """Plain values themselves, a copy of everything else, unless it is far larger than a board and nobody said it.

        Raises:
            PlyscopeError: there is no copy of it.
        """
        type_ = type(value)
        if issubclass(type_, (*PLAIN, Enum, Number)) and not (issubclass(type_, Enum) and has_own_comparison(type_)):
            return to_plain_value(value)
        if not (is_given or (is_position and issubclass(type_, _BOARD_TYPES))) and is_larger_than_boards(value):
            raise PlyscopeError("too large")
        if is_position:
            copy = self._copies.at(self._copy_count, value)
            self._copy_count += 1
        else:
            copy = self._copies.copied(value)
        return Copy(copy, Position(copy, None) if is_simple(value) else self._copies.texts.position(copy, value), value)

    def _readers(self, frame: FrameType, *, is_root: bool, with_globals: bool) -> dict[Path, Read]:
        readers: dict[Path, Read] = {}
        variables = islice(_iter_until_error(_iter_variables(frame)), MANY) if with_globals else ()
        for name, source in self._user_sources.items():
            if not is_root:
                readers[f"={name}"] = said_reader(name, source, frame)
            elif name == "state":
                with suppress(PlyscopeError):
                    readers["=state"] = reader(name, source, frame)
        for path in dict.fromkeys((*variables, *_iter_until_error(_iter_arguments(frame)))):
            readers.setdefault(path, reader(path, path, frame))
            if guesses.position_rank(path, frame.f_code) is not None:
                self._position_paths.add(path)
        return readers


def _find_fractions(caller: FrameType | None) -> dict[str, float]:
    variables = {} if caller is None else caller.f_locals
    pairs = [(name, value) for name, value in variables.items() if type(value) is float or isinstance(value, Real)]
    return {name: probability for name, value in pairs if (probability := fraction(value)) is not None}


def _iter_until_error(paths: Iterator[Path]) -> Iterator[Path]:
    """As many as can be told before somebody's object raises."""
    try:
        yield from paths
    except BaseException as error:
        if is_interruption(error) or isinstance(error, GeneratorExit):
            raise


def read_variable(frame: FrameType, path: Path) -> Any:
    """What a variable holds; None where it cannot be read."""
    with ContainedErrors():
        return reader(path, path, frame)(frame)
    return None


def _iter_variables(frame: FrameType) -> Iterator[Path]:
    """The variables of a call that begins: arguments, the closure's, and the module's that hold data."""
    code, variables, globals_ = frame.f_code, frame.f_locals, frame.f_globals
    starred_names = code.co_varnames[code.co_argcount + code.co_kwonlyargcount :][: bool(code.co_flags & 4)]
    for name in (*parameters(code), *code.co_freevars):
        if name in variables:
            yield from _iter_nested_paths(
                name,
                variables[name],
                whole=not _is_method_object(name, variables[name], variables),
                levels=2,
            )
    for name in starred_names:
        for index, value in enumerate(variables.get(name, ())[:TOGETHER]):
            yield from _iter_nested_paths(f"{name}[{index}]", value, whole=True, levels=1)
    used = [name for name in code.co_names if name in globals_]
    others = [name for name in globals_ if name not in used and not isinstance(globals_[name], PLAIN)]
    for name in (*used, *others):
        if not name.startswith("__"):
            with_itself = not _is_method_object(name, globals_[name], variables)
            yield from _iter_nested_paths(name, globals_[name], whole=with_itself, levels=2 if name in used else 1)


def _iter_arguments(frame: FrameType) -> Iterator[Path]:
    """The arguments themselves, which an object before them with very many attributes does not hide."""
    for name in parameters(frame.f_code):
        if name in frame.f_locals:
            yield from _iter_nested_paths(name, frame.f_locals[name], whole=name not in ("self", "cls"), levels=0)


def _is_method_object(name: str, value: Any, local: Mapping[str, Any]) -> bool:
    """Whether a variable is the object of the method that is called, which has the position rather than is one."""
    return name in ("self", "cls") or value is local.get("self", local)


def _iter_nested_paths(path: Path, value: Any, *, whole: bool, levels: int) -> Iterator[Path]:
    """A variable, and what is inside of what it holds, so many levels deep."""
    type_ = type(value)
    if is_mock_class(type_) or type_.__module__ in _OWN_MODULES:
        return
    is_callable = callable(value)
    if issubclass(type_, type | ModuleType | FunctionType) or (is_callable and not hasattr(type_, "__dictoffset__")):
        return
    if issubclass(type_, (*PLAIN, Enum, Number)):
        yield path
        return
    is_program_class = type_.__module__ != "builtins" and not hasattr(type_, "tolist")
    if whole and not (is_callable and is_program_class):
        yield path
    if not levels:
        return
    if is_program_class and not issubclass(type_, tuple | list | Mapping):
        for name, attribute in islice(list(attributes_of(value).items()), ENTRIES):
            if name.isidentifier() and not name.startswith("__"):
                yield from _iter_nested_paths(f"{path}.{name}", attribute, whole=True, levels=levels - 1)
    elif issubclass(type_, tuple | list):
        yield from _iter_element_paths(path, value)
    elif issubclass(type_, Mapping) and len(value) <= ENTRIES:
        for name, attribute in value.items():
            if isinstance(name, str) and not {"'", ","} & {*name} and not callable(attribute):
                yield f"{path}['{name}']"


def _iter_element_paths(path: Path, value: Any) -> Iterator[Path]:
    """What is inside of a list or a tuple, by the names of its fields if it has some; of a long one both ends.

    A short tuple with numbers or words is a record, of which a board may be another part.
    """
    named = fields_of(value)
    inside = named.values() if named else value
    is_record = isinstance(value, tuple) and len(value) <= TOGETHER and any(isinstance(one, PLAIN) for one in inside)
    kinds = (*PLAIN, tuple, list) if is_record else PLAIN
    if named:
        yield from (f"{path}.{name}" for name, one in named.items() if isinstance(one, (*kinds, Enum)))
    elif value and len(value) <= ENTRIES:
        ends = range(len(value)) if len(value) <= TOGETHER else (0, len(value) - 1)
        yield from (f"{path}[{place}]" for place in ends if isinstance(value[place], kinds))
