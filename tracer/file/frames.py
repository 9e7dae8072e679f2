"""Frames: what a trace file, and a file of a whole game, is made of.

A frame is a head of 24 bytes (kind, number, length, checksum of the payload, checksum of the head), the payload, and
zeros up to a multiple of eight. The head has a checksum of its own, so that a wrong length is told from a file that was
cut: a frame whose head is whole and whose payload is not there was being written when its writer was killed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from struct import Struct
from typing import Any, BinaryIO, NamedTuple
from zlib import crc32

import numpy as np

from tracer.errors import PlyscopeError
from tracer.recording.columns import DTYPES, OPTIONAL, Array
from tracer.text import clean


class Form(NamedTuple):
    """A kind of file that is made of frames."""

    magic: bytes
    """The first seven bytes; a copy that changed ends of lines or the eighth bit is no such file."""
    version: int
    """The format's version, the eighth byte."""
    kinds: frozenset[bytes]
    """The kinds of its frames."""
    small: frozenset[bytes]
    """Those whose payload is JSON, which is no longer than `SMALL`."""

    @property
    def signature(self) -> bytes:
        """The first eight bytes."""
        return self.magic + bytes([self.version])


MAGIC = b"\x89PLY\r\n\x1a"
"""The first seven bytes; a copy that changed ends of lines or the eighth bit is no trace file."""
VERSION = 2
"""The format's version, the eighth byte."""
SIGNATURE = MAGIC + bytes([VERSION])

HEADER, MOVES, TEXTS, CHUNK, LATE, NOTE, END = (b"HEAD", b"MOVE", b"TEXT", b"CHNK", b"LATE", b"NOTE", b"END.")
SOURCE, LOG = b"SRCE", b"LOG."
KINDS = frozenset((HEADER, MOVES, TEXTS, CHUNK, LATE, LOG, SOURCE, NOTE, END))
TRACE = Form(MAGIC, VERSION, KINDS, frozenset((HEADER, SOURCE, NOTE, END)))
"""A trace file."""
PLAY, SEARCH = b"PLAY", b"TRCE"
GAME = Form(b"\x89PLG\r\n\x1a", 1, frozenset((HEADER, PLAY, SEARCH, END)), frozenset((HEADER, PLAY, END)))
"""A file of a whole game: its moves, and of each search the bytes of a trace file."""
SMALL = 2**20
"""Bytes of a payload of JSON at most: Python's objects take more room than their text."""

_HEAD = Struct("<4sIQI")
_CHECK = Struct("<I")
HEAD_SIZE = _HEAD.size + _CHECK.size


class Head(NamedTuple):
    """The head of a frame."""

    kind: bytes
    number: int
    """0, 1, 2 … in the order of the file."""
    length: int
    """Bytes of the payload, without the zeros after it."""
    checksum: int
    """CRC-32 of the payload and the zeros after it."""

    @property
    def padded(self) -> int:
        """Bytes from the head to the next frame."""
        return self.length + -self.length % 8


def encode(kind: bytes, number: int, pieces: Iterable[bytes]) -> bytes:
    """Return a whole frame, before which `number` frames come."""
    payload = b"".join(pieces)
    zeros = bytes(-len(payload) % 8)
    head = _HEAD.pack(kind, number, len(payload), crc32(zeros, crc32(payload)))
    return b"".join((head, _CHECK.pack(crc32(head)), payload, zeros))


def read_head(stream: BinaryIO, form: Form = TRACE) -> Head | None:
    """The head that comes next; None where the stream ends before or amid it."""
    data = stream.read(HEAD_SIZE)
    if len(data) < HEAD_SIZE:
        return None
    if crc32(data[: _HEAD.size]) != _CHECK.unpack_from(data, _HEAD.size)[0]:
        raise PlyscopeError("the head of a frame is damaged: its checksum is wrong")
    head = Head(*_HEAD.unpack_from(data))
    if head.kind not in form.kinds:
        kind = clean(head.kind.decode("latin-1"))
        raise PlyscopeError(f"frame {head.number} is of the kind {kind!r}, which this plyscope does not know")
    if head.kind in form.small and head.length > SMALL:
        raise PlyscopeError(f"frame {head.number} is longer than its kind may be")
    return head


