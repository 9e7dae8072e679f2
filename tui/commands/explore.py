"""`plyscope explore`: the terminal explorer."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.loading import loading
from tui.terminal.options import Options, OwnGame, Searches, complete_source, search_options
from tui.terminal.output import has_terminal
from tui.terminal.served import SERVED
from tui.terminal.source import get_trace, get_two, is_trace_file

if TYPE_CHECKING:
    from tui.app import ExplorerApp


@search_options
def explore(
    source: Annotated[
        str | None,
        typer.Argument(help="A trace file or a game; without it, a dialog asks.", autocompletion=complete_source),
    ] = None,
    other: Annotated[
        str | None,
        typer.Argument(help="Another one of the same position: both, side by side.", autocompletion=complete_source),
    ] = None,
    search: Searches = None,
    follow: Annotated[bool, typer.Option("--follow", help="Follow a trace file that is still being written.")] = False,
    game: OwnGame = None,
    script: Annotated[
        str | None, typer.Option(help="The recorded script with its arguments: `a` runs it without a question.")
    ] = None,
    *,
    options: Options,
) -> None:
    """Step through a search, forwards and backwards, in the terminal.

    \b
    plyscope explore tictactoe
    plyscope explore t.plyscope
    plyscope explore tictactoe -a minimax -a alphabeta
    plyscope explore running.plyscope --follow
    plyscope explore t.plyscope --script 'search.py --depth 4'
    """
    served = SERVED in os.environ
    if not served and not has_terminal():
        raise PlyscopeError("explore needs a terminal; `plyscope count` and `plyscope export` do without one")
    app = _app(source, other, search or [], game, options, follow=follow, served=served)
    if script is not None:
        _agree(app, source, script)
    from tui.app import run

    if status := run(app):
        raise typer.Exit(status)


def _agree(app: ExplorerApp, source: str | None, script: str) -> None:
    """Have a script run without a question where a call is stepped.

    Raises:
        PlyscopeError: it is not that of the recording.
    """
    from tracer.stepping.program import find_program

    if source is None or not is_trace_file(source) or app.first is None:
        raise PlyscopeError("--script is for one recording of a script: plyscope explore t.plyscope --script search.py")
    program = find_program(app.first.browser.trace.header, given=script)
    if not program.agreed:
        raise PlyscopeError(f"the recording has arguments, too: {program.option}")
    app.first.ask.agree(program)


def _app(
    source: str | None,
    other: str | None,
    searches: list[str],
    game: str | None,
    options: Options,
    *,
    follow: bool,
    served: bool,
) -> ExplorerApp:
    with loading():
        from tui.app import ExplorerApp

    if source is None:
        if searches or options.flags() or game or follow:
            raise PlyscopeError("these options need a game or a trace file: plyscope explore tictactoe -a minimax")
        return ExplorerApp(None)
    if follow and (other is not None or not is_trace_file(source)):
        raise PlyscopeError("--follow takes one trace file: plyscope explore running.plyscope --follow")
    if other is not None or len(searches) > 1:
        one, two = get_two("explore", source, other, searches, game, options)
        return ExplorerApp(one, source, against=two, served=served)
    trace = get_trace(source, replace(options, search=searches[0] if searches else None), game)
    path = source if is_trace_file(source) else None
    name = "" if served else clean(source)
    return ExplorerApp(trace, name, path=path, follow=follow, served=served)
