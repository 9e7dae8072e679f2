"""A search, or the reading of a file, at work: how far it is, and a key to stop it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from tracer.errors import GameError, PlyscopeError
from tracer.recording.recorder import Stop
from tracer.recording.slices import Beat
from tracer.text import clean
from tracer.tracing import Trace
from tui.screens.prompt import ClosesOnce
from tui.terminal.progress import BYTES_PER_MEGABYTE, ProgressDisplay
from tui.terminal.trace_source import TraceRequest

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

    @contextmanager
    def _show_searching(
        self, worker: Worker[None], label: str, max_nodes: int | None
    ) -> Iterator[Callable[[int], None]]:
        self._show_text(f"{label} …")
        share = f" of {max_nodes:,}" if max_nodes else ""

        def report(nodes: int) -> None:
            if self._is_stopping or worker.is_cancelled:
                raise Stop("by hand")
            self._show_text(f"{label}: {nodes:,}{share} nodes")

        yield report

    @contextmanager
    def _show_reading(self, worker: Worker[None], path: str) -> Iterator[Callable[[int, int], None]]:
        shown_percent = -1

        def report(read: int, size: int) -> None:
            nonlocal shown_percent
            if self._is_stopping or worker.is_cancelled:
                raise _CancelledByUser
            if shown_percent < (shown_percent := read * 100 // size):
                self._show_text(
                    f"opening {path}: {read / BYTES_PER_MEGABYTE:,.0f} of {size / BYTES_PER_MEGABYTE:,.0f} MB"
                )

        yield report

    @contextmanager
    def _show_working(self, worker: Worker[None], label: str) -> Iterator[Beat]:
        self._show_text(f"{label} …")
        shown_percent, self._is_stopping = 0, False  # what was stopped before is kept

        def report(done: int, total: int) -> None:
            nonlocal shown_percent
            if self._is_stopping or worker.is_cancelled:
                raise _CancelledByUser
            if shown_percent < (shown_percent := 100 * done // total):
                self._show_text(f"{label}: {shown_percent} %")

        yield report

    def _show_text(self, text: str) -> None:
        self.app.call_from_thread(self.query_one("#nodes", Static).update, Text(clean(text, 400)))

    def _show_problem(self, problem: str) -> None:
        self.app.call_from_thread(partial(self.app.notify, clean(problem, 400), severity="error", markup=False))
