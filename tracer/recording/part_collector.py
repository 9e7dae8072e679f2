"""The parts of a recording as they come: kept in memory, handed on to a sink, or both."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import DTYPES, Array, Columns, index_dtype
from tracer.recording.no_moves import NoMove
from tracer.recording.recorder_lists import make_late_columns
from tracer.recording.status import OPEN, PRUNED

MAX_WAITING_NODES = 8_192
"""Nodes that wait to be handed on at most: what a recording loses that is killed."""
SHOW_INTERVAL = 1.0
"""Seconds after which what is new is shown, though nothing is due to be handed on."""


class PartCollector:
    """Takes the parts of one recording."""

    def __init__(self, sink: Sink | None, *, keep: bool) -> None:
        self.sink, self._keep = sink, keep
        self._parts: list[Part] = []
        self._is_finished = False
        """Whether the columns were given out."""
        self._waiting: list[Part] = []
        """Parts that the sink has not seen yet."""
        self.recorded = self.visited = 0
        """Nodes in the parts so far, pruned branches included, and without these."""
        self.cutoffs = False
        """Whether a cutoff is among them."""
        self.written_count = 0
        self.last_write_time = perf_counter()
        """When a part was handed on, or shown, last."""
        self.numbers: defaultdict[Hashable, int] = defaultdict()
        """The number of each move met so far; asked for another one, it gives the next."""
        self.numbers.default_factory = self.numbers.__len__

    @property
    def remaining_room(self) -> int:
        """How many nodes may still come before the sink wants them: the first at once."""
        return (MAX_WAITING_NODES if self.written_count else 1) - (self.recorded - self.written_count)

    def add_part(self, part: Part) -> None:
        """Take a part."""
        self.visited += int(np.count_nonzero(part.columns["status"] != PRUNED))
        self.cutoffs = self.cutoffs or bool(part.columns["cutoff"].any() or part.late["cutoff"].any())
        self.recorded += len(part)
        if self._keep:
            self._parts.append(part)
        if self.sink is not None:
            self._waiting.append(part)

    def write_waiting(self) -> None:
        """Give the sink the parts that it has not written yet. When that is done follows from what was recorded."""
        if self.sink is None:
            return
        if self._waiting:
            self.sink.write(self._waiting)
        self._waiting, self.written_count = [], self.recorded
        self.last_write_time = perf_counter()

    def show_waiting(self) -> None:
        """Let the sink show what it has not written yet, where nothing was written or shown for long."""
        if self.sink is None or not self._waiting or perf_counter() - self.last_write_time < SHOW_INTERVAL / 2:
            return
        self.sink.show(self._waiting)
        self.last_write_time = perf_counter()

    def begin_above(self, turn: int, alpha: float, beta: float, first_move: NoMove) -> None:
        """Put a root above what was taken: ids grow by one, and `first_move` leads to the old one. O(n)."""
        moves = [first_move, *self.numbers]
        self.numbers.clear()
        self.numbers.update((move, number) for number, move in enumerate(moves))
        for part in self._parts:
            part.shift_ids()
        if self._keep:
            self._parts.insert(0, Part(0, make_open_root(turn, alpha, beta), make_late_columns([], {}), [first_move]))
        self.visited += 1
        self.recorded += 1
        self.written_count += 1
        if self.sink is not None:
            self.sink.begin_above(turn, alpha, beta, first_move)

    def moves(self) -> list[Hashable]:
        """The table of moves, once all parts were taken."""
        if self.recorded == 0:
            raise PlyscopeError("nothing was recorded: the search entered no node")
        return list(self.numbers)

    def columns(self) -> Columns:
        """The columns of all that was kept, once; it is kept no longer.

        Raises:
            PlyscopeError: it was not kept, or is gone already.
        """
        if not self._keep or self._is_finished:
            raise PlyscopeError(
                "finish() gives a recording once, where it is kept: take a new Recorder for another one"
            )
        parts, self._parts, self._is_finished = self._parts, [], True
        return join_parts(parts)


UNSTORABLE_VALUE = "its value is infinite or no number: return finite numbers, such as 1000000 where a win is infinite"
"""What is wrong with a value that no file can hold."""


@dataclass(eq=False)
class Part:
    """Nodes recorded since the last part, and the late news of nodes in earlier parts."""

    first: int
    """The id of the first node here."""
    columns: dict[str, Array]
    """By column name, one entry a node. Nodes not left yet have end −1, value NaN and status OPEN."""
    late: dict[str, Array]
    """`node`, `end`, `value`, `status`, `cutoff` of nodes of earlier parts that were left meanwhile, and of all nodes
    that were abandoned: these stay OPEN and have an end."""
    moves: list[Hashable]
    """Moves met for the first time, in the order of their numbers."""

    def __len__(self) -> int:
        return len(self.columns["end"])

    def shift_ids(self) -> None:
        """Make room for a node above all others, and for a move before all others, which leads to the old root."""
        self.first += 1
        shift_node_ids(self.columns)
        shift_node_ids(self.late)


def shift_node_ids(columns: dict[str, Array]) -> None:
    """Make columns those of nodes below one that they have not: it is node 0, and move 0 leads to the old root."""
    for name in columns.keys() & {"node", "move"}:
        columns[name] = columns[name] + 1
    if "end" in columns:
        columns["end"] = columns["end"] + (columns["end"] >= 0)


def make_open_root(turn: int, alpha: float, beta: float) -> dict[str, Array]:
    """The columns of a root that has not returned."""
    row = {"turn": turn, "alpha": alpha, "beta": beta, "value": np.nan, "status": OPEN, "cutoff": False}
    return {name: np.array([row.get(name, -1)], dtype) for name, dtype in DTYPES.items()}


class Sink(Protocol):
    """Where parts go while a search runs, for instance a file."""

    def write(self, parts: list[Part]) -> None:
        """Take the next parts, together."""

    def show(self, parts: list[Part]) -> None:
        """Show the parts that come next to those who look by now; they are written later, with others."""

    def begin_above(self, turn: int, alpha: float, beta: float, first: NoMove) -> None:
        """Put a root above what was taken so far, as `Recorder.begin_above` does."""


def join_parts(parts: list[Part]) -> Columns:
    """Join the parts of a recording, put the late news in place, and close what is still open at the end.

    The list is emptied, and a column given up as soon as it is joined, so hardly anything is in memory twice.
    """
    size, part_columns = sum(map(len, parts)), [dict(part.columns) for part in parts]
    late_columns = [part.late for part in parts if len(part.late["node"])]
    parts.clear()
    columns: dict[str, Any] = {}
    for name, dtype in DTYPES.items():
        pieces = [column_by_name.pop(name) for column_by_name in part_columns]
        columns[name] = join_pieces(pieces, index_dtype(size) if name == "end" else dtype)
    for late in late_columns:
        for name in ("end", "value", "status", "cutoff"):
            columns[name][late["node"]] = late[name]
    end = columns["end"]
    end[(end < 0) & (columns["status"] == OPEN)] = size
    return Columns(**columns)


def join_pieces(pieces: Sequence[Array], dtype: np.dtype[Any] | None = None) -> Array:
    """Pieces of a column as one; what is one number throughout stays so and takes no room, however many they are."""
    filled = [piece for piece in pieces if len(piece)]
    if filled and all(piece.strides == (0,) and piece[0] == filled[0][0] for piece in filled):
        return np.broadcast_to(filled[0][:1], sum(map(len, filled)))
    return np.concatenate(pieces, dtype=dtype)
