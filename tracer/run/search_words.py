"""What stands behind `-a`: a search, also with options for it alone, as in `deepening:with=table,hash,depth=4`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tracer.errors import PlyscopeError
from tracer.searches.contract import INFINITY
from tracer.searches.registry import ALIASES, SEARCHES, find_search
from tracer.text import clean, typed_number


def bare_name(search: str) -> str:
    """The name under which a search is registered, of what stands behind `-a`.

    >>> bare_name("deepening:with=table"), bare_name("negascout")
    ('deepening', 'pvs')
    """
    name = search.partition(":")[0]
    return ALIASES.get(name, name)


def brought(search: str, text: str) -> Iterator[tuple[str, str]]:
    """The options in a text, each with its value, in which commas may stand: what has no `=` goes on with it."""
    found: list[list[str]] = []
    for piece in text.split(",") if text else ():
        name, equals, value = piece.partition("=")
        if equals and name.strip().isidentifier():
            found.append([name.strip(), value])
        elif found:
            found[-1][1] += f",{piece}"
        else:
            raise PlyscopeError(f"behind {clean(search, 40)}: stand options, NAME=VALUE, not {clean(piece, 40)!r}")
    yield from ((name, value.strip()) for name, value in found)


def _depth(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise PlyscopeError(f"depth is a whole number of plies, not {clean(text, 40)!r}") from None


def _end(text: str) -> float:
    try:
        return typed_number(text)
    except ValueError:
        raise PlyscopeError(f"alpha and beta are numbers, not {clean(text, 40)!r}") from None


FROM_TEXT: dict[str, Callable[[str], Any]] = {
    "depth": _depth,
    "alpha": _end,
    "beta": _end,
    "fail": str,
    "cut": str,
    "order": str,
    "evaluate": str,
    "prefer": str,
}
"""The options, of those that every search may have, that one can bring."""


def is_search(word: str) -> bool:
    """Whether a word begins with the name of a search.

    >>> is_search("mtdf:guess=3"), is_search("file.py:choose")
    (True, False)
    """
    return bare_name(word) in SEARCHES


def arguments_of(search: str) -> tuple[str, dict[str, Any]]:
    """The name of a search and the options that it brings, as `tracer.trace` takes them.

    >>> arguments_of("deepening:with=table,hash,depth=4,beta=3")
    ('deepening', {'with': 'table,hash', 'depth': 4, 'window': (-inf, 3.0)})

    Raises:
        PlyscopeError: there is no such search; or what it brings is no option.
    """
    name, _, text = search.partition(":")
    options: dict[str, Any] = {word: FROM_TEXT.get(word, str)(value) for word, value in brought(name, text)}
    ends = options.pop("alpha", None), options.pop("beta", None)
    if ends != (None, None):
        options["window"] = (-INFINITY if ends[0] is None else ends[0], INFINITY if ends[1] is None else ends[1])
    return find_search(name).name, options
