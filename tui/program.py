"""What `plyscope` does: its commands, and what happens to their errors."""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
import traceback
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer
from typer.core import TyperGroup

from tracer.errors import GameError, PlyscopeError
from tracer.text import clean, message_of
from tui.terminal import parent_process, standard_streams, status_line
from tui.terminal.command_options import Command, format_overview, need_encodable_words, use_fast_converters
from tui.terminal.output import OutputClosed, detect_closed_output, print_message, print_output
from tui.terminal.shutdown import (
    END_SIGNALS,
    INTERRUPTED_EXIT_CODE,
    OWN_PROCESS,
    EndedBySignal,
    handle_shutdown_signals,
)
from tui.terminal.trace_source import Interrupted

if TYPE_CHECKING:
    from tui import commands  # noqa: F401  # all that are in it are loaded by their names

LONGEST = 1_000
"""Characters of an error's line at most."""
BROKEN = 70
"""Exit status after a mistake of plyscope's own: EX_SOFTWARE of sysexits.h."""

TYPERS = "PacifyFlushWrapper"
"""The class of what Typer puts in the place of stdout, before it leaves, where the reader of its help went away."""
ABOUT = "A time-travel debugger for game-tree search: record it, step through it, draw it, count it."
JOBS = {
    "Record a search": {
        "demo": "record.demo",
        "trace": "record.trace",
        "run": "run.run",
        "import": "record.import_lines",
    },
    "Look into it": {
        "explore": "explore.explore",
        "serve": "serve.serve",
        "dap": "dap.dap",
        "why": "why.explain",
        "find": "find.find",
        "check": "check.check_search",
        "diff": "diff.diff",
        "table": "table.table",
    },
    "Draw": {"export": "export.export", "race": "race.race", "worksheet": "worksheet.worksheet"},
    "Count and measure": {"count": "count.count", "perft": "perft.perft", "bench": "bench.bench"},
    "Study many searches": {"sweep": "sweep.sweep", "plot": "plot.plot"},
    "Play": {"play": "play.play", "book": "play.book"},
    "What there is": {
        "games": "registry_lists.games",
        "searches": "registry_lists.searches",
        "formats": "registry_lists.formats",
    },
}
"""The file and the function of each command, by what people want, in the order in which help lists them."""
COMMANDS = {name: place for commands in JOBS.values() for name, place in commands.items()}
"""The same without the jobs."""
STATUSES = (
    (0, "It did what was asked."),
    (1, "It did, and tells of a difference (diff), a mistake (check), no hit (find), or what failed (sweep, bench)."),
    (2, "An error, or a wrong word on the command line; one line on stderr says which."),
    (BROKEN, "A mistake of plyscope's own; --debug shows where."),
    (INTERRUPTED_EXIT_CODE, "Ctrl-C ended it; what there was by then is kept, or printed."),
    *((128 + number, f"{number.name} ended it, as Ctrl-C does.") for number in END_SIGNALS),
)
"""How commands end: the exit status, and when. `run` ends as its script does."""
LOOKS: dict[str, Any] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"], "max_content_width": 100},
}
"""How every command's help looks."""


