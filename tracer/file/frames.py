"""Frames: what a trace file, and a file of a whole game, is made of.

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
    """A whole frame.

    Args:
        kind: one of the kinds of its file.
        number: how many frames come before it.
        pieces: the payload.
    """
    payload = b"".join(pieces)
    zeros = bytes(-len(payload) % 8)
    head = _HEAD.pack(kind, number, len(payload), crc32(zeros, crc32(payload)))
    return b"".join((head, _CHECK.pack(crc32(head)), payload, zeros))


def read_head(stream: BinaryIO, form: Form = TRACE) -> Head | None:
    """The head that comes next; None where the stream ends before or amid it.

    Args:
        stream: the file.
        form: what it is.

    Raises:
        PlyscopeError: it is damaged.
    """
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
    """The head of the next frame; None where the frame is torn, or there is none.

    Args:
        stream: the file.
        rest: how many bytes of it are left.
        form: what it is.

    Raises:
        PlyscopeError: the head is damaged.
    """
    if rest < HEAD_SIZE:
        return None
    head = read_head(stream, form)
    return None if head is None or head.padded > rest - HEAD_SIZE else head


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
