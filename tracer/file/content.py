"""What is in a trace file: taken frame by frame, each checked against those before it.

Nothing here trusts a file. What follows from one frame alone is checked in `payloads`; here, that they go on from one
another; and in `columns`, that all of them together are a trace.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from tracer.errors import PlyscopeError
from tracer.file.decoding import Growing, Table
from tracer.file.frames import (
    CHUNK,
    END,
    HEADER,
    LATE,
    LATE_TYPES,
    LOG,
    MOVE_KINDS,
    MOVES,
    NOTE,
    SOURCE,
    TEXTS,
    Block,
    Head,
    decode_block,
    decode_json,
    decode_table,
)
from tracer.file.on_disk import OnDisk, OpenFile, turned
from tracer.recording.columns import DTYPES, MISSING, OPTIONAL, Array, Columns, is_told, verify
from tracer.recording.header import Header
from tracer.recording.log import LOG_TYPES, Log
from tracer.recording.no_moves import NO_MOVE_TYPES, NoMove
from tracer.recording.source import MAX_SOURCES, Source
from tracer.recording.status import OPEN
from tracer.recording.tree_shape import iter_parts
from tracer.recording.withdrawn_cutoffs import NONE_WITHDRAWN, Withdrawn
from tracer.text import LABEL_LIMIT, clean, distinct, short

VIEWS = ("max", "mover")
"""MAX's, or the mover's, as in a negamax."""
NO_END = "where its file ends: it was killed, or cut, or is still being recorded"
"""`Header.stopped` of a recording whose file has no END."""
LEFT = ("alpha", "beta", "value", "depth", "function", "called_at", "left_at", "why", "weight", "evaluation")
"""The columns that may be left in the file: most of it."""
_TALLIES = ("nodes", "moves", "texts", "late", "frames")
"""What END counts."""


@dataclass(eq=False)
class Content:
    """What was read of a file so far."""

    labels: Table = field(default_factory=lambda: Table(_label))
    """The table of moves."""
    texts: Table = field(default_factory=Table)
    """The table of texts, into which `text` and `left_text` point."""
    sources: list[Source] = field(default_factory=list)
    """The functions whose calls were recorded, into which `function` points."""
    ended: bool = False
    """Whether END was there: nothing is missing."""
    expected: int = 0
    """How many nodes there will be, as far as can be foreseen; only room is made for them."""

    def __post_init__(self) -> None:
        self._header: Header | None = None
        self._view = "max"
        self._columns = {name: Growing(dtype, constant=name in ("alpha", "beta")) for name, dtype in DTYPES.items()}
        self._columns["end"] = Growing(np.dtype("<i4"))
        self._on_disk: dict[str, OnDisk] = {}
        """Those of these that stay in the file."""
        self._source: OpenFile | None = None
        """The file, where columns stay in it."""
        self._optional: dict[str, Growing | OnDisk] = {}
        self._log = {name: Growing(dtype) for name, dtype in LOG_TYPES.items()}
        self._waiting: list[Block] = []
        self._late = self._frames = self._at = 0
        self._withdrawn = NONE_WITHDRAWN
        """Whether there is no cutoff where a value is the very end of its window, whatever stands there."""
        self._noted = False
        """Whether notes have begun, which are kept by `notes`."""
        self._none, self._kinds = array("q"), bytearray()
        """The numbers of the moves that are none, and what they are: places in `MOVE_KINDS`."""

    def __len__(self) -> int:
        return len(self._columns["turn"])

    @property
    def header(self) -> Header:
        """What the file says of the search; where its END is not there, why the recording is unfinished."""
        if self._header is None or not len(self):
            stopped = self._header.stopped if self._header and self.ended else None
            why = f"stopped {stopped}" if stopped else "was stopped before the first, or has just begun"
            raise PlyscopeError(f"it holds no nodes: its recording {why}")
        return self._header if self.ended else replace(self._header, stopped=NO_END)

    @property
    def is_best_first(self) -> bool:
        """Whether the nodes are those of a best-first search, which the end of the file alone makes whole."""
        return "born" in self._optional

    @property
    def no_moves(self) -> dict[int, NoMove]:
        """The moves that are none, by their numbers, as far as nodes have them: iterations of a driver, null moves."""
        if not self._none:
            return {}
        move, is_met = self._columns["move"].entries, np.zeros(len(self.labels) + 1, bool)
        for part in iter_parts(len(move)):  # the root has −1, and what cannot be the last place
            is_met[np.clip(move[part], -1, len(self.labels))] = True
        kinds = [NO_MOVE_TYPES[MOVE_KINDS[kind]] for kind in self._kinds]
        return {n: kind(self.labels[n]) for n, kind in zip(self._none, kinds, strict=True) if is_met[n]}

    def leave(self, source: OpenFile) -> None:
        """Leave in a file that is read from its beginning the columns that are large and seldom needed as a whole."""
        if not len(self):
            self._source = source
            self._on_disk = {name: OnDisk(source, DTYPES[name]) for name in LEFT if name in DTYPES}

    def take(self, head: Head, payload: bytes, at: int = 0) -> None:
        """Take the next frame. `at` is where the payload begins in the file.

        Raises:
            PlyscopeError: it cannot come next, or what is in it cannot be.
        """
        if head.number != self._frames:
            raise PlyscopeError(f"frame {head.number} stands where frame {self._frames} belongs")
        if (head.kind == HEADER) != (head.number == 0):
            raise PlyscopeError("its header is not its first frame")
        if head.kind != NOTE and (self.ended or self._noted):
            raise PlyscopeError("something follows the end of its recording")
        takers = {
            HEADER: self._take_header, MOVES: self._take_moves, TEXTS: self._take_texts, CHUNK: self._take_chunk,
            LATE: self._take_late, LOG: self._take_log, SOURCE: self._take_source, END: self._take_end,
            NOTE: self._take_note,
        }  # fmt: skip
        self._at = at
        takers[head.kind](payload)
        self._frames += 1

    def _take_header(self, payload: bytes) -> None:
        fields = decode_json(payload)
        self._header, self._view = Header.from_json(fields), _view_of(fields)

    def _take_moves(self, payload: bytes) -> None:
        data, lengths, kinds = decode_table(payload, len(self.labels), moves=True)
        codes = np.frombuffer(kinds, np.uint8)
        none = np.flatnonzero(
            codes > MOVE_KINDS.index("outcome")
        )  # what chance does is a move that leads from its node
        self._none.frombytes((none + len(self.labels)).astype(np.int64).tobytes())
        self._kinds += codes[none].tobytes()
        self.labels.append(data, lengths)

    def _take_texts(self, payload: bytes) -> None:
        data, lengths, _ = decode_table(payload, len(self.texts))
        self.texts.append(data, lengths)

    def _take_source(self, payload: bytes) -> None:
        source = Source.from_json(decode_json(payload))
        if len(self.sources) < MAX_SOURCES:
            self.sources.append(source)

    def _take_late(self, payload: bytes) -> None:
        block = decode_block(payload)
        nodes, told = block.columns.get("node"), block.columns.keys() & OPTIONAL.keys()
        if nodes is None or block.columns.keys() != (told | {"node"} if told else LATE_TYPES.keys()):
            raise PlyscopeError("late news have other columns than " + ", ".join(LATE_TYPES))
        if block.first != len(self) or nodes.min(initial=0) < 0 or nodes.max(initial=-1) >= block.first:
            raise PlyscopeError("late news name nodes that are not before them")
        for name in told:
            self._put_told(name, nodes, block.columns[name])
        if told:
            self._late += block.size
            return
        self._waiting.append(block)
        if block.columns["end"].max(initial=0) <= len(self):
            self._put_late()

    def _put_told(self, name: str, nodes: Array, entries: Array) -> None:
        column = self._optional.setdefault(name, Growing(OPTIONAL[name]))
        if isinstance(column, OnDisk):
            left, column = column, Growing(OPTIONAL[name])
            column.append(left.whole(), self.expected)
            self._optional[name] = column
        column.fill(int(nodes.max(initial=-1)) + 1, MISSING[name])
        if is_told(name, column.entries[nodes]).any():
            raise PlyscopeError(f"late news of the column {name} where it was told already")
        column.put(nodes, entries)

    def _take_log(self, payload: bytes) -> None:
        block = decode_block(payload)
        if block.columns.keys() != LOG_TYPES.keys() or not block.size:
            raise PlyscopeError("a log has other columns than " + ", ".join(LOG_TYPES))
        if self._view == "mover":
            raise PlyscopeError(
                'a best-first search reports values from MAX\'s view: remove "view": "mover" from its header'
            )
        if block.first != len(self._log["node"]):
            raise PlyscopeError(f"the rows of the log from {len(self._log['node'])} on are missing")
        for name, column in self._log.items():
            column.append(block.columns[name])

    def _take_note(self, payload: bytes) -> None:
        decode_json(payload)  # whoever added it, it is JSON
        self._noted = True

    def _take_chunk(self, payload: bytes) -> None:
        block = decode_block(payload)
        if block.columns.keys() & DTYPES.keys():
            self._take_nodes(block)
        for name in block.columns.keys() & OPTIONAL.keys():
            self._take_optional(name, block)

    def _take_nodes(self, block: Block) -> None:
        if missing := DTYPES.keys() - block.columns.keys():
            raise PlyscopeError(f"the column {min(missing)} of the nodes from {block.first} on is missing")
        if block.first != len(self) or not block.size:
            raise PlyscopeError(f"the nodes from {len(self)} on are missing")
        end = self._columns["end"]
        if block.columns["end"].dtype.itemsize == 8 and end.entries.dtype.itemsize == 4:
            end.widen(DTYPES["end"])
        for name, column in self._columns.items():
            if (left := self._on_disk.get(name)) is not None:
                left.append(self._at + block.places[name], block.size, same=block.columns[name].strides == (0,))
            else:
                column.append(block.columns[name], self.expected)
        self._put_late()

    def _put_late(self) -> None:
        """Put the late news in place; until the nodes after them are there, they would not fit."""
        for block in self._waiting:
            nodes = block.columns["node"]
            if (self._columns["status"].entries[nodes] != OPEN).any():
                raise PlyscopeError("late news of a node that has returned already")
            if (block.columns["end"] > len(self)).any():
                raise PlyscopeError("late news of a subtree that ends after the last node")
            for name in LATE_TYPES.keys() - {"node"}:
                (self._on_disk if name in self._on_disk else self._columns)[name].put(nodes, block.columns[name])
            self._late += block.size
        self._waiting = []

    def _take_optional(self, name: str, block: Block) -> None:
        column = self._optional.get(name)
        if column is None:
            column = Growing(OPTIONAL[name])
            if self._source is not None and name in LEFT:
                column = OnDisk(self._source, OPTIONAL[name], MISSING[name])
            self._optional[name] = column
        if not len(column) <= block.first <= block.first + block.size <= len(self):
            raise PlyscopeError(f"the column {name} does not go on at node {len(column)}")
        if isinstance(column, OnDisk):
            column.fill(block.first)
            column.append(self._at + block.places[name], block.size, same=block.columns[name].strides == (0,))
            return
        column.fill(block.first, MISSING[name])
        column.append(block.columns[name], self.expected)

    def _take_end(self, payload: bytes) -> None:
        fields = decode_json(payload)
        self._put_late()
        tallies = (len(self), len(self.labels), len(self.texts), self._late, self._frames + 1)
        for name, counted in zip(_TALLIES, tallies, strict=True):
            if fields.get(name) != counted or type(fields[name]) is not int:
                raise PlyscopeError(f"its end does not fit: it has {counted:,} {name}")
        if fields.get("log", 0) != len(self._log["node"]):
            raise PlyscopeError(f"its end does not fit: its log has {len(self._log['node']):,} rows")
        assert self._header is not None  # the first frame is a header
        later = Header.from_json(fields)
        said = {name: getattr(later, name) for name in vars(later) if name in fields}
        self._header, self.ended = replace(self._header, **said), True
        self._withdrawn = Withdrawn.from_json(fields)
        dropped = fields.get("dropped", [])
        for name in OPTIONAL:
            if isinstance(dropped, list) and name in dropped:
                self._optional.pop(name, None)
        if dropped and not self._optional.keys() & {"text", "left_text"}:
            self.texts = Table()

    def columns(self, *, going_on: bool = False) -> Columns:
        """The columns of what there is, checked: what was not left by then is OPEN.

        `going_on` is whether more frames follow, which must not change these columns.
        """
        changing = LATE_TYPES if going_on else ()
        found: dict[str, Any] = {}
        for name, column in self._columns.items():
            left = self._on_disk.get(name)
            entries: Any = column.entries if left is None else left.so_far()
            found[name] = entries.copy() if name in changing and left is None else entries
        end = found["end"]
        if len(self) >= 2**30 and end.dtype.itemsize == 4:  # steps are twice as many as nodes
            end = found["end"] = end.astype(np.int64)
        end[(end < 0) & (found["status"] == OPEN)] = len(self)
        for name, told in self._optional.items():
            if isinstance(told, OnDisk):
                found[name] = told.so_far(len(self))
                continue
            missing = np.full(len(self) - len(told), MISSING[name], OPTIONAL[name])
            whole = going_on or len(missing)
            found[name] = np.concatenate([told.entries, missing]) if whole else told.entries
        if self._view == "mover":
            _turn_to_max(found)
        self._merge_texts(found)
        if found.keys() >= {"text", "left_text"}:
            found["left_text"][found["left_text"] == found["text"]] = -1
        ends = (found[name] for name in ("turn", "alpha", "beta", "value"))
        found["cutoff"] = self._withdrawn.without(found["cutoff"], *ends)
        rows = {name: column.entries for name, column in self._log.items()}
        if not self.ended and "born" in found and found["born"].max(initial=-1) >= len(rows["node"]):
            raise PlyscopeError("it was cut before its log ends: of a best-first search the file is needed whole")
        log = Log(**rows) if len(rows["node"]) else None
        columns = Columns(**found, log=log)
        verify(columns, len(self.labels), len(self.texts))
        return columns

    def _merge_texts(self, columns: dict[str, Array]) -> None:
        """Let nodes have the first of the texts that are the same: whoever writes them need not know all."""
        told = [name for name in ("text", "left_text") if name in columns]
        met = np.unique(np.concatenate([columns[name] for name in told])) if told else np.empty(0, np.int32)
        met = met[(met >= 0) & (met < len(self.texts))]
        first = np.array(self.texts.firsts(met.tolist()), np.int32)
        if np.array_equal(met, first):
            return
        same = np.arange(len(self.texts), dtype=np.int32)
        same[met] = first
        for name in told:
            columns[name] = _renumbered(columns[name], same)


def _renumbered(column: Array, same: Array) -> Array:
    """Numbers of texts, each that of the first text that is the same; what is no number of a text stays."""
    known = (column >= 0) & (column < len(same))
    return np.where(known, same[np.where(known, column, 0)], column)


def _label(text: str) -> str:
    """The label of a move; long ones that differ stay different."""
    return clean(text) if len(text) <= LABEL_LIMIT else distinct(text)


def _turn_to_max(columns: dict[str, Any]) -> None:
    turns = columns["turn"]
    others = {"alpha": "beta", "beta": "alpha"} | {name: name for name in ("value", "evaluation") if name in columns}
    columns |= {name: turned(columns[name], columns[other], turns) for name, other in others.items()}


def _view_of(fields: Mapping[str, Any]) -> str:
    """Whose view values and windows are of."""
    view: str = fields.get("view", VIEWS[0])
    if view not in VIEWS:
        raise PlyscopeError(f'"view" is {" or ".join(VIEWS)}, not {short(view)}')
    return view
