"""The first line of the protocol: its version, and what was searched and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tracer.errors import PlyscopeError
from tracer.recording.header import KNOWN, LARGEST, MOST_OPTIONS, Header, option
from tracer.text import clean, comma_list, kind, nearest, short

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
    if not isinstance(options, dict) or len(options) > MOST_OPTIONS:
        raise PlyscopeError(f'"options" is an object of at most {MOST_OPTIONS} names and values, not {short(options)}')
    return {clean(name): _option(name, value) for name, value in options.items() if value is not None}


def _option(name: str, value: Any) -> Any:
    # What is no number of a trace is the mistake of whoever writes these lines.
    if name not in KNOWN and not (isinstance(value, str) or (isinstance(value, int | float) and abs(value) <= LARGEST)):
        raise PlyscopeError(f"the option {short(name)} is text, a finite number, true or false, not {short(value)}")
    return option(name, value)
