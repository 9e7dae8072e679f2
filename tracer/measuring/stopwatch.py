"""Timing searches in turn, A B A B …, so that whatever slows the machine down slows all of them."""

from __future__ import annotations

import os
import platform
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter, process_time
from timeit import Timer
from types import FrameType, MappingProxyType
from typing import Any

from tracer.calling.returned_answer import Answer
from tracer.errors import PlyscopeError, Stop
from tracer.games.rules import AnyGame
from tracer.measuring.measured import Cell, Contender, Measured, Place, Ready, where
from tracer.text import clean

LONGEST = 1_000_000
"""Seconds of a limit."""


@dataclass(frozen=True)
class Clock:
    """Something that tells seconds."""

    name: str
    """As Python calls it, or what it measures."""
    read: Callable[[], float]
    """The seconds now, from any beginning."""


CLOCKS: Mapping[str, Clock] = MappingProxyType(
    {"wall": Clock("time.perf_counter", perf_counter), "cpu": Clock("time.process_time", process_time)}
)
"""The time that passes, and the processor's time that this process takes, by the words of a command line."""


@dataclass(frozen=True, kw_only=True)
class How:
    """How is measured."""

    runs: int = 10
    """Timings of each search at each place."""
    warm_up: int = 1
    """Searches before these, which do not count."""
    clock: Clock = CLOCKS["wall"]
    limit: float | None = None
    """Seconds after which a search is given up; None is never. Only in the main thread, of systems that have timers."""
    count: bool = True
    """Whether each is also recorded once, and counted."""
    everything: bool = False
    """Whether also what takes long to count."""
    heard: Callable[[str], None] = field(default=lambda _: None)
    """Called before each search with what is going on; it is not timed."""

    def __post_init__(self) -> None:
        if self.runs < 1 or self.warm_up < 0:
            raise PlyscopeError(f"runs are 1 or more, after a warm-up of 0 or more, not {self.runs} and {self.warm_up}")
        if self.limit is not None and not 0 < self.limit < LONGEST:
            raise PlyscopeError(f"a limit is more than 0 seconds and less than {LONGEST:,}, not {self.limit:g}")


class Stopwatch:
    """Times and counts searches at one place after another.

    While a search is timed, Python collects no garbage: what it leaves is collected between the timings.

    Args:
        contenders: the columns.
        how: how is measured.
    """

    def __init__(self, contenders: Sequence[Contender], how: How) -> None:
        self.contenders, self.how = contenders, how
        names = [clean(one.name) for one in contenders]
        again = [names[:place].count(name) for place, name in enumerate(names)]
        columns = tuple(f"{name} ({k + 1})" if k else name for name, k in zip(names, again, strict=True))
        self.measured = Measured(columns, how.runs, how.warm_up, how.clock.name, machine())
        """All so far, whatever ends it."""
        self._given: list[tuple[Ready, Cell, list[Any]]] = []
        """What was returned, each kind of answer once."""
        self._counted: dict[Any, Cell] = {}
        """What was counted already of a search of a position."""

    def measure(self, place: Place, game: AnyGame, state: Any, key: Any = None) -> None:
        """Time every search of a position, and count each.

        Args:
            place: where that is; it gets the cells.
            game: the rules.
            state: the position.
            key: what tells it from other positions that are counted; None counts anew.
        """
        place.cells = [Cell(name) for name in self.measured.columns]
        self.measured.places.append(place)
        both = zip(self.contenders, place.cells, strict=True)
        ready = [self._ready(one, cell, game, state, place.stage.depth) for one, cell in both]
        pairs = [(one, cell) for one, cell in zip(ready, place.cells, strict=True) if one is not None]
        for one, cell in pairs:
            cell.may_remember = one.may_remember
        given: list[list[Any]] = [[] for _ in pairs]
        self._given += [(one, cell, heard) for (one, cell), heard in zip(pairs, given, strict=True)]
        most = self.how.warm_up + self.how.runs
        for number in range(most):
            for (one, cell), heard in zip(pairs, given, strict=True):
                if not cell.error:
                    self.how.heard(f"{where(place)}, {cell.name}: timing {number + 1} of {most}")
                    self._time(one, cell, heard, counts=number >= self.how.warm_up)
        for one, cell in pairs:
            if self.how.count and not cell.error:
                self.how.heard(f"{where(place)}, {cell.name}: counting")
                self._count(one, cell, None if key is None else (cell.name, place.stage.depth, key))

    def settle(self) -> None:
        """Read all answers once more, for what a search returns later may say how it is to be read everywhere."""
        for ready, cell, given in self._given:
            cell.others = []
            for place, returned in enumerate(given):
                _add(cell, ready.answer(returned), first=not place)
        self.measured.read = {
            name: one.note for name, one in zip(self.measured.columns, self.contenders, strict=True) if one.note
        }

    @staticmethod
    def _ready(contender: Contender, cell: Cell, game: AnyGame, state: Any, depth: int | None) -> Ready | None:
        try:
            return contender.ready(game, state, depth)
        except PlyscopeError as error:
            cell.error = str(error)
            return None

    def _time(self, ready: Ready, cell: Cell, given: list[Any], *, counts: bool) -> None:
        try:
            with ready.around(), limited(self.how.limit):
                seconds, returned = time_once(ready.once(), self.how.clock)
            answer = ready.answer(returned)
        except Stop as stop:
            cell.error = f"{cell.name} {stop.reason}"
            return
        except PlyscopeError as error:
            cell.error = str(error)
            return
        (cell.seconds if counts else cell.warm_up).append(seconds)
        if _add(cell, answer, first=not given):
            given.append(returned)

    def _count(self, ready: Ready, cell: Cell, key: Any) -> None:
        known = self._counted.get(key) if key is not None else None
        if known is not None:
            cell.counts, cell.note = known.counts, known.note
            return
        try:
            found = ready.count(everything=self.how.everything)
        except PlyscopeError as error:
            cell.note = str(error)
            return
        cell.counts, cell.note = found.numbers, found.note
        if key is not None:
            self._counted[key] = cell


def _add(cell: Cell, answer: Answer, *, first: bool) -> bool:
    """Keep an answer, where it is another one than those before; whether it is."""
    if first:
        cell.answer = answer
    elif answer != cell.answer and answer not in cell.others:
        cell.others.append(answer)
    else:
        return False
    return True


def time_once(call: Callable[[], Any], clock: Clock) -> tuple[float, Any]:
    """The seconds of one call, and what it returned. Garbage is not collected meanwhile."""
    kept: list[Any] = []
    seconds = Timer(lambda: kept.append(call()), timer=clock.read).timeit(1)
    return seconds, kept[0]


@contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """End what is done inside after some seconds; None, and where there is no timer, never.

    Raises:
        Stop: it took longer.
    """
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise Stop(f"had not ended after {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def machine() -> dict[str, str | int]:
    """The versions and the machine, in plain types: what timings can be compared by."""
    from importlib.metadata import version  # not before it is asked for

    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "plyscope": version("plyscope"),
        "numpy": version("numpy"),
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
    }


def _processor() -> str:
    """What the system calls its processor; empty where it does not say."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:  # noqa: PTH123  # a list of Linux's own
            named = next((line for line in lines if line.startswith("model name")), "")
    except OSError:
        return platform.processor()
    return named.partition(":")[2].strip() or platform.processor()
