"""Frames as they are written: one after another, and counted."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from tracer.file import frames
from tracer.file.frames import LATE_TYPES, MOVE_KINDS, encode_block, encode_json, encode_table
from tracer.recording.columns import Array
from tracer.recording.header import Header
from tracer.recording.log import Log
from tracer.recording.no_moves import NoMove, no_move_word
from tracer.recording.source import Source
from tracer.recording.withdrawn_cutoffs import NONE_WITHDRAWN, Withdrawn

CHUNK = 65_536
"""Nodes of a chunk of what is written at once."""
TABLE = 4_096
"""Entries of a table in one frame at most."""


class Frames:
    """Writes frames, and counts what is in them."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self.tallies = dict.fromkeys(("nodes", "moves", "texts", "late", "frames"), 0)
        write(frames.SIGNATURE)

    def so_far(self, write: Callable[[bytes], None]) -> Frames:
        """What goes on from here in another file, which has the same frames already."""
        other = Frames.__new__(Frames)
        other._write, other.tallies = write, dict(self.tallies)
        return other

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
        kinds = bytes(MOVE_KINDS.index(no_move_word(no_moves.get(number))) for number in numbers)
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

    def put_late_details(self, block: dict[str, Array]) -> None:
        """Write what became known of an optional column for nodes that are there."""
        self.put(frames.LATE, *encode_block(self.tallies["nodes"], block))
        self.tallies["late"] += len(block["node"])

    def put_log(self, log: Log) -> None:
        """Write the whole log of a best-first search."""
        for first in range(0, len(log), CHUNK):
            rows = {name: array[first : first + CHUNK] for name, array in log.arrays.items()}
            self.put(frames.LOG, *encode_block(first, rows))
        self.tallies["log"] = len(log)

    def put_end(self, header: Header, dropped: Collection[str] = (), withdrawn: Withdrawn = NONE_WITHDRAWN) -> None:
        """Say how it ended, what became known of the search meanwhile, and that nothing is missing."""
        said: dict[str, Any] = header.as_json() | self.tallies | {"frames": self.tallies["frames"] + 1}
        said |= {"dropped": list(dropped)} if dropped else {}
        self.put(frames.END, encode_json(said | withdrawn.as_json()))
