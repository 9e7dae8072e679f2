"""Work in the background: one piece at a time, which tells how far it is and ends when it is given up."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Event, Thread
from time import monotonic
from typing import Any, TypeVar

from textual.css.query import NoMatches
from textual.widget import Widget

from tracer.errors import Cancelled, PlyscopeError
from tracer.text import clean, message_of
from tui.model.explorer_state import SuccessNotice

SECONDS_BETWEEN_PROGRESS = 0.15
"""Seconds between two words of how far something is: each lays a thread's work aside for a frame."""
MAX_MESSAGE_LENGTH = 400
"""Characters of a message about what went wrong."""
THREAD_NAME = "plyscope works"
"""The name of the threads."""
GIVEN_UP_NOTICE = SuccessNotice("given up; nothing was changed")
Result = TypeVar("Result")


class Job:
    """A piece of work, as the function that does it in a thread knows it."""

    def __init__(self, host: Widget, on_progress: Callable[[str], None]) -> None:
        self._host, self._show = host, on_progress
        self._given_up = Event()
        self.give_up, self.is_given_up = self._given_up.set, self._given_up.is_set
        """Have it end as soon as it asks; and whether nobody waits for it any more."""
        self._last_progress_time = monotonic()

    @property
    def wants_progress(self) -> bool:
        """Whether what was shown last can have been read."""
        return monotonic() - self._last_progress_time >= SECONDS_BETWEEN_PROGRESS and not self.is_given_up()

    def show_progress(self, progress_text: str) -> None:
        """Show how far it is, as often as one can read it."""
        if self.wants_progress:
            self._last_progress_time = monotonic()
            self.call_in_loop(partial(self._show, progress_text))

    def report_progress(self, done_count: int, total_count: int) -> None:
        """Show which share of it is done.

        Raises:
            Cancelled: it is given up.
        """
        if self.is_given_up():
            raise Cancelled(GIVEN_UP_NOTICE)
        self.show_progress(f"{100 * done_count // max(total_count, 1)} %")

    def call_in_loop(self, function: Callable[[], None]) -> None:
        """Have something done in the loop; nothing where it has ended meanwhile."""
        with suppress(RuntimeError, NoMatches):
            self._host.app.call_from_thread(function)


class Jobs:
    """The work of a host: one piece at a time. Its threads end with the program: nobody waits for what never ends."""

    def __init__(self, host: Widget) -> None:
        self._host = host
        self._latest_job: Job | None = None
        self.is_busy = False
        """Whether something is done that somebody waits for."""

    def cancel(self) -> bool:
        """Give up what is done; whether there was something."""
        was_busy, self.is_busy = self.is_busy, False
        if was_busy and self._latest_job is not None:
            self._latest_job.give_up()
        return was_busy

    def start(
        self,
        compute: Callable[[Job], Result],
        on_result: Callable[[Result], str],
        *,
        on_progress: Callable[[str], None],
        on_end: Callable[[str], None],
    ) -> None:
        """Do some work in a thread. What it raises is said in place of what it found; where nothing else is done.

        Args:
            compute: what is done.
            on_result: takes what it found, in the loop. Gives what is to be said.
            on_progress: shows in the loop how far it is.
            on_end: shows in the loop what is to be said when it has ended.
        """
        if not self.is_busy:
            job = self._latest_job = Job(self._host, on_progress)
            self.is_busy = True
            Thread(target=self._run, args=(job, compute, on_result, on_end), name=THREAD_NAME, daemon=True).start()

    def _run(
        self, job: Job, compute: Callable[[Job], Any], on_result: Callable[[Any], str], on_end: Callable[[str], None]
    ) -> None:
        make_message: Callable[[], str]
        try:
            make_message = partial(on_result, compute(job))
        except Cancelled:
            job.give_up()
            make_message = str
        except PlyscopeError as error:
            make_message = partial(clean, str(error), MAX_MESSAGE_LENGTH)
        except BaseException as error:  # whatever it was, nobody is to wait for ever
            make_message = partial(clean, f"this failed: {message_of(error)}", MAX_MESSAGE_LENGTH)
        job.call_in_loop(partial(self._finish, job, make_message, on_end))

    def _finish(self, job: Job, make_message: Callable[[], str], on_end: Callable[[str], None]) -> None:
        if self._latest_job is job:  # nobody asked for anything else meanwhile
            self.is_busy = False
            on_end(GIVEN_UP_NOTICE if job.is_given_up() else make_message())


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Look for no garbage while millions of numbers are made: each look at all of them holds up all others."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
