"""The recording that an editor steps through: breakpoints, steps and jumps, request by request."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tracer.diagnosis.finding import Finding
from tracer.errors import PlyscopeError
from tracer.text import clean
from tracer.why.explain import event, format_path, why
from tui.adapter.breakpoints import Breakpoints, Halt
from tui.adapter.console import Console
from tui.adapter.inspection import Inspection
from tui.adapter.launch import Launched
from tui.adapter.walk import Walk
from tui.adapter.wire import THREAD, Body, Client

BEFORE_ALL = -1
"""A place before the first one."""


class Debuggee:
    """A recording that is stepped through."""

    def __init__(self, launched: Launched, client: Client) -> None:
        self.browser, self._sources, self._client = launched.browser, launched.sources, client
        self._trace, self._cursor = self.browser.trace, self.browser.cursor
        self._walk, self._console = Walk(self.browser), Console(self.browser)
        self._breakpoints = Breakpoints(self.browser, self._sources)
        self.inspection = Inspection(launched, self._walk, self._console, client)
        self._targets: list[tuple[int, int]] = []
        """The places and calls to which `goto` leads."""
        self._exception: Body | None = None
        self.requests: dict[str, Callable[[Body, int], Body | None]] = {
            **self.inspection.requests,
            "setBreakpoints": self._set_breakpoints,
            "setFunctionBreakpoints": lambda said, _: {
                "breakpoints": self._breakpoints.set_functions(said.get("breakpoints") or [])
            },
            "setExceptionBreakpoints": self._set_filters,
            "threads": lambda *_: {"threads": [{"id": THREAD, "name": clean(self._trace.header.title)}]},
            "evaluate": self._evaluate,
            "exceptionInfo": self._exception_info,
            "gotoTargets": self._goto_targets,
            "goto": self._goto,
            "next": lambda *_: self._moved(self._walk.over()),
            "stepIn": lambda *_: self._moved(self._walk.into()),
            "stepOut": lambda *_: self._moved(self._walk.out()),
            "stepBack": lambda *_: self._moved(self._walk.back()),
            "restartFrame": self._restart,
            "continue": lambda *_: self._run(forward=True),
            "reverseContinue": lambda *_: self._run(forward=False),
            "pause": lambda *_: None,
        }

    def begin(self, entry: tuple[str, ...]) -> None:
        """Stop for the first time: at the first entry that there is; with none at the first breakpoint, or the end."""
        self._walk.go(0)
        if not entry:
            self._run(forward=True, key=BEFORE_ALL)
            return
        kind, place = self.browser.find_entry(entry)
        self._walk.go(*place)
        if kind == "finding":
            first = self.browser.findings.findings[0]
            self._stop_at_exception(_of_finding(first, first.node), [])
        else:
            self._stop("entry")

    def _stop(self, reason: str, notice: str = "", **more: Any) -> None:
        self._exception = more.pop("exception", None)
        self.inspection.forget()
        self._targets.clear()
        happens = event(self._trace, self._cursor.step, self._cursor.last_moment_step)
        said = f"{notice}: {happens}" if notice else happens
        self._client.tell_afterwards(
            "stopped", reason=reason, threadId=THREAD, allThreadsStopped=True, description=said, **more
        )

    def _stop_at_exception(self, exception: Body, numbers: list[int]) -> None:
        more: Body = {"hitBreakpointIds": numbers} if numbers else {}
        self._stop("exception", text=exception["description"], exception=exception, **more)

    def _moved(self, notice: str) -> None:
        self._stop("step", notice)

    def _run(self, *, forward: bool, key: int | None = None) -> Body | None:
        """Go to the next place at which something stops, or to the end."""
        here = self._walk.key if key is None else key
        found = [(halt, halt.beyond(here, forward=forward)) for halt in self._breakpoints.halts]
        keys = [place for _, place in found if place is not None]
        if not keys:
            is_at_end = self._cursor.step == self._cursor.last
            if forward and is_at_end and key is None:
                self._client.end()
            else:
                notice = self._walk.go(self._cursor.last + 1 if forward else -1)
                self._stop("pause", notice)
            return {"allThreadsContinued": True} if forward else None
        nearest = min(keys) if forward else max(keys)
        hit = [halt for halt, place in found if place == nearest]
        numbers = [halt.number for halt in hit]
        exceptions = [halt for halt in hit if halt.reason == "exception"]
        self._walk.go(nearest // 2, (exceptions or hit)[0].at(nearest))
        if exceptions:
            self._stop_at_exception(self._of_halt(exceptions[0], nearest), numbers)
        else:
            self._stop(min(halt.reason for halt in hit), hitBreakpointIds=numbers)
        return {"allThreadsContinued": True} if forward else None

    def _of_halt(self, halt: Halt, key: int) -> Body:
        """What is said of a hit of a filter."""
        node = halt.at(key)
        assert node is not None
        if halt.name == "findings":
            here = self.browser.findings.findings_at(node)
            made_here = [one for one in here if key // 2 in self.browser.findings.nodes_and_steps(one)[1]]
            return _of_finding((made_here or here)[0], node)
        sentences = " ".join(sentence.text for sentence in why(self._trace, node, self._cursor.step))
        name = halt.name.removesuffix("es") if halt.name == "re-searches" else "cutoff"
        said = f"{event(self._trace, self._cursor.step, self._cursor.last_moment_step)}. {sentences}"
        return _exception(name, said, name)

    def _exception_info(self, _said: Body, _request: int) -> Body:
        if self._exception is None:
            raise PlyscopeError("the search has not stopped at a finding, a cutoff or a re-search")
        return self._exception

    def _set_breakpoints(self, said: Body, _request: int) -> Body:
        source = said.get("source") or {}
        asked = said.get("breakpoints")
        asked = [{"line": line} for line in said.get("lines", [])] if asked is None else asked
        wanted = [one | {"line": self._in(one["line"])} for one in asked]
        return {"breakpoints": [self._client.numbered(one) for one in self._breakpoints.set_lines(source, wanted)]}

    def _set_filters(self, said: Body, _request: int) -> Body:
        wanted = [{"filterId": name} for name in said.get("filters") or []]
        return {"breakpoints": self._breakpoints.set_filters([*wanted, *(said.get("filterOptions") or [])])}

    def _in(self, line: Any) -> int:
        return int(line) + 1 - self._client.first_line

    def _evaluate(self, said: Body, _request: int) -> Body:
        target = self._console.target(str(said.get("expression", ""))) if said.get("context") == "repl" else None
        if target is None:
            return self.inspection.evaluate(said)
        step = target.step if target.node is None else self._trace.entered(target.node)
        self._walk.go(step or 0, target.node)
        self._client.tell_afterwards("continued", threadId=THREAD, allThreadsContinued=True)
        self._stop("goto")
        return {"result": event(self._trace, self._cursor.step, self._cursor.last_moment_step), "variablesReference": 0}

    def _goto_targets(self, said: Body, _request: int) -> Body:
        line, found = self._breakpoints.passages(said.get("source") or {}, self._in(said["line"]))
        halt = self._breakpoints.halt(found)
        here = self._walk.key
        places = [("next", halt.beyond(here, forward=True)), ("previous", halt.beyond(here, forward=False))]
        if len(halt.keys):
            places += [("first", int(halt.keys[0])), ("last", int(halt.keys[-1]))]
        known: dict[int, str] = {}
        for what, key in places:
            if key is not None:
                known.setdefault(key, what)
        targets = []
        for key, what in known.items():
            call = halt.at(key)
            assert call is not None
            self._targets.append((key, call))
            label = f"{what}: step {key // 2:,}, {format_path(self._trace, call)}"
            targets.append(self._client.numbered({"id": len(self._targets), "label": label, "line": line}))
        return {"targets": targets}

    def _goto(self, said: Body, _request: int) -> None:
        number = int(said["targetId"])
        if not 0 < number <= len(self._targets):
            raise PlyscopeError("that place was offered at another step")
        key, call = self._targets[number - 1]
        self._walk.go(key // 2, call)
        self._stop("goto")

    def _restart(self, said: Body, _request: int) -> None:
        self._walk.restart(self.inspection.call(said))
        self._stop("restart")


def _exception(name: str, said: str, kind: str) -> Body:
    details = {"message": said, "typeName": kind}
    return {"exceptionId": name, "description": said, "breakMode": "always", "details": details}


def _of_finding(finding: Finding, node: int) -> Body:
    """A finding at one of its nodes, as an exception."""
    here = "" if node == finding.node else "here too; first "
    said = f"{here}{clean(finding.place)}: {finding.message}. {finding.remedy}"
    return _exception(finding.disease, said, finding.severity)
