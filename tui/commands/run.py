"""`plyscope run`: run a script that knows nothing of plyscope, and record the search in it."""

from __future__ import annotations

import contextlib
import os
import re
import runpy
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tracer.errors import PlyscopeError, Stop
from tracer.file.reading import open_regular
from tracer.file.written import INTERRUPTED
from tracer.recording.memory import limit_memory
from tracer.text import clean, message_of, nearest
from tui.terminal.options import MaxMemory, MaxNodes, add_options, limits, need_words
from tui.terminal.output import say
from tui.terminal.report import print_summary, print_written
from tui.terminal.source import Interrupted, file_note, spare_sources

if TYPE_CHECKING:
    from tracer.attaching.attachment import Attachment
    from tracer.attaching.outlet import Outlet

LONGEST = 1 << 16
"""Bytes of a configuration at most: it has a few lines."""
MOST_DOTS = 32
"""Dots in one of its lines at most: to read a key of many parts takes memory and time by the square of them."""
_WHAT_IT_IS = {
    "attach": "The functions of the search, by name: 'max_value,min_value', 'Player.max', 'module:search.visit'.",
    "root": "The function above them, if its loop over the moves is the root.",
    "state": "The position: a variable such as board or self.board, or a lambda of the variables.",
    "alpha": "The window's lower end: a variable, or a lambda.",
    "beta": "The window's upper end.",
    "turn": "Who moves: a variable, or a lambda that gives True where MAX moves.",
    "value": "Where the value is in what is returned: 0 (an element), a name, or a lambda of what is returned.",
    "move": "The move that led here: a variable, or a lambda.",
    "moves": "The legal moves on entry, without a game: a variable, or a lambda.",
    "game": "The game (`plyscope games`, or package.module:name); it knows what a cutoff skipped.",
    "view": "Whose windows and values they are: max, or mover (negamax).",
}
"""The options of `tracer.attach`; a configuration may have them, too."""
_KINDS: dict[str, tuple[Any, Any]] = {
    name: (Annotated[str | None, typer.Option(help=words)], None) for name, words in _WHAT_IT_IS.items()
}
_ATTACHING = partial(add_options, keyword="said", kinds=_KINDS, make=dict)


@_ATTACHING
def run(
    script: Annotated[str, typer.Argument(help="A Python script.", show_default=False)],
    arguments: Annotated[list[str] | None, typer.Argument(help="What the script gets, after --.")] = None,
    output: Annotated[str | None, typer.Option("--output", "-o", help="The trace file, written while it runs.")] = None,
    config: Annotated[str | None, typer.Option(help="A TOML file with these options in its table [attach].")] = None,
    search: Annotated[int | None, typer.Option(help="Which of several searches: 1 is the first [last].")] = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    *,
    said: dict[str, Any],
) -> None:
    """Run a script and record the search in it, without changing a line of it.

    What is not said is guessed from the names of functions and arguments. A lambda gets the variables of the call:
    it is run, as the script is.

    \b
    plyscope run search.py --attach minimax
    plyscope run search.py --attach 'max_value,min_value' --game tictactoe -o t.plyscope -- 3 --quiet
    plyscope run search.py --attach solve --state 'lambda frame: str(frame["board"])'
    plyscope run search.py --config attach.toml
    """
    options = (_configured(config) if config else {}) | {name: told for name, told in said.items() if told is not None}
    names = options.pop("attach", None)
    if not names:
        raise PlyscopeError("--attach names the functions of the search: --attach max_value,min_value")
    path = Path(script)
    if not path.is_file():
        raise PlyscopeError(f"there is no script {clean(script)}")
    if search is not None and search < 1:
        raise PlyscopeError(f"--search counts from 1, the first search of the script; {search} is none")
    if output is not None and (Path(output).is_dir() or not Path(output).parent.is_dir()):
        raise PlyscopeError(f"cannot write {clean(output)}: it is a folder, or its folder does not exist")
    spare_sources(output, script, config, options.get("game"))
    from tracer.attaching.outside import attach

    recording = attach(*_names(names), **{name: _meant(name, text) for name, text in options.items()})
    file = None if output is None else Path.cwd() / output  # which the script may leave
    recording.outlet = _outlet(file, search, **limits(max_nodes, max_memory))
    process, code = os.getpid(), 0
    try:
        with _as_python_runs(path, arguments or []), _noted(recording), recording:
            code = _exit_code(partial(runpy.run_path, script, run_name="__main__"))
    except PlyscopeError:
        raise
    except KeyboardInterrupt:
        _keep(recording, output, file, search)
        kept = recording.written or recording.traces
        raise Interrupted(f"the script was interrupted{file_note(output) if kept else ''}") from None
    except Stop as stop:
        say(f"the script was ended with its search, {clean(stop.reason)}")
    except Exception as error:  # the script's own, which is shown as Python shows it
        _show(error, path)
        code = 1
    if os.getpid() == process:  # a child of a script that forks leaves the recording to its parent
        _keep(recording, output, file, search)
    raise typer.Exit(code)


