"""`plyscope import`: make a trace of what a search in another language wrote down."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

import tracer
from tracer.errors import PlyscopeError
from tracer.lines.reading import OTHER_MOVES, read_lines
from tracer.text import clean
from tracer.tracing import SearchInterrupted
from tui.terminal.options import OwnGame
from tui.terminal.output import say
from tui.terminal.report import print_summary
from tui.terminal.source import Interrupted, file_note, is_trace_file, progress


def import_lines(
    source: Annotated[str, typer.Argument(help="A file of the line protocol, or - for a pipe.", show_default=False)],
    output: Annotated[str | None, typer.Option("--output", "-o", help="The trace file, written meanwhile.")] = None,
    game: OwnGame = None,
) -> None:
    """Make a trace of what a search in any language wrote: JSON Lines, one for each node entered, left or pruned.

    \b
    ./engine > engine.jsonl && plyscope import engine.jsonl -o t.plyscope
    ./engine | plyscope import - -o t.plyscope
    plyscope import engine.jsonl --game mygames:Checkers
    """
    if Path(source).is_file() and is_trace_file(source):  # a named pipe must not be looked into
        raise PlyscopeError(f"{clean(source)} is a trace already; `plyscope count {clean(source)}` counts it")
    if source == "-" and sys.stdin.isatty():
        raise PlyscopeError("- reads a pipe, and nothing is piped in: ./engine | plyscope import -")
    stream = sys.stdin.buffer if source == "-" else source
    try:
        with progress("import", lambda: None) as report:
            name = "stdin" if source == "-" else None
            recorded = read_lines(stream, name=name, game=game, progress=report, output=output)
    except SearchInterrupted as interrupt:
        visited = int(interrupt.trace.columns.visited_before[-1])
        raise Interrupted(f"interrupted after {visited:,} nodes{file_note(output)}") from None
    _summarise(recorded)
    say(f"saved to {clean(output)}" if output else "not saved: -o FILE keeps it")


def _summarise(recorded: tracer.Trace) -> None:
    """Print the counts, and say it where the game is not that of the moves."""
    if recorded.header.game.endswith(OTHER_MOVES):
        name = clean(recorded.header.game.removesuffix(OTHER_MOVES))
        say(f"{name} knows none of the moves at the root, such as {recorded.label(1)!r}: kept without its rules")
    print_summary(recorded)
