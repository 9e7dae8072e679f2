"""Records the longest search of a script in a process of its own, and keeps one file of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType

from tracer.errors import PlyscopeError
from tracer.text import clean
from tui.terminal.output import say
from tui.terminal.parent_process import FILE

LONGEST = 500
"""Characters of a reason."""
Runner = Callable[[list[str], dict[str, str]], int]
"""Runs a command, with more variables of the environment, to its end; gives its exit status."""


def run_here(command: list[str], environment: dict[str, str]) -> int:
    """Run a command on this terminal; Ctrl-C is its own matter, and another signal that ends us ends it, too."""
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


def record_script(
    words: Sequence[str],
    *,
    module: str | None = None,
    more: Sequence[str] = (),
    run: Runner = run_here,
    tell: Callable[[str], object] = say,
) -> str:
    """Run a script in a process of its own; gives the file of its longest search.

    Args:
        words: the script and its arguments; of a module its arguments alone.
        module: the module that is run in the place of a script.
        more: more options of `plyscope run`.
        run: runs it.
        tell: gets the command, and what is to be said of its end.

    Raises:
        PlyscopeError: it recorded nothing; why, and what to do.
    """
    script, arguments = (words[0], list(words[1:])) if module is None else (module, list(words))
    file = file_for(script, arguments, module)
    before = _identity(file)
    named = [f"./{script}" if script.startswith("-") else script] if module is None else ["--module", module]
    searched = [] if any(word.partition("=")[0] == "--search" for word in more) else ["--search", "longest"]
    command = ["run", *named, "--output", file, *searched, *more]
    tell(f"plyscope {' '.join(map(clean, command))}")
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "reason"
        status = run([sys.executable, "-m", "tui.cli", *command, "--", *arguments], {FILE: str(told)})
        why = told.read_text(encoding="utf-8") if told.exists() else f"it ended with {status} before it searched"
    if _identity(file) == before:
        again = f"plyscope run --attach FUNCTION -o {clean(file)} {clean(' '.join(named))}"
        why = clean(why, LONGEST)
        raise PlyscopeError(f"{clean(script)} recorded no search: {why}. `{again}` records what you name")
    if status:
        tell(f"{clean(script)} ended with {status}; what was recorded is explored")
    return file


def file_for(script: str, arguments: list[str], module: str | None = None) -> str:
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
    told = {} if file is None else program_notes(str(file), arguments, module)
    try:
        trace = load(name)
        marks = Bookmarks(trace, name)
    except PlyscopeError:
        return False
    notes = trace.header.notes
    same = bool(told) and all(notes.get(key) == told.get(key) for key in ("script", "arguments", "module"))
    return same and not (marks.bookmarks or marks.breakpoints or marks.notice)


def _identity(name: str) -> tuple[int, int] | None:
    """Return what changes when a file is written anew; None where there is none."""
    try:
        found = Path(name).stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns
