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

from tracer.attaching.listeners import OriginalBuiltins
from tracer.errors import PlyscopeError, Stop, TraceFileError
from tracer.file.output import is_stream
from tracer.file.series import INTERRUPTED
from tracer.recording.memory_limit import limit_memory
from tracer.text import clean
from tui.terminal import standard_streams
from tui.terminal.attach_options import MEANING_HELP, format_run_command, parse_meaning, read_configuration, split_names
from tui.terminal.command_options import add_options
from tui.terminal.options import MaxMemoryOption, MaxNodesOption, search_limits
from tui.terminal.output import OutputClosed, has_terminal, need_trace_output, print_message
from tui.terminal.recorded_searches import RecordedSearches
from tui.terminal.script_ending import ScriptEndSignal, raise_on_end_signals
from tui.terminal.script_recording import choose_recording_file, run_child
from tui.terminal.script_runner import Script, silence_own_errors_in_threads
from tui.terminal.shutdown import OWN_PROCESS, EndedBySignal

if TYPE_CHECKING:
    from tracer.attaching.attachment import Attachment
    from tracer.attaching.search_destination import Which

FAILED_EXIT_CODE = 2
"""The exit status where the script ended well, but its trace could not be written."""

MEANINGS_PANEL = "What its functions and variables are"
_MEANING_OPTIONS: dict[str, tuple[Any, Any]] = {
    name: (Annotated[str | None, typer.Option(help=words, rich_help_panel=MEANINGS_PANEL)], None)
    for name, words in MEANING_HELP.items()
}
_with_meaning_options = partial(add_options, keyword="meanings", new_options=_MEANING_OPTIONS, make_value=dict)


