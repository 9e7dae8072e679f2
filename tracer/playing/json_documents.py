"""JSON documents of games and books: an object that ends with a list, written an entry a line, read without trust."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, BinaryIO

from tracer.errors import PlyscopeError
from tracer.file.frames import decode_json
from tracer.text import short

JsonObject = dict[str, Any]
"""A JSON object."""


def has_format(first_bytes: bytes, format_name: str) -> bool:
    """Return whether a file that starts so is a document of a form, such as `plyscope book 1`, of whatever version.

    >>> has_format(b'{"format": "plyscope book 2", ', "plyscope book 1")
    True
    """
    name = re.escape(format_name.rpartition(" ")[0].encode())
    return re.match(rb'\s*\{\s*"format"\s*:\s*"' + name + b" ", first_bytes) is not None


def format_document(fields: Mapping[str, Any], name: str, entries: Iterable[Any]) -> str:
    """Return a document: what it says, and a list with its name."""
    head_text = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in fields.items())
    lines = ",\n".join(f"    {json.dumps(entry)}" for entry in entries)
    return f'{{\n{head_text}  "{name}": [\n{lines}\n  ]\n}}\n'


def read_document(stream: BinaryIO, format_name: str, max_bytes: int) -> JsonObject:
    """Return what a document says."""
    text = stream.read(max_bytes + 1) or b""
    if len(text) > max_bytes:
        raise PlyscopeError(f"it has more than {max_bytes:,} bytes")
    document_fields = decode_json(text)
    if document_fields.get("format") != format_name:
        raise PlyscopeError(f'its "format" is {short(document_fields.get("format"))}, not "{format_name}"')
    return document_fields


def text_field(fields: JsonObject, name: str) -> str:
    """Return a text of an object."""
    value = fields.get(name)
    if not isinstance(value, str):
        raise PlyscopeError(f'"{name}" is text, not {short(value)}')
    return value


def object_list_field(fields: JsonObject, name: str, entry_name: str) -> list[JsonObject]:
    """Return a list of objects of an object; `entry_name` is what errors call an entry."""
    entries = fields.get(name)
    if not isinstance(entries, list):
        raise PlyscopeError(f'"{name}" is a list, not {short(entries)}')
    for number, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise PlyscopeError(f"{entry_name} {number:,} is an object, not {short(entry)}")
    return entries
