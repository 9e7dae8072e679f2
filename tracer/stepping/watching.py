"""The second run, in a process of its own: calls are counted up to one visit, and that call is watched line by line.

It compares what it meets with the recording, writes what it found into a file, and ends there.
"""

from __future__ import annotations

import json
import os
import sys
from enum import Enum
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NoReturn

import numpy as np

from tracer.assembling.texts import position_text
from tracer.attaching import hooks, interpreter
from tracer.attaching.listeners import Listener
from tracer.attaching.sources import calling_line, line_of, source_of
from tracer.recording.columns import NO_LINE
from tracer.text import HUGE, SHOWN, clean, message_of

MOST = 20_000
"""Lines that are watched."""
NOISE = 1e-9
"""Values that differ by less are the same."""


class RecordedFunctions:
    """The functions of the recording among all that are called, as `hooks` looks for them."""

    by_name = True

    def __init__(self, sources: list[dict[str, Any]], end: Any) -> None:
        self._sources, self._end = sources, end
        self.watched: list[CodeType] = []
        self.numbers: dict[int, int] = {}
        """By the identity of their code, which is kept above."""

    def match(self, frame: FrameType) -> bool:
        """Whether a function that is called for the first time is one of them."""
        code = frame.f_code
        for number, known in enumerate(self._sources):
            if known["line"] == code.co_firstlineno and known["file"] == Path(code.co_filename).name:
                found = source_of(code)
                if found.name == known["name"]:
                    if found.text != known["text"]:
                        self._end(error=f"{found.file} has changed since it was recorded: record it again")
                    self.watched.append(code)
                    self.numbers[id(code)] = number
                    return True
        return False

    def begins_import(self, _code: CodeType, _namespace: Any) -> bool:
        """Whether nothing is looked for below a call: each recorded function is looked for, wherever it is defined."""
        return False


class Watch:
    """Counts the calls of a run and watches one of them.

    Args:
        folder: where the job is, and where the result goes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self.job = folder, json.loads((folder / "job.json").read_text("utf-8"))
        self._expected = np.load(folder / "expected.npy").tolist()
        self._values = np.load(folder / "values.npy").tolist()
        self._wanted = RecordedFunctions(self.job["sources"], self.end)
        self._stack: list[tuple[FrameType, int, int]] = []
        self._search = self._visits = 0
        self._here = False
        """Whether the search in hand is the one that was recorded."""
        self._inside: FrameType | None = None
        self._steps: list[dict[str, Any]] = []
        self._last: dict[str, str] = {}
        self._shared: dict[str, str] = {}
        self._called: list[int] = []
        self._names: dict[int, str] = {}
        """By function, the variable that had the position at a visit of it."""
        self._position: str | None = None
        self._threw: str | None = None

    def begin(self) -> None:
        """Listen from now on."""
        interpreter.raise_limit()
        listener = Listener(self._enter, self._leave, self._unwind)
        self._hook = hooks.install(self._wanted, listener, several=True)

    def end(self, **found: Any) -> NoReturn:
        """Write what was found, and end the process: what the script would still do is not wanted."""
        whole = {"lines": self._steps, "visits": self._visits, "search": self._search, **found}
        (self._folder / "result.json").write_text(json.dumps(whole), "utf-8")
        os._exit(0)

    def _enter(self, frame: FrameType) -> None:
        function = self._wanted.numbers[id(frame.f_code)]
        if not self._stack:
            self._search += function == 0  # the root's
            self._here = self._search == self.job["search"] and function == 0
        if not self._here:
            self._stack.append((frame, function, -1))
            return
        visit, above = self._visits, self._stack[-1] if self._stack else None
        line = None if above is None else calling_line(frame, above[0])
        self._compare_entry(visit, function, line, frame)
        self._visits += 1
        self._stack.append((frame, function, visit))
        if above is not None and above[0] is self._inside:
            self._called.append(visit)
            if visit == self.job["until"]:
                self._note(above[0], above[0].f_lineno)
                self.end(more=True)
        if visit == self.job["visit"]:
            self._go_inside(frame)

    def _compare_entry(self, visit: int, function: int, line: int | None, frame: FrameType) -> None:
        if visit < len(self._expected):
            wanted = self._expected[visit]
            # Who calls the root is not asked.
            met = [function, wanted[1] if line is None or wanted[1] == NO_LINE else line, len(self._stack)]
            if met != wanted[:3]:
                self.end(differs=visit, how=_how(self.job["sources"], wanted, met))
        text = self.job["texts"].get(str(visit))
        if text is None:
            return
        name = self._names.get(function)
        if name is not None and position_text(read(frame, name)) != text:
            self.end(differs=visit, how=f"its {name} is another position")
        found = find_position(frame, text)
        if found is not None:
            self._names[function] = found

    def _go_inside(self, frame: FrameType) -> None:
        self._inside = frame
        self._position = self._names.get(self._stack[-1][1])
        self._shared = shared_variables(frame)
        sys.settrace(_ignore)
        frame.f_trace = self._line

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self._note(frame, frame.f_lineno)
            if self.job["until"] == self.job["visit"]:
                self.end(more=True)
        elif event == "exception":
            self._threw = message_of(argument[1]) if isinstance(argument[1], BaseException) else "an exception"
        return self._line

    def _note(self, frame: FrameType, line: int, said: str = "") -> None:
        """The call is about to execute a line, or ends there."""
        if len(self._steps) >= MOST:
            self.end(more=True)
        now = variables(frame) | {
            name: text for name, text in shared_variables(frame).items() if self._shared.get(name) != text
        }
        changed = {name: text for name, text in now.items() if self._last.get(name) != text}
        gone = [name for name in self._last if name not in now and name not in self._shared]
        board = None if self._position is None else position_text(read(frame, self._position))
        threw, self._threw, self._last = self._threw, None, now
        said = said or ("" if threw is None else f"{threw} was raised")
        step = {"line": line, "changed": changed, "gone": gone, "board": board, "visits": self._called, "said": said}
        self._steps.append(step)
        self._called = []

    def _leave(self, frame: FrameType, returned: Any) -> None:
        if not self._stack or self._stack[-1][0] is not frame:
            return
        _, _, visit = self._pop()
        line = line_of(frame)
        if frame is self._inside:
            sys.settrace(None)
            self._note(frame, line, f"returned {written(returned) or position_text(returned)}")
        if 0 <= visit < len(self._expected):
            self._compare_return(visit, line, returned)
        if frame is self._inside:
            self.end()

    def _pop(self) -> tuple[FrameType, int, int]:
        """The innermost call has ended; after the outermost one the next may be another thread's."""
        ended = self._stack.pop()
        if not self._stack:
            self._hook.threads.release()
        return ended

    def _compare_return(self, visit: int, line: int, returned: Any) -> None:
        wanted, value = self._expected[visit][3], self._values[visit]
        if wanted not in (NO_LINE, line):
            self.end(differs=visit, how=f"it returned on line {line}, and on line {wanted} when it was recorded")
        number = type(returned) in (int, float) and value == value and abs(returned) < 1e300
        if number and abs(abs(returned) - abs(value)) > NOISE * max(1, abs(value)):
            self.end(
                differs=visit,
                how=f"it returned {written(returned)}, and {abs(value):g} (or its negative) when recorded",
            )

    def _unwind(self, frame: FrameType, _error: BaseException | None) -> None:
        if not self._stack or self._stack[-1][0] is not frame:
            return
        self._pop()
        if frame is self._inside:
            sys.settrace(None)
            self._note(frame, frame.f_lineno, f"left by {self._threw or 'an exception'}")
            self.end()


