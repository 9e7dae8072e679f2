"""The first calls of a search with all that their variables hold: what it is decided from which of them is what."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Hashable, Iterator, Mapping
from contextlib import nullcontext, suppress
from enum import Enum
from itertools import islice
from numbers import Number, Real
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from tracer.assembling.texts import Texts, is_simple, joined, position_text
from tracer.attaching.copies import Copies
from tracer.attaching.returned_values import Value
from tracer.attaching.said_moves import frozen, legal_moves
from tracer.attaching.settled import Settled
from tracer.attaching.value_holders import Keeping
from tracer.attaching.variables import Read, reader, reread, said_reader
from tracer.deciding import guesses
from tracer.deciding.call import PLAIN, Call, Copy, Path, parameters, snapshot
from tracer.deciding.returned import numbers
from tracer.deciding.thresholds import ENTRIES, MANY, TOGETHER
from tracer.deciding.weights import fraction
from tracer.errors import PlyscopeError
from tracer.games.comparable_objects import has_own_comparison, is_interruption, safe_repr
from tracer.games.object_attributes import attributes_of, fields_of, to_plain_value
from tracer.games.snapshots import is_larger_than_boards, is_mock_class

_OURS = {"tracer.attaching.attachment", "tracer.tracing"}
"""Where recordings are, which a program may hold, and which are no position of it."""
_LISTS = (tuple, list, deque, bytearray, array)
"""What is a board of whatever size, if its name says so; all else with a large part in it is looked at by its parts."""


class _Text:
    """The text of a position that cannot change any more, which is written when it is asked for."""

    __slots__ = ("_position",)

    def __init__(self, position: Any) -> None:
        self._position = position

    def __str__(self) -> str:
        return position_text(self._position)


class Looking:
    """Looks at calls.

    Args:
        said: what the user said of them, by option; each is kept as `=option`.
        copies: makes copies of positions.
        texts: the texts of positions.
        value: takes the value out of what a call returns, where the user said how.
    """

    def __init__(
        self,
        said: Mapping[str, Any],
        copies: Copies,
        texts: Texts,
        value: Value | None,
    ) -> None:
        self._said = said
        self._copies, self._texts, self._value = copies, texts, value
        self.outside: FrameType | None = None
        """The frame in which the recording was entered."""
        self._looked = 0
        self._keeping = Keeping(None if value is None else value.keeper)
        self._sure: set[Path] = set()
        """Variables whose names say that they are the position."""
        self._paths: dict[CodeType, dict[Path, Read]] = {}
        self._times: dict[CodeType, int] = {}
        self._settled = Settled()

    def forget(self) -> None:
        """Keep nothing of the program's, once no call is to come."""
        self.outside, self._settled = None, Settled()

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
        times = self._times[code] = self._times.get(code, 0) + 1
        if times <= 2:
            self._paths.setdefault(code, {}).update(self._readers(frame, root=root, whole=whole))
        paths, seen = self._paths[code], dict[Path, Any]()
        for path, read in list(paths.items()):
            if path.startswith("="):
                with suppress(PlyscopeError) if root else nullcontext():
                    seen[path] = self._said_of(path, read(frame))
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
            try:
                held = self._look(now, sure=path in self._sure)
            except BaseException as error:  # whatever the variables of somebody's program do when they are looked at
                if is_interruption(error):
                    raise
                if times > 2 or not isinstance(held_of(frame, path), PLAIN):
                    del paths[path]
                continue
            seen[path] = held
        for path in self._settled.enter(code, seen, caller):
            paths.pop(path, None)
        call = Call(code, above, seen, between, fractions={} if root else _fractions(frame.f_back))
        if "=state" in seen and callable(self._said["state"]):
            again = reread("state", self._said["state"], frame)
            call.reread = None if again is None else again(frame)
        if not root:
            self._keeping.enter(call, frame)
        return call

    def leave(self, call: Call, frame: FrameType, returned: Any) -> None:
        """What it looks like as it returns: the same arguments, which may have been changed."""
        if self._value is None:
            try:
                call.numbers = numbers(returned)
            except BaseException as error:  # whatever somebody's objects do when they are looked at
                if is_interruption(error):
                    raise
                call.numbers = {}
        else:
            value = self._value(call.keepers.get(self._value.keeper) if self._value.keeper else returned)
            call.numbers = {} if value is None else {self._value.place: value}
        self._keeping.leave(call, returned)
        call.length = len(returned) if isinstance(returned, list | tuple) else -1
        call.shown = safe_repr(returned) if not call.numbers else ""
        self.look_again(call, frame)

    def unwind(self, call: Call, frame: FrameType, error: BaseException | None) -> None:
        """What it looks like as an exception leaves it."""
        call.left_by = None if error is None else type(error).__name__
        self.look_again(call, frame)

    def look_again(self, call: Call, frame: FrameType) -> None:
        """Look at what the variables of a call hold as it returns, or is left by an exception."""
        paths = self._paths.get(call.code, {})
        arguments = parameters(call.code)
        for path, before in call.seen.items():
            ask = call.reread if path == "=state" else None
            if path not in paths or (ask is None and not isinstance(before, Copy)):
                continue
            try:
                kept = path in arguments or path == "=state"
                held = ask() if ask is not None else before.held if kept else paths[path](frame)
                after = self._said_of(path, held) if path == "=state" else self._look(held, sure=path in self._sure)
                if ask is not None and not isinstance(after, Copy):
                    after = Copy(after, _Text(after), after)
                if isinstance(after, Copy) and after.snapshot != snapshot(before):
                    call.after[path] = after
                    self._settled.leave(call.code, path, snapshot(before), after.snapshot)
            except BaseException as error:  # it is gone, or can be read no more: nothing is known of it
                if is_interruption(error):
                    raise

    def _said_of(self, path: Path, held: Any) -> Any:
        """What the user said that a call has."""
        if path == "=state":
            several = isinstance(source := self._said["state"], str) and "," in source
            if several:
                return joined(self._look(one, sure=True, said=True) for one in held)
            return self._look(held, sure=True, said=True)
        if path == "=moves":
            return tuple(legal_moves(held))
        return frozen(held) if path == "=move" else held

    def _look(self, held: Any, *, sure: bool, said: bool = False) -> Any:
        """Plain values themselves, a copy of everything else, unless it is far larger than a board and nobody said it.

        Raises:
            PlyscopeError: there is no copy of it.
        """
        kind = type(held)
        if issubclass(kind, (*PLAIN, Enum, Number)) and not (issubclass(kind, Enum) and has_own_comparison(kind)):
            return to_plain_value(held)
        if not (said or (sure and issubclass(kind, _LISTS))) and is_larger_than_boards(held):
            raise PlyscopeError("too large")
        if sure:
            copy = self._copies.at(self._looked, held)
            self._looked += 1
        else:
            copy = self._copies.copied(held)
        return Copy(copy, self._text_of(copy, held), held)

    def _text_of(self, copy: Hashable, held: Any) -> object:
        """Return what writes the text of a copy when that is asked for; what has to be written now is."""
        kind = type(held)
        if is_simple(held):
            return _Text(copy)
        unnamed = issubclass(kind, dict) and kind.__str__ is object.__str__
        if unnamed and frozenset(PLAIN).issuperset(map(type, held.values())):
            return _Text(dict(held))
        return self._texts.position(copy, held)

    def _readers(self, frame: FrameType, *, root: bool, whole: bool) -> dict[Path, Read]:
        """How to read each variable that may tell something."""
        found: dict[Path, Read] = {}
        variables = islice(_guarded(_variables(frame)), MANY) if whole else ()
        for name, source in self._said.items():
            if not root:
                found[f"={name}"] = said_reader(name, source, frame)
            elif name == "state":
                with suppress(PlyscopeError):
                    found["=state"] = reader(name, source, frame)
        for path in dict.fromkeys((*variables, *_guarded(_arguments(frame)))):
            found.setdefault(path, reader(path, path, frame))
            if guesses.position_rank(path, frame.f_code) is not None:
                self._sure.add(path)
        return found


