"""Where calls come from: their lines, and whether an outermost one is the next iteration of the same driver.

A program's own iterative deepening, MTD(f) or aspiration window calls its search again and again for one position, in
one loop, with nothing but another depth or window. Two searches that are compared, or the moves of a game, differ in
more: in the function, the position or another argument, or they come from no loop.
"""

from __future__ import annotations

import dis
import inspect
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, takewhile
from tokenize import TokenError
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.call_rows import Visit
from tracer.assembling.meaning import INFINITY
from tracer.deciding.call import frames_above, held_at, parameters, plain
from tracer.deciding.depth_steps import countable
from tracer.deciding.loops import carried_variables, loops_of
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.search_of import is_inside
from tracer.recording.columns import NO_LINE
from tracer.recording.no_moves import Pass
from tracer.recording.source import Source
from tracer.text import is_null, number, window_text

FAR = 40
"""Frames above a call that are looked at."""
_PLAIN = (int, float, str, bool, type(None))


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


@dataclass(frozen=True, eq=False, slots=True)
class Origin:
    """Where an outermost call comes from."""

    chain: tuple[tuple[FrameType, int], ...]
    """The frames above it, innermost first, each with its instruction."""
    arguments: dict[str, Any]
    """Those that are plain, and functions."""
    counting: tuple[tuple[FrameType, Any], ...] = ()
    """The numbers that loops go over in which it was made, with the frames of these loops."""
    carried: tuple[tuple[FrameType, str, Any], ...] = ()
    """What loops carry on around those over moves: the frame, the variable and what it holds."""

    @classmethod
    def of(cls, frame: FrameType, outside: FrameType | None = None) -> Origin:
        """That of a call which begins.

        Args:
            frame: its own.
            outside: the frame in which the recording was entered; what is called straight from there is no iteration.
        """
        inside = takewhile(lambda above: above is not outside, islice(frames_above(frame), FAR))
        chain = [(above, above.f_lasti) for above in inside]
        local = frame.f_locals
        own = ((name, local.get(name)) for name in parameters(frame.f_code))
        counting = [
            (above, above.f_locals.get(name))
            for above, at in chain
            for loop in loops_of(above.f_code)
            if at in loop.inside
            for name in loop.names
        ]
        carried = [
            (above, name, value)
            for place, (above, at) in enumerate(chain)
            if _is_in_a_loop(above.f_code, at)
            for name in carried_variables(above.f_code, at, inside=place > 0 and _is_part(chain[place - 1][0], above))
            if (value := held_at(above.f_locals, name, UNKNOWN)) is not UNKNOWN
        ]
        arguments = {name: it for name, it in own if isinstance(it, _PLAIN) or callable(it)}
        return cls(tuple(chain), arguments, tuple(one for one in counting if countable(one[1])), tuple(carried))

    @property
    def may_repeat(self) -> bool:
        """Whether another call of the same driver can follow: it was made in a loop, or straight by a function."""
        return any(_is_in_a_loop(frame.f_code, at) for frame, at in self.chain) or self._calls_straight

    @property
    def _calls_straight(self) -> bool:
        """Whether the caller is a function, which may call again without a loop, as an aspiration window does."""
        return bool(self.chain) and self.chain[0][0].f_code.co_name not in ("<module>", "main")

    def frame_of(self, code: CodeType) -> tuple[FrameType, int] | None:
        """The innermost frame of a function above it, with its instruction."""
        return next(((frame, at) for frame, at in self.chain if frame.f_code is code), None)

    def carried_in(self, frame: FrameType) -> dict[str, Any]:
        """Return what loops of a function carry on around those over moves."""
        return {name: value for above, name, value in self.carried if above is frame}

    def driver(self, later: Origin, *, widened: bool) -> tuple[FrameType, int] | None:
        """Return the frame that made this call and a later one in one loop, with the later instruction; else None."""
        here = {id(frame): at for frame, at in self.chain}
        for place, (frame, now) in enumerate(later.chain):
            if id(frame) not in here:
                continue
            before = here[id(frame)]
            straight = widened and place == 0 and self.chain[0][0] is frame and self._calls_straight
            if straight or any(
                begin <= min(before, now) and max(before, now) <= end for begin, end in _loops(frame.f_code)
            ):
                return frame, now
        return None


@dataclass(frozen=True, eq=False)
class Start:
    """The root of a search, or of an iteration, as it began."""

    visit: Visit
    origin: Origin

    def driver_of(self, later: Start) -> tuple[FrameType, int] | None:
        """The frame whose iterations this and a later one are, and its instruction; None if they are two searches."""
        one, other = self.visit, later.visit
        placed = one.at is not None and other.at is not None
        if one.code is not other.code or one.turn != other.turn or (placed and one.snapshot != other.snapshot):
            return None
        before, now = self.origin.arguments, later.origin.arguments
        changed = [name for name in now if name in before and not _same(before[name], now[name])]
        if any((before | now)[name] is not None for name in before.keys() ^ now.keys()):
            return None  # unless it is none at first, as the best move of the iteration before
        both = [values[name] for name in changed for values in (before, now)]
        if any(isinstance(value, bool) or not isinstance(value, _PLAIN) for value in both):
            return None  # a flag or a function says how is searched, and not how far
        limits = (other.depth, other.alpha, other.beta, -other.alpha, -other.beta)
        if not placed and any(not isinstance(now[name], int | float) or now[name] not in limits for name in changed):
            return None  # it may be the position, or a part of it
        windows = (one.alpha, one.beta) != (other.alpha, other.beta)
        deeper = _deeper(one.depth, other.depth)
        if deeper is None or not (deeper or windows or (placed and self.more(later))):
            return None
        return self.origin.driver(later.origin, widened=windows and not deeper)

    def more(self, later: Start) -> str | None:
        """The argument that is a greater whole number in a later one, such as the depth at which it ends.

        An end of the window is none.
        """
        before, now = self.origin.arguments, later.origin.arguments
        whole = [name for name in now if type(now[name]) is int is type(before[name]) and now[name] > before[name]]
        return next(
            (name for name in whole if not (_is_end(before[name], self.visit) and _is_end(now[name], later.visit))),
            None,
        )

    def is_by_depth(self, driver: FrameType) -> bool:
        """Whether its depth is what a loop of the driver goes over: others differ in it."""
        return countable(self.visit.depth) and any(
            frame is driver and _same(value, self.visit.depth) for frame, value in self.origin.counting
        )


