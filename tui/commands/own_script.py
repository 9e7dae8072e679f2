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
    file = _free_name(Path(script).stem)
    command = ["run", f"./{script}" if script.startswith("-") else script, "--output", file, "--search", "longest"]
    say(f"plyscope {' '.join(map(clean, command))}")
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "reason"
        status = _run([sys.executable, "-m", "tui.cli", *command, "--", *arguments], {FILE: str(told)})
        why = told.read_text(encoding="utf-8") if told.exists() else f"it ended with {status} before it searched"
    if not Path(file).exists():
        again = f"plyscope run --attach FUNCTION -o {clean(file)} {clean(script)}"
        why = clean(why, LONGEST)
        raise PlyscopeError(f"{clean(script)} recorded no search: {why}. `{again}` records what you name")
    if status:
        say(f"{clean(script)} ended with {status}; what was recorded is explored")
    return file


def _free_name(stem: str) -> str:
    """The name of a file that is not there yet."""
    name, number = f"{stem}.plyscope", 1
    while Path(name).exists():
        number += 1
        name = f"{stem}-{number}.plyscope"
    return name


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
