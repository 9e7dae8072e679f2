"""The `plyscope` command. Results go to stdout; progress, notes and errors to stderr."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import traceback
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import typer

import tracer
from tracer.errors import GameError, PlyscopeError
from tracer.games import GAMES, OTHER_FORMS
from tracer.search import SEARCHES
from tracer.text import clean
from tui.options import (
    Alpha,
    Beta,
    Cut,
    Depth,
    Fail,
    GameSpec,
    MaxNodes,
    Options,
    Order,
    OwnGame,
    Position,
    Search,
    Searches,
    Source,
)
from tui.source import Interrupted, get_trace, is_trace_file, record

INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 + SIGINT, as shells have it."""

app = typer.Typer(
    name="plyscope",
    help="A time-travel debugger for game-tree search: record it, step through it, draw it, count it.",
    epilog="First steps: plyscope demo · plyscope explore tictactoe · plyscope games · plyscope searches",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"plyscope {version('plyscope')}")
        raise typer.Exit


@app.callback()
def plyscope(
    _version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True)
    ] = False,
    _debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error; may stand anywhere.")
    ] = False,
) -> None:
    """A time-travel debugger for game-tree search: record it, step through it, draw it, count it."""


@app.command()
def trace(
    game: GameSpec,
    search: Search = None,
    output: Annotated[str | None, typer.Option("--output", "-o", help="The trace file, written while it runs.")] = None,
    depth: Depth = None,
    alpha: Alpha = None,
    beta: Beta = None,
    fail: Fail = None,
    cut: Cut = None,
    order: Order = None,
    position: Position = None,
    max_nodes: MaxNodes = None,
) -> None:
    """Record a search.

    \b
    plyscope trace tictactoe -o t.plyscope
    plyscope trace connect4 -a alphabeta-memo --depth 6 -o c4.plyscope
    plyscope trace '[[3,12,8],[2,4,6],[14,5,2]]'
    """
    options = Options(search, depth, alpha, beta, fail, cut, order, position, max_nodes)
    if is_trace_file(game):
        raise PlyscopeError(f"{clean(game)} is a recorded trace already; `plyscope count {clean(game)}` counts it")
    recorded = record(game, options, output)
    _print_summary(recorded)
    _say(f"saved to {output}" if output else "not saved: -o FILE keeps it")


@app.command()
def count(
    source: Source,
    search: Searches = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    by_ply: Annotated[bool, typer.Option("--by-ply", help="Also a table by ply.")] = False,
    depth: Depth = None,
    alpha: Alpha = None,
    beta: Beta = None,
    fail: Fail = None,
    cut: Cut = None,
    order: Order = None,
    position: Position = None,
    max_nodes: MaxNodes = None,
    game: OwnGame = None,
) -> None:
    """Count visited against pruned nodes, searches side by side.

    \b
    plyscope count tictactoe -a minimax -a alphabeta
    plyscope count t.plyscope --by-ply
    plyscope count nim:1,3,5 -a minimax -a alphabeta --json
    """
    from tui import report

    traces = []
    names: list[str | None] = [*search] if search else [None]
    for name in names:
        options = Options(name, depth, alpha, beta, fail, cut, order, position, max_nodes)
        options = _fitting(options) if len(names) > 1 else options
        traces.append(get_trace(source, options, game))
    found = [report.as_json(recorded) for recorded in traces]
    if as_json:
        _print(json.dumps({"game": traces[0].header.game, "searches": found}, ensure_ascii=False))
        return
    _print(traces[0].header.game + (f" at {clean(position)}" if position else "") + "\n")
    _print(report.counts_table(found))
    for one in found if by_ply else []:
        _print(f"\n{one['search']}\n{report.ply_table(one)}")
    _explain_estimates(found)


def _fitting(options: Options) -> Options:
    """The options without those that the search does not have: side by side, each takes what makes sense there."""
    known = SEARCHES.get(options.search or "")
    if known is None or known.windowed:
        return options
    return Options(
        options.search, options.depth, order=options.order, position=options.position, max_nodes=options.max_nodes
    )


def _explain_estimates(found: list[dict[str, Any]]) -> None:
    for one in found:
        if one["pruned_nodes"] is None:
            _say("pruned nodes need the game: --game package.module:name")
        elif not one["pruned_nodes_exact"]:
            error = f"{one['standard_error']:,.0f}"
            _say(f"≈ {one['search']}: estimated by random probes (Knuth 1975), standard error {error}")
        if one["stopped"]:
            _say(f"{one['search']} stopped {one['stopped']}")


