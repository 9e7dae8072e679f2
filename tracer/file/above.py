"""A file that gets a root above what is in it: the same frames once more, with ids and moves that are one greater."""

from __future__ import annotations

import copy
from array import array
from collections.abc import Iterator
from typing import BinaryIO, Protocol

import numpy as np

from tracer.file import frames
from tracer.file.frames import decode_block, shift_table
from tracer.recording import node_details
from tracer.recording.columns import MISSING, OPTIONAL, Array
from tracer.recording.node_details import NewDetails
from tracer.recording.part_collector import shift_node_ids
from tracer.recording.source import Source


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
            shift_node_ids(columns)
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
    """What stands beside the columns that every trace has, part by part."""

    def __init__(self) -> None:
        self._ahead: dict[str, Array] = {}
        """Pairs of nodes that come later: they were told while a part was made."""
        self._told: list[str] = []
        """The texts that may still be told, by the numbers by which they are."""
        self._first = 0
        """The number of the first of these."""
        self._numbers = array("q")
        """The number of each in the file; −1 where it has none yet."""
        self._known: dict[str, int] = {}
        """The numbers of the last texts in the file."""
        self._texts: list[str] = []
        """The texts that come next in the file."""
        self._given = 0
        """How many texts the file has with these."""
        self._forgotten = False
        """Whether no text told so far will be told any more."""
        self._sources: list[Source] = []
        """The functions so far."""
        self._functions = 0
        """How many of them are in the file."""

    def copied(self) -> Beside:
        """The same, to go on from here."""
        other = copy.copy(self)
        other._ahead, other._told, other._numbers = dict(self._ahead), self._told[:], self._numbers[:]
        other._known, other._texts = dict(self._known), self._texts[:]
        return other

    def take(self, fresh: NewDetails, sources: list[Source]) -> None:
        """Take what was told since the last time, and the functions so far."""
        for name, pairs in fresh.pairs.items():
            before = self._ahead.get(name)
            self._ahead[name] = pairs if before is None else np.concatenate([before, pairs])
        self._told += fresh.texts
        self._numbers.extend([-1] * len(fresh.texts))
        self._forgotten, self._sources = fresh.are_texts_reset, sources

    def columns(self, first: int, size: int) -> dict[str, Array]:
        """The optional columns of the next nodes; a column of which nothing is told there is left out."""
        columns: dict[str, Array] = {}
        for name, pairs in self._cut(first, first + size).items():
            columns[name] = np.full(size, MISSING[name], OPTIONAL[name])
            columns[name][pairs[:, 0].astype(np.int64) - first] = self._in_file(name, pairs[:, 1])
        return columns

    def late(self, before: int) -> list[dict[str, Array]]:
        """What was told of nodes that are in the file already, a block for each column."""
        return [
            {
                "node": pairs[:, 0].astype(np.int64),
                name: self._in_file(name, pairs[:, 1]).astype(OPTIONAL[name]),
            }
            for name, pairs in self._cut(0, before).items()
        ]

    def give(self) -> tuple[list[str], list[Source]]:
        """Give the texts and functions that come next in the file, once."""
        texts, sources = self._texts, self._sources[self._functions :]
        self._texts, self._functions = [], self._functions + len(sources)
        if len(self._known) > node_details.MAX_KNOWN_TEXTS:
            self._known.clear()
            self._numbers = array("q", [-1]) * len(self._numbers)
        if self._forgotten and not self._ahead.keys() & {"text", "left_text"}:
            self._first += len(self._told)
            self._told, self._numbers = [], array("q")
        return texts, sources

    def _cut(self, first: int, stop: int) -> dict[str, Array]:
        """The pairs of some nodes in the order of these, which are kept no longer."""
        found = {}
        for name in OPTIONAL:
            pairs = self._ahead.pop(name, None)
            if pairs is None:
                continue
            here = (pairs[:, 0] >= first) & (pairs[:, 0] < stop)
            if not here.all():
                self._ahead[name] = pairs[~here]
            if here.any():
                found[name] = pairs[here]
                found[name] = found[name][np.argsort(found[name][:, 0], kind="stable")]
        return found

    def _in_file(self, name: str, said: Array) -> Array:
        """The numbers of texts in the file, which they get in the order in which they are asked for; else as told."""
        if name not in ("text", "left_text"):
            return said
        numbers, places = np.frombuffer(self._numbers, np.int64), said - self._first
        for place in dict.fromkeys(places[numbers[places] < 0].tolist()):
            text = self._told[place]
            numbers[place] = self._known.setdefault(text, self._given)
            if numbers[place] == self._given:
                self._texts.append(text)
                self._given += 1
        found: Array = numbers[places]
        return found
