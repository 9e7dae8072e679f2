"""The `plyscope` command, from its first moment on: what it needs is loaded only when Ctrl-C is heard."""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # `typing` takes a while to load
if TYPE_CHECKING:
    from types import FrameType


def main(arguments: list[str] | None = None) -> None:
    """Run the command; every error is one line, with exit status 2.

    Args:
        arguments: what stands behind the command's name; None is what it was started with, as a process of its own.
    """
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, _leave)
    if arguments is None:
        from tui.terminal import streams
        from tui.terminal.served import end_with_server

        if sys.argv[1:2] == ["explore"]:
            end_with_server()
        streams.mend()
    from tui import program

    if heard:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(program.run_process(sys.argv[1:]) if arguments is None else program.run(arguments))


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Leave at once: while modules are loaded there is nothing to keep, and an exception could be lost in one."""
    os._exit(128 + signal.SIGINT)


if __name__ == "__main__":
    main()
