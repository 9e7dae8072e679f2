"""The messages of the Debug Adapter Protocol, JSON behind a header with its length, and the editor that sends them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Protocol

Body = dict[str, Any]
"""An object of the protocol."""
LARGEST = 16 * 2**20
"""Bytes of a message that is read."""
LONGEST_HEADER = 1_000
"""Bytes of a header."""
_FIELD = re.compile(rb"Content-(?:Length: *(\d{1,9})|Type: *[^\r\n]*)", re.IGNORECASE)
"""A line of a header. Nothing else may stand there: a page in a browser can send a request to a port of this machine,
and a request of HTTP begins with other lines."""


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


class Client(Protocol):
    """An editor."""

    first_line: int
    """The number that it gives to the first line of a file, and to the first column."""

    def stop(self, reason: str, **more: Any) -> None:
        """Tell that the search has stopped, after the answer to the request in hand."""

    def go_on(self) -> None:
        """Tell that the search goes on, after the answer to a request from which the client cannot know it."""

    def end(self) -> None:
        """Tell that the recording is left."""

    def answer_later(self, request: int, body: Callable[[], Body]) -> None:
        """Answer a request that was put off."""

    def do(self, work: Callable[[], object]) -> None:
        """Have something done between two messages."""


def numbered_for(client: Client, body: Body) -> Body:
    """Return an object whose line is counted as the client counts lines."""
    return body | {"line": body["line"] - 1 + client.first_line} if "line" in body else body
