"""A stream cut into blocks of whole lines, a block read as JSON at once, and what the first line says.

Reading many lines as one JSON array is several times as fast as reading them one by one. It is done where every line
begins an object and the array has as many entries as there are lines; otherwise, line by line.
"""

from __future__ import annotations

import io
import json
import selectors
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.recording.header import CHECKED_OPTIONS, MAX_NUMBER, MAX_OPTIONS, Header, check_option
from tracer.text import clean, comma_list, kind, nearest, short

BLOCK = 1 << 15
"""Bytes read at once, at most: as objects, too, they stay in the processor's cache."""
LONGEST = 1 << 20
"""Bytes of a line at most."""
BOM = b"\xef\xbb\xbf"
"""What some editors and shells write at the beginning of a text."""


class TooLong(PlyscopeError):  # noqa: N818  # it is said of a line
    """The next line is longer than any that is meant."""


@dataclass(frozen=True)
class Fault:
    """Stands among the events for a line that cannot be read."""

    problem: str
    cut: bool = False
    """It is the last line and does not end: its writer was stopped while writing it."""


def blocks(stream: BinaryIO) -> Iterator[bytes]:
    """The stream as blocks of whole lines; the last one may lack its newline.

    What a pipe holds is given at once, so that a slow writer can be followed. One that does not wait is waited for.

    Raises:
        TooLong: a line is; what comes before it was given.
        OSError: the stream cannot be read.
    """
    begun: list[bytes] = []
    waiting = 0
    while piece := _read(stream):
        whole, newline, rest = piece.rpartition(b"\n")
        if waiting + len(piece.partition(b"\n")[0]) > LONGEST:
            raise TooLong(f"a line of more than {LONGEST:,} bytes: is this the line protocol?")
        if newline:
            yield b"".join([*begun, whole, newline])
            begun, waiting = [], 0
        begun.append(rest)
        waiting += len(rest)
    if waiting:
        yield b"".join(begun)


def _read(stream: BinaryIO) -> bytes:
    """What a stream has, at most a block; nothing at its end alone."""
    piece: bytes | None = getattr(stream, "read1", stream.read)(BLOCK)
    if piece or not isinstance(stream, io.BufferedReader | io.FileIO):
        return piece or b""
    # A pipe that does not wait gives nothing in a pause, too, which its buffer does not tell from its end.
    raw = stream if isinstance(stream, io.FileIO) else stream.raw
    while (piece := raw.read(BLOCK)) is None:
        _wait(raw)
    return piece


def _wait(stream: io.RawIOBase) -> None:
    """Wait until a stream has more, or has ended."""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        selector.select()


def events(block: bytes) -> list[Any]:
    """What each line of a block says: a JSON value, None for an empty line, a `Fault` as the last one that is read."""
    try:
        text = block.decode().removesuffix("\n")
        if text.startswith("{") and text.count("\n") == text.count("\n{"):
            # The newline stays: inside a string it is an error, so no string can reach over two lines.
            read = _decode("[" + text.replace("\n", ",\n") + "]")
            if len(read) == text.count("\n") + 1:
                return list(read)
    except (ValueError, RecursionError):
        pass
    return list(_one_by_one(block))


def _one_by_one(block: bytes) -> Iterator[Any]:
    lines = block.split(b"\n")
    whole = lines[-1] == b""
    for line in lines[: -1 if whole else None]:
        if not line.strip():
            yield None
            continue
        read = _line(line, last=line is lines[-1])
        yield read
        if isinstance(read, Fault):
            return


def _line(line: bytes, *, last: bool) -> Any:
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        return Fault(f"not UTF-8 text: byte 0x{line[error.start]:02x} at character {error.start + 1}", last)
    try:
        return _decode(text.strip())
    except json.JSONDecodeError as error:
        return Fault(f"not JSON: {error.msg.lower()} at character {error.colno} of {short(text.strip())}", last)
    except RecursionError:
        return Fault("brackets nested too deeply")
    except ValueError as error:
        return Fault(f"not JSON: {error}")


_decode = json.JSONDecoder().decode


VERSION = 1
"""The version of the protocol, the number after `"plyscope"`."""
KEYS = ("plyscope", "view", "game", "position", "search", "options", "windowed")
EXAMPLE = '{"plyscope": 1, "view": "max", "game": "tictactoe", "search": "alphabeta"}'


@dataclass(frozen=True)
class Preamble:
    """What the first line says."""

    view: str
    """"max" if values and windows are MAX's view, "mover" if they are the mover's."""
    header: Header
    windowed: bool | None
    """Whether the search has alpha and beta; None where that is not said, and its lines show it."""


def read_preamble(said: Any) -> Preamble:
    """What the first line says, checked.

    Raises:
        PlyscopeError: it is no header, one of another version, or something in it is wrong.
    """
    if not isinstance(said, dict) or "plyscope" not in said:
        raise PlyscopeError(f"a header expected, such as {EXAMPLE}, not {kind(said)}")
    version = said["plyscope"]
    if version != VERSION or isinstance(version, bool):
        newer = isinstance(version, int | float) and version > VERSION
        remedy = "upgrade plyscope" if newer else f'write "plyscope": {VERSION}'
        raise PlyscopeError(f"version {short(version)} of the line protocol; {VERSION} is what can be read: {remedy}")
    for key in said:
        if key not in KEYS:
            raise PlyscopeError(f"no key {short(key)} in a header{nearest(key, KEYS)}; there are: {comma_list(KEYS)}")
    view, windowed = said.get("view", "max"), said.get("windowed")
    if view not in ("max", "mover"):
        raise PlyscopeError(f'"view" is "max" or "mover", not {short(view)}')
    if "windowed" in said and not isinstance(windowed, bool):
        raise PlyscopeError(f'"windowed" is true or false, not {short(windowed)}')
    options = _options(said.get("options"))
    if "window" in options:
        if windowed is False:
            raise PlyscopeError('an option "window" of a search that is not "windowed"')
        windowed = True
    header = Header(
        game=_text(said, "game") or "",
        position=_text(said, "position"),
        search=_text(said, "search") or "imported",
        options=options,
        windowed=windowed is not False,
    )
    return Preamble(view, header, windowed)


def _text(said: dict[str, Any], key: str) -> str | None:
    text = said.get(key)
    if text is not None and not isinstance(text, str):
        raise PlyscopeError(f'"{key}" is text, not {short(text)}')
    # A game may be a whole tree given as text, which must stay as it is.
    return text.encode(errors="replace").decode() if text else None


def _options(options: Any) -> dict[str, Any]:
    """The options of the search, as a trace's header has them."""
    if options is None:
        return {}
    if not isinstance(options, dict) or len(options) > MAX_OPTIONS:
        raise PlyscopeError(f'"options" is an object of at most {MAX_OPTIONS} names and values, not {short(options)}')
    return {clean(name): _option(name, value) for name, value in options.items() if value is not None}


def _option(name: str, value: Any) -> Any:
    # What is no number of a trace is the mistake of whoever writes these lines.
    if name not in CHECKED_OPTIONS and not (
        isinstance(value, str) or (isinstance(value, int | float) and abs(value) <= MAX_NUMBER)
    ):
        raise PlyscopeError(f"the option {short(name)} is text, a finite number, true or false, not {short(value)}")
    return check_option(name, value)
