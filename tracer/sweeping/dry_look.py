"""A look at all positions of a study before the first search: which of them cannot be searched."""

from __future__ import annotations

from dataclasses import dataclass

from tracer.errors import PlyscopeError
from tracer.sweeping.cells import first_cells, try_out
from tracer.sweeping.study import Study
from tracer.text import clean, message_of

MOST = 10_000
"""Positions that are looked at, at most."""


@dataclass
class Seen:
    """What was seen of the positions."""

    looked: int = 0
    wrong: int = 0
    first: str = ""
    """The first that is wrong, and why."""
    all: bool = True
    """Whether all were looked at."""


def look_at(study: Study) -> Seen:
    """Look at each game of a study and each of its positions, the first `MOST` of them."""
    seen, root, bad = Seen(), ("", ""), False
    for cell in first_cells(study):
        if (here := (cell.game, cell.position or "")) != root:
            if seen.looked >= MOST:
                seen.all = False
                break
            root, bad = here, False
            seen.looked += 1
        try:
            if not bad:
                try_out(study, cell)
        except Exception as error:  # whatever a game does
            bad = True
            seen.wrong += 1
            why = str(error) if isinstance(error, PlyscopeError) else message_of(error)
            seen.first = seen.first or clean(f"{cell.title}: {why}", 300)
    return seen