def whole_head(stream: BinaryIO, rest: int, form: Form = TRACE) -> Head | None:
    """Return the head of the next frame; None where the frame is torn in the `rest` of the file, or there is none."""
    if rest < HEAD_SIZE:
        return None
    head = read_head(stream, form)
    return None if head is None or head.padded > rest - HEAD_SIZE else head


def read_payload(stream: BinaryIO, head: Head) -> bytes:
    """Return the payload of a frame that was written completely.

    Raises:
        PlyscopeError: the checksum or the padding is wrong.
    """
    data = stream.read(head.padded)
    if crc32(data) != head.checksum or len(data) != head.padded:
        raise PlyscopeError(f"frame {head.number} is damaged: its checksum is wrong")
    if any(data[head.length :]):
        raise PlyscopeError(f"frame {head.number} has something in the zeros after its payload")
    return data[: head.length] if head.padded != head.length else data


TYPES = {code: np.dtype(name) for code, name in (
    ("i1", "i1"), ("u1", "u1"), ("b1", "?"), ("i4", "<i4"), ("i8", "<i8"), ("f8", "<f8"),
)}  # fmt: skip
"""Types of columns by their codes in the file. `=` before a code: one number that stands for the whole column."""
MOVE_KINDS = ("move", "outcome", "pass", "null", "stand", "onward")
"""What an entry of the table of moves is: a move, an outcome of chance, an iteration, a null move, standing pat."""
LATE_TYPES = {"node": np.dtype("<i8"), **{name: DTYPES[name] for name in ("end", "value", "status", "cutoff")}}
"""The columns of late news."""
_FITTING: dict[str, tuple[str, ...]] = {
    "move": ("i4",), "end": ("i4", "i8"), "turn": ("i1",), "alpha": ("f8", "=f8"), "beta": ("f8", "=f8"),
    "value": ("f8",), "status": ("u1",), "cutoff": ("b1",), "node": ("i8",),
    **dict.fromkeys(OPTIONAL, ("i4",)), "why": ("u1",), "weight": ("f8",), "evaluation": ("f8",),
    "iteration": ("i4",), "kind": ("u1",), "x": ("f8",), "y": ("f8",),
}  # fmt: skip
"""The types that each column may have."""
_TABLE = Struct("<II")
_BLOCK = Struct("<QII")
_COLUMN = Struct("<12s4s")


class Block(NamedTuple):
    """Columns of nodes that follow one another, or late news."""

    first: int
    """The number of the first node; of late news, how many nodes come before."""
    size: int
    columns: dict[str, Array]
    """By name, each `size` long; a constant is broadcast. Columns that this version does not know are left out."""
    places: dict[str, int]
    """Where each begins in the payload."""


def encode_json(value: Mapping[str, Any]) -> bytes:
    """JSON in ASCII."""
    return json.dumps(value, allow_nan=False).encode()


def decode_json(payload: bytes) -> dict[str, Any]:
    """A JSON object."""
    try:
        value = json.loads(payload, parse_constant=_refuse_constant)
    except RecursionError:
        raise PlyscopeError("its JSON is nested too deeply") from None
    except ValueError as error:
        raise PlyscopeError(f"its JSON cannot be read: {clean(str(error))}") from error
    if not isinstance(value, dict):
        raise PlyscopeError("its JSON is no object")
    return value