def _same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and isinstance(one, _PLAIN) and one == other)


def _is_end(value: Any, visit: Visit) -> bool:
    return value in (visit.alpha, visit.beta, -visit.alpha, -visit.beta)


def _deeper(one: Any, other: Any) -> bool | None:
    """Whether a depth is greater than another one; None where it is smaller."""
    if not (countable(one) and countable(other)):
        return False
    return None if other < one else bool(other > one)


def _is_part(frame: FrameType, above: FrameType) -> bool:
    """Whether a call is that of a comprehension, a lambda or a function in the function that made it."""
    inner, outer = frame.f_code, above.f_code
    within = outer.co_name == "<module>" and inner.co_name.startswith("<") and inner.co_filename == outer.co_filename
    return within or is_inside(inner, outer)


def _is_in_a_loop(code: CodeType, at: int) -> bool:
    return any(begin <= at <= end for begin, end in _loops(code))


@lru_cache(maxsize=256)
def _loops(code: CodeType) -> list[tuple[int, int]]:
    return [
        (instruction.argval, instruction.offset)
        for instruction in dis.get_instructions(code)
        if "JUMP_BACKWARD" in instruction.opname
        or (instruction.opcode in dis.hasjrel and instruction.argval < instruction.offset)
    ]


@dataclass(eq=False, slots=True)
class Root:
    """The root of a search, or of an iteration of it, and the values of its children so far."""

    visit: Visit
    best: float | None = None
    """The best of the values."""
    best_child: Visit | None = None
    """The child that has it."""
    reached: bool = False
    """Whether the last of them reached the end of the window."""
    values: set[float] = field(default_factory=set)
    children: list[Visit] = field(default_factory=list)
    """Those that have returned."""

    def take(self, child: Visit, value: float) -> None:
        """Take what a child has returned."""
        maximum, best = self.visit.turn > 0, self.best
        if best is None or (value > best if maximum else value < best):
            self.best, self.best_child = value, child
        self.values.add(value)
        self.children.append(child)
        self.reached = value >= self.visit.beta if maximum else value <= self.visit.alpha


class Driver:
    """Calls a search again and again: then it is the root, and each of these calls an iteration below it."""

    def __init__(self, first: Start, frame: FrameType, value: float | None) -> None:
        one = first.visit
        self.visit = Visit(frame.f_code, one.turn, -INFINITY, INFINITY, one.at, one.place)
        self.visit.number, self.visit.children = -1, 1
        self.value = value
        """What the last iteration returned that did."""
        self.frame: FrameType | None = None
        """What makes the iterations."""
        self.lines = [NO_LINE]
        """On which of its lines each was made."""
        self._first = first
        self._deepens = first.is_by_depth(frame)
        """Whether the iterations differ in their depth."""

    def label(self, start: Start, like: Start | None = None) -> Pass:
        """Return the depth of an iteration, and its window unless that is the widest: they tell it from another one."""
        like = like or self._first
        visit, other = start.visit, like.visit
        self._deepens = self._deepens or visit.depth != other.depth
        words = []
        if self._deepens and countable(visit.depth):
            words.append(f"depth {number(visit.depth)}")
        elif (name := start.more(like) or like.more(start)) is not None and visit.alpha == other.alpha:
            words.append(f"{name} {start.origin.arguments[name]}")
        is_next = visit.beta - visit.alpha == 1 and visit.alpha == round(visit.alpha) and visit.alpha > -INFINITY
        if is_null(visit.alpha, visit.beta) or is_next:  # it asks on which side of a number the value is
            words.append(f"γ = {number(visit.beta if visit.turn > 0 else visit.alpha)}")
            return Pass(", ".join(words))
        if words and visit.alpha <= other.alpha and other.beta <= visit.beta:
            return Pass(words[0])
        return Pass(" in ".join([*words, window_text(visit.alpha, visit.beta)]))

    def go_on(self, before: Start, start: Start, frame: FrameType, now: int) -> None:
        """Make the next iteration."""
        above = dict(start.origin.chain)
        if self.frame is not None and self.frame in above:
            frame, now = self.frame, above[self.frame]
        lines = lines_of(frame.f_code)
        if frame is not self.frame:  # the first, or one that calls it in turn
            called = dict(before.origin.chain).get(frame, now)
            self.frame, self.lines = frame, [lines[called >> 1]] * len(self.lines)
        self.lines.append(lines[now >> 1])
