"""`plyscope trace`: record a search."""

from __future__ import annotations

from typing import Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.options import GameSpec, Options, search_options
from tui.terminal.output import say
from tui.terminal.report import print_summary, print_written
from tui.terminal.source import is_trace_file, record, spare_sources, write


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
    spare_sources(output, game)
    written = write(game, options, output)
    print_written(written, output)
    say(f"saved to {clean(output)}")
