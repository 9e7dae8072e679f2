"""`plyscope run`: run a script that knows nothing of plyscope, and record the searches in it."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tracer.errors import PlyscopeError, Stop, TraceFileError
from tracer.file.output import is_stream
from tracer.file.series import INTERRUPTED
from tracer.recording.memory import limit_memory
from tracer.text import clean
from tui.terminal import streams
from tui.terminal.command import add_options
from tui.terminal.configuration import OPTIONS, command_line, meaning, names_of, read_configuration
from tui.terminal.ending import Ended, heed_signals
from tui.terminal.options import MaxMemory, MaxNodes, limits
from tui.terminal.output import ReaderGone, has_terminal, say, spare_others
from tui.terminal.script import Script, pass_over_ours
from tui.terminal.searches import Searches
from tui.terminal.shutdown import OWN_PROCESS, EndedBySignal

if TYPE_CHECKING:
    from tracer.attaching.attachment import Attachment
    from tracer.attaching.outlet import Which

FAILED = 2
"""The exit status where the script ended well, but its trace could not be written."""

MEANT = "What its functions and variables are"
_KINDS: dict[str, tuple[Any, Any]] = {
    name: (Annotated[str | None, typer.Option(help=words, rich_help_panel=MEANT)], None)
    for name, words in OPTIONS.items()
}
_ATTACHING = partial(add_options, keyword="said", kinds=_KINDS, make=dict)


@_ATTACHING
def run(
    script: Annotated[str | None, typer.Argument(help="A Python script.", show_default=False)] = None,
    arguments: Annotated[list[str] | None, typer.Argument(help="What the script gets, after --.")] = None,
    module: Annotated[str | None, typer.Option("--module", "-m", help="A module in the place of a script.")] = None,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="The trace file, written while it runs; of several, t-1, t-2 … of t."),
    ] = None,
    config: Annotated[
        str | None, typer.Option(help="A TOML file with these options in a table that is called attach.")
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="Which of several searches: a number, first, longest or all [all].")
    ] = None,
    max_nodes: MaxNodes = None,
    max_memory: MaxMemory = None,
    opens: Annotated[
        bool,
        typer.Option("--open", help="Then explore the longest search, at its first finding or else its first cutoff."),
    ] = False,
    *,
    said: dict[str, Any],
) -> None:
    """Run a Python script, and record the searches in it, unchanged.

    It is run as `python` runs it, and no line of it changes. The search is found by running: the functions that call
    one another and hand numbers up. What is not said is decided from its numbers. A lambda gets the variables of the
    call: it is run, as the script is.

    Exit status: the script's own; 2 where that is 0 and a trace could not be written.

    \b
    plyscope run search.py
    plyscope run search.py --open
    plyscope run search.py --attach minimax
    plyscope run search.py --attach 'max_value,min_value' -o t.plyscope -- 3
    plyscope run it.py --attach solve --state 'lambda frame: str(frame["board"])'
    plyscope run -m games.four --attach Player.max --search longest
    plyscope run search.py --config attach.toml
    """
    arguments = arguments or []
    if module is not None:  # what stands behind it is the module's
        script, arguments = None, [*([] if script is None else [script]), *arguments]
    name = script if module is None else module
    if name is None:
        raise PlyscopeError("name a script, or a module with -m: plyscope run search.py --attach max_value,min_value")
    options = (read_configuration(config) if config else {}) | {
        name: told for name, told in said.items() if told is not None
    }
    names = options.pop("attach", None)
    program = Script(name, arguments, module=module is not None)
    if opens:
        search, output = search or "longest", output or _own_file(name, arguments, module)
        if search == "all" or is_stream(output):
            raise PlyscopeError(
                "--open explores one search, of a file: leave out --search all, and name a file with -o"
            )
    if output is not None and (Path(output).is_dir() or not Path(output).parent.is_dir()):
        raise PlyscopeError(f"cannot write {clean(output)}: it is a folder, or its folder does not exist")
    searches = Searches(output, _which(search, output), **_limits(max_nodes, max_memory))
    spare_others(output, script, config, options.get("game"))
    from tracer.attaching.outside import attach
    from tracer.deciding.call import plain
    from tracer.stepping.recorded_program import find_module_file, program_notes

    def attached(*functions: str) -> Attachment:
        recording = attach(*functions, **{name: meaning(name, text) for name, text in options.items()})
        recording.searches.outlet, recording.everywhere = searches.outlet, True
        file = script if module is None else find_module_file(module)
        recording.searches.program = {} if file is None else program_notes(str(file), arguments, module)
        return recording

    words = {"module": module, "script": script, "config": config, **options, "output": output, "search": search}
    words |= {"max_nodes": max_nodes, "max_memory": max_memory, "arguments": arguments}

    def command(found: Mapping[str, Any]) -> str:
        decided = {key: it for key, it in found.items() if key != "attach" and words.get(key) is None}
        return command_line(found["attach"], words | decided)

    recording = attached(*names_of(names or ""))
    code = _record(program, recording, searches, command)
    if recording.suspects and not code and recording.lost is None:
        names = ", ".join(plain(suspect) for suspect in recording.suspects)
        say(f"{names} may be a search, which its first run did not show: it is run once more from the start")
        again = attached()
        again.recognition.known.append(recording.suspects)
        code = _record(Script(name, arguments, module=module is not None), again, searches, command)
    if opens and searches.count and output is not None:
        named = [*([name] if module is None else ["-m", module]), *arguments]
        _open(output, named if recording.searches.program else None)
    raise typer.Exit(code)


def _own_file(name: str, arguments: list[str], module: str | None) -> str:
    """Return the file of a program's recordings where none is named.

    Raises:
        PlyscopeError: nobody can look at it.
    """
    from tui.terminal.own_script import file_for

    if not has_terminal():
        raise PlyscopeError("--open needs a terminal; -o FILE keeps the recording for later")
    return file_for(name, arguments, module)


def _open(file: str, program: list[str] | None) -> None:
    """Explore a recording in a process of its own, which the program has not touched.

    Args:
        file: the recording.
        program: the script with its arguments; None if the recording does not name it.
    """
    from tui.terminal.own_script import run_here

    script = [] if program is None else ["--script", shlex.join(program)]
    run_here([sys.executable, "-m", "tui.cli", "explore", file, "--first", *script], {})


def _record(
    program: Script, recording: Attachment, searches: Searches, command: Callable[[Mapping[str, Any]], str]
) -> int:
    """Run a program while its searches are recorded, and print what came of them; gives the program's exit code.

    Raises:
        PlyscopeError: it cannot be run, or nothing was recorded though it ended well.
        EndedBySignal: Ctrl-C, or another signal that asks to end.
    """
    from tracer.attaching.saying import tell_by

    process, code = os.getpid(), 0
    ending: _Ending | None = None
    failed: PlyscopeError | None = None

    def note() -> None:  # a signal is what ends a search, which it sees as any other exception
        recording.searches.ending = INTERRUPTED

    try:
        with program.set_up(), tell_by(say), heed_signals(note) as recording.searches.is_interrupted:
            code, ending, failed = _run(program, recording)
            if not isinstance(ending, Ended):
                code = program.finish(code)
    except Ended as signal:
        ending = signal
    if os.getpid() != process:  # a child of a program that forks leaves the recording to its parent
        if ending is not None:
            raise EndedBySignal(_number(ending))
        return code
    if isinstance(ending, Stop):
        say(f"the script was ended with its search, {clean(ending.reason)}")
        ending = None
    if isinstance(recording.lost, TraceFileError):  # which was said at once
        code = code or FAILED
    again = bool(recording.suspects) and not code and recording.lost is None  # it will be run once more
    gone = False
    try:
        failed = None if again else _report(recording, program, searches, command, failed)
    except ReaderGone:
        gone = True
    if ending is not None:
        searches.report_interrupted()
        how = f"ended by {ending.name}" if isinstance(ending, Ended) else "interrupted"
        say(f"plyscope: the script was {how}{f'; what was recorded is in {searches.files}' if searches.files else ''}")
        raise EndedBySignal(_number(ending))
    if failed is not None and not code:
        raise failed
    if failed is not None:
        say(f"plyscope: {failed}")
    if gone and not code:
        raise ReaderGone
    if program.goes_on and OWN_PROCESS.is_set():  # Python, which would wait for its threads, has been interrupted in it
        streams.settle()
        os._exit(code)
    return code


_Ending = KeyboardInterrupt | Ended | Stop


def _run(program: Script, recording: Attachment) -> tuple[int, _Ending | None, PlyscopeError | None]:
    """Run a program while its searches are recorded. Return its exit code, or what ended it, and what was wrong."""
    code = 0
    try:
        with pass_over_ours(), recording:
            code = program.run()
    except PlyscopeError as error:
        return code, None, error
    except (Ended, Stop) as ending:
        return code, ending, None
    except BaseException as error:
        if program.status is not None:  # an exception of the program's own, which was shown
            return program.status, None, recording.why_nothing() if program.ran else None
        if isinstance(error, KeyboardInterrupt):
            return code, error, None
        raise
    return code, None, None


def _number(ending: _Ending) -> int:
    """Return the signal by which a program ends."""
    return ending.number if isinstance(ending, Ended) else signal.SIGINT


def _report(
    recording: Attachment,
    program: Script,
    searches: Searches,
    command: Callable[[Mapping[str, Any]], str],
    failed: PlyscopeError | None,
) -> PlyscopeError | None:
    """Print what came of a program's searches; gives the error that ends the command, if one does."""
    if recording.lost is not None and not searches.count:
        return failed
    try:
        if searches.count or failed is None:
            searches.report()
        elif program.ran and recording.is_unanswered:
            _propose(recording, program, command)
    except PlyscopeError as error:
        failed = failed or error
    for codes, found in () if isinstance(recording.lost, TraceFileError) else recording.recognition.found.items():
        say(f"{'all calls:' if codes in recording.recognition.partly else 'the same as'} {command(found)}")
    return failed


