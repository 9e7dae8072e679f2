"""Record a best-first search: its tree is numbered, and a file of it written, when it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import perf_counter

from tracer.errors import GameError, Stop
from tracer.file.written import INTERRUPTED
from tracer.recording.tree_recorder import BestFirstRecorder
from tracer.run.plan import Plan
from tracer.tracing import SearchInterrupted, Trace

FAILED = "by an error of the game"
"""`Header.stopped` after an error of the game."""


def record_tree(plan: Plan, max_nodes: int | None = None, progress: Callable[[int], None] | None = None) -> Trace:
    """Record a best-first search that was made ready; `tracer.trace` says what the arguments mean."""
    recorder = BestFirstRecorder(max_nodes, progress)
    started = perf_counter()

    def finished(stopped: str | None) -> Trace:
        header = replace(plan.header, seconds=perf_counter() - started, stopped=stopped)
        columns, moves = recorder.finish()
        return Trace(columns, moves, header, plan.game, plan.start)

    try:
        plan.run(recorder)
    except Stop as stop:
        return finished(stop.reason)
    except (KeyboardInterrupt, GameError) as error:
        if not recorder.started:
            raise
        if isinstance(error, KeyboardInterrupt):
            raise SearchInterrupted(finished(INTERRUPTED)) from None
        error.trace = finished(FAILED)
        raise
    return finished(None)
