"""The `plyscope` command, from its first moment on: what it needs is loaded only when Ctrl-C is heard."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # `typing` takes a while to load
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

MEGABYTE = 1_000_000
DEFAULTS: tuple[tuple[int, Any], ...] = (
    (signal.SIGINT, signal.default_int_handler),
    *((getattr(signal, name), signal.SIG_DFL) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)),
)
"""The signals that end a program, as Python finds them where nobody has asked for anything else."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command on words, or on those it was started with; every error is one line, with exit status 2."""
    heard = [number for number, handler in DEFAULTS if signal.getsignal(number) is handler]
    for number in heard:
        signal.signal(number, _leave)
    if arguments is None:
        _begin(sys.argv[1:])
    from tui.terminal.status_line import pause_garbage_collection

    with pause_garbage_collection():
        from tui import program
        from tui.terminal.shutdown import OWN_PROCESS

    for number, handler in DEFAULTS:
        if number in heard:
            signal.signal(number, handler)
    if arguments is None:
        OWN_PROCESS.set()
        sys.exit(program.run_process(sys.argv[1:]))
    sys.exit(program.run(arguments))


def _begin(words: list[str]) -> None:
    """What comes before anything is loaded: usable streams, and a sign of life where a screen will take a while."""
    from tui.terminal import standard_streams, status_line
    from tui.terminal.parent_process import SERVED_VARIABLE, end_with_server

    explores = words[:1] == ["explore"]
    opens = explores or (words[:1] == ["play"] and "--plain" not in words)
    if explores:
        end_with_server()
    standard_streams.repair_streams()
    if opens and SERVED_VARIABLE not in os.environ and sys.stdin.isatty() and sys.stdout.isatty():
        status_line.show_status(_greeting(words[1:]), sys.stderr if sys.stderr.isatty() else sys.stdout)


def _greeting(words: list[str]) -> str:
    """What is going on: a file is opened, or the program starts."""
    for word in words:
        try:
            size = os.stat(word).st_size  # noqa: PTH116  # `pathlib` takes a while to load
        except (OSError, ValueError):
            continue
        return f"opening {word}, {size / MEGABYTE:,.0f} MB …" if size >= MEGABYTE else f"opening {word} …"
    return "plyscope starts …"


def _leave(number: int, _frame: FrameType | None) -> None:
    """Leave at once: while modules are loaded there is nothing to keep, and an exception could be lost in one."""
    from tui.terminal import status_line

    status_line.clear_status()
    os._exit(128 + number)


if __name__ == "__main__":
    main()