def _ignore(_frame: FrameType, _event: str, _argument: Any) -> None:
    """Calls below the one that is watched are not."""


def _how(sources: list[dict[str, Any]], wanted: list[int], met: list[int]) -> str:
    """How the beginning of a visit differs."""
    now, then = (
        f"{sources[number]['name']}{'' if line == NO_LINE else f' called on line {line}'}, ply {ply}"
        for number, line, ply in (met, [max(0, min(wanted[0], len(sources) - 1)), *wanted[1:3]])
    )
    return f"it is {now}, and was {then}"


LONGEST = 60
"""Characters of a value."""
FEW = 8
"""Elements of a tuple that is shown whole."""


def written(value: Any) -> str | None:
    """A number, a text, a truth value, None, or a short tuple of these as a text; None for anything else.

    >>> written(0.5), written((1, "a")), written([1]), written(True)
    ('0.5', "(1, 'a')", None, 'True')
    """
    if type(value) is tuple:
        inner = [None if type(one) is tuple else written(one) for one in value[: FEW + 1]]
        if len(value) > FEW or None in inner:
            return None
        return clean(f"({', '.join(map(str, inner))}{',' if len(inner) == 1 else ''})", LONGEST)
    if type(value) is int:
        return repr(value) if -HUGE < value < HUGE else f"a number of more than {SHOWN} digits"
    if type(value) is str:
        return clean(repr(value[: 2 * LONGEST]), LONGEST)
    if value is None or type(value) in (float, bool, complex):
        return repr(value)
    if isinstance(value, Enum):
        return clean(f"{type(value).__name__}.{value._name_}", LONGEST)
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        return written(value.item())
    return None


def variables(frame: FrameType) -> dict[str, str]:
    """The variables of a call that can be written: its own, and the attributes of its `self`."""
    found = {}
    for name, value in dict(frame.f_locals).items():
        text = written(value)
        if text is not None:
            found[clean(name)] = text
    for name, value in _attributes(frame).items():
        text = written(value)
        if text is not None:
            found[clean(f"self.{name}")] = text
    return found


def shared_variables(frame: FrameType) -> dict[str, str]:
    """The variables of the module which the function names, and which can be written."""
    space = frame.f_globals
    texts = {name: written(space[name]) for name in frame.f_code.co_names if name in space}
    return {clean(name): text for name, text in texts.items() if text is not None}


def find_position(frame: FrameType, text: str) -> str | None:
    """The variable whose text is that of a position: `board`, `self.board`, or one of the module."""
    local = dict(frame.f_locals)
    named = {frame.f_code.co_names[k]: None for k in range(len(frame.f_code.co_names))}
    candidates = [
        *local,
        *(f"self.{name}" for name in _attributes(frame)),
        *(name for name in named if name in frame.f_globals and name not in local),
    ]
    for name in candidates:
        value = read(frame, name)
        if not callable(value) and position_text(value) == text:
            return name
    return None


def read(frame: FrameType, name: str) -> Any:
    """The value of a variable as `find_position` names it; None where it has none."""
    if name.startswith("self."):
        return _attributes(frame).get(name[5:])
    return frame.f_locals[name] if name in frame.f_locals else frame.f_globals.get(name)


def _attributes(frame: FrameType) -> dict[str, Any]:
    """What the call's `self` holds, as far as it is in its own dictionary."""
    try:
        found = object.__getattribute__(frame.f_locals["self"], "__dict__")
    except (KeyError, AttributeError):
        return {}
    return found if type(found) is dict else {}
