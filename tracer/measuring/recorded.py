"""The nodes of a user's own function: it is run once while its calls are recorded."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from types import CodeType
from typing import Any

from tracer.attaching.outside import attach
from tracer.errors import PlyscopeError, Stop
from tracer.measuring.contender import Counted
from tracer.measuring.timed_search import counts_of
from tracer.text import clean
from tracer.tracing import Trace

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
