"""The names by which the searches are found.

A new search is one file here, and its name in the import below and in `MODULES`.
"""

from __future__ import annotations

from tracer.errors import PlyscopeError
from tracer.recording.header import Header
from tracer.searches import (
    alphabeta,
    alphabeta_memo,
    deepening,
    dfpn,
    dual,
    engine,
    expectiminimax,
    minimax,
    minimax_memo,
    mtdf,
    negamax,
    negamax_alphabeta,
    pns,
    puct,
    pvs,
    scout,
    sss,
    star1,
    star2,
    uct,
)
from tracer.searches.contract import Search
from tracer.text import clean, nearest

MODULES = (
    minimax,
    negamax,
    alphabeta,
    negamax_alphabeta,
    minimax_memo,
    alphabeta_memo,
    pvs,
    scout,
    mtdf,
    deepening,
    engine,
    expectiminimax,
    star1,
    star2,
    sss,
    dual,
    pns,
    dfpn,
    uct,
    puct,
)
"""Each has a `SEARCH`."""
SEARCHES: dict[str, Search] = {module.SEARCH.name: module.SEARCH for module in MODULES}
"""Every search by its name, with what it says of itself: `summary`, `family`, `options`, `aliases`."""
ALIASES: dict[str, str] = {alias: search.name for search in SEARCHES.values() for alias in search.aliases}
"""The name of a search by another one."""
DEFAULT = alphabeta.SEARCH.name
"""The search that is meant where none is named."""


def find_search(name: str) -> Search:
    """The search of a name, or of an alias."""
    search_name = ALIASES.get(name, name)
    if search_name not in SEARCHES:
        suggestion = nearest(name, (*SEARCHES, *ALIASES))
        raise PlyscopeError(f"unknown search {clean(name)!r}{suggestion}; `plyscope searches` lists them")
    return SEARCHES[search_name]


def recorded_search(header: Header) -> Search | None:
    """The search of a recording where it is one of plyscope's own; None for somebody's own, whatever its name is."""
    return SEARCHES.get(header.search) if header.ours else None
