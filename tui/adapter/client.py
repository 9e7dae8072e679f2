"""The editor, as the parts that answer its requests see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from tui.adapter.wire import Body


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
