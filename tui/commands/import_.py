"""`plyscope import`: make a trace of what a search in another language wrote down."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

import tracer
from tracer.errors import PlyscopeError
from tracer.text import clean, title_of_spec
from tracer.tracing import SearchInterrupted
from tui.terminal.options import MaxMemory, MaxNodes, OwnGame, limits
from tui.terminal.output import say
from tui.terminal.progress import progress
from tui.terminal.report import print_summary, print_written
from tui.terminal.source import Interrupted, file_note, is_trace_file, spare_sources


def import_lines(
    source: Annotated[str, typer.Argument(help="A file of the line protocol, or - for a pipe.", show_default=False)],
    output: Annotated[str | None, typer.Option("--output", "-o", help="The trace file, written meanwhile.")] = None,
    game: OwnGame = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
) -> None:
    """Record a search in any language, from the lines that it prints.

    They are JSON Lines. A line says that a node was entered, left, or pruned; the first one says which search that is.

    \b
    ./engine > engine.jsonl && plyscope import engine.jsonl -o t.plyscope
    ./engine | plyscope import - -o t.plyscope
    plyscope import engine.jsonl --game mygames:Checkers

    A search in C or C++ need not write lines: `plyscope formats --header` prints a header that writes the trace file.
    """
    from tracer.lines.reading import write_lines

    if Path(source).is_file() and is_trace_file(source):  # a named pipe must not be looked into
        raise PlyscopeError(f"{clean(source)} is a trace already; `plyscope count {clean(source)}` counts it")
    if source == "-" and sys.stdin.isatty():
        raise PlyscopeError("- reads a pipe, and nothing is piped in: ./engine | plyscope import -")
    spare_sources(output, game)
    stream = sys.stdin.buffer if source == "-" else source
    said = {"name": "stdin" if source == "-" else None, "game": game, **limits(max_nodes, max_memory)}
    if output is None:
        with progress("import", lambda: max_nodes) as report:
            recorded = _read(stream, progress=report, **said)
        _tell_other_moves(recorded.header, recorded.label(min(1, len(recorded) - 1)))
        print_summary(recorded)
        say("not saved: -o FILE keeps it")
        return
    with progress("import", lambda: max_nodes) as report:
        written = write_lines(stream, output, progress=report, **said)
    if written.error is not None:
        raise Interrupted(f"interrupted after {written.visited:,} nodes{file_note(output)}")
    _tell_other_moves(written.header, written.first_move)
    print_written(written, output)
    say(f"saved to {clean(output)}")


def _read(stream: Any, **said: Any) -> tracer.Trace:
    from tracer.lines.reading import read_lines

    try:
        return read_lines(stream, **said)
    except SearchInterrupted as interrupt:
        visited = int(interrupt.trace.columns.visited_before[-1])
        raise Interrupted(f"interrupted after {visited:,} nodes") from None


def _tell_other_moves(header: tracer.Header, move: str) -> None:
    """Say it where the game is not that of the moves."""
    from tracer.lines.trees import OTHER_MOVES

    if header.game.endswith(OTHER_MOVES):
        name = title_of_spec(header.game.removesuffix(OTHER_MOVES))
        say(f"{clean(name)} knows none of the moves at the root, such as {move!r}: kept without its rules")
