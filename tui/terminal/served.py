"""A session that is shown in a browser ends with the process that serves it, from its first moment on."""

from __future__ import annotations

import os
import threading
import time

SERVED = "PLYSCOPE_SERVED"
"""The environment variable that says that the session is shown in a browser, and must write and start nothing. It holds
the number of the process that serves, with which the session ends."""
SEARCHED = "PLYSCOPE_SEARCHED"
"""The environment variable that says that what is served was searched to be served: a session begins at its begin."""
PAUSE = 0.5
"""Seconds between looks at whether the server is still there."""


def end_with_server() -> None:
    """Where this is a session, end when its server does, even where that is killed and can tell nobody."""
    if SERVED in os.environ:
        threading.Thread(target=_watch, args=(os.environ[SERVED],), daemon=True).start()


def _watch(server: str) -> None:
    while str(os.getppid()) == server:
        time.sleep(PAUSE)
    os._exit(1)
