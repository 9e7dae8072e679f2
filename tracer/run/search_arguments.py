"""What stands behind `-a`: a search, also with options for it alone, as in `deepening:with=table,hash,depth=4`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tracer.errors import PlyscopeError
from tracer.searches.contract import INFINITY
from tracer.searches.registry import ALIASES, SEARCHES, find_search
from tracer.text import clean, typed_number


def search_name(search: str) -> str:
    """The name under which a search is registered, of what stands behind `-a`.

    >>> search_name("deepening:with=table"), search_name("negascout")
    ('deepening', 'pvs')
    """
    name = search.partition(":")[0]
    return ALIASES.get(name, name)


def iter_search_options(search: str, text: str) -> Iterator[tuple[str, str]]:
    """The options in a text, each with its value, in which commas may stand: what has no `=` goes on with it."""
    assignments: list[list[str]] = []
    for part in text.split(",") if text else ():
        name, equals_sign, value = part.partition("=")
        if equals_sign and name.strip().isidentifier():
            assignments.append([name.strip(), value])
        elif assignments:
            assignments[-1][1] += f",{part}"
        else:
            raise PlyscopeError(f"behind {clean(search, 40)}: stand options, NAME=VALUE, not {clean(part, 40)!r}")
    yield from ((name, value.strip()) for name, value in assignments)


def _number_parser(number_type: Callable[[str], float], rule: str) -> Callable[[str], float]:
    def parse_number(text: str) -> float:
        try:
            return number_type(text)
        except ValueError:
            raise PlyscopeError(f"{rule}, not {clean(text, 40)!r}") from None

    return parse_number


_parse_window_end = _number_parser(typed_number, "alpha and beta are numbers")
OPTION_PARSERS: dict[str, Callable[[str], Any]] = {
    "depth": _number_parser(int, "depth is a whole number of plies"),
    "alpha": _parse_window_end,
    "beta": _parse_window_end,
    "fail": str,
    "cut": str,
    "order": str,
    "evaluate": str,
    "prefer": str,
}
"""The options, of those that every search may have, that one can bring."""


def is_search_name(word: str) -> bool:
    """Whether a word begins with the name of a search.

    >>> is_search_name("mtdf:guess=3"), is_search_name("file.py:choose")
    (True, False)
    """
    return search_name(word) in SEARCHES


def parse_search_arguments(search: str) -> tuple[str, dict[str, Any]]:
    """The name of a search and the options that it brings, as `tracer.trace` takes them.

    >>> parse_search_arguments("deepening:with=table,hash,depth=4,beta=3")
    ('deepening', {'with': 'table,hash', 'depth': 4, 'window': (-inf, 3.0)})
    """
    name, _, text = search.partition(":")
    options: dict[str, Any] = {
        word: OPTION_PARSERS.get(word, str)(value) for word, value in iter_search_options(name, text)
    }
    ends = options.pop("alpha", None), options.pop("beta", None)
    if ends != (None, None):
        options["window"] = (-INFINITY if ends[0] is None else ends[0], INFINITY if ends[1] is None else ends[1])
    return find_search(name).name, options
