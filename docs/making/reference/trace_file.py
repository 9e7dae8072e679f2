"""The page of the trace file: the page that plyscope ships, and a whole small file byte by byte."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import tracer
from making.page import ROOT

FORMAT = ROOT / "tracer" / "file" / "FORMAT.md"
"""The page that plyscope ships."""
TREE = [[3, 5], [2, 9]]
WIDTH = 8
"""Bytes of a line."""
EXAMPLE = f"""
## A whole file, byte by byte <a id="example"></a>

Alpha-beta on the tree `{TREE}` visits the root, `a1` with its leaves 3 and 5, and `a2` with its leaf 2. There it
cuts, and the leaf 9 is a pruned branch. These seven nodes are a file of four frames. Each line has the place of its
first byte, the bytes in hexadecimal digits, and what they say.

"""
_SIZES = {"i1": 1, "u1": 1, "b1": 1, "i4": 4, "i8": 8, "f8": 8, "=f8": 8}
_LETTERS = {"i1": "b", "u1": "B", "b1": "B", "i4": "i", "i8": "q", "f8": "d", "=f8": "d"}


def page() -> str:
    """The page."""
    return FORMAT.read_text(encoding="utf-8") + EXAMPLE + "```text\n" + "\n".join(_lines(small_file())) + "\n```\n"


def small_file() -> bytes:
    """The file that the page explains: the same bytes at any time."""
    trace = tracer.trace(TREE)
    header = replace(trace.header, seconds=0.25, notes={}, game_title="")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "small.plyscope"
        trace.with_columns(trace.columns, header).save(path)
        return path.read_bytes()


def _lines(data: bytes) -> Iterator[str]:
    """A file explained."""
    yield from _line(data, 0, 7, "the signature")
    yield from _line(data, 7, 1, "version 2")
    at = 8
    while at < len(data):
        kind, number, length = struct.unpack_from("<4sIQ", data, at)
        yield ""
        yield from _line(data, at, 4, f"kind {kind.decode()}")
        yield from _line(data, at + 4, 4, f"frame {number}")
        yield from _line(data, at + 8, 8, f"{length} bytes of payload")
        yield from _line(data, at + 16, 4, "checksum of the payload and its zeros")
        yield from _line(data, at + 20, 4, "checksum of the twenty bytes before")
        parts = {b"MOVE": _table, b"CHNK": _chunk}.get(kind, _json)
        yield from parts(data, at + 24, length)
        if length % 8:
            yield from _line(data, at + 24 + length, -length % 8, "zeros")
        at += 24 + length + -length % 8


def _json(data: bytes, at: int, length: int) -> Iterator[str]:
    """JSON, as many bytes of it as there are in a line."""
    text = data[at : at + length].decode()
    shown = [text[start : start + 48] for start in range(0, length, 48)]
    yield from _line(data, at, WIDTH, shown[0], more=True)
    for part in shown[1:]:
        yield f"{'':>{3 * WIDTH + 9}}{part}"


def _table(data: bytes, at: int, length: int) -> Iterator[str]:
    """A table of moves."""
    first, count = struct.unpack_from("<II", data, at)
    yield from _line(data, at, 8, f"from number {first} on, {count} entries")
    sizes = struct.unpack_from(f"<{count}I", data, at + 8)
    yield from _line(data, at + 8, 4 * count, f"their lengths: {', '.join(map(str, sizes))}")
    yield from _line(data, at + 8 + 4 * count, count, "what they are: moves")
    place = at + 8 + 5 * count
    for number, size in enumerate(sizes, first):
        yield from _line(data, place, size, f"move {number}: {data[place : place + size].decode()}")
        place += size


def _chunk(data: bytes, at: int, length: int) -> Iterator[str]:
    """Columns of nodes."""
    first, count, columns = struct.unpack_from("<QII", data, at)
    yield from _line(data, at, 16, f"from node {first} on, {count} nodes, {columns} columns")
    heads = []
    for number in range(columns):
        place = at + 16 + 16 * number
        name, kind = (part.rstrip(b"\0").decode() for part in struct.unpack_from("<12s4s", data, place))
        heads.append((name, kind))
        yield from _line(data, place, 16, f"column {name}, type {kind}")
    place = at + 16 + 16 * columns
    for name, kind in heads:
        entries = 1 if kind.startswith("=") else count
        values = struct.unpack_from(f"<{entries}{_LETTERS[kind]}", data, place)
        size = _SIZES[kind] * entries
        yield from _line(data, place, size, f"{name}: {' '.join(f'{value:g}' for value in values)}")
        if size % 8:
            yield from _line(data, place + size, -size % 8, "zeros")
        place += size + -size % 8


def _line(data: bytes, at: int, size: int, said: str, *, more: bool = False) -> Iterator[str]:
    """Some bytes, with what they say beside the first of them; `more` says that others follow, which are not shown."""
    for start in range(at, at + size, WIDTH):
        shown = data[start : min(start + WIDTH, at + size)].hex(" ") + (" …" if more else "")
        yield f"{start:>4}  {shown:<{3 * WIDTH + 1}}  {said if start == at else ''}".rstrip()
