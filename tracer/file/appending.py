"""A trace file to which the parts of a recording are appended.

In the file moves and texts have numbers in the order in which its nodes come to have them: however a recording comes in
parts, as long as the same nodes are appended together it is the same file.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Hashable
from typing import Any

import numpy as np

from tracer.file.above import Beside, copy_below
from tracer.file.draft import Draft
from tracer.file.frames import LATE_TYPES
from tracer.file.framing import Frames
from tracer.recording.columns import DTYPES, Array
from tracer.recording.header import Header
from tracer.recording.no_moves import NoMove
from tracer.recording.node_details import NewDetails
from tracer.recording.part_collector import Part, make_open_root
from tracer.recording.source import Source
from tracer.text import clean


class Appender:
    """Appends parts to a file, from its header on.

    Args:
        draft: the file.
        header: what is searched.
        label: gives the label of a move.
    """

    def __init__(self, draft: Draft, header: Header, label: Callable[[Any], str]) -> None:
        self.draft, self._header, self._label = draft, header, label
        self.frames = Frames(draft.write)
        self.frames.put_header(header)
        self._beside = Beside()
        self._numbers: Array = np.array([-1], np.int32)
        """The numbers in the file of the moves so far, by those that they have in parts; at the end that of no move."""

    @property
    def nodes(self) -> int:
        """How many nodes are whole in the file."""
        return self.frames.tallies["nodes"]

    def copied(self, draft: Draft) -> Appender:
        """The same of another file, which gets what is in this one so far.

        Raises:
            OSError: it cannot be written.
        """
        self.draft.copy_to(draft)
        other = copy.copy(self)
        other.draft, other.frames, other._beside = draft, self.frames.so_far(draft.write), self._beside.copied()
        return other

    def below(self, draft: Draft, turn: int, alpha: float, beta: float, first: NoMove) -> Appender:
        """The same of another file, with a root above all that is in this one.

        Raises:
            OSError: it cannot be written.
        """
        other = Appender(draft, self._header, self._label)
        other.frames.put_moves([self._labelled(first)], {0: first})
        other.frames.put_nodes(make_open_root(turn, alpha, beta))
        with self.draft.read_back() as stream:
            copy_below(stream, other.frames, self.frames.tallies)
        other._beside = self._beside
        other._numbers = np.concatenate([[0], self._numbers[:-1] + 1, [-1]]).astype(np.int32)
        return other

    def hear(self, fresh: NewDetails, sources: list[Source]) -> None:
        """Take what was told of nodes, for the next part, and the functions so far."""
        self._beside.take(fresh, sources)

    def append(self, parts: list[Part]) -> None:
        """Append parts as one chunk."""
        part, file = _joined(parts), self.frames
        moves, numbers = self._in_order(part)
        none = {place: move for place, move in enumerate(moves, file.tallies["moves"]) if isinstance(move, NoMove)}
        file.put_moves([self._labelled(move) for move in moves], none)
        beside, late = self._beside.columns(self.nodes, len(part)), self._beside.late(self.nodes + len(part))
        self._put_beside()
        file.put_late(part.late)
        if len(part):
            file.put_nodes(part.columns | {"move": numbers} | beside)
        for block in late:
            file.put_told(block)

    def append_told(self) -> None:
        """Append what was told of nodes that are in the file already."""
        late = self._beside.late(self.nodes)
        self._put_beside()
        for block in late:
            self.frames.put_told(block)

    def _put_beside(self) -> None:
        texts, sources = self._beside.give()
        self.frames.put_texts(texts)
        self.frames.put_sources(sources)

    def _in_order(self, part: Part) -> tuple[list[Hashable], Array]:
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
