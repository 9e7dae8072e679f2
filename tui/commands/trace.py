"""`plyscope trace`: record a search."""

from __future__ import annotations

from typing import Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.file.draft import is_stream
from tracer.run.run import Written
from tracer.text import clean, number
from tracer.tracing import load
from tui.terminal.options import GameSpec, Options, search_options
from tui.terminal.output import emit, say
from tui.terminal.report import print_summary
from tui.terminal.source import is_trace_file, record, write

COUNTED = 500_000
"""Nodes, pruned branches included, of which all is counted that can be: they take less than 64 MB."""


@search_options
def trace(
    game: GameSpec,
    output: Annotated[str | None, typer.Option("--output", "-o", help="The trace file, written while it runs.")] = None,
    *,
    options: Options,
) -> None:
    """Record a search.

    \b
    plyscope trace tictactoe -o t.plyscope
    plyscope trace connect4 -a alphabeta-memo --depth 6 -o c4.plyscope
    plyscope trace '[[3,12,8],[2,4,6],[14,5,2]]'
    """
    if is_trace_file(game):
        raise PlyscopeError(f"{clean(game)} is a recorded trace already; `plyscope count {clean(game)}` counts it")
    if output is None:
        print_summary(record(game, options))
        say("not saved: -o FILE keeps it")
        return
    written = write(game, options, output)
    _summarise(written, output, game)
    say(f"saved to {clean(output)}")


def _summarise(written: Written, output: str, game: str) -> None:
    """Print the counts; of a large search, and of one that is in no file, those that need no memory."""
    if is_stream(output):
        say(_in_short(written))
    elif written.nodes > COUNTED:
        emit(f"{_in_short(written)}\n\n`plyscope count {clean(output)}` counts the rest")
    else:
        print_summary(load(output, game))
        return
    if written.header.stopped:
        say(f"{written.header.search} stopped {clean(written.header.stopped)}")


def _in_short(written: Written) -> str:
    value = "unfinished" if written.value is None else f"value {number(written.value)}"
    branches = written.nodes - written.visited
    return f"{written.header.title}\n{value}, {written.visited:,} nodes visited, {branches:,} branches pruned"
