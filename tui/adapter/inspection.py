"""The place where the search has stopped: the steps that lead on from it, and what an editor inspects there.

A place is the explorer's: a step, and the call that is looked at. At the step at which a call begins that is either the
new call, or the one above that is about to make it.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event as Flag
from typing import TYPE_CHECKING

from tracer.errors import PlyscopeError
from tracer.text import clean, clean_lines
from tracer.time.moments import Event
from tracer.tracing import Trace
from tracer.why.code_at_step import child_towards, executing_node, list_open_calls
from tui.adapter.launch import Launched
from tui.adapter.scopes import (
    Console,
    Parts,
    References,
    Shown,
    code_parts,
    inside_parts,
    last_needed,
    moment,
    node_parts,
    position_parts,
)
from tui.adapter.wire import GIVEN_UP, Body, Client, Later
from tui.model.browser import Browser
from tui.model.explorer_state import Location
from tui.model.node_text import node_title

if TYPE_CHECKING:
    from tracer.stepping.recorded_program import Program
    from tracer.stepping.stepped_call import SteppedCall

LAST = "the recording ends here"
FIRST = "the recording begins here"


class Walk:
    """Moves through a recording. Each method gives a notice where it stops at an end, and else nothing."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    @property
    def _trace(self) -> Trace:
        return self._browser.trace

    @property
    def call(self) -> int:
        """The node of the call that is looked at; of a best-first search, which has no calls, that of the step."""
        if self._trace.columns.log is not None:
            return self._browser.cursor.node
        return executing_node(self._trace, self._browser.cursor.step, self._browser.selected)

    @property
    def key(self) -> int:
        """The place in the order in which places are passed: a call comes before the first line of what it calls."""
        cursor = self._browser.cursor
        return 2 * cursor.step + (cursor.event is Event.ENTERED and self.call == cursor.node)

    def go(self, step: int, call: int | None = None) -> str:
        """Go to a step, and look at a call; None is the one that executes there."""
        cursor = self._browser.cursor
        notice = LAST if step > cursor.last else FIRST if step < 0 else ""
        step = min(max(step, 0), cursor.last)
        self._browser.go_to(Location(step, executing_node(self._trace, step) if call is None else call))
        return notice

    def over(self) -> str:
        """Go on to the next line of the call that is looked at, or after its return to that of the call above."""
        cursor, call = self._browser.cursor, self.call
        if self._trace.columns.log is not None:
            return self.into()
        if cursor.node != call and cursor.event is not Event.PRUNED:  # it is about to make a call
            return self.go(self._trace.left(child_towards(self._trace, call, cursor.node)) + 1, call)
        if cursor.event is Event.RETURNED:
            above = int(self._trace.columns.parent[call])
            return self.go(cursor.step + 1, above if above >= 0 else None)
        return self._moment(1, call)

    def into(self) -> str:
        """Go on by one event; where a call is about to be made, into it."""
        cursor = self._browser.cursor
        if cursor.event is Event.ENTERED and self.call != cursor.node:
            return self.go(cursor.step)
        return self._moment(1)

    def out(self) -> str:
        """Go to what follows the return of the call that is looked at, in the call above."""
        call = self.call
        above = int(self._trace.columns.parent[call])
        if self._trace.columns.log is not None:
            return self._browser.time.step_out()
        if above < 0 or self._trace.columns.value[call] != self._trace.columns.value[call]:
            return self.go(self._browser.cursor.last) or LAST
        return self.go(self._trace.left(call) + 1, above)

    def back(self) -> str:
        """Go back by one event: to the return of the last call, or to where this one begins."""
        return self._moment(-1)

    def restart(self, call: int) -> str:
        """Go to where a call begins."""
        return self.go(self._trace.entered(call), call)

    def _moment(self, moments: int, call: int | None = None) -> str:
        cursor = self._browser.cursor
        step = cursor.step_after(moments)
        if step != cursor.step:
            return self.go(step, call)
        return LAST if moments > 0 else FIRST


MOST_KEPT = 100
"""Calls whose lines are kept."""


class SecondRuns:
    """The second runs of one script."""

    def __init__(self, trace: Trace, program: Program, do: Callable[[Callable[[], object]], object]) -> None:
        self._trace, self._program, self._do = trace, program, do
        self._pool = ThreadPoolExecutor(1, "second-run")
        self._asked: dict[int, Flag] = {}
        self._known: dict[tuple[int, int | None], SteppedCall] = {}
        """By node, and until where, the calls that were watched."""

    def known(self, node: int, until: int | None) -> SteppedCall | None:
        """Return the lines of a call that was watched so far, or to its end; None where it was not."""
        return self._known.get((node, until)) or self._known.get((node, None))

    def ask(
        self, request: int, node: int, until: int | None, then: Callable[[SteppedCall | PlyscopeError], object]
    ) -> None:
        """Watch a call."""
        given_up = self._asked[request] = Flag()

        def watch() -> None:
            found = self._watch(node, until, given_up)
            self._do(lambda: self._take(request, (node, until), found, then))

        self._pool.submit(watch)

    def _watch(self, node: int, until: int | None, given_up: Flag) -> SteppedCall | PlyscopeError:
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


