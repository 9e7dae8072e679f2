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
from tracer.attaching import hooks, listeners
from tracer.attaching.listeners import Listener
from tracer.attaching.origins import calling_line, line_of, source_of
from tracer.recording.columns import NO_LINE
from tracer.text import HUGE, SHOWN, clean, message_of

MAX_LINES = 20_000
"""Lines that are watched."""
VALUE_TOLERANCE = 1e-9
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
        for number, source in enumerate(self._sources):
            if source["line"] == code.co_firstlineno and source["file"] == Path(code.co_filename).name:
                code_source = source_of(code)
                if code_source.name == source["name"]:
                    if code_source.text != source["text"]:
                        self._end(error=f"{code_source.file} has changed since it was recorded: record it again")
                    self.watched.append(code)
                    self.numbers[id(code)] = number
                    return True
        return False

    def begins_import(self, _code: CodeType, _namespace: Any) -> bool:
        """Whether nothing is looked for below a call: each recorded function is looked for, wherever it is defined."""
        return False


class ReplayWatcher:
    """Counts the calls of a run and watches one of them."""

    def __init__(self, folder: Path) -> None:
        self._folder, self.job = folder, json.loads((folder / "job.json").read_text("utf-8"))
        self._expected = np.load(folder / "expected.npy").tolist()
        self._values = np.load(folder / "values.npy").tolist()
        self._functions = RecordedFunctions(self.job["sources"], self.end)
        self._stack: list[tuple[FrameType, int, int]] = []
        self._search = self._visits = 0
        self._is_in_search = False
        """Whether the search in hand is the one that was recorded."""
        self._stepped_frame: FrameType | None = None
        self._line_records: list[dict[str, Any]] = []
        self._last_values: dict[str, str] = {}
        self._shared_values: dict[str, str] = {}
        self._called_visits: list[int] = []
        self._position_names: dict[int, str] = {}
        """By function, the variable that had the position at a visit of it."""
        self._position_name: str | None = None
        self._raised_text: str | None = None

    def begin(self) -> None:
        """Listen from now on."""
        listeners.raise_limit()
        listener = Listener(self._on_enter, self._on_leave, self._on_unwind)
        self._hook = hooks.install(self._functions, listener, several=True)

    def end(self, **outcome: Any) -> NoReturn:
        """Write what was found, and end the process: what the script would still do is not wanted."""
        result = {"lines": self._line_records, "visits": self._visits, "search": self._search, **outcome}
        (self._folder / "result.json").write_text(json.dumps(result), "utf-8")
        os._exit(0)

    def _on_enter(self, frame: FrameType) -> None:
        function = self._functions.numbers[id(frame.f_code)]
        if not self._stack:
            self._search += function == 0  # the root's
            self._is_in_search = self._search == self.job["search"] and function == 0
        if not self._is_in_search:
            self._stack.append((frame, function, -1))
            return
        visit, caller = self._visits, self._stack[-1] if self._stack else None
        line = None if caller is None else calling_line(frame, caller[0])
        self._compare_entry(visit, function, line, frame)
        self._visits += 1
        self._stack.append((frame, function, visit))
        if caller is not None and caller[0] is self._stepped_frame:
            self._called_visits.append(visit)
            if visit == self.job["until"]:
                self._record_line(caller[0], caller[0].f_lineno)
                self.end(more=True)
        if visit == self.job["visit"]:
            self._begin_stepping(frame)

    def _compare_entry(self, visit: int, function: int, line: int | None, frame: FrameType) -> None:
        if visit < len(self._expected):
            expected_call = self._expected[visit]
            # Who calls the root is not asked.
            actual_call = [
                function,
                expected_call[1] if line is None or expected_call[1] == NO_LINE else line,
                len(self._stack),
            ]
            if actual_call != expected_call[:3]:
                self.end(differs=visit, how=_describe_call_difference(self.job["sources"], expected_call, actual_call))
        text = self.job["texts"].get(str(visit))
        if text is None:
            return
        position_name_ = self._position_names.get(function)
        if position_name_ is not None and position_text(read_variable(frame, position_name_)) != text:
            self.end(differs=visit, how=f"its {position_name_} is another position")
        position_name = find_position(frame, text)
        if position_name is not None:
            self._position_names[function] = position_name

    def _begin_stepping(self, frame: FrameType) -> None:
        self._stepped_frame = frame
        self._position_name = self._position_names.get(self._stack[-1][1])
        self._shared_values = format_globals(frame)
        sys.settrace(_ignore_event)
        frame.f_trace = self._on_line

    def _on_line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self._record_line(frame, frame.f_lineno)
            if self.job["until"] == self.job["visit"]:
                self.end(more=True)
        elif event == "exception":
            self._raised_text = message_of(argument[1]) if isinstance(argument[1], BaseException) else "an exception"
        return self._on_line

    def _record_line(self, frame: FrameType, line: int, message: str = "") -> None:
        """The call is about to execute a line, or ends there."""
        if len(self._line_records) >= MAX_LINES:
            self.end(more=True)
        current_values = format_variables(frame) | {
            name: text for name, text in format_globals(frame).items() if self._shared_values.get(name) != text
        }
        changed = {name: text for name, text in current_values.items() if self._last_values.get(name) != text}
        removed_names = [
            name for name in self._last_values if name not in current_values and name not in self._shared_values
        ]
        board = None if self._position_name is None else position_text(read_variable(frame, self._position_name))
        exception_text, self._raised_text, self._last_values = self._raised_text, None, current_values
        message = message or ("" if exception_text is None else f"{exception_text} was raised")
        line_record = {
            "line": line,
            "changed": changed,
            "gone": removed_names,
            "board": board,
            "visits": self._called_visits,
            "said": message,
        }
        self._line_records.append(line_record)
        self._called_visits = []

    def _on_leave(self, frame: FrameType, returned: Any) -> None:
        if not self._stack or self._stack[-1][0] is not frame:
            return
        _, _, visit = self._pop_call()
        line = line_of(frame)
        if frame is self._stepped_frame:
            sys.settrace(None)
            self._record_line(frame, line, f"returned {format_variable(returned) or position_text(returned)}")
        if 0 <= visit < len(self._expected):
            self._compare_return(visit, line, returned)
        if frame is self._stepped_frame:
            self.end()

    def _pop_call(self) -> tuple[FrameType, int, int]:
        """The innermost call has ended; after the outermost one the next may be another thread's."""
        finished_call = self._stack.pop()
        if not self._stack:
            self._hook.threads.release()
        return finished_call

    def _compare_return(self, visit: int, line: int, returned: Any) -> None:
        expected_line, value = self._expected[visit][3], self._values[visit]
        if expected_line not in (NO_LINE, line):
            self.end(differs=visit, how=f"it returned on line {line}, and on line {expected_line} when it was recorded")
        is_number = type(returned) in (int, float) and value == value and abs(returned) < 1e300
        if is_number and abs(abs(returned) - abs(value)) > VALUE_TOLERANCE * max(1, abs(value)):
            self.end(
                differs=visit,
                how=f"it returned {format_variable(returned)}, and {abs(value):g} (or its negative) when recorded",
            )

    def _on_unwind(self, frame: FrameType, _error: BaseException | None) -> None:
        if not self._stack or self._stack[-1][0] is not frame:
            return
        self._pop_call()
        if frame is self._stepped_frame:
            sys.settrace(None)
            self._record_line(frame, frame.f_lineno, f"left by {self._raised_text or 'an exception'}")
            self.end()


