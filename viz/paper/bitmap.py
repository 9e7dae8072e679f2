"""Pixels as a PNG file: the same ones give the same bytes (PNG, third edition, 2025)."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

SIGNATURE = b"\x89PNG\r\n\x1a\n"
DEPTH, COLOURED = 8, 2
"""Bits of a colour, and the kind of a picture that has red, green and blue."""


def png(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Return a PNG file of (rows, columns, 3) colours: red, green and blue.

    >>> png(np.zeros((2, 3, 3), np.uint8))[16:24].hex(" ", 4)
    '00000003 00000002'
    """
    rows, columns, _ = pixels.shape
    lines = np.zeros((rows, 1 + 3 * columns), np.uint8)  # each line begins with its filter, which is none
    lines[:, 1:] = pixels.reshape(rows, -1)
    head = struct.pack(">IIBBBBB", columns, rows, DEPTH, COLOURED, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
