"""The processes that tests start: signals reach them however pytest was started, and they end with their test."""

import contextlib
import os
import signal
import subprocess
from typing import Any

from patience import PATIENCE


def hear_signals() -> None:
    """Undo what `nohup` and a shell's `&` did: a signal that is ignored here would be ignored by every child.

    A handler is not handed down to another program, so children get the default.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGHUP", "SIGQUIT", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, _stay)


def _stay(_number: int, _frame: object) -> None:
    """Pytest itself goes on, as whoever started it wanted."""


class Children:
    """Starts processes, each the head of a session of its own, and ends them with all that they started."""

    def __init__(self) -> None:
        self.started: list[subprocess.Popen[Any]] = []

    def __call__(self, *words: str, **options: Any) -> subprocess.Popen[Any]:
        """A process at work; options are those of `subprocess.Popen`."""
        self.started.append(subprocess.Popen(words, start_new_session=True, **options))
        return self.started[-1]

    def end(self) -> None:
        """Kill what is left of them."""
        for child in self.started:
            kill_session(child)


def kill_session(child: subprocess.Popen[Any]) -> None:
    """Kill a process that heads a session, and those that it left behind in it; read nothing more of it."""
    with contextlib.suppress(ProcessLookupError):  # all of them ended by themselves
        os.killpg(child.pid, signal.SIGKILL)
    child.wait(PATIENCE)
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None and not pipe.closed:
            with contextlib.suppress(BrokenPipeError):  # what was not written yet is not wanted any more
                pipe.close()
