"""`plyscope explore`: the terminal explorer."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.options import (
    BoundsOption,
    GameOption,
    Options,
    SearchesOption,
    complete_source,
    is_classical,
    search_options,
)
from tui.terminal.output import has_terminal
from tui.terminal.parent_process import SEARCHED_VARIABLE, SERVED_VARIABLE
from tui.terminal.progress import TERMINAL_PROGRESS
from tui.terminal.script_recording import record_in_child
from tui.terminal.status_line import pause_garbage_collection
from tui.terminal.trace_source import TraceRequest, is_trace_file
from tui.terminal.user_state import UserState, load_user_state

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
    search: SearchesOption = None,
    follow: Annotated[bool, typer.Option("--follow", help="Follow a trace file that is still being written.")] = False,
    bounds: BoundsOption = "proved",
    game: GameOption = None,
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
    is_served = SERVED_VARIABLE in os.environ
    if not is_served and not has_terminal():
        raise PlyscopeError("explore needs a terminal; `plyscope count` and `plyscope export` do without one")
    memory = UserState(None) if is_served else load_user_state()
    is_classical_view = is_classical(bounds)
    if source is not None and tour:
        raise PlyscopeError("--tour has a tree of its own: plyscope explore --tour")
    if source is None and (search or options.flags() or game or follow or is_classical_view):
        raise PlyscopeError("these options need a game or a trace file: plyscope explore tictactoe -a minimax")
    traces_to_open = None
    if source is not None:
        searches, was_searched = tuple(search or ()), SEARCHED_VARIABLE in os.environ
        traces_to_open = TraceRequest(
            source, other, searches, game, options, follow, was_searched, is_classical_view=is_classical_view
        )
    app = _make_app(traces_to_open, memory, is_served=is_served, with_tour=tour, is_needed_whole=first)
    if script is not None:
        _allow_script(app, source, script)
    if first:
        _begin_at_first(app)
    from tui.app import run

    exit_code = run(app)
    while app.script is not None:
        app = _record_and_explore(app.script, memory)
        exit_code = run(app)
    if exit_code:
        raise typer.Exit(exit_code)


def _record_and_explore(script: list[str], memory: UserState) -> ExplorerApp:
    """The first screen again, and over it what a script searched; or where that is nothing, why."""
    from tui.app import ExplorerApp

    try:
        return ExplorerApp(None, memory=memory, chosen=TraceRequest(record_in_child(script), is_just_searched=True))
    except PlyscopeError as error:
        return ExplorerApp(None, memory=memory, notice=str(error))


def _allow_script(app: ExplorerApp, source: str | None, script: str) -> None:
    from tracer.stepping.recorded_program import find_program

    if source is None or not is_trace_file(source) or app.first is None:
        raise PlyscopeError("--script is for one recording of a script: plyscope explore t.plyscope --script search.py")
    program = find_program(app.first.browser.trace.header, script_option=script)
    if not program.is_agreed:
        raise PlyscopeError(f"the recording has arguments, too: {program.option}")
    app.first.ask.allow_program(program)


def _begin_at_first(app: ExplorerApp) -> None:
    from tracer.diagnosis.examination import check

    if app.first is None:
        raise PlyscopeError("--first is for one recording: plyscope explore t.plyscope --first")
    browser = app.first.browser
    if not browser.findings.is_checked:
        with TERMINAL_PROGRESS.working(f"checking {len(browser.trace):,} nodes"):
            browser.findings.show_findings(check(browser.trace), with_saving=False)  # opening a file writes nothing
    browser.go_to(browser.find_entry()[1])
    app.first.show_code()


def _make_app(
    traces_to_open: TraceRequest | None,
    memory: UserState,
    *,
    is_served: bool,
    with_tour: bool,
    is_needed_whole: bool,
) -> ExplorerApp:
    with pause_garbage_collection():
        from tui.app import ExplorerApp

    if traces_to_open is None:
        return ExplorerApp(None, memory=memory, tour=with_tour)
    if (saved_game := traces_to_open.load_game()) is not None:
        from tui.screens.kept_game_screen import GameMoves

        return ExplorerApp(None, memory=memory, opening=GameMoves(saved_game, clean(traces_to_open.source)))
    beginning, rest = (not is_needed_whole and traces_to_open.load_beginning()) or (None, None)
    trace, compared_trace = traces_to_open.load_traces() if beginning is None else (beginning, None)
    path, compared_path = traces_to_open.files
    name = "" if is_served and compared_trace is None else clean(traces_to_open.source)
    return ExplorerApp(
        trace,
        name,
        against=compared_trace,
        path=path,
        beside=compared_path,
        follow=traces_to_open.follow,
        rest=rest,
        served=is_served,
        memory=memory,
        step=traces_to_open.step,
    )
