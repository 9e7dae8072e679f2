"""Trace files taken apart into frames and put together again, checksums made right."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tracer.file import frames
from tracer.file.frames import decode_block, decode_json, encode_block, encode_json

Frame = tuple[bytes, bytes]
"""Kind and payload."""


def apart(data: bytes) -> list[Frame]:
    """The frames of a file."""
    stream = io.BytesIO(data)
    assert stream.read(8) == frames.SIGNATURE
    found = []
    while (head := frames.read_head(stream)) is not None:
        found.append((head.kind, frames.read_payload(stream, head)))
    return found


def together(parts: list[Frame]) -> bytes:
    """A file of these frames."""
    encoded = [frames.encode(kind, number, [payload]) for number, (kind, payload) in enumerate(parts)]
    return b"".join((frames.SIGNATURE, *encoded))


def edit(path: Path, kind: bytes, change: Callable[[bytes], bytes], nth: int = 0) -> None:
    """Change the payload of the nth frame of a kind."""
    parts = apart(path.read_bytes())
    place = [k for k, part in enumerate(parts) if part[0] == kind][nth]
    parts[place] = (kind, change(parts[place][1]))
    path.write_bytes(together(parts))


def edit_json(path: Path, kind: bytes, **fields: Any) -> None:
    """Change fields of the first frame of a kind."""
    edit(path, kind, lambda payload: encode_json({**decode_json(payload), **fields}))


def edit_column(path: Path, name: str, change: Callable[[Any], None], kind: bytes = frames.CHUNK) -> None:
    """Change one column of the first chunk."""

    def changed(payload: bytes) -> bytes:
        block = decode_block(payload)
        columns = {key: np.array(column) for key, column in block.columns.items()}
        change(columns[name])
        return b"".join(encode_block(block.first, columns))

    edit(path, kind, changed)


def at(index: int, value: object) -> Callable[[Any], None]:
    """An edit that sets one entry of a column."""

    def change(column: Any) -> None:
        column[index] = value

    return change