def _fractions(caller: FrameType | None) -> dict[str, float]:
    """The variables of a caller that may be probabilities."""
    held = {} if caller is None else caller.f_locals
    known = [(name, one) for name, one in held.items() if type(one) is float or isinstance(one, Real)]
    return {name: found for name, one in known if (found := fraction(one)) is not None}


def _guarded(paths: Iterator[Path]) -> Iterator[Path]:
    """As many as can be told before somebody's object raises."""
    try:
        yield from paths
    except BaseException as error:
        if is_interruption(error) or isinstance(error, GeneratorExit):
            raise


def held_of(frame: FrameType, path: Path) -> Any:
    """What a variable holds; None where it cannot be read."""
    try:
        return reader(path, path, frame)(frame)
    except BaseException as error:  # whatever somebody's program does when it is looked at
        if is_interruption(error):
            raise
        return None


def _variables(frame: FrameType) -> Iterator[Path]:
    """The variables of a call that begins: arguments, the closure's, and the module's that hold data."""
    code, local, module = frame.f_code, frame.f_locals, frame.f_globals
    starred = code.co_varnames[code.co_argcount + code.co_kwonlyargcount :][: bool(code.co_flags & 4)]
    for name in (*parameters(code), *code.co_freevars):
        if name in local:
            yield from _opened(name, local[name], whole=not _is_own(name, local[name], local), levels=2)
    for name in starred:
        for place, held in enumerate(local.get(name, ())[:TOGETHER]):
            yield from _opened(f"{name}[{place}]", held, whole=True, levels=1)
    used = [name for name in code.co_names if name in module]
    others = [name for name in module if name not in used and not isinstance(module[name], PLAIN)]
    for name in (*used, *others):
        if not name.startswith("__"):
            whole = not _is_own(name, module[name], local)
            yield from _opened(name, module[name], whole=whole, levels=2 if name in used else 1)


