"""`plyscope games`, `plyscope searches` and `plyscope formats`: what there is."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.games.registry import GAMES, OTHER_FORMS
from tracer.searches.contract import FAMILIES
from tracer.searches.registry import SEARCHES
from tui.terminal.output import align_columns, print_output

EVALUATION_HELP = """\
At a depth limit tictactoe, mnk and connect4 evaluate: the rows still open to X less those still open to O. In connect4
−2 is two rows for O, and a game that is won is worth 1000 or −1000. In tictactoe and mnk, where a game that is won is
worth 1 or −1, the difference is divided by one more than all rows: −0.2222 in tictactoe is 2 of 9."""
"""What the numbers are that no rule of the game gives."""


def games() -> None:
    """List the games and their parameters."""
    rows = [(entry.form, entry.summary) for entry in GAMES.values()] + list(OTHER_FORMS)
    print_output(align_columns(rows, left=(0, 1)))
    print_output(f"\n{EVALUATION_HELP}")


def searches() -> None:
    """List the searches, by families, and their options."""
    for family in FAMILIES:
        print_output(family)
        family_searches = [entry for entry in SEARCHES.values() if entry.family == family]
        rows = []
        for entry in family_searches:
            own_option_texts = {option.name: f"{option.word} {option.values}" for option in entry.own}
            flags = ", ".join(f"--{own_option_texts.get(name, name)}" for name in entry.options)
            rows.append((f"  {', '.join((entry.name, *entry.aliases))}", f"{entry.summary} ({flags})"))
        print_output(align_columns(rows, left=(0, 1)))


def formats(
    header: Annotated[
        bool, typer.Option("--header", help="Print plyscope.h, with which C and C++ write a trace file.")
    ] = False,
    trace_file: Annotated[
        bool, typer.Option("--trace-file", help="Print the page that describes the trace file, byte by byte.")
    ] = False,
) -> None:
    """List the formats that a trace is written to, and the charts.

    \b
    plyscope formats
    plyscope formats --header > plyscope.h
    plyscope formats --trace-file
    """
    if header and trace_file:
        raise PlyscopeError("--header and --trace-file are two files: ask for one at a time")
    if header or trace_file:
        print_output(
            files("tracer.file").joinpath("plyscope.h" if header else "FORMAT.md").read_text("utf-8").rstrip("\n")
        )
        return
    from viz import CHARTS, FORMATS

    rows = [(f".{' .'.join(entry.suffixes)}", entry.holds) for entry in FORMATS.values()]
    rows += [(f"--chart {chart.name}", chart.shows) for chart in CHARTS.values()]
    print_output(align_columns(rows, left=(0, 1)))