class Inspection:
    """The place at which a search has stopped."""

    def __init__(self, launched: Launched, walk: Walk, console: Console, client: Client) -> None:
        self._browser, self._trace, self._sources = launched.browser, launched.browser.trace, launched.sources
        self._walk, self._console, self._client = walk, console, client
        program = launched.program
        self._runs = None if program is None else SecondRuns(self._trace, program, client.do)
        self._references = References()
        self.requests: dict[str, Callable[[Body, int], Body | None]] = {
            "stackTrace": self._stack,
            "scopes": self._scopes,
            "variables": self._variables,
            "completions": self._completions,
            "loadedSources": lambda *_: {"sources": self._sources.all()},
            "source": self._source,
        }

    def forget(self) -> None:
        """Forget what was shown: the search is elsewhere."""
        self._references.clear()
        self.give_up()

    def give_up(self, request: int | None = None) -> None:
        """Give up what a request has asked for; None is all requests."""
        if self._runs is not None:
            self._runs.give_up(request)

    def end_runs(self) -> None:
        """End what still runs."""
        if self._runs is not None:
            self._runs.end()

    def call(self, said: Body) -> int:
        """Return the call of the frame that the client names; the one in hand where it names none."""
        frame, call = said.get("frameId"), self._walk.call
        if frame is None:
            return call
        if int(frame) - 1 not in self._trace.ancestry(call):
            raise PlyscopeError("that call was open at another step")
        return int(frame) - 1

    def evaluate(self, said: Body) -> Body:
        """Return what a text is worth in a call."""
        text, call = str(said.get("expression", "")), self.call(said)
        watched = None if self._runs is None else self._runs.known(call, last_needed(self._browser, call))
        known = {} if watched is None else moment(self._browser, watched).values
        if said.get("context") == "hover" and self._runs is not None and text not in known:
            raise PlyscopeError("not known")  # a name of a condition would be taken for the program's
        more = self._runs is not None and watched is None
        found = self._console.answer(text, call, known, more=more)
        result = "\n".join(clean_lines(found.value))
        return {"result": result, "variablesReference": self._references.add(found.parts)}

    def _stack(self, said: Body, _request: int) -> Body:
        calls = list_open_calls(self._trace, self._browser.cursor.step, self._walk.call)
        first, levels = int(said.get("startFrame") or 0), int(said.get("levels") or 0)
        some = calls[first : first + levels] if levels > 0 else calls[first:]
        return {"stackFrames": [self._frame(*call) for call in some], "totalFrames": len(calls)}

    def _frame(self, node: int, line: int | None) -> Body:
        source = self._sources.of(node)
        own = self._trace.source(node) if self._sources.code is None else None
        name = node_title(self._trace, node)
        name = name if own is None else f"{name} · {own.name}"
        found: Body = {"id": node + 1, "name": clean(name), "line": 0, "column": 0}
        if line is None and own is not None:
            line = own.def_line  # an exception has left it, from a line that is not recorded
        if source is None or line is None:
            return found | {"presentationHint": "subtle"}
        shown = line + 1 if self._sources.code is not None else line
        column = self._client.first_line
        return self._client.numbered(found | {"source": source, "line": shown, "column": column})

    def _scopes(self, said: Body, _request: int) -> Body:
        browser, node = self._browser, self.call(said)
        found = [self._scope("Node", lambda: node_parts(browser, node), hint="locals")]
        if self._sources.code is not None:
            found.append(self._scope("Variables", lambda: code_parts(browser, node)))
        elif self._runs is not None and self._trace.source(node) is not None:
            found.append(self._scope("Variables", node, expensive=True))
        if self._trace.game is not None or self._trace.columns.text is not None:
            found.append(self._scope("Position", lambda: position_parts(browser, node)))
        return {"scopes": found}

    def _scope(self, name: str, parts: Parts, *, expensive: bool = False, hint: str = "") -> Body:
        found = {"name": name, "variablesReference": self._references.add(parts), "expensive": expensive}
        return found | ({"presentationHint": hint} if hint else {})

    def _variables(self, said: Body, request: int) -> Body:
        parts = self._references.parts(int(said["variablesReference"]))
        if not isinstance(parts, int):
            return self._shown(list(parts()))
        assert self._runs is not None
        until = last_needed(self._browser, parts)
        known = self._runs.known(parts, until)
        if known is not None:
            return self._shown(inside_parts(self._browser, known))

        place = self._walk.key

        def answer(found: SteppedCall | PlyscopeError) -> None:
            def body() -> Body:
                if isinstance(found, PlyscopeError):
                    raise found
                if self._walk.key != place:
                    raise PlyscopeError(GIVEN_UP)
                return self._shown(inside_parts(self._browser, found))

            self._client.answer_later(request, body)

        self._runs.ask(request, parts, until, answer)
        raise Later

    def _shown(self, parts: list[Shown]) -> Body:
        return {"variables": [self._references.body(one) for one in parts]}

    def _completions(self, said: Body, _request: int) -> Body:
        column = int(said.get("column", 0)) - self._client.first_line
        text = str(said.get("text", ""))[: max(column, 0)]
        targets = [
            {"label": word, "text": word, "start": start + self._client.first_line, "length": len(text) - start}
            for word, start in self._console.completions(text)
        ]
        return {"targets": targets}

    def _source(self, said: Body, _request: int) -> Body:
        reference = int((said.get("source") or {}).get("sourceReference") or said.get("sourceReference") or 0)
        text = self._sources.text(reference)
        if text is None:
            raise PlyscopeError("there is no such source")
        kind = {} if self._sources.code is not None else {"mimeType": "text/x-python"}
        return {"content": text} | kind
