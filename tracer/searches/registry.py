"""The searches, and the names by which they are found. A new search is one file here and one line in `SEARCHES`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tracer.errors import PlyscopeError
from tracer.searches.alphabeta import CODE as ALPHABETA
from tracer.searches.alphabeta import alphabeta
from tracer.searches.alphabeta_memo import CODE as ALPHABETA_MEMO
from tracer.searches.alphabeta_memo import alphabeta_memo
from tracer.searches.minimax import CODE as MINIMAX
from tracer.searches.minimax import minimax
from tracer.searches.minimax_memo import CODE as MINIMAX_MEMO
from tracer.searches.minimax_memo import minimax_memo
from tracer.searches.negamax import CODE as NEGAMAX
from tracer.searches.negamax import negamax
from tracer.searches.negamax_alphabeta import CODE as NEGAMAX_ALPHABETA
from tracer.searches.negamax_alphabeta import negamax_alphabeta
from tracer.searches.pseudocode import Pseudocode
from tracer.text import clean, nearest


@dataclass(frozen=True)
class Search:
    """A search in the registry."""

    name: str
    run: Callable[..., tuple[float, Any]]
    summary: str
    code: Pseudocode
    """What the search does, as a textbook prints it."""
    windowed: bool = False
    """Whether it has alpha and beta, and so the options window, fail and cut."""
    view: str = "max"
    """From whose view it reports values: "max", or "mover" as a negamax does."""
    exhaustive: bool = False
    """Whether it visits every node of the tree."""

    @property
    def options(self) -> tuple[str, ...]:
        """The options that make sense here."""
        return ("depth", "order", "window", "fail", "cut") if self.windowed else ("depth", "order")


SEARCHES: dict[str, Search] = {
    search.name: search
    for search in (
        Search("minimax", minimax, "every node, in MAX/MIN form", MINIMAX, exhaustive=True),
        Search("negamax", negamax, "every node, one form for both players", NEGAMAX, view="mover", exhaustive=True),
        Search("alphabeta", alphabeta, "alpha-beta in MAX/MIN form", ALPHABETA, windowed=True),
        Search(
            "negamax-alphabeta",
            negamax_alphabeta,
            "alpha-beta, one form for both players",
            NEGAMAX_ALPHABETA,
            windowed=True,
            view="mover",
        ),
        Search("minimax-memo", minimax_memo, "minimax with a table of exact values", MINIMAX_MEMO),
        Search(
            "alphabeta-memo",
            alphabeta_memo,
            "alpha-beta with a table of values and bounds",
            ALPHABETA_MEMO,
            windowed=True,
        ),
    )
}


def find(name: str) -> Search:
    """The search of a name.

    Raises:
        PlyscopeError: there is none.
    """
    if name not in SEARCHES:
        raise PlyscopeError(f"unknown search {clean(name)!r}{nearest(name, SEARCHES)}; `plyscope searches` lists them")
    return SEARCHES[name]
