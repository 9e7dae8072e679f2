"""Recordings that are not whole yet: a search or a file at work, the rest of a large file, and a file still written."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import ClassVar

import numpy as np
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from tracer.errors import Cancelled, GameError, PlyscopeError
from tracer.file.content import NO_END
from tracer.file.reading import Reading
from tracer.games.rules import AnyGame
from tracer.recording.recorder import Stop
from tracer.recording.slices import Beat
from tracer.text import clean
from tracer.tracing import Trace, trace_of
from tui.model.cursor import Cursor
from tui.model.explorer_state import SuccessNotice
from tui.screens.explorer import Explorer
from tui.screens.prompt import ClosesOnce
from tui.terminal.progress import BYTES_PER_MEGABYTE, ProgressDisplay
from tui.terminal.trace_source import TraceRequest

POLL_INTERVAL = 0.5
"""Seconds between looks at the file."""
READING = "this is the beginning; the rest is being read:"
"""What is said with how far that is."""
FileStamp = tuple[int, int, int]
"""By which a file that has changed is told: its size, its time, and which one it is."""
MISSING_FILE_STAMP: FileStamp = (0, 0, 0)
"""The stamp of a file that is not there."""


class RestReader:
    """Reads in the background the rest of a large file of which the beginning is shown, and then shows all of it."""

    def __init__(self, screen: Explorer, reading: Reading) -> None:
        self._screen, self._reading = screen, reading
        self._shown_at = 0.0
        """When it was shown last how far that is."""
        _clear_unfinished_stop(screen.browser.trace, is_complete=False)
        screen.run_worker(self._read_rest, thread=True, exit_on_error=False)

    def _read_rest(self) -> None:
        report, app = partial(self._report, get_current_worker()), self._screen.app
        shown_trace = self._screen.browser.trace
        try:
            self._reading.read_on(report)
            report(1, 1)
            trace = trace_of(self._reading.content, self._reading.columns(), shown_trace.game)
            trace = trace.classical() if shown_trace.uses_windows_only else trace
            for part in (trace.columns.parent, trace.proved_bound(0), trace.counts.leaves, Cursor(trace).total_tally):
                report(1, 1)  # every view needs them: here they hold up no screen
                del part
        except Cancelled:
            return
        except PlyscopeError as error:
            app.call_from_thread(self._screen.sync, f"only the beginning is shown: {error}")
            return
        app.call_from_thread(self._show_all, trace)

    def _report(self, worker: Worker[None], read: int, size: int) -> None:
        """Show how far it is, unless something else is said; give up where nobody waits for it any more.

        Raises:
            Cancelled: so it is.
        """
        if worker.is_cancelled:
            raise Cancelled("the rest of the file is read no more")
        if monotonic() - self._shown_at > POLL_INTERVAL and size > 1:
            self._shown_at = monotonic()
            self._screen.app.call_from_thread(self._screen.show_background, f"{READING} {100 * read // size} %")

    def _show_all(self, trace: Trace) -> None:
        if not self._screen.is_active:  # below a dialog nothing changes
            self._screen.set_timer(POLL_INTERVAL, partial(self._show_all, trace))
            return
        self._screen.show_grown_trace(trace)
        self._screen.sync(SuccessNotice(f"all {len(trace):,} nodes are read"))


class Follower:
    """Reads what is new in the file whenever it has grown, in the background.

    Where the file is gone, is another one or cannot be read, that is said once, and it is looked for again.
    """

    def __init__(self, screen: Explorer, path: str, game: AnyGame | None) -> None:
        self._screen, self._path, self._game = screen, Path(path), game
        self._name = clean(self._path.name)
        self._reading: Reading | None = None
        """The file as far as it was read; None where it is to be read from its beginning."""
        self._problem = ""
        """Why the recording is not followed for now; empty where it is."""
        self._last_stamp: FileStamp | None = self._read_stamp()
        self._is_reading = False
        _clear_unfinished_stop(screen.browser.trace, is_complete=False)
        self._timer = screen.set_interval(POLL_INTERVAL, self._check_file)

    def _read_stamp(self) -> FileStamp:
        try:
            status = self._path.stat()
        except OSError:
            return MISSING_FILE_STAMP
        return status.st_size, status.st_mtime_ns, status.st_ino

    def _check_file(self) -> None:
        stamp = self._read_stamp()
        if self._is_reading or stamp == self._last_stamp or not self._screen.is_active:
            return
        self._last_stamp = stamp
        if stamp == MISSING_FILE_STAMP:
            self._report_problem(f"{self._name} is gone: it is followed again when it is back")
            return
        self._is_reading = True
        self._screen.run_worker(self._read_file, thread=True, exit_on_error=False)

    def _report_problem(self, problem: str) -> None:
        """Begin anew at the next change of the file, and say why, once."""
        self._reading = None
        if problem != self._problem:
            self._problem = problem
            self._screen.sync(problem)

    def _read_file(self) -> None:
        is_first_read, reading = self._reading is None, self._reading or Reading(self._path)
        call_in_app = self._screen.app.call_from_thread
        try:
            reading.read_on()
            trace = trace_of(reading.content, reading.columns(going_on=True), self._game)
        except PlyscopeError as error:  # it has no nodes yet, or is another file by now: the next look begins anew
            call_in_app(
                partial(
                    self._handle_read_error, f"{error}: it is followed again when it is back" if is_first_read else ""
                )
            )
            return
        trace = trace.classical() if self._screen.browser.trace.uses_windows_only else trace
        trace.proved_bound(0)  # which every view needs: here it holds up no screen
        _clear_unfinished_stop(trace, is_complete=reading.content.ended)
        self._reading = reading
        call_in_app(partial(self._show_trace, trace, is_first_read=is_first_read, is_complete=reading.content.ended))

    def _handle_read_error(self, problem: str) -> None:
        self._is_reading, self._last_stamp, self._reading = False, None, None
        if problem:
            self._report_problem(problem)

    def _show_trace(self, new_trace: Trace, *, is_first_read: bool, is_complete: bool) -> None:
        self._is_reading = False
        if _has_earlier_changes(self._screen.browser.trace, new_trace):
            state = f"{self._name} is complete" if is_complete else f"{self._name} goes on"
            self._report_problem(
                f"{state}: it has {new_trace.steps:,} steps now, and is to be opened again to see them"
            )
            if is_complete:
                self._timer.stop()
            return
        if is_first_read and not _is_continuation(self._screen.browser.trace, new_trace):
            self._report_problem(
                f"{self._name} holds another recording now: this one is followed again when it is back"
            )
            return
        if len(new_trace) >= len(self._screen.browser.trace):
            self._screen.show_grown_trace(new_trace)
        if is_complete:
            self._timer.stop()
            self._screen.sync("the recording is complete")
        elif self._problem:
            self._screen.sync(f"{self._name} is back, and followed")
        self._problem = ""


def _clear_unfinished_stop(trace: Trace, *, is_complete: bool) -> None:
    """That a file ends here says nothing of its recording, if that has no end: it goes on."""
    if not is_complete and trace.header.stopped == NO_END:
        trace.header = replace(trace.header, stopped=None)


def _is_continuation(shown_trace: Trace, new_trace: Trace) -> bool:
    """Whether a recording is the same search as another, further on or not so far yet. O(n)."""
    common_length = min(len(shown_trace), len(new_trace))
    return _is_same_search(shown_trace, new_trace) and np.array_equal(
        shown_trace.columns.move[:common_length], new_trace.columns.move[:common_length]
    )


def _is_same_search(shown_trace: Trace, new_trace: Trace) -> bool:
    return all(
        getattr(shown_trace.header, name) == getattr(new_trace.header, name)
        for name in ("game", "search", "options", "position")
    )


def _has_earlier_changes(shown_trace: Trace, new_trace: Trace) -> bool:
    """Whether a best-first recording is the same one further on: its nodes have other ids then, its steps the same."""
    shown_log, new_log = shown_trace.columns.log, new_trace.columns.log
    if shown_log is None or new_log is None or len(new_trace) == len(shown_trace) or len(new_log) < len(shown_log):
        return False
    return _is_same_search(shown_trace, new_trace) and np.array_equal(
        new_log.x[: len(shown_log)], shown_log.x, equal_nan=True
    )


LoadedTraces = tuple[Trace, Trace | None]
"""A recording, and the one beside it if there is one."""


class _CancelledByUser(Exception):  # noqa: N818  # the user wished it
    """A file is read no further: there is nothing to keep."""


class SearchProgress(ClosesOnce[LoadedTraces | None]):
    """Gets what is wanted; escape or Ctrl-C keeps what a search has found by then."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+c,q", "stop", "Stop", priority=True)]

    def __init__(self, request: TraceRequest) -> None:
        super().__init__()
        self._request = request
        self._is_stopping = False

    def compose(self) -> ComposeResult:
        """How far it is."""
        with Vertical(id="running") as box:
            box.border_title = Text(clean(self._request.source, 60))
            box.border_subtitle = "esc stops and keeps what there is"
            yield Static("0 nodes", id="nodes")

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self._load_traces, thread=True, exit_on_error=False)

    def action_stop(self) -> None:
        """Keep what there is."""
        self._is_stopping = True

    def _load_traces(self) -> None:
        worker = get_current_worker()
        traces: LoadedTraces | None = None
        try:
            traces = self._request.load_traces(
                ProgressDisplay(
                    partial(self._show_searching, worker),
                    partial(self._show_reading, worker),
                    partial(self._show_working, worker),
                )
            )
        except GameError as error:
            traces = None if error.trace is None else (error.trace, None)
            self._show_problem(str(error))
        except PlyscopeError as error:
            self._show_problem(str(error))
        except _CancelledByUser:
            pass
        except Exception as error:  # whatever it was, the dialog must not stay for ever
            self._show_problem(f"the search failed: {type(error).__name__}: {error}")
        if not worker.is_cancelled:
            self.app.call_from_thread(self.dismiss, traces)

    def _show_searching(
        self, worker: Worker[None], label: str, max_nodes: int | None
    ) -> AbstractContextManager[Callable[[int], None]]:
        self._show_text(f"{label} …")
        share = f" of {max_nodes:,}" if max_nodes else ""

        def report(nodes: int) -> None:
            self._stop_if_wished(worker, Stop("by hand"))
            self._show_text(f"{label}: {nodes:,}{share} nodes")

        return nullcontext(report)

    def _show_reading(self, worker: Worker[None], path: str) -> AbstractContextManager[Beat]:
        return self._show_percent(
            worker,
            lambda read, size: (
                f"opening {path}: {read / BYTES_PER_MEGABYTE:,.0f} of {size / BYTES_PER_MEGABYTE:,.0f} MB"
            ),
            shown_percent=-1,
        )

    def _show_working(self, worker: Worker[None], label: str) -> AbstractContextManager[Beat]:
        self._show_text(f"{label} …")
        self._is_stopping = False  # what was stopped before is kept
        return self._show_percent(worker, lambda done, total: f"{label}: {100 * done // total} %", shown_percent=0)

    def _show_percent(
        self, worker: Worker[None], describe: Callable[[int, int], str], *, shown_percent: int
    ) -> AbstractContextManager[Beat]:
        def report(done: int, total: int) -> None:
            nonlocal shown_percent
            self._stop_if_wished(worker, _CancelledByUser())
            if shown_percent < (shown_percent := 100 * done // total):
                self._show_text(describe(done, total))

        return nullcontext(report)

    def _stop_if_wished(self, worker: Worker[None], error: BaseException) -> None:
        if self._is_stopping or worker.is_cancelled:
            raise error

    def _show_text(self, text: str) -> None:
        self.app.call_from_thread(self.query_one("#nodes", Static).update, Text(clean(text, 400)))

    def _show_problem(self, problem: str) -> None:
        self.app.call_from_thread(partial(self.app.notify, clean(problem, 400), severity="error", markup=False))
