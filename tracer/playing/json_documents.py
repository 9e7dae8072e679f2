"""JSON documents of games and books: an object that ends with a list, written an entry a line, read without trust."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.file.frames import decode_json
from tracer.text import short

Said = dict[str, Any]
"""A JSON object."""


def begins_with(start: bytes, form: str) -> bool:
    """Return whether a file that starts so is a document of a form, such as `plyscope book 1`, of whatever version.

    >>> begins_with(b'{"format": "plyscope book 2", ', "plyscope book 1")
    True
    """
    name = re.escape(form.rpartition(" ")[0].encode())
    return re.match(rb'\s*\{\s*"format"\s*:\s*"' + name + b" ", start) is not None


def document(said: Mapping[str, Any], name: str, entries: Iterable[Any]) -> str:
    """Return a document: what it says, and a list with its name."""
    head = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in said.items())
    lines = ",\n".join(f"    {json.dumps(entry)}" for entry in entries)
    return f'{{\n{head}  "{name}": [\n{lines}\n  ]\n}}\n'


def read_document(stream: BinaryIO, form: str, longest: int) -> Said:
    """Return what a document says.

    Raises:
        PlyscopeError: it has more bytes than `longest`, is no JSON object, or has another form.
    """
    text = stream.read(longest + 1) or b""
    if len(text) > longest:
        raise PlyscopeError(f"it has more than {longest:,} bytes")
    said = decode_json(text)
    if said.get("format") != form:
        raise PlyscopeError(f'its "format" is {short(said.get("format"))}, not "{form}"')
    return said


def text_in(said: Said, name: str) -> str:
    """Return a text of an object.

    Raises:
        PlyscopeError: there is none of this name.
    """
    value = said.get(name)
    if not isinstance(value, str):
        raise PlyscopeError(f'"{name}" is text, not {short(value)}')
    return value


def objects_in(said: Said, name: str, one: str) -> list[Said]:
    """Return a list of objects of an object; `one` is what errors call an entry.

    Raises:
        PlyscopeError: it is no list, or an entry is no object.
    """
    entries = said.get(name)
    if not isinstance(entries, list):
        raise PlyscopeError(f'"{name}" is a list, not {short(entries)}')
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise PlyscopeError(f"{one} {number:,} is an object, not {short(entry)}")
    return entries
