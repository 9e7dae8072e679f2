"""A session with one editor: requests are answered one after another, until it leaves."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from tracer.errors import PlyscopeError
from tracer.text import clean, message_of
from tui.adapter.breakpoints import FILTERS
from tui.adapter.debuggee import Debuggee
from tui.adapter.launch import Launch, Launched, Launcher
from tui.adapter.wire import Body, Client, Later, Wire

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
        self._launch: Launch | None = None
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
        self._launch = Launch.of(said)
        launcher = self._launcher = Launcher(self._launch, self._tell_output)
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
        if self._debuggee is None or self._launch is None:
            raise PlyscopeError("nothing was launched")
        self._debuggee.begin(self._launch.entry)

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
