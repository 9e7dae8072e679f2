"""Work in the background: one piece at a time, which tells how far it is and ends when it is given up."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import monotonic
from typing import Any, Protocol, TypeVar

from textual.worker import Worker, get_current_worker

from tracer.errors import Cancelled, PlyscopeError
from tracer.text import clean, message_of
from tui.model.notice import Report

TOLD_EVERY = 0.15
"""Seconds between two words of how far something is: each lays a thread's work aside for a frame."""
MESSAGE = 400
"""Characters of a message about what went wrong."""
GIVEN_UP = Report("given up; nothing was changed")
Found = TypeVar("Found")


class Host(Protocol):
    """What has threads and a loop of events: a screen, or a part of one."""

    def run_worker(self, work: Callable[[], None], *, thread: bool, exit_on_error: bool) -> Worker[None]:
        """Do some work in a thread."""

    def call_from_thread(self, call: Callable[[], None]) -> None:
        """Have something done in the loop, and wait until it is."""


class Job:
    """A piece of work, as the function that does it in a thread knows it.

    Args:
        host: where it was started.
        show: shows in the loop how far it is.
    """

    def __init__(self, host: Host, show: Callable[[str], None]) -> None:
        self._host, self._show = host, show
        self._worker = get_current_worker()
        self._told = monotonic() - TOLD_EVERY

    def is_given_up(self) -> bool:
        """Whether nobody waits for it any more."""
        return self._worker.is_cancelled

    def tell(self, far: str) -> None:
        """Show how far it is, as often as one can read it."""
        if monotonic() - self._told >= TOLD_EVERY and not self.is_given_up():
            self._told = monotonic()
            self.call(partial(self._show, far))

    def beat(self, done: int, of: int) -> None:
        """Show which share of it is done.

        Raises:
            Cancelled: it is given up.
        """
        if self.is_given_up():
            raise Cancelled(GIVEN_UP)
        self.tell(f"{100 * done // max(of, 1)} %")

    def call(self, call: Callable[[], None]) -> None:
        """Have something done in the loop; nothing where it has ended meanwhile."""
        with suppress(RuntimeError):
            self._host.call_from_thread(call)


class Jobs:
    """The work of a host: one piece at a time."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._worker: Worker[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is done that somebody waits for."""
        return self._worker is not None and self._worker.is_running and not self._worker.is_cancelled

    def cancel(self) -> bool:
        """Give up what is done; whether there was something."""
        if not self.busy or self._worker is None:
            return False
        self._worker.cancel()
        return True

    def start(
        self,
        work: Callable[[Job], Found],
        then: Callable[[Found], str],
        *,
        show: Callable[[str], None],
        end: Callable[[str], None],
    ) -> None:
        """Do some work in a thread. What it raises is said in place of what it found; where nothing else is done.

        Args:
            work: what is done.
            then: takes what it found, in the loop. Gives what is to be said.
            show: shows in the loop how far it is.
            end: shows in the loop what is to be said when it has ended.
        """
        if not self.busy:
            run = partial(self._run, work, then, show, end)
            self._worker = self._host.run_worker(run, thread=True, exit_on_error=False)

    def _run(
        self,
        work: Callable[[Job], Any],
        then: Callable[[Any], str],
        show: Callable[[str], None],
        end: Callable[[str], None],
    ) -> None:
        job, mine = Job(self._host, show), get_current_worker()
        said: Callable[[], str]
        try:
            said = partial(then, work(job))
        except Cancelled:
            said = _given_up
        except PlyscopeError as error:
            said = partial(clean, str(error), MESSAGE)
        except Exception as error:  # whatever it was, nobody is to wait for ever
            said = partial(clean, f"this failed: {message_of(error)}", MESSAGE)
        if job.is_given_up():
            said = _given_up
        if self._worker is mine:  # nobody asked for anything else meanwhile
            job.call(lambda: end(said()))


def _given_up() -> str:
    return GIVEN_UP


@contextmanager
def no_collection() -> Iterator[None]:
    """Look for no garbage while millions of numbers are made: each look at all of them holds up all others."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
