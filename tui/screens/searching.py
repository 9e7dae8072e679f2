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
from tui.terminal.progress import MEGABYTE, Shown
from tui.terminal.source import Wanted

Found = tuple[Trace, Trace | None]
"""A recording, and the one beside it if there is one."""


class _GivenUp(Exception):  # noqa: N818  # the user wished it
    """A file is read no further: there is nothing to keep."""


class Searching(ClosesOnce[Found | None]):
    """Gets what is wanted; escape or Ctrl-C keeps what a search has found by then."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+c,q", "stop", "Stop", priority=True)]

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self._wanted = wanted
        self._stopping = False

    def compose(self) -> ComposeResult:
        """How far it is."""
        with Vertical(id="running") as box:
            box.border_title = Text(clean(self._wanted.source, 60))
            box.border_subtitle = "esc stops and keeps what there is"
            yield Static("0 nodes", id="nodes")

    def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self._work, thread=True, exit_on_error=False)

    def action_stop(self) -> None:
        """Keep what there is."""
        self._stopping = True

    def _work(self) -> None:
        worker = get_current_worker()
        found: Found | None = None
        try:
            found = self._wanted.get(
                Shown(partial(self._searching, worker), partial(self._reading, worker), partial(self._working, worker))
            )
        except GameError as error:
            found = None if error.trace is None else (error.trace, None)
            self._complain(str(error))
        except PlyscopeError as error:
            self._complain(str(error))
        except _GivenUp:
            pass
        except Exception as error:  # whatever it was, the dialog must not stay for ever
            self._complain(f"the search failed: {type(error).__name__}: {error}")
        if not worker.is_cancelled:
            self.app.call_from_thread(self.dismiss, found)

    @contextmanager
    def _searching(
        self, worker: Worker[None], label: str, total: Callable[[], int | None]
    ) -> Iterator[Callable[[int], None]]:
        self._say(f"{label} …")
        most = total()
        share = f" of {most:,}" if most else ""

        def report(nodes: int) -> None:
            if self._stopping or worker.is_cancelled:
                raise Stop("by hand")
            self._say(f"{label}: {nodes:,}{share} nodes")

        yield report

    @contextmanager
    def _reading(self, worker: Worker[None], path: str) -> Iterator[Callable[[int, int], None]]:
        said = -1

        def report(read: int, size: int) -> None:
            nonlocal said
            if self._stopping or worker.is_cancelled:
                raise _GivenUp
            if said < (said := read * 100 // size):
                self._say(f"opening {path}: {read / MEGABYTE:,.0f} of {size / MEGABYTE:,.0f} MB")

        yield report

    @contextmanager
    def _working(self, worker: Worker[None], label: str) -> Iterator[Beat]:
        self._say(f"{label} …")
        said, self._stopping = 0, False  # what was stopped before is kept

        def report(done: int, of: int) -> None:
            nonlocal said
            if self._stopping or worker.is_cancelled:
                raise _GivenUp
            if said < (said := 100 * done // of):
                self._say(f"{label}: {said} %")

        yield report

    def _say(self, text: str) -> None:
        self.app.call_from_thread(self.query_one("#nodes", Static).update, Text(clean(text, 400)))

    def _complain(self, problem: str) -> None:
        self.app.call_from_thread(partial(self.app.notify, clean(problem, 400), severity="error", markup=False))
