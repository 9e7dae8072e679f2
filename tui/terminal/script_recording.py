"""Records the longest search of a script in a process of its own, and keeps one file of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.output import print_message
from tui.terminal.parent_process import REASON_VARIABLE
from tui.terminal.shutdown import END_SIGNALS, handle_signals

MAX_REASON_LENGTH = 500
"""Characters of a reason."""
Runner = Callable[[list[str], dict[str, str]], int]
"""Runs a command, with more variables of the environment, to its end; gives its exit status."""


def run_child(command: list[str], environment: dict[str, str]) -> int:
    """Run a command on this terminal; Ctrl-C is its own matter, and another signal that ends us ends it, too."""
    child = subprocess.Popen(command, env=os.environ | environment)  # noqa: S603  # the user's own script

    def pass_on(signal_number: int, _frame: FrameType | None) -> None:
        if signal_number != signal.SIGINT:  # which the terminal sends to both
            child.send_signal(signal_number)

    with handle_signals(dict.fromkeys((signal.SIGINT, *END_SIGNALS), pass_on)):
        return _wait_for_end(child)


def _wait_for_end(child: subprocess.Popen[bytes]) -> int:
    """Wait until a child ends, and give its status. While it is stopped we are, so that the shell has the terminal."""
    if hasattr(os, "waitid"):
        with suppress(ChildProcessError):  # a signal that was passed on found it ended
            while (change := os.waitid(os.P_PID, child.pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)) is not None:
                if change.si_code != os.CLD_STOPPED:
                    break
                # Where the terminal stopped both, it goes on by now.
                if os.waitid(os.P_PID, child.pid, os.WSTOPPED | os.WNOHANG) is not None:
                    os.kill(os.getpid(), signal.SIGSTOP)
    return child.wait()


def record_in_child(
    program: Sequence[str],
    *,
    module: str | None = None,
    extra_options: Sequence[str] = (),
    run: Runner = run_child,
    report: Callable[[str], object] = print_message,
) -> str:
    """Run a script in a process of its own; gives the file of its longest search."""
    script, arguments = (program[0], list(program[1:])) if module is None else (module, list(program))
    file = choose_recording_file(script, arguments, module)
    identity_before = _file_identity(file)
    program_words = [f"./{script}" if script.startswith("-") else script] if module is None else ["--module", module]
    search_option = (
        [] if any(word.partition("=")[0] == "--search" for word in extra_options) else ["--search", "longest"]
    )
    command = ["run", *program_words, "--output", file, *search_option, *extra_options]
    report(f"plyscope {' '.join(map(clean, command))}")
    with tempfile.TemporaryDirectory() as folder:
        reason_file = Path(folder) / "reason"
        exit_code = run(
            [sys.executable, "-m", "tui.cli", *command, "--", *arguments], {REASON_VARIABLE: str(reason_file)}
        )
        reason = f"it ended with {exit_code} before it searched"
        if reason_file.exists():
            reason = reason_file.read_text(encoding="utf-8")
    if _file_identity(file) == identity_before:
        attach_command = f"plyscope run --attach FUNCTION -o {clean(file)} {clean(' '.join(program_words))}"
        reason = clean(reason, MAX_REASON_LENGTH)
        raise PlyscopeError(f"{clean(script)} recorded no search: {reason}. `{attach_command}` records what you name")
    if exit_code:
        report(f"{clean(script)} ended with {exit_code}; what was recorded is explored")
    return file


def choose_recording_file(script: str, arguments: list[str], module: str | None = None) -> str:
    """Return the first name that no file has, or one that an earlier try has, to which nobody added anything."""
    stem, number = Path(script).stem if module is None else module.rpartition(".")[2], 1
    name = f"{stem}.plyscope"
    while Path(name).exists() and not _is_earlier_try(name, script, arguments, module):
        number += 1
        name = f"{stem}-{number}.plyscope"
    return name


def _is_earlier_try(name: str, script: str, arguments: list[str], module: str | None) -> bool:
    """Return whether a file is a recording of a script with these arguments, without bookmarks and breakpoints."""
    from tracer.bookmarks import Bookmarks  # not before a script is recorded
    from tracer.stepping.recorded_program import find_module_file, program_notes
    from tracer.tracing import load

    file = script if module is None else find_module_file(module)
    expected_notes = {} if file is None else program_notes(str(file), arguments, module)
    try:
        trace = load(name)
        bookmarks = Bookmarks(trace, name)
    except PlyscopeError:
        return False
    notes = trace.header.notes
    is_same_program = bool(expected_notes) and all(
        notes.get(key) == expected_notes.get(key) for key in ("script", "arguments", "module")
    )
    return is_same_program and not (bookmarks.bookmarks or bookmarks.breakpoints or bookmarks.notice)


def _file_identity(name: str) -> tuple[int, int] | None:
    """Return what changes when a file is written anew; None where there is none."""
    try:
        file_status = Path(name).stat()
    except OSError:
        return None
    return file_status.st_ino, file_status.st_mtime_ns