class Commands(TyperGroup):
    """The commands; each is loaded when it is asked for, so that one of them need not wait for the others."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The options before a command, which make values of plain words themselves."""
        return use_fast_converters(super().get_params(ctx))

    def list_commands(self, _context: Any) -> list[str]:
        """Their names."""
        return list(COMMANDS)

    def get_command(self, _context: Any, cmd_name: str) -> Any:
        """The command of a name; None where there is none."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            file, _, function = COMMANDS[cmd_name].partition(".")
            alone = typer.Typer(add_completion=False, **LOOKS)
            alone.command(cmd_name, cls=Command)(getattr(import_module(f"tui.commands.{file}"), function))
            self.add_command(typer.main.get_command(alone))
        return self.commands.get(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each command with its first sentence, by jobs."""
        limit = formatter.width - 6 - max(map(len, COMMANDS))
        for job, commands in JOBS.items():
            with formatter.section(job):
                formatter.write_dl([(name, self.get_command(ctx, name).get_short_help_str(limit)) for name in commands])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names; of a wrong one it is said which it is like."""
        if args[0] not in COMMANDS:
            for name in COMMANDS:
                self.get_command(ctx, name)
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="plyscope",
    cls=Commands,
    help=ABOUT,
    epilog="First steps: plyscope demo · plyscope explore tictactoe · plyscope games · plyscope searches",
    add_completion=False,
    **LOOKS,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print_output(f"plyscope {_version()}")
        raise typer.Exit


def _print_completion(context: typer.Context, shell: str | None) -> None:
    if shell is not None:
        from tui.terminal.completion import completion_script

        print_output(completion_script(shell, context).rstrip("\n"))
        raise typer.Exit


def _complete_shell(incomplete: str) -> list[str]:
    from tui.terminal.completion import SHELLS

    return [shell for shell in SHELLS if shell.startswith(incomplete)]


def _print_manual(context: typer.Context, wanted: bool) -> None:
    if wanted:
        from tui.terminal.completion import format_manual

        print_output(format_manual(context, _version(), STATUSES).rstrip("\n"))
        raise typer.Exit


def _version() -> str:
    from importlib.metadata import version

    return version("plyscope")


@app.callback()
def plyscope(
    _wants_version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True)
    ] = False,
    _completion: Annotated[
        str | None,
        typer.Option(
            "--completion",
            metavar="SHELL",
            help="Print what makes bash, zsh or fish complete the command.",
            callback=_print_completion,
            is_eager=True,
            autocompletion=_complete_shell,
        ),
    ] = None,
    _manual: Annotated[
        bool,
        typer.Option("--manual", help="Print the page for man.", callback=_print_manual, is_eager=True),
    ] = False,
    _debug: Annotated[
        bool, typer.Option("--debug", help="Show the traceback of an error; may stand anywhere.")
    ] = False,
) -> None:
    """A time-travel debugger for game-tree search: record it, step through it, draw it, count it."""


def run_process(words: list[str]) -> int:
    """Run the command as a process of its own, which ends with the exit status that this gives. Nothing is raised."""
    if words[:1] != ["run"]:  # a script of one's own is shown as Python shows it
        sys.unraisablehook = threading.excepthook = _pass_over
        warnings.showwarning = _show_warning
        if logging.lastResort is not None:
            logging.lastResort.setFormatter(_OneLine())
    ended: EndedBySignal | None = None
    try:
        return run(words)
    except EndedBySignal as signal:
        ended = signal
        return signal.status
    except KeyboardInterrupt:
        return INTERRUPTED_EXIT_CODE
    except MemoryError:
        said = "there is not enough memory for this; --max-nodes N reads the first N nodes of a trace file"
        return _fail(said, "--debug" in words)
    except BaseException as error:
        said = f"a mistake of plyscope's own: {message_of(error)}; please report it with what --debug shows"
        _fail(said, "--debug" in words)
        return BROKEN
    finally:
        status_line.clear_status()
        standard_streams.flush_all()
        if ended is not None:
            ended.end_process()


def run(words: list[str]) -> int:
    """Run the command; every error is one line. Gives the exit status, 2 after an error.

    Raises:
        EndedBySignal: a script was ended by one.
    """
    own = words.index("--") if "--" in words else len(words)  # what follows is for a script
    debug = "--debug" in words[:own]
    try:
        with handle_shutdown_signals() as shutdown:
            status = _run([word for word in words[:own] if word != "--debug"] + words[own:], debug)
            return shutdown.status if status == INTERRUPTED_EXIT_CODE else status
    except EndedBySignal as ended:
        if OWN_PROCESS.is_set():
            raise
        return ended.status


def _run(words: list[str], debug: bool) -> int:
    try:
        need_encodable_words(words)
        if not words:
            print_output(format_overview(ABOUT, JOBS))
        if words[:1] == ["help"]:
            words = [*words[1:2], "--help", *words[2:]]
        code = app(words, prog_name="plyscope", standalone_mode=False) if words else 0
        if sys.stdout is not None and not sys.stdout.closed:  # a game may have done anything with it
            with detect_closed_output():
                sys.stdout.flush()
    except Interrupted as interrupt:
        print_message(f"plyscope: {interrupt}")
        return INTERRUPTED_EXIT_CODE
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED_EXIT_CODE
    except OutputClosed:
        return 0
    except SystemExit as leaving:
        if type(sys.stdout).__name__ != TYPERS:
            return _fail(f"a game or a script ended the program: {message_of(leaving)}", debug)
        standard_streams.redirect_to_null(1)
        return 0
    except OSError as error:  # such as of a full disk that its help is written to
        standard_streams.redirect_to_null(1)
        where = f"{clean(str(error.filename))}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or clean(str(error))}", debug)
    except PlyscopeError as error:
        hint = " (--debug shows where)" if isinstance(error, GameError) and error.__cause__ and not debug else ""
        return _fail(str(error) + hint + "".join(getattr(error, "__notes__", [])), debug)
    except Exception as error:
        shown = getattr(error, "format_message", None)  # a wrong word on the command line
        if shown is None:
            raise
        return _fail(" ".join(shown().split()).removesuffix(".") + "; --help tells more", debug)
    return code if isinstance(code, int) else 0


def _fail(message: str, debug: bool) -> int:
    if debug:
        with contextlib.suppress(OSError, ValueError):
            traceback.print_exc()
    said = clean(message, LONGEST)
    print_message(f"plyscope: {said}")
    parent_process.leave_reason(said)
    return 2


class _OneLine(logging.Formatter):
    """Writes what a game, or a library, logs as one line that no terminal obeys, where it says nothing else of it."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, with the exception that is logged and without its traceback."""
        error = record.exc_info[1] if record.exc_info else None
        return clean(record.getMessage() if error is None else f"{record.getMessage()}: {message_of(error)}", LONGEST)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Say in one line that no terminal obeys what a game, or a library, warns of."""
    print_message(
        f"plyscope: warning: {clean(str(message))} ({clean(category.__name__)} at {clean(filename)}:{lineno})"
    )


def _pass_over(told: Any) -> None:
    """Say in one line what a game's destructor or thread raised, which ends nothing."""
    print_message(f"plyscope: passed over {'an exception' if told.exc_value is None else message_of(told.exc_value)}")
