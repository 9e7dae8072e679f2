"""What is measured: a search with its options, or a user's own function, whose calls are recorded to count nodes."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from types import CodeType
from typing import Any

from tracer.calling.own_call import OwnCall
from tracer.calling.returned_answer import Answer, AnswerReader, AskedPosition
from tracer.errors import PlyscopeError, Stop
from tracer.games.rules import AnyGame, label
from tracer.measuring.measured import Counted
from tracer.run.plan import Plan, Result, prepare
from tracer.run.run import record
from tracer.searches.contract import NullRecorder, NullTreeRecorder
from tracer.text import clean
from tracer.tracing import Trace


class TimedFunction:
    """A function that is called as `OwnCall` says, and returns a move, a value, or both.

    Args:
        spec: `file.py:name` or `package.module:name`; its code is run.
        depth: plies, for a function that takes them; None leaves them out.
        returns: one of `RETURNS`: what it returns, where a number may be a move and a value.
        max_nodes: nodes of it that are counted at most; None is any number.

    Raises:
        PlyscopeError: there is no such function, or it takes other arguments.
    """

    def __init__(self, spec: str, depth: int | None = None, returns: str = "", max_nodes: int | None = None) -> None:
        self._depth, self._reading, self._max_nodes = depth, AnswerReader(returns), max_nodes
        with contextlib.redirect_stdout(io.StringIO()):
            self._own = OwnCall(spec)
        self.name = self._own.name
        self._met: list[tuple[CodeType, ...]] = []
        """The functions of the searches in it, as far as they were recorded."""

    def ready(self, game: AnyGame, state: Any, depth: int | None = None) -> ReadyFunction:
        """Its search of a position; see `Contender`."""
        plies = self._depth if depth is None else depth
        call = partial(self._own.arguments_for, game, state, plies)
        asked = AskedPosition(game, state)
        return ReadyFunction(self._own.function, call, asked, self.around, self._reading, self._met, self._max_nodes)

    @property
    def note(self) -> str:
        """How it is read what it returned; see `Contender`."""
        return self._reading.note

    @contextmanager
    def around(self) -> Iterator[None]:
        """What `OwnCall.around` says, with caches of functools as they are at first, and what it prints kept away.

        Raises:
            PlyscopeError: whatever it raised.
        """
        with contextlib.redirect_stdout(io.StringIO()), self._own.around():
            self._forget()
            yield

    def _forget(self) -> None:
        """Clear what `functools.cache` keeps of its program, so that no search is answered by the one before it."""
        own = getattr(self._own.function, "__globals__", {})
        for held in [own, *(vars(module) for module in self._own.modules)]:
            for value in list(held.values()):
                clear = getattr(value, "cache_clear", None) if hasattr(value, "__wrapped__") else None
                if callable(clear):
                    clear()


class ReadyFunction:
    """A function with a position."""

    may_remember = True

    def __init__(
        self,
        called: Callable[..., Any],
        arguments: Callable[[], tuple[list[Any], dict[str, Any]]],
        asked: AskedPosition,
        around: Callable[[], contextlib.AbstractContextManager[None]],
        reading: AnswerReader,
        met: list[tuple[CodeType, ...]],
        max_nodes: int | None,
    ) -> None:
        self._called, self._arguments, self._around = called, arguments, around
        self._asked, self._reading, self._met, self._max_nodes = asked, reading, met, max_nodes

    def once(self) -> Callable[[], Any]:
        """The function with its arguments."""
        places, named = self._arguments()
        return partial(self._called, *places, **named)

    def around(self) -> contextlib.AbstractContextManager[None]:
        """See `TimedFunction.around`."""
        return self._around()

    def answer(self, returned: Any) -> Answer:
        """The move, the value, or both, as all that it returned until now can be read."""
        self._reading.learn(self._asked, returned)
        return self._reading.read(self._asked, returned)

    def count(self, *, everything: bool) -> Counted:
        """Record what it does, as `plyscope run` records a program, and count."""
        with self._around():
            return count_calls(self._called, self.once, self._met, self._max_nodes, everything=everything)


Functions = tuple[CodeType, ...]
"""Those that are one search together."""


def count_calls(
    called: Callable[..., Any],
    once: Callable[[], Callable[[], Any]],
    met: list[Functions],
    max_nodes: int | None = None,
    *,
    everything: bool,
) -> Counted:
    """Call something and count the searches that it makes; the note says why where nothing could be counted.

    The search is looked for among all functions that are called; where none is found, it is taken to be the one that is
    called first.

    Args:
        called: that function.
        once: gives what is called, with its arguments, as often as that needs.
        met: the functions of searches that it made before, of which a short one does not show what it is; those that
            are met now are added.
        max_nodes: nodes after which it is ended; None is never.
        everything: whether also what takes long to count, where the game is known.
    """
    try:
        traces, suspects = _record(once(), max_nodes, met)
        if not traces and suspects:
            traces, _ = _record(once(), max_nodes, [*met, suspects])
        problem = "it makes no search that could be recorded"
    except PlyscopeError as error:
        traces, problem = [], clean(str(error).partition("; if it is a search")[0])
    if not traces:
        with contextlib.suppress(PlyscopeError):
            traces = [trace for trace in _record(once(), max_nodes, [], called)[0] if len(trace) > 1]
    return _counted(traces, everything=everything) if traces else Counted(note=problem)


def _counted(traces: list[Trace], *, everything: bool) -> Counted:
    stopped = next((f"stopped {trace.header.stopped}" for trace in traces if trace.header.stopped), "")
    try:
        found = [counts_of(trace, everything=everything) for trace in traces]
    except PlyscopeError:  # what needs the game is not known
        found = [counts_of(trace, everything=False) for trace in traces]
    if len(found) == 1:
        return Counted(found[0], stopped)
    summed = ("visited", "leaves", "leaf_evaluations", "cutoffs")
    several = f"its nodes are of {len(found)} searches"
    return Counted({name: sum(one[name] for one in found) for name in summed}, stopped or several)


def _record(
    call: Callable[[], Any], max_nodes: int | None, known: list[Functions], *functions: Any
) -> tuple[list[Trace], Functions]:
    """The searches of one call, and functions that may be one if it is called once more.

    Args:
        call: the call.
        max_nodes: nodes after which it is ended.
        known: functions that are one though they do not show it; those that are found are added.
        *functions: the functions that are the search; none looks for them.

    Raises:
        PlyscopeError: nothing was recorded, or what was cannot be understood.
    """
    from tracer.attaching.outside import attach  # which loads a good deal

    recording = attach(*functions)
    recording.searches.outlet.max_nodes = max_nodes
    recording.recognition.known.extend(known)
    said: PlyscopeError | None = None
    with contextlib.redirect_stderr(io.StringIO()):  # what was assumed is no word about a timing
        try:
            with recording:
                call()
        except Stop:
            pass
        except PlyscopeError as error:
            said = error
    known.extend(found for found in recording.recognition.found if found not in known)
    if said is not None and not recording.suspects:
        raise said
    return recording.traces, recording.suspects


AT_ONCE = ("visited", "leaves", "leaf_evaluations", "cutoffs", "table_hits", "re_searches", "passes")
"""Counts that follow from a recording alone."""


class TimedSearch:
    """A search with its options.

    Args:
        name: what it is called in tables.
        search: the name of the search.
        options: as `tracer.trace` takes them, but for the position.
        limits: what ends its recording early, `max_nodes` and `max_memory` of `tracer.trace`; its timing is of all.
    """

    note = ""

    def __init__(
        self, name: str, search: str, options: dict[str, Any] | None = None, limits: dict[str, Any] | None = None
    ) -> None:
        self.name, self._search, self._options, self._limits = name, search, dict(options or {}), dict(limits or {})

    def ready(self, game: AnyGame, state: Any, depth: int | None = None) -> ReadySearch:
        """Its search of a position; see `Contender`."""
        options = self._options | ({} if depth is None else {"depth": depth})
        return ReadySearch(prepare(game, self._search, **options)._replace(start=state), self._limits)


class ReadySearch:
    """One of them, of one position."""

    may_remember = False

    def __init__(self, plan: Plan, limits: dict[str, Any]) -> None:
        self._plan, self._limits = plan, limits

    def once(self) -> Callable[[], Any]:
        """The search itself, with a recorder that keeps nothing."""
        plan = self._plan
        record = NullTreeRecorder() if plan.search.best_first else NullRecorder()
        return partial(plan.search.run, plan.rules, plan.start, record, **plan.options)

    def around(self) -> AbstractContextManager[None]:
        """Room for its recursion, and whose fault an error is."""
        return self._plan.guarded()

    def answer(self, returned: Any) -> Answer:
        """Its value, MAX's view, and its move."""
        value, move = Result(*returned)
        named = None if move is None else label(self._plan.game, move)
        return Answer(float(value), named, self._plan.search.values)

    def count(self, *, everything: bool) -> Counted:
        """All that is counted of a recording; see `Ready`."""
        found = record(self._plan, **self._limits)
        note = f"stopped {found.header.stopped}" if found.header.stopped else ""
        return Counted(counts_of(found, everything=everything), note)


def counts_of(trace: Trace, *, everything: bool) -> dict[str, Any]:
    """The counts of a recording by their names."""
    if everything:
        return trace.counts.summary()
    return {name: getattr(trace.counts, name) for name in AT_ONCE}