def _ignore_event(_frame: FrameType, _event: str, _argument: Any) -> None:
    """Calls below the one that is watched are not."""


def _describe_call_difference(sources: list[dict[str, Any]], expected_call: list[int], actual_call: list[int]) -> str:
    """How the beginning of a visit differs."""
    actual_text, expected_text = (
        f"{sources[number]['name']}{'' if line == NO_LINE else f' called on line {line}'}, ply {ply}"
        for number, line, ply in (actual_call, [max(0, min(expected_call[0], len(sources) - 1)), *expected_call[1:3]])
    )
    return f"it is {actual_text}, and was {expected_text}"


MAX_TEXT_LENGTH = 60
"""Characters of a value."""
MAX_ELEMENTS = 8
"""Elements of a tuple that is shown whole."""


def format_variable(value: Any) -> str | None:
    """A number, a text, a truth value, None, or a short tuple of these as a text; None for anything else.

    >>> format_variable(0.5), format_variable((1, "a")), format_variable([1]), format_variable(True)
    ('0.5', "(1, 'a')", None, 'True')
    """
    if type(value) is tuple:
        element_texts = [
            None if type(element) is tuple else format_variable(element) for element in value[: MAX_ELEMENTS + 1]
        ]
        if len(value) > MAX_ELEMENTS or None in element_texts:
            return None
        return clean(f"({', '.join(map(str, element_texts))}{',' if len(element_texts) == 1 else ''})", MAX_TEXT_LENGTH)
    if type(value) is int:
        return repr(value) if -HUGE < value < HUGE else f"a number of more than {SHOWN} digits"
    if type(value) is str:
        return clean(repr(value[: 2 * MAX_TEXT_LENGTH]), MAX_TEXT_LENGTH)
    if value is None or type(value) in (float, bool, complex):
        return repr(value)
    if isinstance(value, Enum):
        return clean(f"{type(value).__name__}.{value._name_}", MAX_TEXT_LENGTH)
    if type(value).__module__ == "numpy" and getattr(value, "shape", None) == ():
        return format_variable(value.item())
    return None


def format_variables(frame: FrameType) -> dict[str, str]:
    """The variables of a call that can be written: its own, and the attributes of its `self`."""
    texts = {}
    for name, value in dict(frame.f_locals).items():
        text = format_variable(value)
        if text is not None:
            texts[clean(name)] = text
    for name, value in _attributes(frame).items():
        text = format_variable(value)
        if text is not None:
            texts[clean(f"self.{name}")] = text
    return texts


def format_globals(frame: FrameType) -> dict[str, str]:
    """The variables of the module which the function names, and which can be written."""
    namespace = frame.f_globals
    texts = {name: format_variable(namespace[name]) for name in frame.f_code.co_names if name in namespace}
    return {clean(name): text for name, text in texts.items() if text is not None}


def find_position(frame: FrameType, text: str) -> str | None:
    """The variable whose text is that of a position: `board`, `self.board`, or one of the module."""
    local_values = dict(frame.f_locals)
    global_names = {frame.f_code.co_names[k]: None for k in range(len(frame.f_code.co_names))}
    candidates = [
        *local_values,
        *(f"self.{name}" for name in _attributes(frame)),
        *(name for name in global_names if name in frame.f_globals and name not in local_values),
    ]
    for name in candidates:
        value = read_variable(frame, name)
        if not callable(value) and position_text(value) == text:
            return name
    return None


def read_variable(frame: FrameType, name: str) -> Any:
    """The value of a variable as `find_position` names it; None where it has none."""
    if name.startswith("self."):
        return _attributes(frame).get(name[5:])
    return frame.f_locals[name] if name in frame.f_locals else frame.f_globals.get(name)


def _attributes(frame: FrameType) -> dict[str, Any]:
    """What the call's `self` holds, as far as it is in its own dictionary."""
    try:
        attributes = object.__getattribute__(frame.f_locals["self"], "__dict__")
    except (KeyError, AttributeError):
        return {}
    return attributes if type(attributes) is dict else {}