def _arguments(frame: FrameType) -> Iterator[Path]:
    """The arguments themselves, which an object before them with very many attributes does not hide."""
    for name in parameters(frame.f_code):
        if name in frame.f_locals:
            yield from _opened(name, frame.f_locals[name], whole=name not in ("self", "cls"), levels=0)


def _is_own(name: str, held: Any, local: Mapping[str, Any]) -> bool:
    """Whether a variable is the object of the method that is called, which has the position rather than is one."""
    return name in ("self", "cls") or held is local.get("self", local)


def _opened(path: Path, held: Any, *, whole: bool, levels: int) -> Iterator[Path]:
    """A variable, and what is inside of what it holds, so many levels deep."""
    kind = type(held)
    if is_mock_class(kind) or kind.__module__ in _OURS:
        return
    called = callable(held)
    if issubclass(kind, type | ModuleType | FunctionType) or (called and not hasattr(kind, "__dictoffset__")):
        return
    if issubclass(kind, (*PLAIN, Enum, Number)):
        yield path
        return
    own = kind.__module__ != "builtins" and not hasattr(kind, "tolist")
    if whole and not (called and own):
        yield path
    if not levels:
        return
    if own and not issubclass(kind, tuple | list | Mapping):
        for name, inside in islice(list(attributes_of(held).items()), ENTRIES):
            if name.isidentifier() and not name.startswith("__"):
                yield from _opened(f"{path}.{name}", inside, whole=True, levels=levels - 1)
    elif issubclass(kind, tuple | list):
        yield from _elements(path, held)
    elif issubclass(kind, Mapping) and len(held) <= ENTRIES:
        for name, inside in held.items():
            if isinstance(name, str) and not {"'", ","} & {*name} and not callable(inside):
                yield f"{path}['{name}']"


def _elements(path: Path, held: Any) -> Iterator[Path]:
    """What is inside of a list or a tuple, by the names of its fields if it has some; of a long one both ends.

    A short tuple with numbers or words is a record, of which a board may be another part.
    """
    named = fields_of(held)
    inside = named.values() if named else held
    is_record = isinstance(held, tuple) and len(held) <= TOGETHER and any(isinstance(one, PLAIN) for one in inside)
    kinds = (*PLAIN, tuple, list) if is_record else PLAIN
    if named:
        yield from (f"{path}.{name}" for name, one in named.items() if isinstance(one, (*kinds, Enum)))
    elif held and len(held) <= ENTRIES:
        ends = range(len(held)) if len(held) <= TOGETHER else (0, len(held) - 1)
        yield from (f"{path}[{place}]" for place in ends if isinstance(held[place], kinds))
