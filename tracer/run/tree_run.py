"""Record a best-first search: its tree is numbered, and a file of it written whole, now and then and when it ends."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import perf_counter

from tracer.errors import GameError, Stop
from tracer.file.written import INTERRUPTED, Written
from tracer.recording.header import Header
from tracer.recording.interrupts import hold_interrupts
from tracer.recording.tree_recorder import BestFirstRecorder, Tables
from tracer.run.plan import Plan
from tracer.tracing import SearchInterrupted, Trace

FAILED = "by an error of the game"
"""`Header.stopped` after an error of the game."""


def record_tree(
    plan: Plan,
    max_nodes: int | None = None,
    progress: Callable[[int], None] | None = None,
    output: str | os.PathLike[str] | None = None,
) -> Trace:
    """Record a best-first search that was made ready; `tracer.trace` says what the arguments mean."""
    from tracer.file.whole import WholeFile

    file = None if output is None else WholeFile(output)

    def so_far(header: Header, tables: Tables) -> Trace:
        return Trace(*tables, header, plan.game, plan.start)

    def renew(tables: Tables) -> None:
        if file is not None:
            file.renew(partial(so_far, plan.header, tables))

    def finished(stopped: str | None) -> Trace:
        with hold_interrupts():
            found = so_far(replace(plan.header, seconds=perf_counter() - started, stopped=stopped), recorder.finish())
            if file is not None:
                file.finish(found)
        return found

    try:
        recorder = BestFirstRecorder(max_nodes, progress, None if file is None else renew)
        started, stopped = perf_counter(), None
        ended: KeyboardInterrupt | GameError | None = None
        try:
            plan.run(recorder)
        except Stop as stop:
            stopped = stop.reason
        except (KeyboardInterrupt, GameError) as error:
            if not recorder.started:
                raise
            ended, stopped = error, INTERRUPTED if isinstance(error, KeyboardInterrupt) else FAILED
        found = finished(stopped)
    finally:
        if file is not None:
            file.abandon()
    if isinstance(ended, KeyboardInterrupt):
        raise SearchInterrupted(found) from None
    if ended is not None:
        ended.trace = found
        raise ended
    return found


def write_tree(
    plan: Plan, output: str | os.PathLike[str], max_nodes: int | None, progress: Callable[[int], None] | None
) -> Written:
    """Record a best-first search into a file; gives what is known of it."""
    ended: SearchInterrupted | GameError | None = None
    try:
        found = record_tree(plan, max_nodes, progress, output)
    except (SearchInterrupted, GameError) as error:
        if error.trace is None:
            raise
        found, ended = error.trace, error
    return Written(found.header, len(found), found.counts.visited, found.value, ended, plan.game, plan.start)
