"""The searches within the file of a game: each is read when somebody asks for it, and none before."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from struct import Struct
from threading import Lock
from typing import Any, BinaryIO
from weakref import finalize

from tracer.errors import PlyscopeError
from tracer.file.frames import GAME, SEARCH, Head, read_head, read_payload
from tracer.file.reading import read_within
from tracer.games.rules import AnyGame
from tracer.tracing import Trace, check_options, trace_of

PIECE = 1 << 20
"""Bytes of a trace in one frame, about."""
PLACE = Struct("<II")
"""What stands before them: the number of the move, and the place of the piece."""


class Kept:
    """The file of a game, which stays open: what takes its name later changes nothing in it.

    Args:
        stream: the file, of which a second handle is held until nobody needs it any more.
        name: what it is called in errors.
    """

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self.name = name
        self._stream = os.fdopen(os.dup(stream.fileno()), "rb", buffering=0)
        self._reading = Lock()
        finalize(self, self._stream.close)

    def piece(self, at: int, move: int, place: int) -> bytes:
        """The bytes of a trace in the frame at a byte.

        Raises:
            PlyscopeError: the frame is damaged, or another one.
        """
        try:
            with self._reading:
                self._stream.seek(at)
                head = read_head(self._stream, GAME)
                payload = b"" if head is None or head.kind != SEARCH else read_payload(self._stream, head)
        except OSError as error:
            raise PlyscopeError(f"{self.name} cannot be read: {error.strerror or error}") from error
        if payload[: PLACE.size] != PLACE.pack(move, place):
            raise PlyscopeError(f"{self.name}: the search of move {move + 1} is damaged")
        return payload[PLACE.size :]


@dataclass
class Search:
    """A search within the file of a game; called, it gives the trace.

    Raises:
        PlyscopeError: it is called, and is no trace or is damaged.
    """

    kept: Kept
    move: int
    """The number of its move, from 0 on."""
    game: AnyGame
    state: Any
    """The position before the move."""
    places: list[int] = field(default_factory=list)
    """The bytes at which its frames begin."""
    size: int = 0
    """How many bytes the trace has."""

    def foresee(self, at: int, head: Head) -> None:
        """Know of the next frame, which is not read."""
        self.places.append(at)
        self.size += max(head.length - PLACE.size, 0)

    def pieces(self) -> Iterator[bytes]:
        """The bytes of the trace, checked.

        Raises:
            PlyscopeError: they are damaged.
        """
        return (self.kept.piece(at, self.move, place) for place, at in enumerate(self.places))

    def __call__(self, progress: Callable[[int, int], None] | None = None) -> Trace:
        """Read the trace; `progress` is called now and then with the bytes read so far and how many there are."""
        stream: Any = _Joined(self.pieces())
        name = f"{self.kept.name}#{self.move + 1}"
        content, columns = read_within(stream, self.size, name, progress)
        check_options(content.header)
        return trace_of(content, columns, self.game, at=self.state)


class _Joined:
    """Pieces of bytes as one stream, of which no more than is asked for is held."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._left = pieces, memoryview(b"")

    def read(self, size: int) -> bytes:
        """The next bytes; fewer at the end."""
        found = [self._left[:size]]
        self._left, missing = self._left[size:], size - len(found[0])
        while missing > 0 and (piece := next(self._pieces, None)) is not None:
            found.append(memoryview(piece)[:missing])
            self._left, missing = memoryview(piece)[missing:], missing - len(found[-1])
        return b"".join(found)


class Pieces:
    """Takes the bytes of a trace as they come, and gives them on as the payloads of frames.

    Args:
        move: the number of the move, from 0 on.
        put: takes a payload.
    """

    def __init__(self, move: int, put: Callable[[bytes, bytes], None]) -> None:
        self._move, self._put = move, put
        self._place, self._waiting = 0, bytearray()

    def write(self, data: bytes) -> None:
        """Take the next bytes."""
        self._waiting += data
        if len(self._waiting) >= PIECE:
            self.flush()

    def flush(self) -> None:
        """Give on what is left."""
        if self._waiting:
            self._put(PLACE.pack(self._move, self._place), bytes(self._waiting))
            self._place += 1
            self._waiting.clear()