def _propose(recording: Attachment, program: Script, command: Callable[[Mapping[str, Any]], str]) -> None:
    """Where nothing was found: name the functions that were called, with the command that records them."""
    from tracer.attaching.callers import candidates

    if program.started_processes:
        say("other processes were started: a search in one of them is not recorded; let it run in this one")
    groups, others = candidates([code for code in recording.targets.called if code not in recording.recognition.silent])
    if groups:
        say("functions that were called, and that seem to call themselves or one another:")
        for names in groups:
            say(f"  {', '.join(names)}: {command({'attach': names})}")
    elif others:
        say(f"functions that were called: {', '.join(others)}")


def _which(search: str | None, output: str | None) -> Which:
    """Which of several searches are kept.

    Raises:
        PlyscopeError: it is none of the ways to say that.
    """
    if search in (None, "all"):
        return "all"
    if search == "longest":
        if output is not None and is_stream(output):
            raise PlyscopeError(f"--search longest needs a file: {clean(output)} cannot take back what was written")
        return "longest"
    number = "1" if search == "first" else search or ""
    if not re.fullmatch(r"[1-9]\d{0,8}", number):
        raise PlyscopeError(f"--search is a number from 1 on, first, longest or all, not {clean(number, 60)!r}")
    return int(number)


def _limits(max_nodes: int | None, max_memory: str | None) -> dict[str, Any]:
    """What ends each search early, as `Outlet` takes it.

    Raises:
        PlyscopeError: a limit cannot be.
    """
    most = limits(max_nodes, max_memory)["max_memory"]
    if max_nodes is not None and max_nodes < 1:
        raise PlyscopeError(f"max_nodes is at least 1, not {max_nodes}")
    return {"max_nodes": max_nodes, "progress": limit_memory(most, None)}
