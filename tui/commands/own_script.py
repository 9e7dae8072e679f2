"""Runs a script of one's own as `plyscope run` does, and keeps what it searched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.output import say
from tui.terminal.reason import FILE

LONGEST = 500
"""Characters of a reason."""


def record_script(words: Sequence[str]) -> str:
    """Run a script in a process of its own, on this terminal; gives the file of its longest search.

    Args:
        words: the script and its arguments.

    Raises:
        PlyscopeError: it recorded nothing; why, and what to do.
    """
    script, *arguments = words
    file = _file_for(script, arguments)
    before = _identity(file)
    command = ["run", f"./{script}" if script.startswith("-") else script, "--output", file, "--search", "longest"]
    say(f"plyscope {' '.join(map(clean, command))}")
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "reason"
        status = _run([sys.executable, "-m", "tui.cli", *command, "--", *arguments], {FILE: str(told)})
        why = told.read_text(encoding="utf-8") if told.exists() else f"it ended with {status} before it searched"
    if _identity(file) == before:
        again = f"plyscope run --attach FUNCTION -o {clean(file)} {clean(script)}"
        why = clean(why, LONGEST)
        raise PlyscopeError(f"{clean(script)} recorded no search: {why}. `{again}` records what you name")
    if status:
        say(f"{clean(script)} ended with {status}; what was recorded is explored")
    return file


def _file_for(script: str, arguments: list[str]) -> str:
    """Return the first name that no file has, or one that an earlier try has, to which nobody added anything."""
    stem, number = Path(script).stem, 1
    name = f"{stem}.plyscope"
    while Path(name).exists() and not _is_earlier_try(name, script, arguments):
        number += 1
        name = f"{stem}-{number}.plyscope"
    return name


def _is_earlier_try(name: str, script: str, arguments: list[str]) -> bool:
    """Return whether a file is a recording of a script with these arguments, without bookmarks and breakpoints."""
    from tracer.bookmarks import Bookmarks  # not before a script is recorded
    from tracer.stepping.program import program_notes
    from tracer.tracing import load

    told = program_notes(script, arguments)
    try:
        trace = load(name)
        marks = Bookmarks(trace, name)
    except PlyscopeError:
        return False
    same = bool(told) and all(trace.header.notes.get(key) == told[key] for key in ("script", "arguments"))
    return same and not (marks.bookmarks or marks.breakpoints or marks.notice)


def _identity(name: str) -> tuple[int, int] | None:
    """Return what changes when a file is written anew; None where there is none."""
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns


def _run(command: list[str], environment: dict[str, str]) -> int:
    """Run a command to its end; Ctrl-C is its own matter, and another signal that ends us ends it, too."""
    child = subprocess.Popen(command, env=os.environ | environment)  # noqa: S603  # the user's own script

    def pass_on(number: int, _frame: FrameType | None) -> None:
        if number != signal.SIGINT:  # which the terminal sends to both
            child.send_signal(number)

    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, pass_on) for number in numbers}
    try:
        return child.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
