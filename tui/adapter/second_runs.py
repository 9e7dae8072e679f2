"""Second runs of a recorded script, for the variables of its calls: one at a time, in the background."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING

from tracer.errors import PlyscopeError
from tracer.tracing import Trace

if TYPE_CHECKING:
    from tracer.stepping.recorded_program import Program
    from tracer.stepping.stepped_call import SteppedCall

MOST_KEPT = 100
"""Calls whose lines are kept."""
GIVEN_UP = "cancelled"
"""What the protocol says of a request that is not answered any more."""


class SecondRuns:
    """The second runs of one script.

    Args:
        trace: its recording.
        program: the script, which the user wants to be run.
        do: has something done by who takes the messages.
    """

    def __init__(self, trace: Trace, program: Program, do: Callable[[Callable[[], object]], object]) -> None:
        self._trace, self._program, self._do = trace, program, do
        self._pool = ThreadPoolExecutor(1, "second-run")
        self._asked: dict[int, Event] = {}
        self._known: dict[tuple[int, int | None], SteppedCall] = {}
        """By node, and until where, the calls that were watched."""

    def known(self, node: int, until: int | None) -> SteppedCall | None:
        """Return the lines of a call that was watched so far, or to its end; None where it was not."""
        return self._known.get((node, until)) or self._known.get((node, None))

    def ask(
        self, request: int, node: int, until: int | None, then: Callable[[SteppedCall | PlyscopeError], object]
    ) -> None:
        """Watch a call.

        Args:
            request: the number of the request, by which it can be given up.
            node: the call.
            until: where that ends, as `step_inside` says it.
            then: gets its lines, or why there are none; called by who takes the messages.
        """
        given_up = self._asked[request] = Event()

        def watch() -> None:
            found = self._watch(node, until, given_up)
            self._do(lambda: self._take(request, (node, until), found, then))

        self._pool.submit(watch)

    def _watch(self, node: int, until: int | None, given_up: Event) -> SteppedCall | PlyscopeError:
        from tracer.stepping.stepped_call import step_through_call  # not before a call is opened

        if given_up.is_set():
            return PlyscopeError(GIVEN_UP)
        try:
            known = self.known(node, until)
            return known or step_through_call(self._trace, node, self._program, given_up.is_set, until=until)
        except PlyscopeError as error:
            return PlyscopeError(GIVEN_UP) if given_up.is_set() else error

    def _take(
        self,
        request: int,
        call: tuple[int, int | None],
        found: SteppedCall | PlyscopeError,
        then: Callable[[SteppedCall | PlyscopeError], object],
    ) -> None:
        self._asked.pop(request, None)
        if not isinstance(found, PlyscopeError):
            self._known[call] = found
            while len(self._known) > MOST_KEPT:
                self._known.pop(next(iter(self._known)))
        then(found)

    def give_up(self, request: int | None = None) -> None:
        """Give up what one request asked for; None is all."""
        for number, given_up in self._asked.items():
            if request in (None, number):
                given_up.set()

    def end(self) -> None:
        """Give up all, and wait until nothing runs."""
        self.give_up()
        self._pool.shutdown()
