"""A file that gets a root above what is in it: the same frames once more, with ids and moves that are one greater."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Protocol

from tracer.file import frames
from tracer.file.payloads import decode_block, shift_table
from tracer.recording.columns import Array
from tracer.recording.parts import shift


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
