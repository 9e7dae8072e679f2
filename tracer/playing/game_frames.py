"""The file of a whole game with its searches, `.plyscope`: frames, as those of a trace file, of kinds of their own.

HEAD (JSON: game, position, sides, settings), then of each move PLAY (JSON), then of each search its pieces (TRCE: the
bytes of a trace file), and END (JSON: how many moves, searches and frames there are). Nothing is trusted, and a torn
last frame is accepted: the game was cut there, and says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from struct import Struct
from threading import Lock
from typing import Any, BinaryIO
from weakref import finalize

import numpy as np

from tracer.errors import PlyscopeError
from tracer.file import frames
from tracer.file.frames import GAME, HEAD_SIZE, SEARCH, Head, decode_json, encode_json, read_head, read_payload
from tracer.file.framing import Frames
from tracer.file.reading import read_within
from tracer.file.whole import put_all
from tracer.games.rules import AnyGame
from tracer.playing.choice import Choice
from tracer.playing.json_documents import Said
from tracer.playing.match import Match
from tracer.playing.played import Played, begin, game_said, move_said, numbers_text, replay
from tracer.playing.settings import Settings
from tracer.tracing import Trace, check_options, trace_of

Write = Callable[[bytes], None]
UNKEPT = "its search has infinite values, which no file holds"
"""What is noted of a move whose search is not kept."""


def write(match: Match, put: Write, sides: Mapping[int, str], settings: Settings) -> None:
    """Write a game with its searches.

    Args:
        match: the game; of its moves those that stand.
        put: takes the bytes.
        sides: who plays.
        settings: how it is played.

    Raises:
        PlyscopeError: a search that is to be copied is damaged, or moves cannot be told apart.
    """
    number = 0

    def frame(kind: bytes, *payload: bytes) -> None:
        nonlocal number
        put(frames.encode(kind, number, payload))
        number += 1

    put(GAME.signature)
    frame(frames.HEADER, encode_json(game_said(match, sides, settings)))
    kept = [move for move, choice in enumerate(match.choices) if _fits(choice)]
    for move, choice in enumerate(match.choices):
        said = move_said(match, move)
        if choice.recorded:
            said |= {"searched": True} if move in kept else {"note": UNKEPT}
        frame(frames.PLAY, encode_json(said))
    for move in kept:
        pieces = Pieces(move, lambda *payload: frame(frames.SEARCH, *payload))
        _put_search(match.choices[move], pieces.write)
        pieces.flush()
    frame(frames.END, encode_json({"moves": len(match.choices), "searches": len(kept), "frames": number + 1}))


def _put_search(choice: Choice, put: Write) -> None:
    given = choice.given
    if isinstance(given, Search):
        for piece in given.pieces():
            put(piece)
        return
    trace = choice.trace
    assert trace is not None  # it is recorded
    put_all(trace, Frames(put))


def _fits(choice: Choice) -> bool:
    """Whether a file can hold the search of a move: there is one, and no value in it is infinite."""
    trace = choice.given
    return trace is not None and not (isinstance(trace, Trace) and np.isinf(trace.columns.value).any())


def read(stream: BinaryIO, name: str, game: Any = None) -> Played:
    """Read a game; its searches are left where they are until somebody asks for them.

    Args:
        stream: the file.
        name: what it is called in errors.
        game: the game or its spec, where it is not a built-in one.

    Raises:
        PlyscopeError: it is damaged, or cannot be a game.
    """
    return _Reading(stream, name, game).played()


class _Reading:
    """A game while it is read."""

    def __init__(self, stream: BinaryIO, name: str, game: Any) -> None:
        self._stream, self._name, self._game = stream, name, game
        self._said: Said | None = None
        self._end: Said | None = None
        self._moves: list[Said] = []
        self._searches: dict[int, list[tuple[int, Head]]] = {}
        self._frames = 0
        self._take_all()

    def _take_all(self) -> None:
        size = os.fstat(self._stream.fileno()).st_size
        at = self._stream.seek(len(GAME.signature))
        while (head := frames.whole_head(self._stream, size - at, GAME)) is not None:
            if head.number != self._frames or (head.kind == frames.HEADER) != (head.number == 0):
                raise PlyscopeError(f"frame {head.number} stands where frame {self._frames} belongs")
            self._take(head, at)
            self._frames += 1
            at = self._stream.seek(at + HEAD_SIZE + head.padded)
        if self._said is None:
            raise PlyscopeError("it holds no game: it was cut before its first move")

    def _take(self, head: Head, at: int) -> None:
        if head.kind == frames.SEARCH:
            self._foresee(head, at)
            return
        said = decode_json(frames.read_payload(self._stream, head))
        if head.kind == frames.HEADER:
            self._said = said
        elif head.kind == frames.PLAY:
            if self._searches:
                raise PlyscopeError("a move follows the searches")
            self._moves.append(said)
        else:
            self._end = said

    def _foresee(self, head: Head, at: int) -> None:
        """Know where a piece of a search is; what is in it is checked when it is read."""
        start = self._stream.read(PLACE.size)
        if len(start) < PLACE.size or head.length < PLACE.size:
            raise PlyscopeError("a piece of a search is too short")
        move, _ = PLACE.unpack(start)
        if move >= len(self._moves):
            raise PlyscopeError("it has a search of a move that it has not")
        self._searches.setdefault(move, []).append((at, head))

    def played(self) -> Played:
        """The game, its moves checked by the rules."""
        assert self._said is not None
        self._check_end()
        match, sides, settings = begin(self._said, self._game)
        kept = Kept(self._stream, self._name) if self._searches else None
        for number, said in enumerate(self._moves):
            places = self._searches.get(number)
            search = Search(kept, number, match.game, match.state) if kept and places else None
            for at, head in places or ():
                assert search is not None  # there are places
                search.foresee(at, head)
            replay(match, said, search)
        return Played(match, sides, settings, tuple(self._notices()))

    def _check_end(self) -> None:
        if self._end is None:
            return
        counted = {"moves": len(self._moves), "searches": len(self._searches), "frames": self._frames}
        for name, count in counted.items():
            if type(self._end.get(name)) is not int or self._end[name] != count:
                raise PlyscopeError(f"its end does not fit: it has {count:,} {name}")

    def _notices(self) -> list[str]:
        if self._end is not None:
            return []
        lost = [k + 1 for k, said in enumerate(self._moves) if said.get("searched") is True and k not in self._searches]
        gone = f"; the searches of moves {numbers_text(lost)} are not in it" if lost else ""
        return [f"{self._name} was cut, or killed while it was written: moves may be missing{gone}"]


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
