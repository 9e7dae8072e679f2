"""A client of the Debug Adapter Protocol that writes and reads its messages as bytes, and knows nothing of ours."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

Body = dict[str, Any]


class Refused(Exception):  # noqa: N818
    """The adapter has refused a request."""


class Editor:
    """Asks, and keeps what is told meanwhile.

    Args:
        read: gives up to so many bytes.
        write: sends bytes.
    """

    def __init__(self, read: Callable[[int], bytes], write: Callable[[bytes], object]) -> None:
        self._read, self._write = read, write
        self._rest, self._asked = b"", 0
        self.events: list[Body] = []
        """All that came, in order."""
        self._seen = 0
        self._answers: dict[int, Body] = {}

    def _take(self) -> Body:
        while b"\r\n\r\n" not in self._rest:
            self._rest += self._more()
        header, _, self._rest = self._rest.partition(b"\r\n\r\n")
        name, _, size = header.decode().partition(":")
        assert name == "Content-Length", header
        while len(self._rest) < int(size):
            self._rest += self._more()
        text, self._rest = self._rest[: int(size)], self._rest[int(size) :]
        message: Body = json.loads(text)
        if message["type"] == "event":
            self.events.append(message)
        else:
            assert message["type"] == "response"
            self._answers[message["request_seq"]] = message
        return message

    def _more(self) -> bytes:
        found = self._read(65_536)
        if not found:
            raise EOFError("the adapter is gone")
        return found

    def send(self, command: str, arguments: Body) -> int:
        """Ask, and go on; gives the number of the request."""
        self._asked += 1
        text = json.dumps({"seq": self._asked, "type": "request", "command": command, "arguments": arguments}).encode()
        self._write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        return self._asked

    def answer(self, request: int) -> Body:
        """Wait for the answer to a request."""
        while request not in self._answers:
            self._take()
        found = self._answers.pop(request)
        if not found["success"]:
            raise Refused(found["message"])
        body: Body = found.get("body", {})
        return body

    def ask(self, command: str, /, **arguments: Any) -> Body:
        """Ask, and wait for the answer."""
        return self.answer(self.send(command, arguments))

    def wait(self, event: str) -> Body:
        """Wait for the next event of a name, from the last one that was waited for on."""
        while True:
            for place in range(self._seen, len(self.events)):
                if self.events[place]["event"] == event:
                    self._seen = place + 1
                    body: Body = self.events[place].get("body", {})
                    return body
            self._take()

    def begin(self, breakpoints: Callable[[], object] = dict, **launch: Any) -> Body:
        """Launch, set breakpoints, and wait until the search has stopped."""
        self.ask("initialize", adapterID="plyscope", linesStartAt1=True, columnsStartAt1=True, pathFormat="path")
        self.ask("launch", **launch)
        self.wait("initialized")
        breakpoints()
        self.ask("configurationDone")
        return self.wait("stopped")

    def move(self, command: str, **arguments: Any) -> Body:
        """Move, and wait until the search has stopped again."""
        self.ask(command, threadId=1, **arguments)
        return self.wait("stopped")

    def frames(self) -> list[Body]:
        """The open calls, the innermost first."""
        found: list[Body] = self.ask("stackTrace", threadId=1)["stackFrames"]
        return found

    def scope(self, name: str, frame: int = 0) -> dict[str, str]:
        """The variables of a scope of an open call."""
        scopes = self.ask("scopes", frameId=self.frames()[frame]["id"])["scopes"]
        reference = next(one["variablesReference"] for one in scopes if one["name"] == name)
        return {one["name"]: one["value"] for one in self.parts(reference)}

    def parts(self, reference: int) -> list[Body]:
        """What a reference has in it."""
        found: list[Body] = self.ask("variables", variablesReference=reference)["variables"]
        return found

    def value(self, text: str, **arguments: Any) -> Body:
        """What a text is worth."""
        return self.ask("evaluate", expression=text, context="repl", **arguments)
