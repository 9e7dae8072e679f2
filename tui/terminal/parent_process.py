"""What ties a process to the one that started it: a session ends with its server, and a failure is left in a file."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from pathlib import Path

SERVED_VARIABLE = "PLYSCOPE_SERVED"
"""The environment variable that says that the session is shown in a browser, and must write and start nothing. It holds
the number of the process that serves, with which the session ends."""
SEARCHED_VARIABLE = "PLYSCOPE_SEARCHED"
"""The environment variable that says that what is served was searched to be served: a session begins at its begin."""
POLL_INTERVAL = 0.5
"""Seconds between looks at whether the server is still there."""


def end_with_server() -> None:
    """Where this is a session, end when its server does, even where that is killed and can tell nobody."""
    if SERVED_VARIABLE in os.environ:
        threading.Thread(target=_exit_after_parent, args=(os.environ[SERVED_VARIABLE],), daemon=True).start()


def _exit_after_parent(server: str) -> None:
    while str(os.getppid()) == server:
        time.sleep(POLL_INTERVAL)
    os._exit(1)


REASON_VARIABLE = "PLYSCOPE_REASON"
"""The environment variable that names the file; what the command itself starts does not get it."""
_reason_file = os.environ.pop(REASON_VARIABLE, "")


def leave_reason(reason: str) -> None:
    """Write it there, if somebody asked for it."""
    if _reason_file:
        with contextlib.suppress(OSError):
            Path(_reason_file).write_text(reason, encoding="utf-8")
