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
from tracer.measuring.measurements import (
    Contender,
    MeasuredCell,
    MeasuredPlace,
    Measurements,
    PreparedSearch,
    describe_place,
)
from tracer.text import clean

MAX_LIMIT = 1_000_000
"""Seconds of a limit."""


Clock = Callable[[], float]
"""Gives the seconds now, from any beginning."""
CLOCKS: Mapping[str, Clock] = MappingProxyType({"wall": perf_counter, "cpu": process_time})
"""The time that passes, and the processor's time that this process takes, by the words of a command line."""


@dataclass(frozen=True, kw_only=True)
class TimingOptions:
    """How is measured."""

    runs: int = 10
    """Timings of each search at each place."""
    warm_up: int = 1
    """Searches before these, which do not count."""
    clock: Clock = CLOCKS["wall"]
    limit: float | None = None
    """Seconds after which a search is given up; None is never. Only in the main thread, of systems that have timers."""
    counts_nodes: bool = True
    """Whether each is also recorded once, and counted."""
    with_slow_counts: bool = False
    """Whether also what takes long to count."""
    on_progress: Callable[[str], None] = field(default=lambda _: None)
    """Called before each search with what is going on; it is not timed."""

    def __post_init__(self) -> None:
        if self.runs < 1 or self.warm_up < 0:
            raise PlyscopeError(f"runs are 1 or more, after a warm-up of 0 or more, not {self.runs} and {self.warm_up}")
        if self.limit is not None and not 0 < self.limit < MAX_LIMIT:
            raise PlyscopeError(f"a limit is more than 0 seconds and less than {MAX_LIMIT:,}, not {self.limit:g}")


class Stopwatch:
    """Times and counts searches at one place after another.

    While a search is timed, Python collects no garbage: what it leaves is collected between the timings.
    """

    def __init__(self, contenders: Sequence[Contender], options: TimingOptions) -> None:
        self.contenders, self.options = contenders, options
        names = [clean(contender.name) for contender in contenders]
        earlier_namesakes = [names[:index].count(name) for index, name in enumerate(names)]
        columns = tuple(
            f"{name} ({copy + 1})" if copy else name for name, copy in zip(names, earlier_namesakes, strict=True)
        )
        self.measured = Measurements(
            columns, options.runs, options.warm_up, f"time.{options.clock.__name__}", describe_machine()
        )
        """All so far, whatever ends it."""
        self._returned_values: list[tuple[PreparedSearch, MeasuredCell, list[Any]]] = []
        """What was returned, each kind of answer once."""
        self._counted_cells: dict[Any, MeasuredCell] = {}
        """What was counted already of a search of a position."""

    def measure_place(self, place: MeasuredPlace, game: AnyGame, state: Any, key: Any = None) -> None:
        """Time every search of a position, and count each."""
        place.cells = [MeasuredCell(name) for name in self.measured.columns]
        self.measured.places.append(place)
        prepared_cells: list[tuple[PreparedSearch, MeasuredCell, list[Any]]] = []
        for contender, cell in zip(self.contenders, place.cells, strict=True):
            try:
                search = contender.prepare(game, state, place.stage.depth)
            except PlyscopeError as error:
                cell.error = str(error)
                continue
            cell.may_remember = search.may_remember
            prepared_cells.append((search, cell, []))
        self._returned_values += prepared_cells
        total_runs = self.options.warm_up + self.options.runs
        for run in range(total_runs):
            for search, cell, returned in prepared_cells:
                if not cell.error:
                    self.options.on_progress(f"{describe_place(place)}, {cell.name}: timing {run + 1} of {total_runs}")
                    self._time_search(search, cell, returned, counts=run >= self.options.warm_up)
        for search, cell, _ in prepared_cells:
            if self.options.counts_nodes and not cell.error:
                self.options.on_progress(f"{describe_place(place)}, {cell.name}: counting")
                self._count_search(search, cell, None if key is None else (cell.name, place.stage.depth, key))

    def reread_answers(self) -> None:
        """Read all answers once more, for what a search returns later may say how it is to be read everywhere."""
        for search, cell, returned_values in self._returned_values:
            cell.others = []
            for index, returned in enumerate(returned_values):
                _add_answer(cell, search.read_answer(returned), is_first=not index)
        self.measured.reading_notes = {
            name: contender.note
            for name, contender in zip(self.measured.columns, self.contenders, strict=True)
            if contender.note
        }

    def _time_search(self, ready: PreparedSearch, cell: MeasuredCell, given: list[Any], *, counts: bool) -> None:
        try:
            with ready.search_context(), end_after_seconds(self.options.limit):
                seconds, returned = time_once(ready.make_call(), self.options.clock)
            answer = ready.read_answer(returned)
        except Stop as stop:
            cell.error = f"{cell.name} {stop.reason}"
            return
        except PlyscopeError as error:
            cell.error = str(error)
            return
        (cell.seconds if counts else cell.warm_up).append(seconds)
        if _add_answer(cell, answer, is_first=not given):
            given.append(returned)

    def _count_search(self, ready: PreparedSearch, cell: MeasuredCell, key: Any) -> None:
        known = self._counted_cells.get(key) if key is not None else None
        if known is not None:
            cell.counts, cell.note = known.counts, known.note
            return
        try:
            found = ready.count_nodes(self.options.with_slow_counts)
        except PlyscopeError as error:
            cell.note = str(error)
            return
        cell.counts, cell.note = found.numbers, found.note
        if key is not None:
            self._counted_cells[key] = cell


def _add_answer(cell: MeasuredCell, answer: Answer, *, is_first: bool) -> bool:
    """Keep an answer, where it is another one than those before; whether it is."""
    if is_first:
        cell.answer = answer
    elif answer != cell.answer and answer not in cell.others:
        cell.others.append(answer)
    else:
        return False
    return True


def time_once(call: Callable[[], Any], clock: Clock) -> tuple[float, Any]:
    """The seconds of one call, and what it returned. Garbage is not collected meanwhile."""
    results: list[Any] = []
    seconds = Timer(lambda: results.append(call()), timer=clock).timeit(1)
    return seconds, results[0]


@contextmanager
def end_after_seconds(seconds: float | None) -> Iterator[None]:
    """End what is done inside after some seconds; None, and where there is no timer, never.

    Raises:
        Stop: it took longer.
    """
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() != threading.main_thread():
        yield
        return

    def on_alarm(_signal: int, _frame: FrameType | None) -> None:
        raise Stop(f"had not ended after {seconds:g} seconds")

    previous_handler = signal.signal(signal.SIGALRM, on_alarm)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous_handler)


def describe_machine() -> dict[str, str | int]:
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
            model_line = next((line for line in lines if line.startswith("model name")), "")
    except OSError:
        return platform.processor()
    return model_line.partition(":")[2].strip() or platform.processor()