@app.command()
def export(
    source: Source,
    output: Annotated[
        str, typer.Option("--output", "-o", help="A file: .svg .png .pdf .dot .csv .parquet; - is stdout.")
    ],
    format: Annotated[
        str | None, typer.Option("--format", "-f", help="The format, where the name does not tell.")
    ] = None,
    max_nodes: Annotated[int, typer.Option(help="Nodes drawn at most; the rest becomes counted stubs.")] = 200,
    ply: Annotated[int | None, typer.Option(help="Draw down to this ply only.")] = None,
    root: Annotated[str, typer.Option(help="Draw the subtree at the end of these moves, such as b2/a1.")] = "",
    board: Annotated[bool, typer.Option("--board", help="Draw positions inside the nodes.")] = False,
    search: Search = None,
    depth: Depth = None,
    alpha: Alpha = None,
    beta: Beta = None,
    fail: Fail = None,
    cut: Cut = None,
    order: Order = None,
    position: Position = None,
    game: OwnGame = None,
) -> None:
    """Draw the tree, pruned branches greyed out; or write it as a table.

    \b
    plyscope export '[[3,12,8],[2,4,6],[14,5,2]]' -o tree.svg
    plyscope export t.plyscope -o top.png --ply 2 --board
    plyscope export t.plyscope -o - --format dot | dot -Tpdf > tree.pdf
    """
    from viz import formats

    options = Options(search, depth, alpha, beta, fail, cut, order, position)
    formats.find(output, format)
    found = get_trace(source, options, game)
    drawing = {"max_nodes": max_nodes, "ply": ply, "root": found.find(root).index, "board": board}
    if output == "-":
        with _reader():
            formats.write(found, sys.stdout.buffer, format or "", **drawing)
    else:
        formats.export(found, output, format=format, **drawing)
        _say(f"wrote {output}")


@app.command()
def explore(
    source: Source,
    search: Search = None,
    depth: Depth = None,
    alpha: Alpha = None,
    beta: Beta = None,
    fail: Fail = None,
    cut: Cut = None,
    order: Order = None,
    position: Position = None,
    max_nodes: MaxNodes = None,
    game: OwnGame = None,
) -> None:
    """Step through a search, forwards and backwards, in the terminal.

    \b
    plyscope explore tictactoe
    plyscope explore t.plyscope
    plyscope explore '[[3,12,8],[2,4,6],[14,5,2]]' -a minimax
    """
    if not _has_terminal():
        raise PlyscopeError("explore needs a terminal; `plyscope count` and `plyscope export` do without one")
    found = get_trace(source, Options(search, depth, alpha, beta, fail, cut, order, position, max_nodes), game)
    from tui.app import explore as run

    run(found, source)


@app.command()
def demo(
    folder: Annotated[Path, typer.Argument(help="Where the files go.")] = Path("plyscope-demo"),
) -> None:
    """Record, count and draw tic-tac-toe, and say what to type next."""
    from tui.demo import demo as run

    run(folder, _print)


@app.command()
def games() -> None:
    """List the games and their parameters."""
    rows = [(entry.form, entry.summary) for entry in GAMES.values()] + list(OTHER_FORMS)
    _print_rows(rows)


@app.command()
def searches() -> None:
    """List the searches and their options."""
    _print_rows(
        [(entry.name, f"{entry.summary} (--{', --'.join(_flags(entry.options))})") for entry in SEARCHES.values()]
    )


def _flags(options: tuple[str, ...]) -> list[str]:
    return [flag for option in options for flag in (("alpha", "beta") if option == "window" else (option,))]


def _print_rows(rows: list[tuple[str, str]]) -> None:
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        _print(f"{name.ljust(width)}  {text}")


def _print_summary(recorded: tracer.Trace) -> None:
    from tui import report

    found = report.as_json(recorded)
    _print(recorded.header.title)
    _print(f"principal variation  {' '.join(found['pv']) or '–'}\n")
    _print(report.counts_table([found]))
    _explain_estimates([found])


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


class _ReaderGone(Exception):  # noqa: N818  # nothing is wrong
    """The reader of our stdout went away, as `head` does. No OSError, which Typer would take for a failure."""


@contextlib.contextmanager
def _reader() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _ReaderGone from None


def _print(text: str) -> None:
    """A result."""
    with _reader():
        typer.echo(text)


def _say(text: str) -> None:
    """A note for the person at the terminal."""
    typer.echo(text, err=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the command; every error is one line, with exit code 2."""
    words = sys.argv[1:] if arguments is None else arguments
    debug = "--debug" in words
    sys.exit(_run([word for word in words if word != "--debug"], debug))


def _run(words: list[str], debug: bool) -> int:
    try:
        code = app(words, prog_name="plyscope", standalone_mode=False)
        sys.stdout.flush()
    except Interrupted as interrupt:
        _say(f"plyscope: {interrupt}")
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except _ReaderGone:
        # Nothing more is to be said, not even when Python flushes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except PlyscopeError as error:
        hint = " (--debug shows where)" if isinstance(error, GameError) and error.__cause__ and not debug else ""
        return _fail(str(error) + hint + "".join(getattr(error, "__notes__", [])), debug)
    except Exception as error:
        shown = getattr(error, "format_message", None)  # a wrong word on the command line
        if shown is None:
            raise
        return _fail(" ".join(shown().split()) + "; --help tells more", debug)
    return code if isinstance(code, int) else 0


def _fail(message: str, debug: bool) -> int:
    if debug:
        traceback.print_exc()
    with contextlib.suppress(BrokenPipeError):
        _say(f"plyscope: {message}")
    return 2


if __name__ == "__main__":
    main()
