"""A trace file to which the parts of a recording are appended.

In the file moves and texts have numbers in the order in which its nodes come to have them: however a recording comes in
parts, as long as the same nodes are appended together it is the same file.
"""

from __future__ import annotations

import copy
from array import array
from collections.abc import Callable, Hashable
from typing import Any, BinaryIO

import numpy as np

from tracer.file import frames
from tracer.file.draft import Draft
from tracer.file.frames import LATE_TYPES, decode_block, shift_table
from tracer.file.framing import Frames
from tracer.recording import node_details
from tracer.recording.columns import DTYPES, MISSING, OPTIONAL, Array
from tracer.recording.header import Header
from tracer.recording.no_moves import NoMove
from tracer.recording.node_details import NewDetails
from tracer.recording.part_collector import Part, join_pieces, make_open_root, shift_node_ids
from tracer.recording.source import Source
from tracer.text import clean


class Appender:
    """Appends parts to a file, from its header on."""

    def __init__(self, draft: Draft, header: Header, label: Callable[[Any], str]) -> None:
        self.draft, self._header, self._label = draft, header, label
        self.frames = Frames(draft.write)
        self.frames.put_header(header)
        self._details = _Details()
        self._numbers: Array = np.array([-1], np.int32)
        """The numbers in the file of the moves so far, by those that they have in parts; at the end that of no move."""

    @property
    def nodes(self) -> int:
        """How many nodes are whole in the file."""
        return self.frames.tallies["nodes"]

    def copied(self, draft: Draft) -> Appender:
        """The same of another file, which gets what is in this one so far."""
        self.draft.copy_to(draft)
        other = copy.copy(self)
        other.draft, other.frames, other._details = draft, self.frames.so_far(draft.write), self._details.copied()
        return other

    def below(self, draft: Draft, turn: int, alpha: float, beta: float, first: NoMove) -> Appender:
        """The same of another file, with a root above all that is in this one."""
        other = Appender(draft, self._header, self._label)
        other.frames.put_moves([self._labelled(first)], {0: first})
        other.frames.put_nodes(make_open_root(turn, alpha, beta))
        with self.draft.read_back() as stream:
            _copy_below(stream, other.frames, self.frames.tallies)
        other._details = self._details
        other._numbers = np.concatenate([[0], self._numbers[:-1] + 1, [-1]]).astype(np.int32)
        return other

    def hear(self, fresh: NewDetails, sources: list[Source]) -> None:
        """Take what was told of nodes, for the next part, and the functions so far."""
        self._details.take(fresh, sources)

    def append(self, parts: list[Part]) -> None:
        """Append parts as one chunk."""
        part, frames = _joined(parts), self.frames
        moves, numbers = self._number_new_moves(part)
        pseudo_moves_by_number = {
            move_number: move
            for move_number, move in enumerate(moves, frames.tallies["moves"])
            if isinstance(move, NoMove)
        }
        frames.put_moves([self._labelled(move) for move in moves], pseudo_moves_by_number)
        detail_columns, late_details = (
            self._details.take_columns(self.nodes, len(part)),
            self._details.take_late_blocks(self.nodes + len(part)),
        )
        self._put_texts_and_sources()
        frames.put_late(part.late)
        if len(part):
            frames.put_nodes(part.columns | {"move": numbers} | detail_columns)
        for block in late_details:
            frames.put_late_details(block)

    def append_told(self) -> None:
        """Append what was told of nodes that are in the file already."""
        late_details = self._details.take_late_blocks(self.nodes)
        self._put_texts_and_sources()
        for block in late_details:
            self.frames.put_late_details(block)

    def _put_texts_and_sources(self) -> None:
        texts, sources = self._details.give()
        self.frames.put_texts(texts)
        self.frames.put_sources(sources)

    def _number_new_moves(self, part: Part) -> tuple[list[Hashable], Array]:
        """The moves met for the first time, in the order in which nodes have them, and the column of all nodes."""
        column, known = part.columns["move"], len(self._numbers) - 1
        order: Array = np.empty(0, np.int64)
        if part.moves:
            order = np.array(
                list(dict.fromkeys([*(column[column >= known] - known).tolist(), *range(len(part.moves))]))
            )
            numbers = np.empty(len(order), np.int32)
            numbers[order] = np.arange(known, known + len(order))
            self._numbers = np.concatenate([self._numbers[:-1], numbers, self._numbers[-1:]])
        return [part.moves[place] for place in order.tolist()], self._numbers[column]

    def _labelled(self, move: Hashable) -> str:
        return clean(str(move)) if isinstance(move, NoMove) else self._label(move)


def _joined(parts: list[Part]) -> Part:
    """Several parts as one. What is late in one may be put in place in another."""
    first = parts[0].first
    if len(parts) == 1 and not (parts[0].late["node"] >= first).any():
        return parts[0]
    columns = {name: join_pieces([part.columns[name] for part in parts]) for name in DTYPES}
    late_columns = {name: np.concatenate([part.late[name] for part in parts]) for name in LATE_TYPES}
    is_in_part = late_columns["node"] >= first
    for name in ("end", "value", "status", "cutoff"):
        columns[name][late_columns["node"][is_in_part] - first] = late_columns[name][is_in_part]
    moves: list[Hashable] = [move for part in parts for move in part.moves]
    return Part(first, columns, {name: column[~is_in_part] for name, column in late_columns.items()}, moves)


def _copy_below(stream: BinaryIO, file: Frames, tables: dict[str, int]) -> None:
    """Write what is in a file below a root that another one has. O(n), in the room of one frame.

    All ids and the numbers of moves are one greater there; the first move leads to the old root. `tables` has the
    lengths of the tables of moves and of texts.
    """
    stream.seek(len(frames.SIGNATURE))
    while (head := frames.read_head(stream)) is not None:
        payload = frames.read_payload(stream, head)
        if head.kind == frames.MOVES:
            file.put(head.kind, shift_table(payload, 1))
        elif head.kind in (frames.CHUNK, frames.LATE):
            columns = dict(decode_block(payload).columns)
            shift_node_ids(columns)
            put_columns = (
                file.put_nodes
                if head.kind == frames.CHUNK
                else file.put_late
                if "end" in columns
                else file.put_late_details
            )
            put_columns(columns)
        elif head.kind != frames.HEADER:
            file.put(head.kind, payload)
    file.tallies["moves"] += tables["moves"]
    file.tallies["texts"] += tables["texts"]


class _Details:
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

    def copied(self) -> _Details:
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

    def take_columns(self, first: int, size: int) -> dict[str, Array]:
        """The optional columns of the next nodes; a column of which nothing is told there is left out."""
        columns: dict[str, Array] = {}
        for name, pairs in self._cut(first, first + size).items():
            columns[name] = np.full(size, MISSING[name], OPTIONAL[name])
            columns[name][pairs[:, 0].astype(np.int64) - first] = self._in_file(name, pairs[:, 1])
        return columns

    def take_late_blocks(self, before: int) -> list[dict[str, Array]]:
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