def _outlet(file: Path | None, search: int | None, *, max_nodes: int | None, max_memory: int | None) -> Outlet:
    """Where the searches of a script go.

    Raises:
        PlyscopeError: a limit cannot be.
    """
    if max_nodes is not None and max_nodes < 1:
        raise PlyscopeError(f"max_nodes is at least 1, not {max_nodes}")
    from tracer.attaching.outlet import Outlet

    return Outlet(file, search, max_nodes, limit_memory(max_memory, None))


@contextlib.contextmanager
def _noted(recording: Attachment) -> Iterator[None]:
    """Let a recording know that Ctrl-C is what ends a search, which it sees as any other exception."""
    before = signal.getsignal(signal.SIGINT)
    if not callable(before):
        yield
        return

    def note(number: int, frame: FrameType | None) -> None:
        recording.ending = INTERRUPTED
        before(number, frame)

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is note:
            signal.signal(signal.SIGINT, before)


def _configured(file: str) -> dict[str, Any]:
    """The table [attach] of a TOML file.

    Raises:
        PlyscopeError: it cannot be read, or has something else in it.
    """
    import tomllib

    try:
        with open_regular(Path(file)) as source:
            table = tomllib.loads(_few_lines(source.read(LONGEST + 1) or b"").decode()).get("attach")
    except OSError as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {error.strerror}") from error
    except PlyscopeError as error:
        raise PlyscopeError(f"cannot read {clean(file)}: {error}") from error
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, a number of thousands of digits, or too deep
        raise PlyscopeError(f"{clean(file)} is no TOML: {clean(str(error))}") from error
    if not isinstance(table, dict):
        raise PlyscopeError(f'{clean(file)} has no table [attach], such as [attach] with the line attach = "minimax"')
    for name, told in table.items():
        if name not in _WHAT_IT_IS:
            known = ", ".join(_WHAT_IT_IS)
            raise PlyscopeError(
                f"{clean(file)}: no option {clean(name)!r}{nearest(name, _WHAT_IT_IS)}; there are: {known}"
            )
        texts = isinstance(told, list) and name == "attach" and all(isinstance(text, str) for text in told)
        if not (isinstance(told, str) or texts or (type(told) is int and name == "value")):
            raise PlyscopeError(f"{clean(file)}: {name} is a text, not {clean(repr(told), 60)}")
        need_words([told] if isinstance(told, str) else told if isinstance(told, list) else [])
    return dict(table)


def _few_lines(text: bytes) -> bytes:
    """A configuration as it is.

    Raises:
        PlyscopeError: it is longer than one is.
    """
    if len(text) > LONGEST:
        raise PlyscopeError(f"it is longer than the {LONGEST:,} bytes that a configuration has at most")
    for number, line in enumerate(text.split(b"\n"), 1):
        if line.count(b".") > MOST_DOTS:
            raise PlyscopeError(f"line {number} has more than {MOST_DOTS} dots: give a list, a line for each name")
    return text


def _names(told: str | list[str]) -> list[str]:
    return [name.strip() for name in (told.split(",") if isinstance(told, str) else told) if name.strip()]


def _meant(option: str, told: str | int) -> Any:
    """What an option means: a function where it begins with lambda, an element where it is the number of one.

    Raises:
        PlyscopeError: it is no expression of Python.
    """
    text = str(told).strip()
    if text.startswith("lambda") and option not in ("root", "game", "view"):
        try:
            return eval(text, {})  # noqa: S307  # the user's own words, beside the user's own script
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise PlyscopeError(f"--{option} {clean(text)}: {message_of(error)}") from error
    return int(text) if option == "value" and re.fullmatch(r"-?\d{1,9}", text) else text


@contextlib.contextmanager
def _as_python_runs(script: Path, arguments: list[str]) -> Iterator[None]:
    """Have `sys.argv` and `sys.path` as a script finds them."""
    before = sys.argv, sys.path
    sys.argv, sys.path = [str(script), *arguments], [str(script.resolve().parent), *sys.path[1:]]
    try:
        yield
    finally:
        sys.argv, sys.path = before


def _exit_code(program: Callable[[], Any]) -> int:
    """The exit code with which Python would end a program; what it says on its way out goes to stderr."""
    try:
        program()
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            return leaving.code or 0
        say(str(leaving.code))
        return 1
    return 0


def _show(error: Exception, script: Path) -> None:
    """Show an exception of the script, from its own first line on."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_code.co_filename != str(script):
        traceback = traceback.tb_next
    sys.excepthook(type(error), error.with_traceback(traceback), traceback)


def _keep(recording: Attachment, output: str | None, file: Path | None, search: int | None) -> None:
    """Print the summary of the search that was asked for, which is in the file where there is one.

    Raises:
        PlyscopeError: there is none of that number.
    """
    if not recording.searches:
        say("no search was recorded")
        return
    if search is not None and search > recording.searches:
        raise PlyscopeError(f"--search {search}: the script made {recording.searches}")
    number = search or recording.searches
    if file is None:
        print_summary(recording.traces[number - 1])
    elif recording.written is not None:
        print_written(recording.written, output or "", file)
    if recording.searches > 1:
        say(f"search {number} of {recording.searches}; --search N takes another")
    say(f"saved to {clean(output)}" if output else "not saved: -o FILE keeps it")
