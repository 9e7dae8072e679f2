"""What is measured: a search with its options, or a user's own function, whose calls are recorded to count nodes."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import CodeType
from typing import Any

from tracer.calling.own_call import OwnCall
from tracer.calling.returned_answer import Answer, AnswerReader, AskedPosition
from tracer.errors import PlyscopeError, Stop
from tracer.games.rules import AnyGame, label
from tracer.measuring.measurements import PreparedSearch, RecordedCounts
from tracer.run.plan import Result, prepare
from tracer.run.run import record
from tracer.searches.contract import NullRecorder
from tracer.text import clean
from tracer.tracing import Trace


class TimedFunction:
    """A function that is called as `OwnCall` says, and returns a move, a value, or both.

    Args:
        spec: `file.py:name` or `package.module:name`; its code is run.
        depth: plies, for a function that takes them; None leaves them out.
        returns: one of `ENCODINGS`: what it returns, where a number may be a move and a value.
        max_nodes: nodes of it that are counted at most; None is any number.
    """

    def __init__(self, spec: str, depth: int | None = None, returns: str = "", max_nodes: int | None = None) -> None:
        self._depth, self._reading, self._max_nodes = depth, AnswerReader(returns), max_nodes
        with contextlib.redirect_stdout(io.StringIO()):
            self._own_call = OwnCall(spec)
        self.name = self._own_call.name
        self._known_functions: list[tuple[CodeType, ...]] = []
        """The functions of the searches in it, as far as they were recorded."""

    def prepare(self, game: AnyGame, state: Any, depth: int | None = None) -> PreparedSearch:
        """Its search of a position; see `Contender`."""
        plies, question, reading = self._depth if depth is None else depth, AskedPosition(game, state), self._reading

        def make_call() -> Callable[[], Any]:
            positional, keywords = self._own_call.arguments_for(game, state, plies)
            return partial(self._own_call.function, *positional, **keywords)

        def read_answer(returned: Any) -> Answer:
            reading.learn(question, returned)
            return reading.read(question, returned)

        def count_nodes(with_slow_counts: bool) -> RecordedCounts:
            with self.call_context():
                return count_call_nodes(
                    self._own_call.function,
                    make_call,
                    self._known_functions,
                    self._max_nodes,
                    with_slow_counts=with_slow_counts,
                )

        return PreparedSearch(make_call, self.call_context, read_answer, count_nodes, may_remember=True)

    @property
    def note(self) -> str:
        """How it is read what it returned; see `Contender`."""
        return self._reading.note

    @contextmanager
    def call_context(self) -> Iterator[None]:
        """What `OwnCall.around` says, with caches of functools as they are at first, and what it prints kept away."""
        with contextlib.redirect_stdout(io.StringIO()), self._own_call.around():
            self._clear_caches()
            yield

    def _clear_caches(self) -> None:
        """Clear what `functools.cache` keeps of its program, so that no search is answered by the one before it."""
        function_globals = getattr(self._own_call.function, "__globals__", {})
        for namespace in [function_globals, *(vars(module) for module in self._own_call.modules)]:
            for value in list(namespace.values()):
                clear_cache = getattr(value, "cache_clear", None) if hasattr(value, "__wrapped__") else None
                if callable(clear_cache):
                    clear_cache()


Functions = tuple[CodeType, ...]
"""Those that are one search together."""


def count_call_nodes(
    function: Callable[..., Any],
    make_call: Callable[[], Callable[[], Any]],
    known_functions: list[Functions],
    max_nodes: int | None = None,
    *,
    with_slow_counts: bool,
) -> RecordedCounts:
    """Call something and count the searches that it makes; the note says why where nothing could be counted.

    The search is looked for among all functions that are called; where none is found, it is taken to be the one that is
    called first.
    """
    try:
        traces, suspects = _record_call(make_call(), max_nodes, known_functions)
        if not traces and suspects:
            traces, _ = _record_call(make_call(), max_nodes, [*known_functions, suspects])
        problem = "it makes no search that could be recorded"
    except PlyscopeError as error:
        traces, problem = [], clean(str(error).partition("; if it is a search")[0])
    if not traces:
        with contextlib.suppress(PlyscopeError):
            traces = [trace for trace in _record_call(make_call(), max_nodes, [], function)[0] if len(trace) > 1]
    return _merge_counts(traces, with_slow_counts=with_slow_counts) if traces else RecordedCounts(note=problem)


def _merge_counts(traces: list[Trace], *, with_slow_counts: bool) -> RecordedCounts:
    stopped = next((f"stopped {trace.header.stopped}" for trace in traces if trace.header.stopped), "")
    try:
        counts = [trace_counts(trace, with_slow_counts=with_slow_counts) for trace in traces]
    except PlyscopeError:  # what needs the game is not known
        counts = [trace_counts(trace, with_slow_counts=False) for trace in traces]
    if len(counts) == 1:
        return RecordedCounts(counts[0], stopped)
    summed_names = ("visited", "leaves", "leaf_evaluations", "cutoffs")
    several_note = f"its nodes are of {len(counts)} searches"
    return RecordedCounts(
        {name: sum(trace_count[name] for trace_count in counts) for name in summed_names}, stopped or several_note
    )


def _record_call(
    call: Callable[[], Any], max_nodes: int | None, known_functions: list[Functions], *functions: Any
) -> tuple[list[Trace], Functions]:
    """The searches of one call, and functions that may be one if it is called once more."""
    from tracer.attaching.attach_functions import attach  # which loads a good deal

    recording = attach(*functions)
    recording.searches.outlet.max_nodes = max_nodes
    recording.recognition.known.extend(known_functions)
    attach_error: PlyscopeError | None = None
    with contextlib.redirect_stderr(io.StringIO()):  # what was assumed is no word about a timing
        try:
            with recording:
                call()
        except Stop:
            pass
        except PlyscopeError as error:
            attach_error = error
    known_functions.extend(
        functions_found for functions_found in recording.recognition.found if functions_found not in known_functions
    )
    if attach_error is not None and not recording.suspects:
        raise attach_error
    return recording.traces, recording.suspects


QUICK_COUNTS = ("visited", "leaves", "leaf_evaluations", "cutoffs", "table_hits", "re_searches", "passes")
"""Counts that follow from a recording alone."""


class TimedSearch:
    """A search with its options."""

    note = ""

    def __init__(
        self, name: str, search: str, options: dict[str, Any] | None = None, limits: dict[str, Any] | None = None
    ) -> None:
        self.name, self._search, self._options, self._limits = name, search, dict(options or {}), dict(limits or {})

    def prepare(self, game: AnyGame, state: Any, depth: int | None = None) -> PreparedSearch:
        """Its search of a position; see `Contender`."""
        options = self._options | ({} if depth is None else {"depth": depth})
        plan = prepare(game, self._search, **options)._replace(start=state)

        def make_call() -> Callable[[], Any]:
            recorder = NullRecorder()
            return partial(plan.search.run, plan.rules, plan.start, recorder, **plan.options)

        def read_answer(returned: Any) -> Answer:
            value, move = Result(*returned)
            return Answer(float(value), None if move is None else label(plan.game, move), plan.search.values)

        def count_nodes(with_slow_counts: bool) -> RecordedCounts:
            trace = record(plan, **self._limits)
            note = f"stopped {trace.header.stopped}" if trace.header.stopped else ""
            return RecordedCounts(trace_counts(trace, with_slow_counts=with_slow_counts), note)

        return PreparedSearch(make_call, plan.guarded, read_answer, count_nodes)


def trace_counts(trace: Trace, *, with_slow_counts: bool) -> dict[str, Any]:
    """The counts of a recording by their names."""
    if with_slow_counts:
        return trace.counts.summary()
    return {name: getattr(trace.counts, name) for name in QUICK_COUNTS}
