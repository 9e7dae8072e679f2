"""A session with one editor: it steps through a recording, request by request, until the editor leaves."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

from tracer.diagnosis.finding import Finding
from tracer.errors import PlyscopeError
from tracer.text import clean, message_of
from tracer.why.explain import event, format_path, why
from tui.adapter.breakpoints import FILTERS, Breakpoints, Halt
from tui.adapter.inspection import Inspection, Walk
from tui.adapter.launch import Launch, Launched, Launcher
from tui.adapter.scopes import Console
from tui.adapter.wire import THREAD, Body, Client, Later, Wire

BEFORE_ALL = -1
"""A place before the first one."""


class Debuggee:
    """A recording that is stepped through."""

    def __init__(self, launched: Launched, client: Client) -> None:
        self.browser, self._entry, self._client = launched.browser, launched.entry, client
        self._trace, self._cursor = self.browser.trace, self.browser.cursor
        self._walk, self._console = Walk(self.browser), Console(self.browser)
        self._breakpoints = Breakpoints(self.browser, launched.sources)
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

    def begin(self) -> None:
        """Stop for the first time: at the first entry that there is; with none at the first breakpoint, or the end."""
        self._walk.go(0)
        if not self._entry:
            self._run(forward=True, key=BEFORE_ALL)
            return
        kind, place = self.browser.find_entry(self._entry)
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


CONDITIONS = "a condition of plyscope, such as ply == 3"
CAPABILITIES: Body = {
    "supportsConfigurationDoneRequest": True,
    "supportsFunctionBreakpoints": True,
    "supportsConditionalBreakpoints": True,
    "supportsHitConditionalBreakpoints": True,
    "supportsEvaluateForHovers": True,
    "supportsStepBack": True,
    "supportsRestartFrame": True,
    "supportsGotoTargetsRequest": True,
    "supportsCompletionsRequest": True,
    "completionTriggerCharacters": ["/"],
    "supportsExceptionFilterOptions": True,
    "supportsExceptionInfoRequest": True,
    "supportsLoadedSourcesRequest": True,
    "supportsCancelRequest": True,
    "supportsTerminateRequest": True,
    "exceptionBreakpointFilters": [
        {
            "filter": name,
            "label": label,
            "description": what,
            "default": is_on,
            "supportsCondition": True,
            "conditionDescription": CONDITIONS,
        }
        for name, (label, what, is_on) in FILTERS.items()
    ],
}
PROGRESS = "launch"
"""The id of the progress of a launch."""


class Adapter:
    """Answers one client."""

    def __init__(self, wire: Wire) -> None:
        self._wire, self._client = wire, Client(wire)
        self._left = False
        self._reports_progress = False
        self._launcher: Launcher | None = None
        self._debuggee: Debuggee | None = None
        self._requests: dict[str, Callable[[Body, int], Body | None]] = {
            "initialize": self._initialize,
            "launch": self._begin_launch,
            "configurationDone": self._begin,
            "cancel": self._cancel,
            "terminate": self._terminate,
            "disconnect": self._disconnect,
        }

    def serve(self) -> None:
        """Answer until the client leaves."""
        self._wire.listen()
        try:
            while not self._left and (message := self._wire.next()) is not None:
                if callable(message):
                    message()
                elif message.get("type") == "request":
                    self._answer(message)
        finally:
            if self._launcher is not None:
                self._launcher.give_up()
            if self._debuggee is not None:
                self._debuggee.inspection.end_runs()

    def _answer(self, message: Body) -> None:
        command, request = str(message.get("command")), message.get("seq")
        if not isinstance(request, int):
            return
        arguments = message.get("arguments")
        body = arguments if isinstance(arguments, dict) else {}
        self._client.answer(request, command, lambda: self._body(command, body, request))

    def _body(self, command: str, arguments: Body, request: int) -> Body | None:
        if command in self._requests:
            return self._requests[command](arguments, request)
        if self._debuggee is None:
            raise PlyscopeError(f"{clean(command, 40)} is asked before anything was launched")
        if command not in self._debuggee.requests:
            raise PlyscopeError(f"there is no request {clean(command, 40)}")
        return self._debuggee.requests[command](arguments, request)

    def _initialize(self, said: Body, _request: int) -> Body:
        self._client.first_line = 1 if said.get("linesStartAt1", True) else 0
        self._reports_progress = bool(said.get("supportsProgressReporting"))
        return CAPABILITIES

    def _begin_launch(self, said: Body, request: int) -> Body:
        """Make the recording ready in the background, and have the client set its breakpoints then."""
        if self._launcher is not None:
            raise PlyscopeError("something was launched already")
        launcher = self._launcher = Launcher(Launch.of(said), self._tell_output)
        if self._reports_progress:
            self._client.tell("progressStart", progressId=PROGRESS, requestId=request, title="plyscope")

        def work() -> None:
            try:
                found: Launched | Exception = launcher.run(self._tell_progress)
            except Exception as error:
                found = error
            self._client.do(lambda: self._take(request, found))

        Thread(target=work, daemon=True).start()
        raise Later

    def _take(self, request: int, found: Launched | Exception) -> None:
        def body() -> Body | None:
            if self._reports_progress:
                self._client.tell("progressEnd", progressId=PROGRESS)
            if isinstance(found, PlyscopeError):
                raise found
            if isinstance(found, Exception):
                raise PlyscopeError(f"a mistake of plyscope's own: {message_of(found)}")
            self._debuggee = Debuggee(found, self._client)
            if found.notice:
                self._tell_output("important", f"{found.notice}\n")
            self._client.tell_afterwards("initialized")
            return None

        self._client.answer_later(request, body)

    def _tell_output(self, category: str, text: str) -> None:
        self._client.tell("output", category=category, output=text)

    def _tell_progress(self, message: str) -> None:
        if self._reports_progress:
            self._client.tell("progressUpdate", progressId=PROGRESS, message=message)

    def _begin(self, _said: Body, _request: int) -> None:
        if self._debuggee is None:
            raise PlyscopeError("nothing was launched")
        self._debuggee.begin()

    def _cancel(self, said: Body, _request: int) -> None:
        number = said.get("requestId")
        if self._debuggee is not None and isinstance(number, int):
            self._debuggee.inspection.give_up(number)

    def _terminate(self, _said: Body, _request: int) -> None:
        if self._launcher is not None:
            self._launcher.give_up()
        self._client.end()

    def _disconnect(self, _said: Body, _request: int) -> None:
        self._left = True