@_with_meaning_options
def run(
    script: Annotated[str | None, typer.Argument(help="A Python script.", show_default=False)] = None,
    arguments: Annotated[list[str] | None, typer.Argument(help="What the script gets, after --.")] = None,
    module: Annotated[str | None, typer.Option("--module", "-m", help="A module instead of a script.")] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            help="Trace file, written during the run; several searches become t-1, t-2 … instead of t.",
        ),
    ] = None,
    config: Annotated[
        str | None, typer.Option(help="A TOML file with these options in a table that is called attach.")
    ] = None,
    search: Annotated[
        str | None, typer.Option(help="Which of several searches: a number, first, longest or all [all].")
    ] = None,
    max_nodes: MaxNodesOption = None,
    max_memory: MaxMemoryOption = None,
    explores: Annotated[
        bool,
        typer.Option(
            "--open", help="Explore the longest search afterwards, at its first finding or else its first cutoff."
        ),
    ] = False,
    *,
    meanings: dict[str, Any],
) -> None:
    """Run a Python script, and record the searches in it, unchanged.

    The script runs as under `python`, and no line of it changes. The search is found during the run: the functions
    that call one another and return numbers. Anything you do not specify is inferred from the values. A lambda receives
    the call's variables. It is executed like the script, so pass only code that you trust.

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
        name: meaning_text for name, meaning_text in meanings.items() if meaning_text is not None
    }
    function_names = options.pop("attach", None)
    program = Script(name, arguments, module=module is not None)
    if explores:
        search, output = search or "longest", output or _own_file_for_terminal(name, arguments, module)
        if search == "all" or is_stream(output):
            raise PlyscopeError(
                "--open explores one search, of a file: leave out --search all, and name a file with -o"
            )
    if output is not None and (Path(output).is_dir() or not Path(output).parent.is_dir()):
        raise PlyscopeError(f"cannot write {clean(output)}: it is a folder, or its folder does not exist")
    searches = RecordedSearches(output, _which_searches(search, output), **_recorder_limits(max_nodes, max_memory))
    need_trace_output(output, script, config, options.get("game"))
    from tracer.attaching.attach_functions import attach
    from tracer.deciding.call import plain
    from tracer.stepping.recorded_program import find_module_file, program_notes

    def attach_functions(*functions: str) -> Attachment:
        recording = attach(*functions, **{name: parse_meaning(name, text) for name, text in options.items()})
        recording.searches.outlet, recording.everywhere = searches.outlet, True
        program_file = script if module is None else find_module_file(module)
        recording.searches.program = {} if program_file is None else program_notes(str(program_file), arguments, module)
        return recording

    option_values = {"module": module, "script": script, "config": config, **options, "output": output}
    option_values |= {"search": search, "max_nodes": max_nodes, "max_memory": max_memory, "arguments": arguments}

    def describe_command(meanings_by_rule: Mapping[str, Any]) -> str:
        inferred = {name: value for name, value in meanings_by_rule.items() if option_values.get(name) is None}
        return format_run_command(inferred.pop("attach"), option_values | inferred)

    recording = attach_functions(*split_names(function_names or ""))
    exit_code = _record_program(program, recording, searches, describe_command)
    if recording.suspects and not exit_code and recording.lost is None:
        function_names = ", ".join(plain(suspect) for suspect in recording.suspects)
        print_message(
            f"{function_names} may be a search, which its first run did not show: it is run once more from the start"
        )
        second_attachment = attach_functions()
        second_attachment.recognition.known.append(recording.suspects)
        exit_code = _record_program(
            Script(name, arguments, module=module is not None), second_attachment, searches, describe_command
        )
    if explores and searches.count and output is not None:
        program_words = [*([name] if module is None else ["-m", module]), *arguments]
        script_option = ["--script", shlex.join(program_words)] if recording.searches.program else []
        # In a process of its own, which the program has not touched.
        run_child([sys.executable, "-m", "tui.cli", "explore", output, "--first", *script_option], {})
    raise typer.Exit(exit_code)


def _own_file_for_terminal(name: str, arguments: list[str], module: str | None) -> str:
    if not has_terminal():
        raise PlyscopeError("--open needs a terminal; -o FILE keeps the recording for later")
    return choose_recording_file(name, arguments, module)


def _record_program(
    program: Script,
    recording: Attachment,
    searches: RecordedSearches,
    describe_command: Callable[[Mapping[str, Any]], str],
) -> int:
    """Run a program while its searches are recorded, and print what came of them; gives the program's exit code."""
    from tracer.attaching.user_messages import print_messages_with

    own_pid, exit_code = os.getpid(), 0
    ending: _Interruption | None = None
    failed: PlyscopeError | None = None

    def note_interruption() -> None:  # a signal is what ends a search, which it sees as any other exception
        recording.searches.ending = INTERRUPTED

    try:
        with (
            print_messages_with(print_message),
            raise_on_end_signals(note_interruption) as recording.searches.is_interrupted,
            program.set_up(),  # the last, so that the others end with Python's own built-in functions
        ):
            exit_code, ending, failed = _run_program(program, recording)
            if not isinstance(ending, ScriptEndSignal):
                exit_code = program.finish(exit_code)
    except ScriptEndSignal as signal:
        ending = signal
    if os.getpid() != own_pid:  # a child of a program that forks leaves the recording to its parent
        if ending is not None:
            raise EndedBySignal(_signal_number(ending))
        return exit_code
    if isinstance(ending, Stop):
        print_message(f"the script was ended with its search, {clean(ending.reason)}")
        ending = None
    if isinstance(recording.lost, TraceFileError):  # which was said at once
        exit_code = exit_code or FAILED_EXIT_CODE
    is_run_again = bool(recording.suspects) and not exit_code and recording.lost is None  # it will be run once more
    is_reader_gone = False
    try:
        failed = None if is_run_again else _report_searches(recording, program, searches, describe_command, failed)
    except OutputClosed:
        is_reader_gone = True
    if ending is not None:
        searches.report_interrupted()
        ending_phrase = f"ended by {ending.name}" if isinstance(ending, ScriptEndSignal) else "interrupted"
        files = f"; what was recorded is in {searches.files}" if searches.files else ""
        print_message(f"plyscope: the script was {ending_phrase}{files}")
        raise EndedBySignal(_signal_number(ending))
    if failed is not None and not exit_code:
        raise failed
    if failed is not None:
        print_message(f"plyscope: {failed}")
    if is_reader_gone and not exit_code:
        raise OutputClosed
    if (
        program.find_running_threads() and OWN_PROCESS.is_set()
    ):  # Python, which would wait for its threads, has been interrupted in it
        standard_streams.flush_all()
        os._exit(exit_code)
    return exit_code


