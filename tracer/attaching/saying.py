"""What a recording says on the standard error stream: what it assumed, and what a user ought to know."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from tracer.attaching.calls import Reading
from tracer.attaching.referee import Referee
from tracer.attaching.targets import Targets
from tracer.games.rules import describe
from tracer.text import clean


def tell(message: str) -> None:
    """One line on the standard error stream."""
    sys.stderr.write(f"plyscope: {message}\n")


def names(targets: Targets, referee: Referee | None) -> tuple[str, str]:
    """What stands for the game, where nobody gave it the name of the search's file; and for the search."""
    if referee is not None:
        return describe(referee.game), targets.title
    return clean(Path(next(iter(targets.codes)).co_filename).name), targets.title


def illegal(targets: Targets, referee: Referee | None, path: str) -> str:
    """What to say of a game that knows no move to a position that was searched."""
    return (
        f"no legal move of {names(targets, referee)[0]} leads to a position that was searched after {clean(path)}; "
        "the trace keeps its moves and positions as texts"
    )


def silence(silent: list[str], hint: str, *, named: bool, threads: bool) -> str:
    """What to say of functions that were not called, given by name or not; threads may have been started meanwhile."""
    said = f"{clean(', '.join(silent))} was never called while it was to be recorded{hint}"
    if threads:
        return f"{said}; threads were started meanwhile: a search in one of them is recorded by attach in that thread"
    new = "if another function of that name is, such as one that is made anew for each search, give its name as a text:"
    return f"{said}; {'names are such as' if named else new} 'max_value', 'search.max_value', 'module:search.max_value'"


def point_of_view(*, negates: bool, unread: bool) -> str:
    """Whose values a search was taken to return; where its source could not be read, that it may be otherwise."""
    if negates:
        return "a negamax: values are the mover's"
    return "values are MAX's" + (' (no source to look at: view="mover" for a negamax)' if unread else "")


def assumptions(title: str, readings: list[Reading], more: dict[str, str], *, given: dict[str, Any]) -> None:
    """Say in one line what nobody said."""
    words = [words for reading in readings for words in reading.assumed.values() if words]
    if all(reading.alpha is None for reading in readings):
        words.append("no alpha and beta")
    if all(reading.state is None for reading in readings):
        words.append("no position (moves are numbered; state=… tells it)")
    if given["turn"] is None and all(_silent(reading) for reading in readings) and given["game"] is None:
        words.append("MAX begins and the players take turns (or turn=…)")
    if given["turn"] is None and any(reading.player is not None for reading in readings) and given["game"] is None:
        words.append("the argument for the player says who moves")
    if given["game"] is None and given["moves"] is None and any(reading.alpha is not None for reading in readings):
        words.append("pruned branches unknown (game=… or moves=… tells them)")
    words += more.values()
    if words:
        tell(f"{title}: assumed that " + "; ".join(dict.fromkeys(words)))


def _silent(reading: Reading) -> bool:
    return reading.side is None and reading.turn is None and reading.player is None
