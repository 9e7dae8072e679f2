"""`plyscope games`, `plyscope searches` and `plyscope formats`: what there is."""

from __future__ import annotations

from tracer.games.registry import GAMES, OTHER_FORMS
from tracer.searches.contract import Search
from tracer.searches.registry import SEARCHES
from tui.terminal.output import emit_rows


def games() -> None:
    """List the games and their parameters."""
    rows = [(entry.form, entry.summary) for entry in GAMES.values()] + list(OTHER_FORMS)
    emit_rows(rows)


def searches() -> None:
    """List the searches and their options."""
    emit_rows([(entry.name, f"{entry.summary} ({', '.join(_flags(entry))})") for entry in SEARCHES.values()])


def formats() -> None:
    """List the formats that a trace is written to, and the charts."""
    from viz import CHARTS, FORMATS

    rows = [(f".{' .'.join(entry.suffixes)}", entry.holds) for entry in FORMATS.values()]
    emit_rows(rows + [(f"--chart {chart.name}", chart.shows) for chart in CHARTS.values()])


def _flags(search: Search) -> list[str]:
    own = {option.name: f"option {option.name}={option.default}" for option in search.own}
    names = [name for option in search.options for name in (("alpha", "beta") if option == "window" else (option,))]
    return [f"--{own.get(name, name)}" for name in names]
