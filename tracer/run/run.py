"""Run a search on a game: recorded, or bare."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tracer.errors import GameError, PlyscopeError, Stop
from tracer.file.series import INTERRUPTED, Written
from tracer.games.rules import label
from tracer.recording.best_first_recorder import BestFirstRecorder, RecordedTables
from tracer.recording.header import Header
from tracer.recording.interrupts import hold_interrupts
from tracer.recording.memory_limit import limit_memory
from tracer.recording.node_details import NodeDetails
from tracer.recording.recorder import Recorder
from tracer.run.plan import Options, Plan, Result, prepare
from tracer.searches.contract import NullRecorder
from tracer.searches.registry import DEFAULT
from tracer.tracing import SearchInterrupted, Trace

if TYPE_CHECKING:
    from tracer.file.whole import WholeFile
    from tracer.file.writing import Writer

EndingError = KeyboardInterrupt | GameError | None
"""What ended a search too early, whose recording is kept."""
GAME_FAILED = "by an error of the game"
"""`Header.stopped` after an error of the game."""


def trace(
    game: Any,
    search: str = DEFAULT,
    *,
    position: Any = None,
    depth: int | None = None,
    window: tuple[float, float] | None = None,
    fail: str | None = None,
    cut: str | None = None,
    order: str | None = None,
    evaluate: str | None = None,
    prefer: str | None = None,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[int], None] | None = None,
    output: str | os.PathLike[str] | None = None,
    **own: Any,
) -> Trace:
    """Record a search. What is None has its default, which `tracer.Options` says.

    Args:
        game: a game, its spec (`"connect4:5,4,4"`), nested lists, or a networkx tree with leaf values.
        search: its name, or another one by which it is known; `plyscope.SEARCHES` has them.
        position: the root: a text that the game parses, a path of moves (`"b2/a1"`), or a position of the game.
        depth: plies to search from the root.
        window: (alpha, beta) at the root, MAX's view.
        fail: "soft" or "hard": whether returned values are clamped to the window.
        cut: ">=" or ">": the cutoff test.
        order: the order of moves.
        evaluate: the evaluation at the horizon, where it is not the game's own: `zero`, `rollouts:N`, the mean of N
            random games, or `file.py:function`.
        prefer: "fast" where a win is worth more the sooner it comes, and a loss less bad the later.
        max_nodes: stop after this many visits; `header.stopped` then says so.
        max_memory: stop when the process has this many bytes in memory.
        progress: called ten times a second or so with the number of nodes visited; it may raise `plyscope.Stop` with
            the reason for which the search shall end.
        output: a file to which the trace is written while the search runs; of a best-first search whole, now and then.
        **own: options that this search has of its own; a word that Python keeps for itself ends with an underscore:
            `with_="table,hash"`.

    Returns:
        The trace, complete or as far as the search came; `header.stopped` says why it stopped.

    Raises:
        PlyscopeError: the game, the search or an option is wrong.
        GameError: the game misbehaved or raised; its `trace` holds what was recorded.
        SearchInterrupted: Ctrl-C; its `trace` holds what was recorded.

    >>> trace("tictactoe", "pvs", position="b2/a1", depth=3).counts.visited
    130
    >>> trace("tictactoe", "deepening", depth=3, with_="table,hash").counts.visited
    141
    """
    options = Options(position=position, depth=depth, window=window, fail=fail, cut=cut, order=order)
    plan = prepare(game, search, **options, evaluate=evaluate, prefer=prefer, **own)
    return record(plan, max_nodes=max_nodes, max_memory=max_memory, progress=progress, output=output)


def record(
    plan: Plan,
    *,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[int], None] | None = None,
    output: str | os.PathLike[str] | None = None,
) -> Trace:
    """Record a search that was made ready; `trace` says what the arguments mean, and what is raised."""
    if plan.search.best_first:
        return record_tree(plan, max_nodes, limit_memory(max_memory, progress), output)
    told = NodeDetails()
    sink = None if output is None else _open_writer(plan, output, told)
    keep = sink is None or not sink.readable
    recorder = _make_recorder(plan, limit_memory(max_memory, progress), max_nodes, sink, told, keep=keep)
    header, _, ending_error = _run_search(plan, recorder, sink)
    if sink is not None and sink.readable:  # which has what is not kept in memory
        from tracer.file.reading import read

        with hold_interrupts():
            moves = recorder.close()
            sink.finish(header)
        columns = read(sink.path)[1]
    else:
        columns, moves = recorder.finish()
        if sink is not None:
            sink.finish(header)
    return _return_or_raise(Trace(columns, moves, header, plan.game, plan.start), ending_error)


def _run_search(
    plan: Plan, recorder: Recorder | BestFirstRecorder, file: Writer | WholeFile | None
) -> tuple[Header, float | None, EndingError]:
    """Run a search; give the header of what was recorded, its value, and what ended it too early.

    An error after which there is nothing to be kept is raised, and its file is abandoned.
    """
    start_time, value, stop_reason = perf_counter(), None, None
    ending_error: EndingError = None
    try:
        value = plan.run(recorder).value
    except Stop as stop:
        stop_reason = stop.reason
    except (KeyboardInterrupt, GameError) as error:
        if not recorder.started:
            _abandon_file(file)
            raise
        ending_error, stop_reason = error, INTERRUPTED if isinstance(error, KeyboardInterrupt) else GAME_FAILED
    except BaseException:
        _abandon_file(file)
        raise
    return replace(plan.header, seconds=perf_counter() - start_time, stopped=stop_reason), value, ending_error


def _return_or_raise(recorded_trace: Trace, ending_error: EndingError) -> Trace:
    """Give what was recorded, or raise the error that ended it, which has it."""
    if isinstance(ending_error, KeyboardInterrupt):
        raise SearchInterrupted(recorded_trace) from None
    if ending_error is not None:
        ending_error.trace = recorded_trace
        raise ending_error
    return recorded_trace


def write(
    plan: Plan,
    output: str | os.PathLike[str],
    *,
    max_nodes: int | None = None,
    max_memory: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Written:
    """Record a search into a file, and keep nothing of it in memory, however large it is.

    Raises:
        PlyscopeError: nothing was recorded; or the file cannot be written.
        KeyboardInterrupt: Ctrl-C before the first node.
    """
    if plan.search.best_first:
        return write_tree(plan, output, max_nodes, limit_memory(max_memory, progress))
    told = NodeDetails(keep=False)
    sink = _open_writer(plan, output, told)
    recorder = _make_recorder(plan, limit_memory(max_memory, progress), max_nodes, sink, told, keep=False)
    header, value, ending_error = _run_search(plan, recorder, sink)
    with hold_interrupts():
        recorder.close()
        sink.finish(header)
    return Written(header, recorder.recorded, recorder.visited, value, ending_error, plan.game, plan.start)


def _open_writer(plan: Plan, output: str | os.PathLike[str], told: NodeDetails) -> Writer:
    from tracer.file.writing import Writer

    return Writer(output, plan.header, partial(label, plan.game), told)


def _make_recorder(
    plan: Plan,
    progress: Callable[[int], None] | None,
    max_nodes: int | None,
    sink: Writer | None,
    told: NodeDetails,
    *,
    keep: bool,
) -> Recorder:
    view, windowed = plan.search.view, plan.search.windowed
    try:
        return Recorder(view, max_nodes, progress, sink, windowed, keep=keep, told=told)
    except PlyscopeError:
        _abandon_file(sink)
        raise


def _abandon_file(file: Writer | WholeFile | None) -> None:
    if file is not None:
        file.abandon()


def search(
    game: Any,
    search: str = DEFAULT,
    *,
    position: Any = None,
    depth: int | None = None,
    window: tuple[float, float] | None = None,
    fail: str | None = None,
    cut: str | None = None,
    order: str | None = None,
    evaluate: str | None = None,
    prefer: str | None = None,
    **own: Any,
) -> Result:
    """Run a search without recording it. It does exactly the work of `plyscope.trace`.

    Args:
        game: the game, as `plyscope.trace` takes it; all other arguments are as there.
        search: the search's name.
        position: the root.
        depth: plies to search from the root.
        window: (alpha, beta) at the root, MAX's view.
        fail: "soft" or "hard".
        cut: ">=" or ">".
        order: the order of moves.
        evaluate: the evaluation at the horizon.
        prefer: "fast" or None.
        **own: options that this search has of its own.

    Raises:
        PlyscopeError: the game, the search or an option is wrong.
        GameError: the game misbehaved or raised.

    >>> search([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    Result(value=3, best_move='a1')
    """
    options = Options(position=position, depth=depth, window=window, fail=fail, cut=cut, order=order)
    plan = prepare(game, search, **options, evaluate=evaluate, prefer=prefer, **own)
    return plan.run(NullRecorder())


def record_tree(
    plan: Plan,
    max_nodes: int | None = None,
    progress: Callable[[int], None] | None = None,
    output: str | os.PathLike[str] | None = None,
) -> Trace:
    """Record a best-first search that was made ready; `tracer.trace` says what the arguments mean."""
    from tracer.file.whole import WholeFile

    file = None if output is None else WholeFile(output)

    def so_far(header: Header, tables: RecordedTables) -> Trace:
        return Trace(*tables, header, plan.game, plan.start)

    def renew(tables: RecordedTables) -> None:
        if file is not None:
            file.renew(partial(so_far, plan.header, tables))

    try:
        recorder = BestFirstRecorder(max_nodes, progress, None if file is None else renew)
        header, _, ending_error = _run_search(plan, recorder, file)
        with hold_interrupts():
            recorded_trace = so_far(header, recorder.finish())
            if file is not None:
                file.finish(recorded_trace)
    finally:
        _abandon_file(file)
    return _return_or_raise(recorded_trace, ending_error)


def write_tree(
    plan: Plan, output: str | os.PathLike[str], max_nodes: int | None, progress: Callable[[int], None] | None
) -> Written:
    """Record a best-first search into a file; gives what is known of it."""
    ending_error: SearchInterrupted | GameError | None = None
    try:
        recorded_trace = record_tree(plan, max_nodes, progress, output)
    except (SearchInterrupted, GameError) as error:
        if error.trace is None:
            raise
        recorded_trace, ending_error = error.trace, error
    return Written(
        recorded_trace.header,
        len(recorded_trace),
        recorded_trace.counts.visited,
        recorded_trace.value,
        ending_error,
        plan.game,
        plan.start,
    )
