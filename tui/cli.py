"""The `plyscope` command: its commands, and what happens to their errors."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from importlib.metadata import version
from typing import Annotated

import typer

from tracer.errors import GameError, PlyscopeError
from tui.commands import check, count, demo, diff, explore, export, find, import_, lists, run, serve, trace, why
from tui.terminal.output import ReaderGone, say
from tui.terminal.source import Interrupted

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


for command in (
    trace.trace,
    count.count,
    diff.diff,
    find.find,
    export.export,
    explore.explore,
    serve.serve,
    demo.demo,
    run.run,
    lists.games,
    lists.searches,
    lists.formats,
):
    app.command()(command)
app.command("check")(check.check_search)
app.command("why")(why.explain)
app.command("import")(import_.import_lines)


def main(arguments: list[str] | None = None) -> None:
    """Run the command; every error is one line, with exit code 2."""
    words = sys.argv[1:] if arguments is None else arguments
    own = words.index("--") if "--" in words else len(words)  # what follows is for a script
    debug = "--debug" in words[:own]
    sys.exit(_run([word for word in words[:own] if word != "--debug"] + words[own:], debug))


def _run(words: list[str], debug: bool) -> int:
    try:
        code = app(words, prog_name="plyscope", standalone_mode=False)
        sys.stdout.flush()
    except Interrupted as interrupt:
        say(f"plyscope: {interrupt}")
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except ReaderGone:
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
        say(f"plyscope: {message}")
    return 2


if __name__ == "__main__":
    main()
