"""Readers of the variables of one function, made ready for all its calls."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import partial, reduce
from operator import attrgetter
from types import CodeType, FrameType
from typing import Any

from tracer.attaching.origins import lines_of
from tracer.attaching.variables import Again, Read, attribute_at, reader, reread, said_reader
from tracer.deciding.call import Path, head, parameters
from tracer.deciding.decision import VARIABLES, Reading
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.returned import is_kept
from tracer.errors import PlyscopeError
from tracer.games.object_attributes import facts_of
from tracer.games.rules import Turn

Variable = str | Read | None
"""An argument by its name, or what reads something from a frame; None for nothing."""


class VariableReaders:
    """How the variables of the function whose call a frame is are read; None for those that it has not."""

    changing: bool | None = None
    """Whether the search can change its positions; None until the first one."""
    kind: type | None = None
    """The class of its positions if there is a shortcut."""
    shortcut: Callable[[Any], Hashable] | None = None
    """Copies such a position."""

    def __init__(
        self,
        reading: Reading,
        user_options: Mapping[str, Any],
        frame: FrameType,
        said_turn: Callable[[CodeType, Any], Turn | None],
    ) -> None:
        code, turn = frame.f_code, partial(said_turn, frame.f_code)
        self.code, self.reading, self.lines = code, reading, lines_of(code)
        """The function; its reading; the line of each of its instructions, by half its offset."""
        self.variables = {name: _make_reader(getattr(reading, name), user_options, frame, turn) for name in VARIABLES}
        """Each of `VARIABLES`."""
        source = user_options["state"] if reading.state == "=state" else reading.state
        self.several, self.is_asked = isinstance(source, str) and "," in source, callable(source)
        """Whether the position is several variables.

        And whether the user's function gives it: what that returns tells nothing of the object on the board.
        """
        self.again: Again | None = None
        """How to read the position once more as the call returns; None for the very object that it was."""
        with suppress(PlyscopeError):
            self.again = reread("state", source, frame)
        self.owner, self.inside = _split_owner(reading.state, code)
        """The argument that has the position as an attribute, empty if none has; takes the position out of that."""
        if self.inside is not None and not facts_of(type(frame.f_locals.get(self.owner))).has_plain_getattr:
            steps = (reading.state or "").split(".")[1:]
            self.inside = lambda value: reduce(attribute_at, steps, value)

    @property
    def keeper(self) -> str:
        """The argument that keeps the value; empty if the value is returned."""
        return head(self.reading.value) if is_kept(self.reading.value) else ""

    @property
    def is_read_again(self) -> bool:
        """Whether the position is read once more as a call returns; otherwise it is the very object that it was."""
        return self.again is not None or self.inside is not None

    def held(self, frame: FrameType) -> Any:
        """The position of a call; UNKNOWN where it cannot be read."""
        if self.inside is not None:
            try:
                return self.inside(frame.f_locals[self.owner])
            except (AttributeError, LookupError, TypeError):
                return UNKNOWN
        variable = self.variables["state"]
        return frame.f_locals[variable] if isinstance(variable, str) else variable(frame) if variable else UNKNOWN

    def again_of(self, frame: FrameType, position: Any) -> Callable[[], Any] | None:
        """What reads the position of a call, which was `position` as it began, once more as it returns."""
        if self.inside is not None:
            return partial(self.inside, frame.f_locals[self.owner])
        return None if self.again is None else self.again(frame, position)

    def live(self, frame: FrameType, position: Any) -> tuple[Any, Any, Any]:
        """The object that is a call's position, what reads it once more, and what has it; None for what is not kept."""
        again = self.again_of(frame, position) if self.changing or self.is_asked else None
        owner = frame.f_locals[self.owner] if self.owner else None
        return (position, again, owner) if self.changing else (None, again, None)


def _make_reader(
    path: Path | None, user_options: Mapping[str, Any], frame: FrameType, said_turn: Callable[[Any], Turn | None]
) -> Variable:
    """How to read a variable: what the user said raises where it cannot be read, a guess gives UNKNOWN."""
    if path is None:
        return None
    if path.startswith("="):
        return said_reader(path[1:], user_options[path[1:]], frame, said_turn)
    if path in parameters(code := frame.f_code) and path not in code.co_cellvars:
        return path  # an argument has a value when the call begins
    try:
        read = reader(path, path, frame)
    except PlyscopeError:
        return None
    if path.isidentifier():
        if path in frame.f_locals or path in parameters(code) or path in code.co_freevars:
            return lambda call: call.f_locals.get(path, UNKNOWN)
        return lambda call: call.f_globals.get(path, UNKNOWN)

    def careful(call: FrameType) -> Any:
        try:
            return read(call)
        except PlyscopeError:
            return UNKNOWN

    return careful


def _split_owner(path: Path | None, code: CodeType) -> tuple[str, Callable[[Any], Any] | None]:
    """The argument that has the position as an attribute, and what takes it out of that; None if none has."""
    name, _, inside = (path or "").partition(".")
    if name not in parameters(code) or name in code.co_cellvars or not all(map(str.isidentifier, inside.split("."))):
        return "", None
    return name, attrgetter(inside)
