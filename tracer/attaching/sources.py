"""Where in their own source the recorded calls are: the line that made a call, the line it returned on, the texts."""

from __future__ import annotations

import inspect
from functools import lru_cache
from tokenize import TokenError
from types import CodeType, FrameType

from tracer.deciding.call import plain
from tracer.recording.columns import NO_LINE
from tracer.recording.source import MAX_SOURCES, Source

_lines: dict[int, tuple[CodeType, list[int]]] = {}
"""The line of each instruction of a function, by the identity of its code, which is kept; its hash takes long."""


def line_of(frame: FrameType) -> int:
    """The line on which a frame is, in its file; NO_LINE where its instruction has none."""
    return lines_of(frame.f_code)[frame.f_lasti >> 1]


def lines_of(code: CodeType) -> list[int]:
    """The line of each of a function's instructions, by half its offset; NO_LINE where it has none."""
    known = _lines.get(id(code)) or _lines.setdefault(id(code), (code, _line_table(code)))
    return known[1]


def calling_line(frame: FrameType, above: FrameType | None) -> int:
    """The line on which a frame is while it calls another, straight or through comprehensions, lambdas and helpers."""
    caller = _caller_at(frame, above)
    return NO_LINE if caller is None else line_of(caller)


def _caller_at(frame: FrameType, above: FrameType | None) -> FrameType | None:
    """Return a frame if a call was made below it."""
    caller = frame.f_back
    while caller is not above and caller is not None:
        caller = caller.f_back
    return caller


_GOING_ON = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
"""Flags of functions whose calls may be left and go on later."""


def has_ended(above: FrameType, frame: FrameType) -> bool:
    """Return whether a call is over though nobody was told so, as a signal's exception may have it."""
    return not above.f_code.co_flags & _GOING_ON and _caller_at(frame, above) is None


def _line_table(code: CodeType) -> list[int]:
    table = [NO_LINE] * (len(code.co_code) // 2)
    for begin, end, line in code.co_lines():
        if line is not None:
            table[begin // 2 : end // 2] = [line] * (end // 2 - begin // 2)
    return table


class Functions:
    """The functions whose calls are met, by their numbers."""

    def __init__(self, sources: list[Source]) -> None:
        self._sources = sources
        self._met: dict[int, tuple[int, CodeType]] = {}

    def number(self, code: CodeType) -> int:
        """The number of a function; the first time, its text is read."""
        known = self._met.get(id(code))
        if known is None:
            known = self._met[id(code)] = len(self._met), code
            if len(self._sources) < MAX_SOURCES:
                self._sources.append(source_of(code))
        return known[0]


def source_of(code: CodeType) -> Source:
    """Return the text of a function; an empty one where it cannot be read."""
    return _source_in(code.co_filename, code)


@lru_cache(maxsize=256)
def _source_in(file: str, code: CodeType) -> Source:
    """Return the same by the file, too: equal functions of two files are two."""
    try:
        text = inspect.getsource(code)
    except (OSError, TypeError, SyntaxError, ValueError, LookupError, RecursionError, TokenError):
        text = ""
    return Source(plain(code), file, max(code.co_firstlineno, 0), text)
