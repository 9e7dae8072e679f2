"""`plyscope games` and `plyscope searches`: what there is."""

from __future__ import annotations

from tracer.games.registry import GAMES, OTHER_FORMS
from tracer.searches.registry import SEARCHES
from tui.terminal.output import emit_rows


def games() -> None:
    """List the games and their parameters."""
    rows = [(entry.form, entry.summary) for entry in GAMES.values()] + list(OTHER_FORMS)
    emit_rows(rows)


def searches() -> None:
    """List the searches and their options."""
    emit_rows(
        [(entry.name, f"{entry.summary} (--{', --'.join(_flags(entry.options))})") for entry in SEARCHES.values()]
    )


def _flags(options: tuple[str, ...]) -> list[str]:
    return [flag for option in options for flag in (("alpha", "beta") if option == "window" else (option,))]
