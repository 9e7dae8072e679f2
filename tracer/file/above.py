"""A file that gets a root above what is in it: the same frames once more, with ids and moves that are one greater."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Protocol

import numpy as np

from tracer.file import frames
from tracer.file.frames import decode_block, shift_table
from tracer.recording.columns import MISSING, OPTIONAL, Array
from tracer.recording.gathering import shift
from tracer.recording.source import Source
from tracer.recording.told import Told


class Frames(Protocol):
    """What writes them."""

    tallies: dict[str, int]

    def put(self, kind: bytes, *payload: bytes) -> None:
        """Write one frame."""

    def put_nodes(self, columns: dict[str, Array]) -> None:
        """Write the nodes that come next."""

    def put_late(self, late: dict[str, Array]) -> None:
        """Write late news."""

    def put_told(self, block: dict[str, Array]) -> None:
        """Write what became known of an optional column."""


def copy_below(stream: BinaryIO, file: Frames, tables: dict[str, int]) -> None:
    """Write what is in a file to another that has its header, a root and a first move that leads to the old root.

    O(n), in the room of one frame.

    Args:
        stream: the file, from its signature on.
        file: the other one.
        tables: how many entries the tables of moves and of texts of the file have.
    """
    for kind, payload in _frames_of(stream):
        if kind == frames.MOVES:
            file.put(kind, shift_table(payload, 1))
        elif kind in (frames.CHUNK, frames.LATE):
            columns = dict(decode_block(payload).columns)
            shift(columns)
            put = file.put_nodes if kind == frames.CHUNK else file.put_late if "end" in columns else file.put_told
            put(columns)
        elif kind != frames.HEADER:
            file.put(kind, payload)
    file.tallies["moves"] += tables["moves"]
    file.tallies["texts"] += tables["texts"]


def _frames_of(stream: BinaryIO) -> Iterator[tuple[bytes, bytes]]:
    """The kind and the payload of each frame."""
    stream.seek(len(frames.SIGNATURE))
    while (head := frames.read_head(stream)) is not None:
        yield head.kind, frames.read_payload(stream, head)


class Beside:
    """What stands beside the columns that every trace has, part by part.

    Args:
        told: where it is told.
    """

    def __init__(self, told: Told) -> None:
        self._told = told
        self._ahead: dict[str, Array] = {}
        """Pairs of nodes that come later: they were told while a part was made."""
        self.texts: list[str] = []
        """The texts that come next in the table."""
        self.sources: list[Source] = []
        """The functions that come next."""
        self._functions = 0
        """Functions that were taken."""

    def take(self) -> None:
        """Take what was told since the last time."""
        pairs, self.texts = self._told.take()
        for name, fresh in pairs.items():
            before = self._ahead.get(name)
            self._ahead[name] = fresh if before is None else np.concatenate([before, fresh])
        self.sources = self._told.sources[self._functions :]
        self._functions += len(self.sources)

    def columns(self, first: int, size: int) -> dict[str, Array]:
        """The optional columns of the next nodes; a column of which nothing is told there is left out."""
        columns: dict[str, Array] = {}
        for name, pairs in self._cut(first, first + size).items():
            columns[name] = np.full(size, MISSING[name], OPTIONAL[name])
            columns[name][pairs[:, 0].astype(np.int64) - first] = pairs[:, 1]
        return columns

    def late(self, before: int) -> list[dict[str, Array]]:
        """What was told of nodes that are in the file already, a block for each column."""
        return [
            {"node": pairs[:, 0].astype(np.int64), name: pairs[:, 1].astype(OPTIONAL[name])}
            for name, pairs in self._cut(0, before).items()
        ]

    def _cut(self, first: int, stop: int) -> dict[str, Array]:
        """The pairs of some nodes, which are kept no longer."""
        found = {}
        for name, pairs in list(self._ahead.items()):
            here = (pairs[:, 0] >= first) & (pairs[:, 0] < stop)
            if here.any():
                found[name] = pairs[here]
                self._ahead[name] = pairs[~here]
        return found