def _refuse_constant(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def encode_table(first: int, entries: Sequence[str], kinds: bytes = b"") -> bytes:
    """Texts by their numbers from `first` on; moves have a byte each that says what they are, of `MOVE_KINDS`."""
    data = [entry.encode(errors="replace") for entry in entries]
    lengths = np.fromiter(map(len, data), "<u4", len(data)).tobytes()
    return b"".join((_TABLE.pack(first, len(data)), lengths, kinds, *data))


def shift_table(payload: bytes, by: int) -> bytes:
    """The same texts by numbers that are greater."""
    first, count = _unpack(_TABLE, payload)
    return _TABLE.pack(first + by, count) + payload[_TABLE.size :]


def decode_table(payload: bytes, first: int, *, moves: bool = False) -> tuple[bytes, Array, bytes]:
    """The bytes of the texts, the length of each, and of moves what each is; they must begin with the number `first`.

    Raises:
        PlyscopeError: there is a gap, or a length or a kind that cannot be.
    """
    begins, count = _unpack(_TABLE, payload)
    if begins != first:
        raise PlyscopeError(f"a table goes on at number {begins}, {first} was expected")
    at = _TABLE.size + (5 if moves else 4) * count
    if at > len(payload):
        raise PlyscopeError("a table is longer than its frame")
    lengths = np.frombuffer(payload, "<u4", count, _TABLE.size)
    kinds = payload[at - count : at] if moves else b""
    if kinds.strip(bytes(range(len(MOVE_KINDS)))):
        raise PlyscopeError("a move is of an unknown kind")
    if at + int(lengths.sum(dtype=np.int64)) != len(payload):
        raise PlyscopeError("the texts of a table are not as long as it says")
    return payload[at:], lengths, kinds


def encode_block(first: int, columns: Mapping[str, Array]) -> list[bytes]:
    """Columns of one length. What is broadcast is written as one number; `end` in four bytes where it fits."""
    count = len(next(iter(columns.values())))
    heads, pieces = [_BLOCK.pack(first, count, len(columns))], []
    for name, column in columns.items():
        code = _code(name, column)
        constant = code.startswith("=")
        data = np.ascontiguousarray(column[:1] if constant else column, TYPES[code.lstrip("=")]).tobytes()
        heads.append(_COLUMN.pack(name.encode(), code.encode()))
        pieces.append(data + bytes(-len(data) % 8))
    return heads + pieces


def _code(name: str, column: Array) -> str:
    if name == "end":
        return "i4" if not len(column) or int(column.max()) < 2**31 else "i8"
    constant = name in ("alpha", "beta") and len(column) > 0 and column.strides == (0,)
    return "=f8" if constant else _FITTING[name][0]


def decode_block(payload: bytes) -> Block:
    """Columns, without a copy of their bytes.

    Raises:
        PlyscopeError: a column is of a wrong type, there twice, or not as long as the block says.
    """
    first, count, number = _unpack(_BLOCK, payload)
    at = _BLOCK.size + number * _COLUMN.size
    if at > len(payload):
        raise PlyscopeError("a block has more columns than its frame has room for")
    columns: dict[str, Array] = {}
    places: dict[str, int] = {}
    for k in range(number):
        name, code = _column(payload, _BLOCK.size + k * _COLUMN.size)
        dtype = TYPES[code.lstrip("=")]
        entries = min(count, 1) if code.startswith("=") else count
        size = entries * dtype.itemsize
        if at + size + -size % 8 > len(payload) or any(payload[at + size : at + size + -size % 8]):
            raise PlyscopeError(f"the column {name} is not as long as its block says")
        column = np.frombuffer(payload, dtype, entries, at)
        places[name] = at
        at += size + -size % 8
        if dtype == np.bool_ and column.view(np.uint8).max(initial=0) > 1:
            raise PlyscopeError(f"the column {name} has values other than 0 and 1")
        if name in columns:
            raise PlyscopeError(f"the column {name} is there twice")
        if name in _FITTING:
            columns[name] = np.broadcast_to(column, count) if code.startswith("=") else column
    if at != len(payload):
        raise PlyscopeError("a block is not as long as its columns")
    return Block(first, count, columns, places)


def _column(payload: bytes, at: int) -> tuple[str, str]:
    raw_name, raw_code = _COLUMN.unpack_from(payload, at)
    name, code = (raw.rstrip(b"\0").decode("latin-1") for raw in (raw_name, raw_code))
    if code.removeprefix("=") not in TYPES or code not in _FITTING.get(name, (code,)):
        raise PlyscopeError(f"the column {clean(name)!r} has the type {clean(code)!r}, which it cannot have")
    return clean(name), code


def _unpack(layout: Struct, payload: bytes) -> tuple[Any, ...]:
    if len(payload) < layout.size:
        raise PlyscopeError("a frame is too short for what it is")
    return layout.unpack_from(payload)
