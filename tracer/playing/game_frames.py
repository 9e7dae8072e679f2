"""The file of a whole game with its searches, `.plyscope`: frames, as those of a trace file, of kinds of their own.

HEAD (JSON: game, position, sides, settings), then of each move PLAY (JSON), then of each search its pieces (TRCE: the
bytes of a trace file), and END (JSON: how many moves, searches and frames there are). Nothing is trusted, and a torn
last frame is accepted: the game was cut there, and says so.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from tracer.playing.json_documents import JsonObject
from tracer.playing.match import Match
from tracer.playing.played import Played, format_number_ranges, game_document, move_document, replay_move, start_game
from tracer.playing.settings import Settings
from tracer.tracing import Trace, check_options, trace_of

WriteBytes = Callable[[bytes], None]
UNKEPT_NOTE = "its search has infinite values, which no file holds"
"""What is noted of a move whose search is not kept."""


def write(match: Match, write_bytes: WriteBytes, sides: Mapping[int, str], settings: Settings) -> None:
    """Write a game with its searches."""
    number = 0

    def write_frame(frame_kind: bytes, *payload: bytes) -> None:
        nonlocal number
        write_bytes(frames.encode(frame_kind, number, payload))
        number += 1

    write_bytes(GAME.signature)
    write_frame(frames.HEADER, encode_json(game_document(match, sides, settings)))
    recorded_moves = [move for move, choice in enumerate(match.choices) if _is_storable(choice)]
    for move, choice in enumerate(match.choices):
        document = move_document(match, move)
        if choice.recorded:
            document |= {"searched": True} if move in recorded_moves else {"note": UNKEPT_NOTE}
        write_frame(frames.PLAY, encode_json(document))
    for move in recorded_moves:
        chunks = ChunkWriter(move, lambda *payload: write_frame(frames.SEARCH, *payload))
        _write_search(match.choices[move], chunks.write)
        chunks.flush()
    write_frame(
        frames.END, encode_json({"moves": len(match.choices), "searches": len(recorded_moves), "frames": number + 1})
    )


def _write_search(choice: Choice, write_bytes: WriteBytes) -> None:
    stored_search = choice.given
    if isinstance(stored_search, StoredSearch):
        for chunk in stored_search.iter_chunks():
            write_bytes(chunk)
        return
    trace = choice.trace
    assert trace is not None  # it is recorded
    put_all(trace, Frames(write_bytes))


def _is_storable(choice: Choice) -> bool:
    """Whether a file can hold the search of a move: there is one, and no value in it is infinite."""
    trace = choice.given
    return trace is not None and not (isinstance(trace, Trace) and np.isinf(trace.columns.value).any())


def read(stream: BinaryIO, name: str, game: Any = None) -> Played:
    """Read a game; its searches are left where they are until somebody asks for them."""
    return _GameReader(stream, name, game).make_game()


class _GameReader:
    def __init__(self, stream: BinaryIO, name: str, game: Any) -> None:
        self._stream, self._name, self._game = stream, name, game
        self._header: JsonObject | None = None
        self._end_document: JsonObject | None = None
        self._move_documents: list[JsonObject] = []
        self._search_frames: dict[int, list[tuple[int, Head]]] = {}
        self._frame_count = 0
        self._read_frames()

    def _read_frames(self) -> None:
        file_size = os.fstat(self._stream.fileno()).st_size
        position = self._stream.seek(len(GAME.signature))
        while (head := frames.whole_head(self._stream, file_size - position, GAME)) is not None:
            if head.number != self._frame_count or (head.kind == frames.HEADER) != (head.number == 0):
                raise PlyscopeError(f"frame {head.number} stands where frame {self._frame_count} belongs")
            self._read_frame(head, position)
            self._frame_count += 1
            position = self._stream.seek(position + HEAD_SIZE + head.padded)
        if self._header is None:
            raise PlyscopeError("it holds no game: it was cut before its first move")

    def _read_frame(self, head: Head, position: int) -> None:
        if head.kind == frames.SEARCH:
            self._add_search_frame(head, position)
            return
        document = decode_json(frames.read_payload(self._stream, head))
        if head.kind == frames.HEADER:
            self._header = document
        elif head.kind == frames.PLAY:
            if self._search_frames:
                raise PlyscopeError("a move follows the searches")
            self._move_documents.append(document)
        else:
            self._end_document = document

    def _add_search_frame(self, head: Head, position: int) -> None:
        """Know where a piece of a search is; what is in it is checked when it is read."""
        place_bytes = self._stream.read(CHUNK_HEAD.size)
        if len(place_bytes) < CHUNK_HEAD.size or head.length < CHUNK_HEAD.size:
            raise PlyscopeError("a piece of a search is too short")
        move, _ = CHUNK_HEAD.unpack(place_bytes)
        if move >= len(self._move_documents):
            raise PlyscopeError("it has a search of a move that it has not")
        self._search_frames.setdefault(move, []).append((position, head))

    def make_game(self) -> Played:
        """The game, its moves checked by the rules."""
        assert self._header is not None
        self._check_end()
        match, sides, settings = start_game(self._header, self._game)
        game_file = OpenGameFile(self._stream, self._name) if self._search_frames else None
        for number, document in enumerate(self._move_documents):
            search_frames = self._search_frames.get(number)
            search = None
            if game_file is not None and search_frames:
                positions = [position for position, _ in search_frames]
                size = sum(max(head.length - CHUNK_HEAD.size, 0) for _, head in search_frames)
                search = StoredSearch(game_file, number, match.game, match.state, positions, size)
            replay_move(match, document, search)
        return Played(match, sides, settings, tuple(self._notices()))

    def _check_end(self) -> None:
        if self._end_document is None:
            return
        counts = {"moves": len(self._move_documents), "searches": len(self._search_frames), "frames": self._frame_count}
        for name, count in counts.items():
            if type(self._end_document.get(name)) is not int or self._end_document[name] != count:
                raise PlyscopeError(f"its end does not fit: it has {count:,} {name}")

    def _notices(self) -> list[str]:
        if self._end_document is not None:
            return []
        lost_moves = [
            index + 1
            for index, document in enumerate(self._move_documents)
            if document.get("searched") is True and index not in self._search_frames
        ]
        lost_text = f"; the searches of moves {format_number_ranges(lost_moves)} are not in it" if lost_moves else ""
        return [f"{self._name} was cut, or killed while it was written: moves may be missing{lost_text}"]


CHUNK_BYTES = 1 << 20
"""Bytes of a trace in one frame, about."""
CHUNK_HEAD = Struct("<II")
"""What stands before them: the number of the move, and the place of the piece."""


class OpenGameFile:
    """The file of a game, which stays open: what takes its name later changes nothing in it."""

    def __init__(self, stream: BinaryIO, name: str) -> None:
        self.name = name
        self._stream = os.fdopen(os.dup(stream.fileno()), "rb", buffering=0)
        self._lock = Lock()
        finalize(self, self._stream.close)

    def read_chunk(self, position: int, move: int, chunk_index: int) -> bytes:
        """The bytes of a trace in the frame at a byte."""
        try:
            with self._lock:
                self._stream.seek(position)
                head = read_head(self._stream, GAME)
                payload = b"" if head is None or head.kind != SEARCH else read_payload(self._stream, head)
        except OSError as error:
            raise PlyscopeError(f"{self.name} cannot be read: {error.strerror or error}") from error
        if payload[: CHUNK_HEAD.size] != CHUNK_HEAD.pack(move, chunk_index):
            raise PlyscopeError(f"{self.name}: the search of move {move + 1} is damaged")
        return payload[CHUNK_HEAD.size :]


@dataclass(frozen=True)
class StoredSearch:
    """A search within the file of a game; called, it gives the trace."""

    game_file: OpenGameFile
    move: int
    """The number of its move, from 0 on."""
    game: AnyGame
    state: Any
    """The position before the move."""
    positions: Sequence[int]
    """The bytes at which its frames begin."""
    size: int
    """How many bytes the trace has."""

    def iter_chunks(self) -> Iterator[bytes]:
        """The bytes of the trace, checked."""
        return (
            self.game_file.read_chunk(position, self.move, chunk_index)
            for chunk_index, position in enumerate(self.positions)
        )

    def __call__(self, progress: Callable[[int, int], None] | None = None) -> Trace:
        """Read the trace; `progress` is called now and then with the bytes read so far and how many there are."""
        stream: Any = _ChunkStream(self.iter_chunks())
        name = f"{self.game_file.name}#{self.move + 1}"
        content, columns = read_within(stream, self.size, name, progress)
        check_options(content.header)
        return trace_of(content, columns, self.game, at=self.state)


class _ChunkStream:
    """Pieces of bytes as one stream, of which no more than is asked for is held."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self._pieces, self._buffered = chunks, memoryview(b"")

    def read(self, size: int) -> bytes:
        """The next bytes; fewer at the end."""
        chunks = [self._buffered[:size]]
        self._buffered, missing_bytes = self._buffered[size:], size - len(chunks[0])
        while missing_bytes > 0 and (chunk := next(self._pieces, None)) is not None:
            chunks.append(memoryview(chunk)[:missing_bytes])
            self._buffered, missing_bytes = memoryview(chunk)[missing_bytes:], missing_bytes - len(chunks[-1])
        return b"".join(chunks)


class ChunkWriter:
    """Takes the bytes of a trace as they come, and gives them on as the payloads of frames."""

    def __init__(self, move: int, write_frame: Callable[[bytes, bytes], None]) -> None:
        self._move, self._write_frame = move, write_frame
        self._chunk_index, self._buffer = 0, bytearray()

    def write(self, data: bytes) -> None:
        """Take the next bytes."""
        self._buffer += data
        if len(self._buffer) >= CHUNK_BYTES:
            self.flush()

    def flush(self) -> None:
        """Give on what is left."""
        if self._buffer:
            self._write_frame(CHUNK_HEAD.pack(self._move, self._chunk_index), bytes(self._buffer))
            self._chunk_index += 1
            self._buffer.clear()
