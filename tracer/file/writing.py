"""Writing a trace file: frame after frame while a search runs."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from threading import RLock
from typing import Any

import numpy as np

from tracer.errors import TraceFileError
from tracer.file import frames
from tracer.file.above import Beside, copy_below
from tracer.file.draft import Draft
from tracer.file.frames import LATE_TYPES, MOVE_KINDS, encode_block, encode_json, encode_table
from tracer.recording.columns import DTYPES, Array
from tracer.recording.gathering import Part, open_root
from tracer.recording.header import Header
from tracer.recording.log import Log
from tracer.recording.no_moves import NoMove, kind_of
from tracer.recording.source import Source
from tracer.recording.told import Told
from tracer.recording.withdrawn import NOTHING, Withdrawn
from tracer.text import clean

CHUNK = 65_536
"""Nodes of a chunk of what is written at once."""
TABLE = 4_096
"""Entries of a table in one frame at most."""


class Frames:
    """Writes frames, and counts what is in them.

    Args:
        write: takes the bytes of a whole frame.
    """

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self.tallies = dict.fromkeys(("nodes", "moves", "texts", "late", "frames"), 0)
        write(frames.SIGNATURE)

    def put(self, kind: bytes, *payload: bytes) -> None:
        """Write one frame."""
        self._write(frames.encode(kind, self.tallies["frames"], payload))
        self.tallies["frames"] += 1

    def put_header(self, header: Header) -> None:
        """Write the first frame."""
        self.put(frames.HEADER, encode_json(header.as_json()))

    def put_moves(self, labels: Sequence[str], no_moves: Mapping[int, NoMove]) -> None:
        """Write the entries of the table of moves that come next; those that are none are given by their numbers."""
        numbers = range(self.tallies["moves"], self.tallies["moves"] + len(labels))
        kinds = bytes(MOVE_KINDS.index(kind_of(no_moves.get(number))) for number in numbers)
        self._put_table(frames.MOVES, labels, kinds)

    def put_texts(self, texts: Sequence[str]) -> None:
        """Write the entries of the table of texts that come next."""
        self._put_table(frames.TEXTS, texts)

    def put_sources(self, sources: Sequence[Source]) -> None:
        """Write the functions that come next."""
        for source in sources:
            self.put(frames.SOURCE, encode_json(source.as_json()))

    def _put_table(self, kind: bytes, entries: Sequence[str], kinds: bytes = b"") -> None:
        name = "moves" if kind == frames.MOVES else "texts"
        for at in range(0, len(entries), TABLE):
            fresh = entries[at : at + TABLE]
            self.put(kind, encode_table(self.tallies[name], fresh, kinds[at : at + TABLE]))
            self.tallies[name] += len(fresh)

    def put_nodes(self, columns: dict[str, Array]) -> None:
        """Write the nodes that come next."""
        self.put(frames.CHUNK, *encode_block(self.tallies["nodes"], columns))
        self.tallies["nodes"] += len(columns["end"])

    def put_late(self, late: dict[str, Array]) -> None:
        """Write the late news; they hold as soon as the nodes after them are there."""
        if len(late["node"]):
            self.put(frames.LATE, *encode_block(self.tallies["nodes"], {name: late[name] for name in LATE_TYPES}))
            self.tallies["late"] += len(late["node"])

    def put_told(self, block: dict[str, Array]) -> None:
        """Write what became known of an optional column for nodes that are there."""
        self.put(frames.LATE, *encode_block(self.tallies["nodes"], block))
        self.tallies["late"] += len(block["node"])

    def put_log(self, log: Log) -> None:
        """Write the whole log of a best-first search."""
        for first in range(0, len(log), CHUNK):
            rows = {name: array[first : first + CHUNK] for name, array in log.arrays.items()}
            self.put(frames.LOG, *encode_block(first, rows))
        self.tallies["log"] = len(log)

    def put_end(self, header: Header, dropped: Collection[str] = (), withdrawn: Withdrawn = NOTHING) -> None:
        """Say how it ended, what became known of the search meanwhile, and that nothing is missing."""
        said: dict[str, Any] = header.as_json() | self.tallies | {"frames": self.tallies["frames"] + 1}
        said |= {"dropped": list(dropped)} if dropped else {}
        self.put(frames.END, encode_json(said | withdrawn.as_json()))


class FileInWork:
    """A file that this process writes; a child of the process leaves it alone.

    Args:
        draft: the file.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft, self._process, self._writing = draft, os.getpid(), RLock()
        self._closed = False
        self._kept = 0
        """Nodes that are whole in the file."""

    @property
    def _is_foreign(self) -> bool:
        """Whether this is a child of the process that writes the file."""
        return os.getpid() != self._process

    def abandon(self) -> None:
        """Close the file as it is; where it holds nothing yet, leave what was there before."""
        if self._is_foreign:
            return
        with self._writing:
            self._closed = True
            self._draft.discard()

    @property
    def _kept_text(self) -> str:
        """What an error says of what is in the file."""
        return f"; it holds the first {self._kept:,} nodes" if self._kept else ""

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Abandon the file where it cannot be written, with an error that says what it holds."""
        try:
            yield
        except (OSError, TraceFileError) as error:
            self.abandon()
            if isinstance(error, TraceFileError):
                raise
            problem = f"cannot write {self._draft.name}: {error.strerror or error}{self._kept_text}"
            raise TraceFileError(problem) from error


class Writer(FileInWork):
    """Writes a recording to a file while it runs.

    The file appears with its first nodes in it, and from then on grows; an older file of that name stays until then.

    Args:
        path: the file; a device or a pipe is written into.
        header: what is searched.
        label: gives the label of a move.
        told: what is told of the nodes meanwhile; it is written beside them, and kept there no longer.
        beyond: the file appears only once it has more nodes than this; a recording that never has leaves nothing.
        waiting: called before a pipe is waited for that nobody reads yet.

    Raises:
        TraceFileError: the place cannot be written, or another process is writing it.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        header: Header,
        label: Callable[[Any], str],
        told: Told | None = None,
        *,
        beyond: int = 0,
        waiting: Callable[[], None] | None = None,
    ) -> None:
        self.path = path
        """The file."""
        super().__init__(Draft(path, waiting))
        self._header, self._label, self._beyond = header, label, beyond
        self._beside = Beside(told or Told())
        self._frames: Frames | None = None

    @property
    def readable(self) -> bool:
        """Whether what was written can be read back: it is in a file, not gone into a device or a pipe."""
        return self._draft.regular

    @property
    def in_a_file(self) -> bool:
        """Whether somebody can find what is written."""
        return self.readable and self._draft.published

    @property
    def _kept_text(self) -> str:
        return super()._kept_text if self.in_a_file else ""

    def write(self, parts: list[Part]) -> None:
        """Append parts as one chunk. Any thread may; what comes after the end is passed over.

        Raises:
            TraceFileError: the disk is full, or another process began to write this file.
        """
        if self._is_foreign:
            return
        with self._writing, self._explained():
            if self._closed:
                return
            if self._frames is None:
                self._frames = Frames(self._draft.write)
                self._frames.put_header(self._header)
            part = _joined(parts)
            labels, first = [self._labelled(move) for move in part.moves], self._frames.tallies["moves"]
            none = {place: move for place, move in enumerate(part.moves, first) if isinstance(move, NoMove)}
            self._frames.put_moves(labels, none)
            self._beside.take()
            self._frames.put_texts(self._beside.texts)
            self._frames.put_sources(self._beside.sources)
            self._frames.put_late(part.late)
            if len(part):
                self._frames.put_nodes(part.columns | self._beside.columns(self._kept, len(part)))
            self._put_told(self._frames)
            nodes = self._frames.tallies["nodes"]
            if nodes > self._beyond:
                self._draft.publish()
            self._kept = nodes

    def begin_above(self, turn: int, alpha: float, beta: float, first: NoMove) -> None:
        """Put a root above what was written so far, all of it nodes that have been left; `first` leads to the old one.

        The file is written anew, and takes the place of the old one when it is whole.

        Raises:
            TraceFileError: the disk is full.
        """
        if self._is_foreign:
            return
        with self._writing, self._explained():
            if self._closed or self._frames is None:
                return
            old, shown = self._draft, self._draft.published
            self._draft = old.successor()
            before, self._frames = self._frames, Frames(self._draft.write)
            self._frames.put_header(self._header)
            self._frames.put_moves([self._labelled(first)], {0: first})
            self._frames.put_nodes(open_root(turn, alpha, beta))
            with old.read_back() as stream:
                copy_below(stream, self._frames, before.tallies)
            self._kept = self._frames.tallies["nodes"]
            old.give_way(self._draft)
            if shown or self._kept > self._beyond:
                self._draft.publish()

    def _put_told(self, file: Frames) -> None:
        for block in self._beside.late(file.tallies["nodes"]):
            file.put_told(block)

    def finish(self, header: Header, dropped: Collection[str] = (), withdrawn: Withdrawn = NOTHING) -> None:
        """Say that the recording is complete, or why it is not, and close the file.

        Args:
            header: what was searched, and how it ended.
            dropped: the optional columns that turned out to say nothing.
            withdrawn: the cutoffs that turned out to be none.

        Raises:
            TraceFileError: the disk is full.
        """
        if self._is_foreign:
            return
        with self._writing, self._explained():
            if self._closed:
                return
            assert self._frames is not None  # a recording has nodes
            self._beside.take()
            self._frames.put_texts(self._beside.texts)
            self._frames.put_sources(self._beside.sources)
            self._put_told(self._frames)
            self._frames.put_end(header, dropped, withdrawn)
            self._draft.discard()  # it leaves what was published
            self._closed = True

    def hand_over(self) -> Draft:
        """Write no more: the file, in which nothing is yet, for somebody else to write."""
        self._closed = True
        return self._draft

    def _labelled(self, move: Hashable) -> str:
        return clean(str(move)) if isinstance(move, NoMove) else self._label(move)


def _joined(parts: list[Part]) -> Part:
    """Several parts as one. What is late in one may be put in place in another."""
    first = parts[0].first
    if len(parts) == 1 and not (parts[0].late["node"] >= first).any():
        return parts[0]
    columns = {name: _one_column([part.columns[name] for part in parts]) for name in DTYPES}
    late = {name: np.concatenate([part.late[name] for part in parts]) for name in LATE_TYPES}
    here = late["node"] >= first
    for name in ("end", "value", "status", "cutoff"):
        columns[name][late["node"][here] - first] = late[name][here]
    moves: list[Hashable] = [move for part in parts for move in part.moves]
    return Part(first, columns, {name: column[~here] for name, column in late.items()}, moves)


def _one_column(pieces: list[Array]) -> Array:
    """Pieces of a column as one; what is one number throughout stays so, however many pieces there happened to be."""
    filled = [piece for piece in pieces if len(piece)]
    if filled and all(piece.strides == (0,) and piece[0] == filled[0][0] for piece in filled):
        return np.broadcast_to(filled[0][:1], sum(map(len, filled)))
    return np.concatenate(pieces)
