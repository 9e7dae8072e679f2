"""Where an outermost call of a search comes from, and whether it is the next iteration of the same driver.

A program's own iterative deepening, MTD(f) or aspiration window calls its search again and again for one position, in
one loop, with nothing but another depth or window. Two searches that are compared, or the moves of a game, differ in
more: in the function, the position or another argument, or they come from no loop.
"""

from __future__ import annotations

import dis
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any

from tracer.assembling.call_rows import Visit
from tracer.deciding.call import held_at, parameters
from tracer.deciding.depth_steps import countable
from tracer.deciding.loops import carried_variables, loops_of
from tracer.deciding.referee import UNKNOWN
from tracer.deciding.search_of import is_inside

FAR = 40
"""Frames above a call that are looked at."""
_PLAIN = (int, float, str, bool, type(None))


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
        chain: list[tuple[FrameType, int]] = []
        back = frame.f_back
        while back is not None and back is not outside and len(chain) < FAR:
            chain.append((back, back.f_lasti))
            back = back.f_back
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
            (above, name, held)
            for place, (above, at) in enumerate(chain)
            if _is_in_a_loop(above.f_code, at)
            for name in carried_variables(above.f_code, at, inside=place > 0 and _is_part(chain[place - 1][0], above))
            if (held := held_at(above.f_locals, name, UNKNOWN)) is not UNKNOWN
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
        return {name: held for above, name, held in self.carried if above is frame}

    def driver(self, later: Origin, *, widened: bool) -> tuple[FrameType, int] | None:
        """The frame that made this call and a later one in one loop, and the later instruction; None if there is none.

        Args:
            later: where the later one comes from.
            widened: whether the window alone differs: a search whose window failed may be repeated without a loop.
        """
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
        if any(_is_choice(held[name]) for name in changed for held in (before, now)):
            return None
        if not placed and any(not _is_limit(now[name], other) for name in changed):
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
            frame is driver and _same(held, self.visit.depth) for frame, held in self.origin.counting
        )


def _same(one: Any, other: Any) -> bool:
    return one is other or (type(one) is type(other) and isinstance(one, _PLAIN) and one == other)


def _is_choice(held: Any) -> bool:
    """Whether something says how is searched, and not how far: a flag, a function."""
    return isinstance(held, bool) or (callable(held) and not isinstance(held, _PLAIN))


def _is_limit(held: Any, visit: Visit) -> bool:
    """Whether an argument is the depth of a call, or an end of its window."""
    return isinstance(held, int | float) and (held == visit.depth or _is_end(held, visit))


def _is_end(held: Any, visit: Visit) -> bool:
    """Whether a number is an end of a call's window, whoever moves."""
    return held in (visit.alpha, visit.beta, -visit.alpha, -visit.beta)


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
    """Whether an instruction stands in a loop, whatever that goes over."""
    return any(begin <= at <= end for begin, end in _loops(code))


@lru_cache(maxsize=256)
def _loops(code: CodeType) -> list[tuple[int, int]]:
    """Where the loops of a function begin and end."""
    return [
        (instruction.argval, instruction.offset)
        for instruction in dis.get_instructions(code)
        if "JUMP_BACKWARD" in instruction.opname
        or (instruction.opcode in dis.hasjrel and instruction.argval < instruction.offset)
    ]
