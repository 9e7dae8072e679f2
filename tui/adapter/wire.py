"""The messages of the Debug Adapter Protocol, JSON behind a header with its length, and the editor that sends them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from tracer.errors import PlyscopeError
from tracer.text import message_of

Body = dict[str, Any]
"""An object of the protocol."""
LARGEST = 16 * 2**20
"""Bytes of a message that is read."""
LONGEST_HEADER = 1_000
"""Bytes of a header."""
_FIELD = re.compile(rb"Content-(?:Length: *(\d{1,9})|Type: *[^\r\n]*)", re.IGNORECASE)
"""A line of a header. Nothing else may stand there: a page in a browser can send a request to a port of this machine,
and a request of HTTP begins with other lines."""
THREAD = 1
"""The number of the only thread: the search."""
GIVEN_UP = "cancelled"
"""What the protocol says of a request that is not answered any more."""
WRONG = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of arguments that are none of the protocol's."""


class WireError(Exception):
    """What came is no message of the protocol."""


class Wire:
    """One client.

    Args:
        read: gives up to so many bytes, none at the end.
        write: sends bytes.
    """

    def __init__(self, read: Callable[[int], bytes], write: Callable[[bytes], object]) -> None:
        self._read, self._write = read, write
        self._lock, self._sent = Lock(), 0
        self._rest = b""
        self._incoming: SimpleQueue[Body | Callable[[], object] | None] = SimpleQueue()

    def listen(self) -> None:
        """Read messages from now on, in a thread that ends with the stream."""
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while (message := self.read_message()) is not None:
                self._incoming.put(message)
        except (WireError, OSError, ValueError):
            pass
        self._incoming.put(None)

    def next(self) -> Body | Callable[[], object] | None:
        """Wait for the next message, or the next thing to be done; None at the end of the stream."""
        return self._incoming.get()

    def do(self, work: Callable[[], object]) -> None:
        """Have something done between two messages, by whoever takes them; from any thread."""
        self._incoming.put(work)

    def read_message(self) -> Body | None:
        """Read a message; None at the end of the stream."""
        while b"\r\n\r\n" not in self._rest:
            first, _, _ = self._rest.partition(b"\r\n")
            if len(self._rest) > LONGEST_HEADER or (b"\r\n" in self._rest and not _FIELD.fullmatch(first)):
                raise WireError("no header")
            if not (more := self._read(65_536)):
                return None
            self._rest += more
        header, _, self._rest = self._rest.partition(b"\r\n\r\n")
        fields = [_FIELD.fullmatch(line) for line in header.split(b"\r\n")]
        sizes = [int(field[1]) for field in fields if field is not None and field[1]]
        if None in fields or len(sizes) != 1 or sizes[0] > LARGEST:
            raise WireError("no header")
        while len(self._rest) < sizes[0]:
            if not (more := self._read(65_536)):
                return None
            self._rest += more
        text, self._rest = self._rest[: sizes[0]], self._rest[sizes[0] :]
        try:
            message = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise WireError("no JSON") from error
        if not isinstance(message, dict):
            raise WireError("no object")
        return message

    def send(self, kind: str, **fields: Any) -> None:
        """Send a message: an event, a response, or a request of ours. A client that is gone gets nothing."""
        with self._lock:
            self._sent += 1
            text = json.dumps({"seq": self._sent, "type": kind, **fields}, allow_nan=False).encode()
            try:
                self._write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
            except OSError:
                self._incoming.put(None)

    def tell(self, event: str, **body: Any) -> None:
        """Send an event."""
        self.send("event", event=event, body=body)


class Later(Exception):  # noqa: N818  # nothing is wrong
    """A request is answered later."""


class Client:
    """The editor at the other end of a wire: the requests that it waits for, and what it is told after the next answer.

    Attributes:
        first_line: the number that it gives to the first line of a file, and to the first column.
    """

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.tell, self.do = wire.tell, wire.do
        self.first_line = 1
        self._afterwards: list[Callable[[], object]] = []
        self._commands: dict[int, str] = {}
        """By the numbers of requests that are not answered yet, what they ask."""

    def answer(self, request: int, command: str, body: Callable[[], Body | None]) -> None:
        """Answer a request with what is worked out now, or says later that it is."""
        self._commands[request] = command
        self.answer_later(request, body)

    def answer_later(self, request: int, body: Callable[[], Body | None]) -> None:
        """Answer a request unless that was done, or is put off once more; then tell what has come of it."""
        if request not in self._commands:
            return
        try:
            found, problem = body(), ""
        except Later:
            return
        except PlyscopeError as error:
            found, problem = None, str(error)
        except WRONG as error:
            found, problem = None, f"this request cannot be understood: {message_of(error)}"
        command = self._commands.pop(request)
        fields: Body = {"request_seq": request, "command": command, "success": not problem}
        if problem:
            shown = {"id": 1, "format": "{said}", "variables": {"said": problem}, "showUser": command == "launch"}
            fields |= {"message": problem, "body": {} if problem == GIVEN_UP else {"error": shown}}
        elif found is not None:
            fields["body"] = found
        self._wire.send("response", **fields)
        afterwards, self._afterwards = self._afterwards, []
        for tell in afterwards:
            tell()

    def tell_afterwards(self, event: str, **body: Any) -> None:
        """Send an event after the answer to the request in hand."""
        self._afterwards.append(partial(self.tell, event, **body))

    def end(self) -> None:
        """Tell that the recording is left."""
        self.tell_afterwards("exited", exitCode=0)
        self.tell_afterwards("terminated")

    def numbered(self, body: Body) -> Body:
        """Return an object whose line is counted as the client counts lines."""
        return body | {"line": body["line"] - 1 + self.first_line} if "line" in body else body
