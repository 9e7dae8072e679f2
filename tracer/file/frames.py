"""Frames: what a trace file is made of.

A frame is a head of 24 bytes (kind, number, length, checksum of the payload, checksum of the head), the payload, and
zeros up to a multiple of eight. The head has a checksum of its own, so that a wrong length is told from a file that was
cut: a frame whose head is whole and whose payload is not there was being written when its writer was killed.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import BinaryIO, NamedTuple
from zlib import crc32

from tracer.errors import PlyscopeError
from tracer.text import clean

MAGIC = b"\x89PLY\r\n\x1a"
"""The first seven bytes; a copy that changed ends of lines or the eighth bit is no trace file."""
VERSION = 2
"""The format's version, the eighth byte."""
SIGNATURE = MAGIC + bytes([VERSION])

HEADER, MOVES, TEXTS, CHUNK, LATE, NOTE, END = (b"HEAD", b"MOVE", b"TEXT", b"CHNK", b"LATE", b"NOTE", b"END.")
SOURCE, LOG = b"SRCE", b"LOG."
KINDS = frozenset((HEADER, MOVES, TEXTS, CHUNK, LATE, LOG, SOURCE, NOTE, END))
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
    """A whole frame.

    Args:
        kind: one of `KINDS`.
        number: how many frames come before it.
        pieces: the payload.
    """
    payload = b"".join(pieces)
    zeros = bytes(-len(payload) % 8)
    head = _HEAD.pack(kind, number, len(payload), crc32(zeros, crc32(payload)))
    return b"".join((head, _CHECK.pack(crc32(head)), payload, zeros))


def read_head(stream: BinaryIO) -> Head | None:
    """The head that comes next; None where the stream ends before or amid it.

    Raises:
        PlyscopeError: it is damaged.
    """
    data = stream.read(HEAD_SIZE)
    if len(data) < HEAD_SIZE:
        return None
    if crc32(data[: _HEAD.size]) != _CHECK.unpack_from(data, _HEAD.size)[0]:
        raise PlyscopeError("the head of a frame is damaged: its checksum is wrong")
    head = Head(*_HEAD.unpack_from(data))
    if head.kind not in KINDS:
        kind = clean(head.kind.decode("latin-1"))
        raise PlyscopeError(f"frame {head.number} is of the kind {kind!r}, which this plyscope does not know")
    if head.kind in (HEADER, SOURCE, NOTE, END) and head.length > SMALL:
        raise PlyscopeError(f"frame {head.number} is longer than its kind may be")
    return head


def read_payload(stream: BinaryIO, head: Head) -> bytes:
    """The payload of a frame of which all bytes are there.

    Raises:
        PlyscopeError: it is damaged.
    """
    data = stream.read(head.padded)
    if crc32(data) != head.checksum or len(data) != head.padded:
        raise PlyscopeError(f"frame {head.number} is damaged: its checksum is wrong")
    if any(data[head.length :]):
        raise PlyscopeError(f"frame {head.number} has something in the zeros after its payload")
    return data[: head.length] if head.padded != head.length else data