_Interruption = KeyboardInterrupt | ScriptEndSignal | Stop


def _run_program(program: Script, recording: Attachment) -> tuple[int, _Interruption | None, PlyscopeError | None]:
    """Run a program while its searches are recorded. Return its exit code, or what ended it, and what was wrong."""
    exit_code = 0
    try:
        with silence_own_errors_in_threads(), recording:
            exit_code = program.run()
    except PlyscopeError as error:
        return exit_code, None, error
    except (ScriptEndSignal, Stop) as interruption:
        return exit_code, interruption, None
    except BaseException as error:
        if program.error_status is not None:  # an exception of the program's own, which was shown
            with OriginalBuiltins():
                return program.error_status, None, recording.why_nothing() if program.has_started else None
        if isinstance(error, KeyboardInterrupt):
            return exit_code, error, None
        raise
    return exit_code, None, None


def _signal_number(ending: _Interruption) -> int:
    return ending.number if isinstance(ending, ScriptEndSignal) else signal.SIGINT


def _report_searches(
    recording: Attachment,
    program: Script,
    searches: RecordedSearches,
    describe_command: Callable[[Mapping[str, Any]], str],
    failed: PlyscopeError | None,
) -> PlyscopeError | None:
    """Print what came of a program's searches; gives the error that ends the command, if one does."""
    if recording.lost is not None and not searches.count:
        return failed
    try:
        if searches.count or failed is None:
            searches.report()
        elif program.has_started and recording.is_unanswered:
            _propose_functions(recording, program, describe_command)
    except PlyscopeError as error:
        failed = failed or error
    for code_objects, meanings in (
        () if isinstance(recording.lost, TraceFileError) else recording.recognition.found.items()
    ):
        prefix = "all calls:" if code_objects in recording.recognition.partly else "the same as"
        print_message(f"{prefix} {describe_command(meanings)}")
    return failed


def _propose_functions(
    recording: Attachment, program: Script, describe_command: Callable[[Mapping[str, Any]], str]
) -> None:
    """Where nothing was found: name the functions that were called, with the command that records them."""
    from tracer.attaching.callers import candidates

    if program.started_processes:
        print_message("other processes were started: a search in one of them is not recorded; let it run in this one")
    recursive_groups, other_functions = candidates(
        [code for code in recording.targets.called if code not in recording.recognition.silent]
    )
    if recursive_groups:
        print_message("functions that were called, and that seem to call themselves or one another:")
        for names in recursive_groups:
            print_message(f"  {', '.join(names)}: {describe_command({'attach': names})}")
    elif other_functions:
        print_message(f"functions that were called: {', '.join(other_functions)}")


def _which_searches(search: str | None, output: str | None) -> Which:
    if search in (None, "all"):
        return "all"
    if search == "longest":
        if output is not None and is_stream(output):
            raise PlyscopeError(f"--search longest needs a file: {clean(output)} cannot take back what was written")
        return "longest"
    number_text = "1" if search == "first" else search or ""
    if not re.fullmatch(r"[1-9]\d{0,8}", number_text):
        raise PlyscopeError(f"--search is a number from 1 on, first, longest or all, not {clean(number_text, 60)!r}")
    return int(number_text)


def _recorder_limits(max_nodes: int | None, max_memory: str | None) -> dict[str, Any]:
    """What ends each search early, as `Outlet` takes it."""
    max_bytes = search_limits(max_nodes, max_memory)["max_memory"]
    if max_nodes is not None and max_nodes < 1:
        raise PlyscopeError(f"max_nodes is at least 1, not {max_nodes}")
    return {"max_nodes": max_nodes, "progress": limit_memory(max_bytes, None)}
