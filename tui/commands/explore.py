"""`plyscope explore`: the terminal explorer."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.memory import Memory, users_memory
from tui.terminal.options import Bounds, Options, OwnGame, Searches, complete_source, is_classical, search_options
from tui.terminal.output import has_terminal
from tui.terminal.own_script import record_script
from tui.terminal.parent_process import SEARCHED, SERVED
from tui.terminal.progress import TERMINAL
from tui.terminal.source import Wanted, is_trace_file
from tui.terminal.status import loading

if TYPE_CHECKING:
    from tui.app import ExplorerApp


@search_options
def explore(
    source: Annotated[
        str | None,
        typer.Argument(help="A trace file or a game; none: a screen offers some.", autocompletion=complete_source),
    ] = None,
    other: Annotated[
        str | None,
        typer.Argument(help="Another one of the same position: both, side by side.", autocompletion=complete_source),
    ] = None,
    search: Searches = None,
    follow: Annotated[bool, typer.Option("--follow", help="Follow a trace file that is still being written.")] = False,
    bounds: Bounds = "proved",
    game: OwnGame = None,
    script: Annotated[
        str | None, typer.Option(help="The recorded script with its arguments: `a` runs it without a question.")
    ] = None,
    first: Annotated[
        bool,
        typer.Option("--first", help="Check the recording, and begin at its first finding or else its first cutoff."),
    ] = False,
    tour: Annotated[bool, typer.Option("--tour", help="Five stops on a small tree, a key each.")] = False,
    *,
    options: Options,
) -> None:
    """Step through a search, forwards and backwards, in the terminal.

    \b
    plyscope explore
    plyscope explore tictactoe
    plyscope explore t.plyscope
    plyscope explore tictactoe -a minimax -a alphabeta
    plyscope explore running.plyscope --follow
    plyscope explore t.plyscope --script 'search.py --depth 4'
    plyscope explore t.plyscope --first
    plyscope explore --tour
    """
    served = SERVED in os.environ
    if not served and not has_terminal():
        raise PlyscopeError("explore needs a terminal; `plyscope count` and `plyscope export` do without one")
    memory = Memory(None) if served else users_memory()
    classical = is_classical(bounds)
    wanted = _wanted(source, other, search or [], game, options, follow=follow, tour=tour, classical=classical)
    app = _app(wanted, memory, served=served, tour=tour)
    if script is not None:
        _agree(app, source, script)
    if first:
        _begin_at_first(app)
    from tui.app import run

    status = run(app)
    while app.script is not None:
        app = _recorded(app.script, memory)
        status = run(app)
    if status:
        raise typer.Exit(status)


def _recorded(script: list[str], memory: Memory) -> ExplorerApp:
    """The first screen again, and over it what a script searched; or where that is nothing, why."""
    from tui.app import ExplorerApp

    try:
        return ExplorerApp(None, memory=memory, chosen=Wanted(record_script(script), searched=True))
    except PlyscopeError as error:
        return ExplorerApp(None, memory=memory, notice=str(error))


def _agree(app: ExplorerApp, source: str | None, script: str) -> None:
    """Have a script run without a question where a call is stepped.

    Raises:
        PlyscopeError: it is not that of the recording.
    """
    from tracer.stepping.recorded_program import find_program

    if source is None or not is_trace_file(source) or app.first is None:
        raise PlyscopeError("--script is for one recording of a script: plyscope explore t.plyscope --script search.py")
    program = find_program(app.first.browser.trace.header, script_option=script)
    if not program.is_agreed:
        raise PlyscopeError(f"the recording has arguments, too: {program.option}")
    app.first.ask.agree(program)


def _begin_at_first(app: ExplorerApp) -> None:
    """Begin at the first finding, or else at the first cutoff, with the code in sight.

    Raises:
        PlyscopeError: not one recording is explored.
    """
    from tracer.diagnosis.examination import check
    from tui.model.entry import find_entry

    if app.first is None:
        raise PlyscopeError("--first is for one recording: plyscope explore t.plyscope --first")
    browser = app.first.browser
    if not browser.findings.checked:
        with TERMINAL.working(f"checking {len(browser.trace):,} nodes"):
            browser.findings.take(check(browser.trace), keep=False)  # opening a file writes nothing
    browser.go_to(find_entry(browser)[1])
    app.first.begin_with_code()


def _wanted(
    source: str | None,
    other: str | None,
    searches: list[str],
    game: str | None,
    options: Options,
    *,
    follow: bool,
    tour: bool,
    classical: bool,
) -> Wanted | None:
    """What the command line says is to be explored; None where it says nothing.

    Raises:
        PlyscopeError: it says something that needs what it does not say.
    """
    if source is not None and not tour:
        just_now = SEARCHED in os.environ
        return Wanted(source, other, tuple(searches), game, options, follow, searched=just_now, classical=classical)
    if source is not None:
        raise PlyscopeError("--tour has a tree of its own: plyscope explore --tour")
    if searches or options.flags() or game or follow or classical:
        raise PlyscopeError("these options need a game or a trace file: plyscope explore tictactoe -a minimax")
    return None


def _app(wanted: Wanted | None, memory: Memory, *, served: bool, tour: bool) -> ExplorerApp:
    with loading():
        from tui.app import ExplorerApp

    if wanted is None:
        return ExplorerApp(None, memory=memory, tour=tour)
    if (played := wanted.played()) is not None:
        from tui.screens.game_moves import GameMoves

        return ExplorerApp(None, memory=memory, opening=GameMoves(played, clean(wanted.source)))
    trace, against = wanted.get()
    path, beside = wanted.files
    name = "" if served and against is None else clean(wanted.source)
    return ExplorerApp(
        trace,
        name,
        against=against,
        path=path,
        beside=beside,
        follow=wanted.follow,
        served=served,
        memory=memory,
        step=wanted.step,
    )
