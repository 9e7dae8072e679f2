"""The root of a search, and what calls it again and again."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import FrameType

from tracer.assembling.call_rows import Visit
from tracer.attaching.meaning import INFINITY
from tracer.attaching.origins import Start
from tracer.attaching.sources import lines_of
from tracer.deciding.depth_steps import countable
from tracer.recording.columns import NO_LINE
from tracer.recording.no_moves import Pass
from tracer.text import is_null, number, window_text


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
    """Calls a search again and again: then it is the root, and each of these calls an iteration below it.

    Args:
        first: the first iteration, as it began.
        frame: what made it.
        value: what it returned.
    """

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
        """Return the name of an iteration, which tells it from another one: the first, if none is given."""
        like = like or self._first
        self._deepens = self._deepens or start.visit.depth != like.visit.depth
        return Pass(_label(start, like, deepens=self._deepens))

    def go_on(self, before: Start, start: Start, frame: FrameType, now: int) -> None:
        """Make the next iteration.

        Args:
            before: the one before, as it began.
            start: the next one.
            frame: what makes it.
            now: the instruction of that.
        """
        above = dict(start.origin.chain)
        if self.frame is not None and self.frame in above:
            frame, now = self.frame, above[self.frame]
        lines = lines_of(frame.f_code)
        if frame is not self.frame:  # the first, or one that calls it in turn
            called = dict(before.origin.chain).get(frame, now)
            self.frame, self.lines = frame, [lines[called >> 1]] * len(self.lines)
        self.lines.append(lines[now >> 1])


def _label(start: Start, like: Start, *, deepens: bool) -> str:
    """Return the depth of an iteration, and its window unless that is the widest."""
    visit, other = start.visit, like.visit
    words = []
    if deepens and countable(visit.depth):
        words.append(f"depth {number(visit.depth)}")
    elif (name := start.more(like) or like.more(start)) is not None and visit.alpha == other.alpha:
        words.append(f"{name} {start.origin.arguments[name]}")
    ends, others = (visit.alpha, visit.beta), (other.alpha, other.beta)
    if _asks(*ends):
        words.append(f"γ = {number(ends[1] if visit.turn > 0 else ends[0])}")
        return ", ".join(words)
    if words and ends[0] <= others[0] and others[1] <= ends[1]:
        return words[0]
    return " in ".join([*words, window_text(*ends)])


def _asks(alpha: float, beta: float) -> bool:
    """Whether a window asks on which side of a number the value is."""
    return is_null(alpha, beta) or (beta - alpha == 1 and alpha == round(alpha) and alpha > -INFINITY)
